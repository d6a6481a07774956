/** The browser's Back takes away what lies over the game, before it leaves the page. */

import { changeUi, state } from "./store.js";

let ahead = false; // whether Back stays in the page: there is an entry of ours in the history

/** To be called whenever the page was drawn. */
export function followBack() {
  if (ahead || !newest()) return;
  ahead = true;
  history.pushState(history.state, "");
}

/** What was opened last and lies over the game, as it is in `ui`; nothing where the game is seen. */
function newest() {
  const past = state.ui.panel === "evenings" ? "past" : "panel"; // a game that is looked back on
  return ["sheet", "rules", past, "panel"].find((name) => state.ui[name]);
}

window.addEventListener("popstate", () => {
  ahead = false;
  const open = newest();
  if (open) changeUi({ [open]: null });
  else history.back(); // closed meanwhile by its cross
});
