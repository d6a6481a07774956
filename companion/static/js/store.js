/**
 * The page's state: the last snapshot, the games on offer, the link, and what no other screen
 * shares: what is open here (`open`), and unfinished entries (`ui`).
 */

import { asSeenInRoom, loadUnfinished, saveUnfinished } from "./device.js";

export const MAX_LOG_ROWS = 60; // as many as the table sends

/** @type {Log} */
const NO_LOG = { run: null, version: 0, rows: [] };

/** @type {State} */
export const state = {
  snapshot: null,
  drawn: null, // the snapshot that is on the screen
  tapped: null, // the one on the screen when the current tap began
  log: NO_LOG, // the newest rows that somebody looked at; see log.js
  games: [], // those that can be shown
  displays: {}, // of the games that were played here, by their id; see loader.js
  // This device: role (banker, player, spectator; null: a stranger without the code;
  // undefined: not asked yet), its seat, the seats that phones have taken, and its own secrets.
  you: { role: undefined, seat: null, taken: [], own: {} },
  link: "opening", // opening, live or lost
  busy: false, // an action is being sent
  hurry: false, // the count goes on, though a question is open here
  message: null, // one line near the place that was tapped: { text, x, y, done }
  known: { key: "" }, // of the games of this table, at the version `key`
  cards: { wanted: null, looking: false, first: true, laid: "", asked: null },
  open: { ...loadUnfinished("lesson") }, // what is open on this device, independently of the game
  ui: {}, // unfinished entries, which end with the position they were begun in
};

const HELD_MS = 2000; // at most: after that, the game goes on under the finger

/** @type {() => void} */
let draw = () => {};
let planned = false;
/** @type {ReturnType<typeof setTimeout> | 0} */
let held = 0; // the timer that ends the holding; 0: nothing is held
let late = false; // something changed while it was held

/**
 * Name the function that draws the page; it is called once per painted frame at most.
 * @param {() => void} render
 */
export function onChange(render) {
  draw = render;
}

/** Change the page's state, and draw. @param {Partial<State>} values */
export function changeState(values) {
  Object.assign(state, values);
  plan();
}

/**
 * Change the unfinished entries, and draw at once, as the next tap builds on them.
 * @param {Partial<Ui>} values
 */
export function changeUi(values) {
  Object.assign(state.ui, values);
  const { tapped, snapshot } = state;
  if (tapped && snapshot && tapped.version !== snapshot.version) settleUi(tapped, snapshot);
  draw();
}

/**
 * Change what is open here, and `ui`, and draw at once. A lesson stays open when the page is
 * reloaded.
 * @param {Partial<Open>} values
 * @param {Partial<Ui>} [ui]
 */
export function changeOpen(values, ui = {}) {
  const { panel, lesson } = Object.assign(state.open, values);
  saveUnfinished("lesson", panel === "taught" && lesson ? { panel, lesson } : null);
  changeUi(ui);
}

/** Open the panel `name`, with nothing open inside it. @param {string} name */
export function openPanel(name) {
  changeOpen({ panel: name, sheet: null, past: null, lesson: null });
}

/**
 * Take a snapshot from the server. An older one (a late answer) is ignored.
 * @param {Snapshot} received
 */
export function takeSnapshot(received) {
  const fresh = withScene(received);
  if (state.you.role === null) return; // a late answer to a device that was removed
  const old = state.snapshot;
  // A table that was reset or restored from a backup counts its versions from another start.
  if (old && fresh.run === old.run && fresh.version < old.version) return;
  if (!old || fresh.version !== old.version) settleUi(old, fresh);
  changeState({ snapshot: fresh });
}

/**
 * `snapshot` with its scene: what the page shows until another act opens one; the newest act may.
 * @param {Snapshot} snapshot
 * @returns {Snapshot}
 */
export function withScene(snapshot) {
  const { last_row: row, version } = snapshot;
  return { ...snapshot, scene: snapshot.scene ?? { version, events: row?.events ?? [] } };
}

/**
 * Take this device's role. A removed device forgets what it showed.
 * @param {You} received
 */
export function takeYou(received) {
  const you = asSeenInRoom(received);
  if (!you.camera !== !state.you.camera) state.open.panel = you.camera ? "stand" : null;
  changeState(
    you.role === null
      ? { you, snapshot: null, log: NO_LOG, open: {}, ui: {}, link: "live" }
      : { you },
  );
}

const READ = new Set(["sure", "unsure", "empty"]);
const READING_MS = 2000; // long enough for a reading of rolled dice at rest

