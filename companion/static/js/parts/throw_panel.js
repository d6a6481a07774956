/** The throw panel: how thrown dice get to the table, by the eye or by hand. */

import { mayAct } from "../permissions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { rollingDie } from "./dice.js";
import { h } from "./dom.js";
import { drawTimedButton } from "./timed_button.js";
import { eyeWatches } from "./tray.js";

const NUMBER = /^\d$/;
const SOONER = -5; // seconds: nothing is read meanwhile

/** Whether the eye knows all faces of the dice in play: numbers, and those that it was taught. */
export function eyeKnowsFaces({ awaited, own_faces: own, eye }) {
  const faces = awaited?.faces ?? own;
  return faces.every((face) => NUMBER.test(face) || eye.faces.includes(face));
}

/** Whether the eye reads the next throw. */
export function eyeReads(snapshot) {
  return eyeWatches(snapshot) && eyeKnowsFaces(snapshot) && !state.ui.byHand;
}

/** Whether dice roll that were thrown in the demo tray from here and are not read yet. */
export function isRolling({ eye }) {
  const { rolling } = state.ui;
  return Boolean(rolling) && rolling.after === eye.roll?.number;
}

/**
 * Draw what is waited for: the eye's reading (at the demo tray a button calls `throwDemo`), or what
 * `byHand()` draws to tap the dice in. Where there is an eye that reads them, each leads to the other.
 * The dice are those of `seat`, whose phone may throw too. What rolls is shown here, unless the dice
 * are shown `lying` elsewhere. The button presses itself after a while where `soon` says for what.
 */
export function drawThrowPanel(snapshot, props) {
  const { byHand, throwDemo, seat = null, lying = false, soon = null } = props;
  if (!eyeReads(snapshot)) {
    const may = eyeWatches(snapshot) && eyeKnowsFaces(snapshot);
    return panel(byHand(), may ? other("by_eye", false) : null);
  }
  return panel(
    isRolling(snapshot) && !lying ? drawRolling(snapshot.awaited) : null,
    drawByEye(snapshot, throwDemo, seat, soon),
    other("by_hand", true),
  );
}

/** No throw while dice are asked about elsewhere: those that stay could not be told from the others. */
function drawByEye(snapshot, throwDemo, seat, soon) {
  const { demo, question } = snapshot.eye;
  if (demo && mayAct(seat) && !question) return drawThrowButton(snapshot, throwDemo, soon);
  return h(
    "p",
    { class: "large strong", key: "by-eye" },
    t(question ? "eye_asks_elsewhere" : "eye_watches"),
  );
}

/** Not while dice roll: who taps then throws them again. */
function drawThrowButton(snapshot, onclick, soon) {
  const rolling = isRolling(snapshot);
  if (soon && !rolling)
    return drawTimedButton(soon, t("throw"), onclick, { more: SOONER, look: "throw" });
  return h(
    "button",
    {
      class: `throw ${rolling ? "large" : ""}`,
      key: "throw",
      waits: state.busy || rolling,
      onclick,
    },
    t(rolling ? "eye_moving" : "throw"),
  );
}

function drawRolling({ count, faces, body }) {
  return h(
    "div",
    { class: "row center dice-l", key: "rolling" },
    Array.from({ length: count }, (_, at) => rollingDie(faces, { body, at })),
  );
}

function panel(...content) {
  return h("div", { class: "throwing stack center", key: "throwing" }, content);
}

function other(word, byHand) {
  return h("button", { class: "quiet", key: word, onclick: () => changeUi({ byHand }) }, t(word));
}
