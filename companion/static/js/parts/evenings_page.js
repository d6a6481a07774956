/** The earlier games, whose page is fetched when somebody opens it. */

import { loadStyle } from "../games/index.js";
import { changeUi } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { loadLater } from "./load_later.js";

/** The module that draws them; null until it is there. */
const page = loadLater(async () => {
  const styles = ["ending", "evenings"].map((name) => loadStyle(`/static/css/${name}.css`));
  return (await Promise.all([import("./evenings.js"), ...styles]))[0];
});

/** Show the earlier games. */
export function openEvenings() {
  changeUi({ panel: "evenings", past: null });
}

/** Draw the earlier games in the place of the table. */
export function drawEveningsPage(snapshot) {
  return page()?.drawEvenings(snapshot) ?? h("p", { class: "waiting" }, t("opening"));
}
