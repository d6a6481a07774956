/** With which dice a game is played that has its own: those that were taught, or unknown ones. */

import { state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { radio } from "./radio.js";
import { openTaught } from "./taught_page.js";
import { knowsFaces, taughtSets } from "./taught_sets.js";
import { eyeWatches } from "./tray.js";

/** The name of the set that is `chosen` for dice with `faces`: the first that knows them unless one is. */
export function diceOf(faces, chosen) {
  const fitting = fittingSets(faces).map(({ name }) => name);
  return fitting.includes(chosen) || chosen === "" ? chosen : (fitting[0] ?? "");
}

/** Whether the eye would watch dice with `faces` and not read them. */
export function areUnknown(faces, chosen) {
  return faces.length > 0 && eyeWatches(state.snapshot) && !diceOf(faces, chosen);
}

function fittingSets(faces) {
  if (!faces.length) return [];
  return (taughtSets("dice") ?? []).filter((set) => knowsFaces(set, faces));
}

/** Draw the choice for dice with `faces`; `choose` gets the name of a set, empty for unknown ones. */
export function drawDiceChoice(faces, chosen, choose) {
  const sees = eyeWatches(state.snapshot) || fittingSets(faces).length;
  if (!faces.length || !sees) return null;
  const now = diceOf(faces, chosen);
  return [
    h("h2", { key: "dice" }, t("taught_dice")),
    h(
      "div",
      { class: "stack tight", key: "sets", role: "radiogroup", "aria-label": t("taught_dice") },
      fittingSets(faces).map(({ name }) =>
        radio("dice", h("b", {}, name), name === now, () => choose(name), t("taught_dice_own")),
      ),
      radio(
        "dice",
        h("b", {}, t("taught_dice_none")),
        now === "",
        () => choose(""),
        t("taught_dice_none_hint"),
      ),
    ),
    h("button", { class: "quiet", key: "teach", onclick: openTaught }, t("taught_show")),
  ];
}
