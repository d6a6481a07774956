/** The dice of one's own, whose page is fetched when somebody opens it. */

import { loadStyle } from "../games/index.js";
import { changeUi } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { loadLater } from "./load_later.js";

/** The module that draws them; null until it is there. */
const page = loadLater(async () => {
  return (await Promise.all([import("./taught.js"), loadStyle("/static/css/taught.css")]))[0];
});

/** Show the dice of one's own. */
export function openTaught() {
  changeUi({ panel: "taught", lesson: null });
}

/** Draw them in the place of the table. */
export function drawTaughtPage(snapshot) {
  return page()?.drawTaught(snapshot) ?? h("p", { class: "waiting" }, t("opening"));
}
