/** The throw panel: how thrown dice get to the table, by the eye or by hand. */

import { mayAct } from "../permissions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { eyeWatches } from "./tray.js";

/** Whether the eye reads the next throw; `reads` is false where it does not know all its faces. */
export function eyeReads(snapshot, reads = true) {
  return eyeWatches(snapshot) && reads && !state.ui.byHand;
}

/**
 * Draw what is waited for: the eye's reading (at the demo tray a button calls `throwDemo`), or what
 * `byHand()` draws to tap the dice in. Where there is an eye that `reads`, each leads to the other.
 * The dice are those of `seat`, whose phone may throw too.
 */
export function drawThrowPanel(snapshot, { byHand, throwDemo, reads = true, seat = null }) {
  if (!eyeReads(snapshot, reads)) {
    return panel(byHand(), eyeWatches(snapshot) && reads ? other("by_eye", false) : null);
  }
  const demo = snapshot.eye.demo && mayAct(seat);
  return panel(
    demo
      ? // Not while dice roll: who taps then throws them again.
        h("button", { class: "throw", waits: state.busy, onclick: throwDemo }, t("throw"))
      : h("p", { class: "large strong" }, t("eye_watches")),
    other("by_hand", true),
  );
}

function panel(...content) {
  return h("div", { class: "throwing stack center", key: "throwing" }, content);
}

function other(word, byHand) {
  return h("button", { class: "quiet", key: word, onclick: () => changeUi({ byHand }) }, t(word));
}
