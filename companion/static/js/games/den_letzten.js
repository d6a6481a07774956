/** The display of Den Letzten beißen die Hunde: the board, next to it question and events. */

import { sendAction } from "../actions.js";
import { actionButton, drawDock } from "../parts/controls.js";
import { h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { seatName } from "../parts/seats.js";
import { legalChoices, mayAct, state } from "../store.js";
import { t } from "../words.js";
import { drawBoard } from "./den_letzten/board.js";
import { bone, bowl, darkDog } from "./den_letzten/figures.js";
import { followMoves } from "./den_letzten/motion.js";
import {
  dogFace,
  drawChance,
  drawChoose,
  drawDie,
  drawRoll,
  sentence,
} from "./den_letzten/roll.js";

const STAGES = {
  place_dog: drawPlaceDog,
  throw: drawWhite,
  choose: drawChoice,
  step_dog: drawStep,
};

// The events that the banker says aloud, with their sounds.
/** @type {Voice} */
const VOICE = {
  dog_placed: "",
  dog_moved: "",
  rolled: "dice",
  two_dogs: "lose",
  moved: "",
  pushed: "",
  bitten: "lose",
  bones_paid: "coin",
  bowl_emptied: "lose",
  last_round_announced: "",
  dark_dog_passed: "",
};

/** @type {Display<DenLetzten.View>} */
export const display = {
  stage,
  progress,
  accounts,
  notes,
  purse,
  voice: VOICE,
  seconds: {
    bitten: ({ seat }) => ({ look: "bite", seat: Number(seat), title: t("den_letzten_bite") }),
  },
  faces: dogFace,
};

/** @param {DenLetzten.View} snapshot */
function stage(snapshot) {
  followMoves(snapshot);
  return snapshot.over ? drawOver(snapshot) : STAGES[snapshot.phase](snapshot);
}

/** @param {DenLetzten.View} snapshot */
function progress({ round: number, last_round: last }) {
  return t(last ? "hunt_last_round" : "hunt_round", { number });
}

/**
 * @param {DenLetzten.View} snapshot
 * @returns {[name: string, sum: number][]}
 */
function accounts(snapshot) {
  return [[t("hunt_box"), snapshot.box]];
}

/** @param {DenLetzten.View} snapshot @param {DenLetzten.Seat} seat */
function purse(snapshot, seat) {
  return drawBowl(seat, seat.seat === snapshot.first_player);
}

/** @param {DenLetzten.View} snapshot @param {DenLetzten.Seat} seat */
function notes(snapshot, { seat, space }) {
  const { nearest = [], farthest = null } = snapshot.evaluation ?? {};
  const forecast = snapshot.phase === "step_dog" ? "" : "forecast"; // until the round is over
  /** @param {string} key @param {string} word @param {string} [change] */
  const note = (key, word, change) =>
    h(
      "span",
      { class: `note one-line ${key} ${forecast}`, key },
      change ? h("b", { class: "pill one-line" }, change) : null,
      h("span", {}, word),
    );
  return [
    nearest.includes(seat) ? note("gives", t("hunt_note_nearest"), "−1") : null,
    farthest === seat ? note("gets", t("hunt_note_farthest"), "+1") : null,
    space === null ? note("in-centre", t("hunt_in_centre")) : null,
  ];
}

/**
 * Draw where the white dog stands before the first round.
 * @param {Playing<DenLetzten.View>} snapshot
 */
function drawPlaceDog(snapshot) {
  const choice = legalChoices(snapshot, "place_dog")[0];
  /** @param {number} space */
  const put = (space) => sendAction({ type: "place_dog", space, seat: choice.seat });
  const ask = t("prompt_den_letzten_place_dog");
  const more = choice ? h("p", { class: "hint", key: "hint" }, t("hunt_place_hint")) : null;
  const dock = drawDock(
    mayAct(null)
      ? actionButton("second", t("hunt_table_places"), { type: "draw" }, { key: "draw" })
      : null,
  );
  return table(snapshot, { onSpace: choice ? put : null }, { ask, more, dock });
}

/** Draw the roll of the white dice. @param {Playing<DenLetzten.View>} snapshot */
function drawWhite(snapshot) {
  const [entry, dock] = drawRoll(snapshot, "white");
  const ask = sentence(snapshot, "prompt_den_letzten_throw", { name: snapshot.turn });
  const sum = drawChance(snapshot);
  return table(snapshot, {}, { ask, sum, more: entry, dock, look: entry ? "taps-faces" : "" });
}

/**
 * Draw the choice after the white dice: stop, or roll the black ones too.
 * @param {Playing<DenLetzten.View>} snapshot
 */
function drawChoice(snapshot) {
  const [mover] = snapshot.stop ?? [];
  const way = mover?.how === "moved" ? { seat: mover.seat, steps: snapshot.sum } : null;
  return table(snapshot, { way: state.ui.black ? null : way }, drawChoose(snapshot));
}

/**
 * The round is over: show who gave a bone to whom, and move the white dog on.
 * @param {Playing<DenLetzten.View>} snapshot
 */
function drawStep(snapshot) {
  const ask = t("hunt_round_over", { number: snapshot.round });
  const more = [
    drawEvaluation(snapshot),
    h(
      "p",
      { class: "line left", key: "handed" },
      darkDog(),
      h("span", {}, sentence(snapshot, "prompt_den_letzten_step_dog", { name: snapshot.turn })),
    ),
  ];
  const dock = drawDock(drawThreat(snapshot), drawStepButton(snapshot));
  const leave = ["bone_to_player", "dark_dog_passed"];
  return table(snapshot, {}, { ask, more, dock, look: "shares", leave });
}

/** @param {DenLetzten.Table} snapshot */
function drawStepButton(snapshot) {
  const choice = legalChoices(snapshot, "step_dog")[0];
  if (!choice) return null;
  return actionButton(
    "main",
    t("hunt_step"),
    { type: "step_dog", seat: choice.seat },
    { key: "step" },
  );
}

/** Draw whom the next step of the dog would catch. @param {DenLetzten.Table} snapshot */
function drawThreat(snapshot) {
  const step = snapshot.prompts.find((prompt) => prompt.code === "step_dog");
  const catches = step?.figures.catches ?? null;
  if (catches === null) return null;
  const name = sentence(snapshot, "hunt_will_catch", { name: catches });
  return h("p", { class: "hint warn", key: "catch" }, name);
}

/**
 * Draw who gave whom a bone at the end of the round; nothing once somebody has joined or left.
 * @param {DenLetzten.Table} snapshot
 */
function drawEvaluation(snapshot) {
  const scored = snapshot.scene.events.find((event) => event.type === "round_scored");
  if (!scored) return null;
  const { seats, other_seat: farthest } = scored;
  if (farthest === null) return h("p", { class: "hint", key: "none" }, t("hunt_nobody_pays"));
  return h(
    "div",
    { class: "evaluation line center full", key: "evaluation" },
    seats.map((seat) => [
      drawParty(snapshot, seat, "gives", "−1"),
      h(
        "span",
        { class: "stack tight center larger" },
        bone(),
        h("span", { "aria-label": t("to") }, "→"),
      ),
      drawParty(snapshot, farthest, "gets", "+1"),
    ]),
  );
}

/**
 * @param {DenLetzten.Table} snapshot
 * @param {number} seat
 * @param {"gives" | "gets"} role
 * @param {string} change
 */
function drawParty(snapshot, seat, role, change) {
  return h(
    "span",
    { class: "party plate stack tight center grow" },
    seatName(snapshot, seat, "clip"),
    h("small", { class: "soft" }, t(role === "gives" ? "hunt_nearest" : "hunt_farthest")),
    h("b", { class: `larger ${role === "gives" ? "bad" : "good"}` }, change),
  );
}

/**
 * Draw the end: whose bowl is empty and why, the final board, and the ending of all games.
 * @param {DenLetzten.View} snapshot
 */
function drawOver(snapshot) {
  const over = snapshot.prompts.find((prompt) => prompt.code === "game_over");
  return drawEnding(snapshot, {
    lead: over?.figures.empty.map((seat) =>
      h(
        "p",
        { key: `empty${seat}` },
        sentence(snapshot, "event_den_letzten_bowl_emptied", { name: seat }),
      ),
    ),
    below: h(
      "div",
      { class: "grid", key: "last-board" },
      drawBoard(snapshot),
      drawHappened(snapshot),
    ),
  });
}

/**
 * Draw the bowl of a seat, next to it the dark dog if it is there.
 * @param {DenLetzten.Seat} seat
 * @param {boolean} first
 */
function drawBowl({ name, bones }, first) {
  return h(
    "span",
    { class: "purse anchor" },
    first ? darkDog(t("hunt_first")) : null,
    bowl(bones, t("hunt_bones_of", { name, count: bones })),
  );
}

/**
 * @param {DenLetzten.Table} snapshot
 * @param {Parameters<typeof drawBoard>[1]} board
 * @param {DenLetzten.Asked & { leave?: string[] }} given
 */
function table(snapshot, board, { ask, sum = null, more, dock = null, look = "", leave = [] }) {
  return h(
    "section",
    { class: `hunt ${look}`, key: "hunt" },
    drawBoard(snapshot, board),
    h("div", { class: "hunt-ask stack", key: "ask" }, h("h2", { class: "ask" }, ask), sum),
    h("div", { class: "hunt-more stack", key: "more" }, more, drawHappened(snapshot, leave)),
    dock,
  );
}

const LISTED = new Set([
  "bones_dealt",
  "dark_dog_passed",
  "two_dogs",
  "moved",
  "pushed",
  "bitten",
  "bones_paid",
]);
/** @type {Record<string, () => Child>} */
const PICTURES = { bones_dealt: bone, bones_paid: bone, dark_dog_passed: darkDog };
const WARNINGS = new Set(["last_round", "invented_dice"]);

/**
 * Draw the last act's events, except the sentences `leave`, and warnings as a short list.
 * @param {DenLetzten.Table} snapshot
 * @param {string[]} leave
 */
function drawHappened(snapshot, leave = []) {
  const { version, events } = snapshot.scene;
  const happened = events.filter(
    ({ type, sentence: said }) => LISTED.has(type) && !leave.includes(said ?? type),
  );
  const warnings = snapshot.prompts.filter(({ code }) => WARNINGS.has(code));
  if (!happened.length && !warnings.length) return null;
  /** @param {string} key @param {...Child} content */
  const item = (key, ...content) => h("li", { class: "line", key }, content);
  return h(
    "ul",
    { class: "happened plate stack tight left", key: "happened", "aria-live": "polite" },
    drawRolled(snapshot, happened),
    happened.map((event, at) =>
      item(`${version}.${at}`, PICTURES[event.type]?.(), h("span", {}, said(snapshot, event))),
    ),
    warnings.map(({ code }) => item(code, h("span", {}, t(`prompt_den_letzten_${code}`)))),
  );
}

/**
 * Draw the dice of the roll that moved somebody, or did not.
 * @param {DenLetzten.Table} snapshot
 * @param {DenLetzten.Event[]} happened
 */
function drawRolled(snapshot, happened) {
  if (!happened.some(({ type }) => type === "moved" || type === "two_dogs")) return null;
  return h(
    "li",
    { class: "line dice-s", key: "dice" },
    snapshot.dice.map((one) => drawDie(snapshot, one.face, one.body)),
    h("b", {}, "= ", snapshot.sum),
  );
}

/** @param {DenLetzten.Table} snapshot @param {GameEvent} event */
function said(snapshot, event) {
  const { type, sentence: variant, seat: name, other_seat: other, ...figures } = event;
  /** @type {Record<string, number>} */
  const seats = {};
  if (typeof name === "number") seats.name = name;
  if (typeof other === "number") seats.other = other;
  return sentence(snapshot, `event_den_letzten_${variant ?? type}`, seats, figures);
}
