/** The display of Ten Thousand: the dice, what they bring, and what throwing on risks. */

import { h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { formatAmount, t } from "../words.js";
import { announcements } from "./ten_thousand/announcements.js";
import { drawTurn } from "./ten_thousand/turn.js";

export const display = {
  stage: (snapshot) => (snapshot.over ? drawEnding(snapshot) : drawTurn(snapshot)),
  progress,
  accounts: () => [],
  notes,
  purse: (_, seat) => h("span", { class: "seat-cash" }, formatAmount(seat.total)),
  announcements,
  logFigures,
  position: ({ dice, gathered, turn }) => [dice.map(({ face }) => face), gathered, turn],
};

function progress({ over, last_round: last, options }) {
  if (over) return t("game_over");
  if (last) return t("ten_thousand_last_turns");
  return t("ten_thousand_progress", { target: formatAmount(options.target) });
}

/** Beside the points: who has none yet, and farkles one after the other where they cost something. */
function notes({ options }, { entered, farkles }) {
  const counts = options.three_farkles && farkles;
  return [
    entered || !options.entry
      ? null
      : h("span", { class: "note", key: "in" }, t("ten_thousand_not_in")),
    counts ? h("span", { class: "note", key: "farkles" }, `Farkle ${farkles}/3`) : null,
  ];
}

/** A throw of which something stays has a line of its own. */
function logFigures({ type, kept }) {
  return type === "throw" && kept.length ? { key: "line_ten_thousand_throw_again" } : {};
}
