/** With which dice a game is played that has its own: those that were taught, or unknown ones. */

import { state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { radio } from "./radio.js";
import { knowsFaces, taughtSets } from "./taught_sets.js";
import { openTaught } from "./taught_page.js";
import { eyeWatches } from "./tray.js";

/** The name of the set that is `chosen` for `game`: the first that knows its faces unless one is. */
export function diceOf(game, chosen) {
  const fitting = fittingSets(game).map(({ name }) => name);
  return fitting.includes(chosen) || chosen === "" ? chosen : (fitting[0] ?? "");
}

function fittingSets(game) {
  if (!game.own_faces.length) return [];
  return (taughtSets("dice") ?? []).filter((set) => knowsFaces(set, game));
}

/** Draw the choice for `game`; `choose` gets the name of a set, empty for dice that are unknown. */
export function drawDiceChoice(game, chosen, choose) {
  const sees = eyeWatches(state.snapshot) || fittingSets(game).length;
  if (!game.own_faces.length || !sees) return null;
  const now = diceOf(game, chosen);
  return [
    h("h2", { key: "dice" }, t("taught_dice")),
    h(
      "div",
      { class: "stack tight", key: "sets", role: "radiogroup", "aria-label": t("taught_dice") },
      fittingSets(game).map(({ name }) =>
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
