/** The display of Last One: the cards stay in the hands, the table keeps everything else. */

import { drawEnding } from "../parts/overlays.js";
import { t } from "../words.js";
import { announcements } from "./last_one/announcements.js";
import { cardSign } from "./last_one/cards.js";
import { drawHand } from "./last_one/hand.js";
import { drawDeal } from "./last_one/opening.js";
import { drawScore } from "./last_one/score.js";
import { halfDoneAction, setHalfDoneAction } from "./last_one/sentences.js";

const STAGES = { deal: drawDeal, score: drawScore, over: drawOver };

export const display = {
  stage,
  progress,
  logFigures,
  standsAfter,
  announcements,
  dropDraft,
  whole: true,
};

function stage(snapshot) {
  return (STAGES[snapshot.phase] ?? drawHand)(snapshot);
}

function drawOver(snapshot) {
  const out = Object.fromEntries(snapshot.ranking.map((row) => [row.seat, row.out]));
  return drawEnding(snapshot, {
    note: (seat) => (out[seat] ? t("one_out_in", { number: out[seat] }) : null),
  });
}

function progress(snapshot) {
  if (snapshot.phase === "over") return t("phase_last_one_over");
  const number = snapshot.phase === "deal" ? snapshot.hand_number + 1 : snapshot.hand_number;
  return t("one_progress", { number });
}

/** After a hand everybody counts for himself, at the same time as the others. */
function standsAfter({ type, seat }, _events, other) {
  return type === "score" && ["score", "show"].includes(other.type) && other.seat !== seat;
}

function dropDraft(snapshot) {
  if (!halfDoneAction(snapshot)) return false;
  setHalfDoneAction(snapshot, null);
  return true;
}

/** What a line of the log says of an act: cards as one writes them, and which sentence it takes. */
function logFigures({ type, card, face, suit, fault, cards }) {
  const more = [face ? "face" : "", suit ? "suit" : ""].filter(Boolean);
  const kind = { play: more, fine: fault === "last_card" ? [fault] : [] }[type] ?? [];
  return {
    key: ["line_last_one", type, ...kind].join("_"),
    ...(card && { card: cardSign(card) }),
    ...(face && { face: cardSign(face) }),
    ...(suit && { suit: t(`suit_${suit}`) }),
    ...(cards !== undefined && { count: cards }),
  };
}
