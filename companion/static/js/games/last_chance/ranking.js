/** The end: what only Last Chance tells of it, in the ending that all games share. */

import { drawEnding } from "../../parts/overlays.js";
import { t } from "../../words.js";

/** Draw the ranking: beside the money the cards, without which nobody wins. */
export function drawRanking(snapshot) {
  return drawEnding(snapshot, { note: (seat) => note(snapshot.seats[seat], snapshot) });
}

function note(seat, snapshot) {
  if (!seat.active) return t("out");
  const qualified = snapshot.ranking.find((row) => row.seat === seat.seat)?.qualified;
  return qualified ? t("cards_won", { count: seat.cards.length }) : t("no_card");
}
