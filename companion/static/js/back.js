/** The browser's Back takes away what lies over the game, before it leaves the page. */

import { openDialog } from "./parts/sheet.js";
import { changeUi, state } from "./store.js";

const loaded = Date.now(); // tells an entry of ours from one that is left over from before a reload
let ahead = false; // whether Back stays in the page: the entry of the history that is on is ours

/** To be called whenever the page was drawn. */
export function followBack() {
  if (ahead || !(openDialog() || newest())) return;
  ahead = true;
  history.pushState({ ...history.state, ahead: loaded }, "");
}

/** What was opened last below any dialog, as it is in `ui`; nothing where the game is seen. */
function newest() {
  const past = state.ui.panel === "evenings" ? "past" : "panel"; // a game that is looked back on
  return ["rules", past, "panel"].find((name) => state.ui[name]);
}

window.addEventListener("popstate", () => {
  const before = ahead;
  ahead = history.state?.ahead === loaded;
  if (!before || ahead) return; // that was no Back: Forward, or a code opened behind the # of the address
  const [dialog, open] = [openDialog(), newest()];
  if (dialog)
    dialog.click(); // as a tap beside it
  else if (open) close(open);
  else history.back(); // closed meanwhile by its cross
});

/** Close what is `open`, as its own button would. */
function close(open) {
  const { past } = state.ui;
  if (open === "past" && past.replay) changeUi({ past: { ...past, replay: null } });
  else changeUi({ [open]: null, sure: null });
}