/**
 * Take only the eye's state. Moving virtual dice were rolled on some display, and roll on all. If
 * that is reported only after their reading, no other will follow. Dice rolled here keep rolling
 * until they have moved, as a busy machine still reports the previous dice for seconds.
 * @param {API.EyeView} eye
 */
export function takeEye(eye) {
  const { snapshot, ui } = state;
  if (!snapshot) return;
  const { roll } = eye;
  if (eye.demo && eye.state === "moving" && snapshot.awaited && roll)
    ui.rolling ??= { after: roll.number };
  const { rolling } = ui;
  if (rolling && !READ.has(eye.state)) rolling.moved = true;
  const isRead = () => READ.has(state.snapshot?.eye.state ?? "");
  const end = () => state.ui.rolling === rolling && isRead() && changeUi({ rolling: null });
  changeState({ snapshot: { ...snapshot, eye } });
  if (rolling?.moved && isRead()) setTimeout(end, READING_MS);
}

/**
 * Forget unfinished entries of an earlier position, and messages about another row.
 * @param {Snapshot | null} old
 * @param {Snapshot} fresh
 */
function settleUi(old, fresh) {
  const paused = Boolean(old?.paused || fresh.paused);
  if (!old || positionOf(old, paused) !== positionOf(fresh, paused)) {
    const { open } = state;
    state.ui = { settlementRead: state.ui.settlementRead };
    if (!open.sheet?.row || old?.run !== fresh.run) open.sheet = null;
    if (open.panel === "players" && fresh.over) open.panel = null; // it would lie over the next game
  }
  delete state.ui.sure;
}

/** @param {Snapshot} snapshot @param {boolean} paused nothing is awaited in a pause */
function positionOf(snapshot, paused) {
  const { game, phase, turn, awaited, dice } = snapshot;
  const position = state.displays[game ?? ""]?.position;
  const within = position ? position(snapshot) : [dice, !paused && awaited && [turn, awaited]];
  return JSON.stringify([phase, within]);
}

/**
 * Draw nothing for a moment: a finger on a control must find it there when it lifts. Changes by the
 * same tap are still drawn at once (`changeUi`).
 */
export function holdDrawing() {
  clearTimeout(held);
  held = setTimeout(releaseDrawing, HELD_MS);
}

/** Draw changes again, including those made meanwhile. */
export function releaseDrawing() {
  clearTimeout(held);
  held = 0;
  if (late) plan();
  late = false;
}

function plan() {
  if (held) late = true;
  if (planned || held) return;
  planned = true;
  // A hidden page paints no frames; a timer still lets it follow the game.
  const soon = () => {
    planned = false;
    if (held) late = true;
    else draw();
  };
  if (document.hidden) setTimeout(soon, 50);
  else requestAnimationFrame(soon);
}

// The rights of this device, so that only permitted controls are drawn. The server checks them,
// too; nothing is safe just because it is not drawn.

/** The role of a device that shows an earlier game: there is nothing to do. */
export const LOOKING_BACK = "looking_back";

/**
 * Whether this device acts for `seat`: the banker for all seats, a player for their own.
 * Without a seat (null) it is an act of the table, and the banker's.
 * @param {number | null} [seat]
 */
export function mayAct(seat = null) {
  const { role, seat: own } = state.you;
  return role === "banker" || (role === "player" && seat !== null && seat === own);
}

/**
 * Return the legal choices of `snapshot`, of one `type` if given, that this device may take.
 * @template {LegalAction} L
 * @template {L["type"]} T
 * @param {{ legal: L[] }} snapshot
 * @param {T} [type]
 */
export function legalChoices({ legal }, type) {
  /** @param {L} choice @returns {choice is OfType<L, T>} */
  const may = (choice) => (type === undefined || choice.type === type) && mayAct(choice.seat);
  return legal.filter(may);
}

/**
 * Return the legal choice of `type`, for `seat` if one is named, that this device may take, if
 * there is one.
 * @template {LegalAction} L
 * @template {L["type"]} T
 * @param {{ legal: L[] }} snapshot
 * @param {T} type
 * @param {number} [seat]
 */
export function choiceOf(snapshot, type, seat) {
  const found = legalChoices(snapshot, type);
  return seat === undefined ? found[0] : found.find((choice) => choice.seat === seat);
}

/** Return the name of the player at whose seat this device is, if it is at one. */
export function ownName() {
  return state.snapshot?.seats[state.you.seat ?? -1]?.name;
}

/** Whether this device sits at the table and so may see what the camera sees. */
export function maySeeTray() {
  return state.you.role === "banker" || state.you.role === "player";
}
