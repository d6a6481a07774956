/** The display of Last One: the cards stay in the hands, the table keeps everything else. */

import { followsCards } from "../parts/card_eye.js";
import { h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { seesTray } from "../parts/tray.js";
import { t } from "../words.js";
import { halfDoneAction, handBack, setHalfDoneAction } from "./last_one/cards.js";
import { drawHand, seatCards, seatNotes } from "./last_one/hand.js";
import { drawDeal } from "./last_one/opening.js";
import { drawScore } from "./last_one/score.js";

// The events that the banker says aloud, with their sounds.
/** @type {Voice} */
const VOICE = {
  card_reburied: "",
  suit_named: "",
  melee_attack: "count",
  cards_drawn: "count",
  skipped: "",
  direction_reversed: "",
  stock_empty: "",
  stock_reshuffled: "dice",
  last_card_called: "",
  hand_won: "win",
  went_bankrupt: "lose",
};
const COUNTED = new Set(["card_shown", "hand_counted"]);

/** @type {Display<LastOne.View>} */
export const display = {
  stage,
  progress,
  standsAfter,
  voice: VOICE,
  dropDraft,
  purse: seatCards,
  notes: seatNotes,
  slot,
};

/** Return the cards to draw from, where the eye does not follow the cards. @param {LastOne.View} snapshot */
function slot(snapshot) {
  if (seesTray(snapshot) && followsCards()) return null;
  return h(
    "section",
    { class: "slot stock plate rigid middle wide-only", key: "stock" },
    handBack(snapshot.stock),
  );
}

/** @param {LastOne.View} snapshot */
function stage(snapshot) {
  if (snapshot.phase === "over") return drawOver(snapshot);
  if (snapshot.phase === "score") return drawScore(snapshot);
  return snapshot.phase === "deal" ? drawDeal(snapshot) : drawHand(snapshot);
}

/** @param {LastOne.View} snapshot */
function drawOver(snapshot) {
  const out = Object.fromEntries((snapshot.ranking ?? []).map((row) => [row.seat, row.out]));
  return drawEnding(snapshot, {
    note: (seat) => (out[seat] ? t("one_out_in", { number: out[seat] }) : null),
  });
}

/** @param {LastOne.View} snapshot */
function progress(snapshot) {
  const number = snapshot.phase === "deal" ? snapshot.hand_number + 1 : snapshot.hand_number;
  return t("one_progress", { number });
}

/**
 * After a hand, everybody counts their cards at the same time (`events`).
 * @param {Action} action
 * @param {GameEvent[]} events
 */
function standsAfter({ type, seat }, events) {
  return type === "score" && events.every((done) => COUNTED.has(done.type) && done.seat !== seat);
}

/** @param {LastOne.View} snapshot */
function dropDraft(snapshot) {
  if (!halfDoneAction(snapshot)) return false;
  setHalfDoneAction(snapshot, null);
  return true;
}
