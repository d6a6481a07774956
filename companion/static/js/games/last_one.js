/** The display of Last One: the cards stay in the hands, the table keeps everything else. */

import { drawEnding } from "../parts/ending.js";
import { amount, t } from "../words.js";
import { drawHand, whose } from "./last_one/hand.js";
import { drawDeal } from "./last_one/opening.js";
import { pointsTable } from "./last_one/points.js";
import { drawScore } from "./last_one/score.js";

const STAGES = { deal: drawDeal, score: drawScore, over: drawOver };

export const lastOne = { stage, progress, turn, accounts, notes, whole: true };

function stage(snapshot) {
  return (STAGES[snapshot.phase] ?? drawHand)(snapshot);
}

function drawOver(snapshot) {
  return drawEnding(snapshot, [pointsTable(snapshot)]);
}

function progress(snapshot) {
  if (snapshot.phase === "over") return t("phase_last_one_over");
  const number = snapshot.phase === "deal" ? snapshot.hand_number + 1 : snapshot.hand_number;
  return t("one_progress", { number, limit: amount(snapshot.options.limit) });
}

function turn(snapshot) {
  return ["over", "score"].includes(snapshot.phase) ? null : whose(snapshot);
}

function accounts(snapshot) {
  return [[t("one_stock"), snapshot.stock]];
}

function notes() {
  return [];
}
