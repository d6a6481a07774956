/** Opens the games of before; what draws them is fetched when somebody opens it. */

import { Failed } from "../api.js";
import { loadStyle } from "../games/index.js";
import { change, changeUi } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";

let page = null; // the module that draws them
let fetching = false;

/** Show the games of before. */
export function openEvenings() {
  changeUi({ panel: "evenings", past: null });
}

/** Draw the games of before in the place of the table. */
export function drawEveningsPage(snapshot) {
  if (page) return page.drawEvenings(snapshot);
  if (!fetching) fetchPage();
  return h("p", { class: "waiting" }, t("opening"));
}

async function fetchPage() {
  fetching = true;
  try {
    const style = loadStyle("/static/css/evenings.css");
    [page] = await Promise.all([import("./evenings.js"), style]);
    change({});
  } catch (error) {
    // A module that does not come is a `TypeError`.
    if (!(error instanceof Failed || error instanceof TypeError)) throw error;
    changeUi({ panel: null });
    change({ message: { text: t("unreachable"), x: innerWidth / 2, y: innerHeight / 3 } });
  } finally {
    fetching = false;
  }
}
