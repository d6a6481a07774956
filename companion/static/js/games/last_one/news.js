/** What the last act did, in a line for each thing: who draws, who is skipped, what was shuffled. */

import { h } from "../../parts/dom.js";
import { told } from "./say.js";

/** What the last act brought about, the cards to be drawn first. */
export function drawNews(snapshot) {
  const news = snapshot.happened.filter(({ event }) => event !== "hand_over");
  return h(
    "ul",
    { class: "news" },
    news.map(({ event, seat, count }) =>
      h(
        "li",
        { class: `news-line ${event}`, key: `${event}${seat}` },
        told(snapshot, `prompt_last_one_${event}`, seat, { count: count ?? 0 }),
      ),
    ),
  );
}
