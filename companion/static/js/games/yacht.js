/** The display of Yacht: the dice, the sheet of whose turn it is, and what is seen around them. */

import { h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { formatAmount, t } from "../words.js";
import { drawAllSheets } from "./yacht/sheet.js";
import { drawTurn } from "./yacht/turn.js";

const JOY = 25; // so many points in one box are a reason to be glad

// What a banker says aloud, with its sound.
const VOICE = {
  rolled: "dice",
  joker_rolled: "win",
  box_scored: ({ points }) => (points >= JOY ? "win" : "sold"),
  further_yacht_scored: "win",
  bonus_reached: "win",
};

export const display = {
  stage,
  progress,
  accounts: () => [],
  notes,
  purse: (_, seat) => h("span", { class: "seat-cash heavy" }, formatAmount(seat.total)),
  voice: VOICE,
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

/** The points outside the boxes: the bonus, and further yachts. */
function notes(_, { bonus, extra }) {
  return [
    bonus ? h("span", { class: "note", key: "bonus" }, t("yacht_bonus"), ` ${bonus}`) : null,
    extra ? h("span", { class: "note", key: "extra" }, t("yacht_further"), ` ${extra}`) : null,
  ];
}

/** Each roll is a moment of its own. */
function position({ dice, throws_left: left, turn }) {
  return [dice.map(({ face }) => face), left, turn];
}
