/** The menu of rarely used functions: players, another game, the rules, earlier games, settings. */

import { changeOpen, mayAct, openPanel } from "../store.js";
import { t } from "../words.js";
import { button, h, icon } from "./dom.js";
import { drawDrawer } from "./overlays.js";
import { openPlayers } from "./people.js";

/** Draw the menu. @param {Snapshot} snapshot */
export function drawMenu(snapshot) {
  const { game, over } = snapshot;
  const banker = mayAct();
  return drawDrawer(
    "menu",
    t("table"),
    h(
      "div",
      { class: "drawer-body grow stack" },
      item("people", "people", () => openPanel("people")),
      banker && game && !over ? item("rows", "who_plays", openPlayers) : null,
      game ? item("help", "rules", () => changeOpen({ panel: null, rules: game })) : null,
      banker && game ? item("plus", "new_game", () => changeOpen({ panel: "start" })) : null,
      item("past", "evenings", () => openPanel("evenings")),
      item("set", "settings", () => openPanel("settings")),
    ),
  );
}

/** @param {string} picture @param {string} word @param {() => unknown} onclick */
function item(picture, word, onclick) {
  return button(`line item-${word}`, [icon(picture), t(word)], onclick, { key: word });
}
