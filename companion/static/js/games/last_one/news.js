/** What the last act did, in a line for each thing: who draws, who is skipped, what was shuffled. */

import { h } from "../../parts/dom.js";
import { sentence } from "./sentences.js";

/** What the last act brought about; that who draws is skipped too is seen at his place. */
export function drawNews(snapshot) {
  const { happened } = snapshot;
  const drew = (seat) => happened.some((one) => one.event === "draws" && one.seat === seat);
  const news = happened.filter(
    ({ event, seat }) => event !== "hand_over" && !(event === "skipped" && drew(seat)),
  );
  return h(
    "ul",
    { class: "news row" },
    news.map(({ event, seat, count }) =>
      h(
        "li",
        { class: `news-line pill strong ${event}`, key: `${event}${seat}` },
        sentence(snapshot, `prompt_last_one_${event}`, seat, { count: count ?? 0 }),
      ),
    ),
  );
}
