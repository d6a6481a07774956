/** A card that is shown to the eye: a known one is taken, any other is asked about once. */

import { attempt } from "../actions.js";
import { Failed, LONG_MS, pause, post, Refused, TABLE, uuid } from "../api.js";
import { loadPreference, savePreference } from "../device.js";
import { drawLater } from "../loader.js";
import { changeState, changeUi, mayAct, state } from "../store.js";
import { refusal, t } from "../words.js";
import { calledFace } from "./dice.js";
import { button, h } from "./dom.js";
import { eyeWatches } from "./tray.js";

const CARD = `${TABLE}/taught/card`;
const drawLessonPhotograph = drawLater(() => import("./photograph.js"), "drawLessonPhotograph");

/**
 * Draw the button that lets the eye look: `onSeen({ card, picture })`.
 * @param {Snapshot} snapshot
 * @param {(seen: API.CardView) => unknown} onSeen
 */
export function drawCardEye(snapshot, onSeen) {
  if (!eyeWatches(snapshot) || snapshot.eye.demo) return null;
  const { looking } = state.ui;
  return [
    snapshot.eye.photographs
      ? drawLessonPhotograph(t(looking ? "eye_reading" : "card_photograph"), () => look(onSeen))
      : button("second", t(looking ? "eye_reading" : "card_show"), () => look(onSeen), {
          key: "eye",
          waits: looking || state.busy,
        }),
    h("p", { class: "hint", key: "eye-hint" }, t("card_show_hint")),
  ];
}

/** Draw the picture `number` of the card that was seen. @param {number | undefined} number */
export function drawSeenCard(number) {
  if (number === undefined) return null;
  return h("img", {
    class: "evidence",
    key: "seen",
    alt: t("card_seen"),
    src: `${CARD}.jpg?n=${number}`,
  });
}

/**
 * Teach the eye the card of picture `number`, which was just turned over.
 * @param {number | undefined} number
 */
export async function learnCard(number) {
  if (number !== undefined) await attempt(() => post(`${CARD}/learn`, { number }), whyNot);
}

/** Look at the card that lies there; throws as `post` does. @returns {Promise<API.CardView>} */
export function lookAtCard() {
  return post(CARD, {}, { patience: LONG_MS });
}

/** Why the table refused, in the page's language. @param {unknown} error */
export function whyNot(error) {
  if (!(error instanceof Refused)) return t("unreachable");
  const { code, other = "", face = "" } = error.body;
  return refusal(code, {
    ...error.body,
    other: calledFace(String(other)),
    face: calledFace(String(face)),
  });
}

/** @param {(seen: API.CardView) => unknown} onSeen */
async function look(onSeen) {
  changeUi({ looking: true });
  await attempt(async () => {
    const seen = await lookAtCard();
    changeUi({ looking: false });
    await onSeen(seen);
  }, whyNot);
  changeUi({ looking: false });
}

// Cards laid before the camera come into the game by themselves, if somebody at this device wants
// it. An unsure or ambiguous card is asked about next to its picture; a card entered meanwhile is
// known from then on.

const REMEMBERED = "cards.follow";
const AGAIN_MS = 500; // until the next look

const { cards } = state;

/** Whether somebody at this device wants the eye to follow the cards. */
export function followsCards() {
  return loadPreference(REMEMBERED, false);
}

/**
 * Draw how cards are followed. `waysOf(card)` are the `{ words, act }` in which that card may come
 * into the game now, `nameOf(card)` is its name in words, `names` are those that may come, as decks
 * call them; null: no card may come.
 * @param {Snapshot} snapshot
 * @param {CardGame | null} game
 */
export function drawCardFollower(snapshot, game) {
  if (cards.asked && cards.asked.at !== placeOf(snapshot)) settle(snapshot);
  const may = game && mayAct() && eyeWatches(snapshot) && !snapshot.eye.photographs;
  cards.wanted = may && followsCards() ? { ...game, at: placeOf(snapshot) } : null;
  if (!may) return null;
  if (cards.wanted && !cards.looking) follow();
  return h(
    "div",
    { class: `row center ${cards.wanted ? "" : "offer"}`, key: "follower" },
    cards.wanted ? [drawAsked(game), drawDemo(snapshot, game)] : null,
    button("quiet", t(cards.wanted ? "cards_unfollow" : "cards_follow"), toggle, {
      key: "follow",
      "aria-pressed": cards.wanted,
    }),
  );
}

/**
 * Return the key of the newest row: another one means another act or reading.
 * @param {Snapshot} snapshot
 */
function placeOf({ run, last_row: last }) {
  return `${run} ${last?.version}`;
}

function toggle() {
  cards.asked = null;
  cards.first = true;
  savePreference(REMEMBERED, !followsCards());
  changeState({});
}

/**
 * A card entered while its picture is asked about is learned by it. If the eye had guessed another,
 * the card may have been taken back, and nothing is learned.
 * @param {Snapshot} snapshot
 */
function settle({ last_row: row }) {
  if (!cards.asked) return;
  const { card, picture } = cards.asked;
  cards.asked = null;
  const played = row?.kind === "action" ? row.events?.find((event) => event.card)?.card : undefined;
  if (played !== undefined && (!card || card.card === played)) learnCard(picture);
}

/** @param {CardGame} cardGame */
function drawAsked({ waysOf, nameOf }) {
  if (!cards.asked) return h("p", { class: "hint", key: "hint" }, t("cards_lay"));
  const { card, picture } = cards.asked;
  const value = card?.card;
  const ways = card ? waysOf(value) : [];
  const words = !card ? "card_which" : ways.length ? "card_is_it" : "card_not_now";
  return h(
    "div",
    { class: "row center", key: "asked", role: "group", "aria-label": t("card_seen") },
    drawSeenCard(picture),
    h("p", { class: "large" }, t(words, { card: card ? nameOf(value) : "" })),
    ways.map((way) => button("main", way.words, way.act, { key: way.words, waits: state.busy })),
  );
}

/** @param {Snapshot} snapshot @param {CardGame} cardGame */
function drawDemo({ eye }, { names }) {
  if (!eye.demo || !names.length) return null;
  const others = names.filter((name) => name !== cards.laid);
  const lay = () => layInDemo(others[Math.floor(Math.random() * others.length)] ?? cards.laid);
  return button("second", t("card_demo"), lay, { key: "demo", waits: state.busy });
}

/** Lay the card of that `name` in the demo tray. @param {string} name */
export function layInDemo(name) {
  cards.laid = name;
  return post(`${TABLE}/tray`, { id: uuid(), card: name });
}

/** Look again and again while a card may come. */
async function follow() {
  cards.looking = true;
  while (cards.wanted) {
    await lookOnce(cards.wanted);
    await pause(AGAIN_MS);
  }
  cards.looking = false;
}

/** @param {{ at: string }} given */
async function lookOnce({ at }) {
  let seen;
  try {
    seen = await lookAtCard();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (error instanceof Refused && error.body.count === 0) cards.first = false; // no card lies there
    return;
  }
  const { snapshot } = state;
  const { wanted } = cards;
  if (!snapshot || !wanted || wanted.at !== at || placeOf(snapshot) !== at || state.busy) return;
  if (!seen.new || (cards.asked?.picture === seen.picture && cards.asked.sure === seen.sure))
    return;
  const ways = seen.card ? wanted.waysOf(seen.card.card) : [];
  const clear = seen.sure && ways.length === 1 && !cards.first;
  cards.first = false;
  cards.asked = clear ? null : { ...seen, at };
  if (clear) await ways[0].act();
  changeState({});
}
