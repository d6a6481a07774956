/** The display of Den Letzten beißen die Hunde: the board beside what is asked. */

import { h } from "../parts/dom.js";
import { t } from "../words.js";
import { dogFace, drawSum } from "./den_letzten/dice.js";
import { followMoves } from "./den_letzten/motion.js";
import {
  drawBowl,
  drawChoice,
  drawOver,
  drawPlaceDog,
  drawStep,
  drawWhite,
} from "./den_letzten/phases.js";

const STAGES = {
  place_dog: drawPlaceDog,
  throw: drawWhite,
  choose: drawChoice,
  step_dog: drawStep,
  over: drawOver,
};

export const display = {
  stage,
  progress,
  accounts,
  notes,
  purse,
  position,
  faces: dogFace,
  beside: drawSum,
};

function stage(snapshot) {
  followMoves(snapshot);
  return STAGES[snapshot.phase](snapshot);
}

function progress({ phase, round, last_round: last }) {
  if (phase === "over") return t("game_over");
  // The round whose end is being told is not over before the dog has moved.
  const number = phase === "step_dog" ? round - 1 : round;
  return t(last ? "hunt_last_round" : "hunt_round", { number });
}

function accounts(snapshot) {
  return [[t("hunt_box"), snapshot.box]];
}

/** Each throw is a moment of its own. */
function position({ dice }) {
  return dice.map(({ face }) => face);
}

function purse(snapshot, seat) {
  return drawBowl(seat, seat.seat === snapshot.first_player);
}

function notes(snapshot, { seat, space }) {
  const { nearest = [], farthest = null } = snapshot.evaluation ?? {};
  const forecast = snapshot.phase === "step_dog" ? "" : "forecast"; // until the round is over
  const note = (key, word, change) =>
    h(
      "span",
      { class: `note ${key} ${forecast}`, key },
      change ? h("b", {}, change) : null,
      h("span", {}, word),
    );
  return [
    nearest.includes(seat) ? note("gives", t("hunt_note_nearest"), "−1") : null,
    farthest === seat ? note("gets", t("hunt_note_farthest"), "+1") : null,
    space === null ? note("waits", t("hunt_in_centre")) : null,
  ];
}
