/** What the last act did, in a line for each thing: who draws, who is skipped, what was shuffled. */

import { sentenceOf } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { seatName } from "../../parts/seats.js";
import { eventFigures } from "../../sentences.js";

const NEWS = new Set([
  "card_reburied",
  "cards_drawn",
  "skipped",
  "direction_reversed",
  "stock_empty",
  "stock_reshuffled",
  "went_bankrupt",
]);

/** What the last card did; that who draws is skipped too is seen at their place. */
export function drawNews(snapshot) {
  const { events } = snapshot.scene;
  const names = snapshot.seats.map(({ name }) => name);
  const drew = (seat) => events.some((one) => one.type === "cards_drawn" && one.seat === seat);
  const news = events.filter(
    ({ type, seat }) => NEWS.has(type) && !(type === "skipped" && drew(seat)),
  );
  return h(
    "ul",
    { class: "news row" },
    news.map((event) =>
      h(
        "li",
        { class: `news-line pill strong ${event.type}`, key: `${event.type}${event.seat}` },
        sentenceOf(
          `event_last_one_${event.sentence ?? event.type}`,
          "seat" in event ? { name: seatName(snapshot, event.seat) } : {},
          eventFigures(event, snapshot.game, names),
        ),
      ),
    ),
  );
}
