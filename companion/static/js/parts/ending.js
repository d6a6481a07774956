/** The end of any game, whose page is fetched when a game is over. */

import { loadStyle } from "../games/index.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { loadLater } from "./load_later.js";

/** The module that draws it; null until it is there. */
const page = loadLater(async () => {
  const style = loadStyle("/static/css/ending.css");
  return (await Promise.all([import("./ending_page.js"), style]))[0];
});

/**
 * Draw the end of the game. A display may give what only it can tell: `lead` (nodes under the
 * headline: why it ended), `note(seat)` (a few words beside a player), `below` (nodes at the end).
 */
export function drawEnding(snapshot, props = {}) {
  const drawn = page();
  if (drawn) return drawn.drawEnding(snapshot, props);
  return h("section", { class: "ending", key: "ending" }, h("h2", {}, t("game_over")));
}
