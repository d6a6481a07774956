/** The display of Yacht: the dice, the sheet of whose turn it is, and what is seen around them. */

import { h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { formatAmount, t } from "../words.js";
import { announcements } from "./yacht/announcements.js";
import { drawAllSheets } from "./yacht/sheet.js";
import { drawTurn } from "./yacht/turn.js";

export const display = {
  stage,
  progress,
  accounts: () => [],
  notes,
  purse: (_, seat) => h("span", { class: "seat-cash heavy" }, formatAmount(seat.total)),
  announcements,
  logFigures,
  position,
  switches: ["allSheets", "advice"],
};

function stage(snapshot) {
  if (!snapshot.over) return drawTurn(snapshot);
  return drawEnding(snapshot, { below: drawAllSheets(snapshot) });
}

function progress({ over, round, rounds }) {
  return over ? t("game_over") : t("yacht_round", { round, rounds });
}

/** What is beside the boxes: the bonus, and further yachts. */
function notes(_, { bonus, extra }) {
  return [
    bonus ? h("span", { class: "note", key: "bonus" }, t("yacht_bonus"), ` ${bonus}`) : null,
    extra ? h("span", { class: "note", key: "extra" }, t("yacht_further"), ` ${extra}`) : null,
  ];
}

/** Each throw is a moment of its own. */
function position({ dice, throws_left: left, turn }) {
  return [dice.map(({ face }) => face), left, turn];
}

/** A throw of which something stays has a line of its own. */
function logFigures({ type, kept }) {
  return type === "throw" && kept.length ? { key: "line_yacht_throw_again" } : {};
}
