/** The top line: which game, how far, and what is always in reach (undo, log, new game). */

import { send } from "../act.js";
import { mayAct } from "../may.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** Draw the head; `display` is null while a game is being set up. */
export function drawHead(snapshot, display) {
  return h(
    "header",
    { class: "head", key: "head" },
    h(
      "div",
      { class: "head-words" },
      h("h1", { class: "title" }, display ? snapshot.title : t("app")),
      h("p", { class: "progress" }, display ? display.progress(snapshot) : t("app_line")),
    ),
    h(
      "nav",
      { class: "tools", "aria-label": t("tools") },
      display ? gameTools(snapshot) : backToGame(snapshot),
      panelTool("people", "people"),
      panelTool("set", "settings"),
    ),
  );
}

function gameTools(snapshot) {
  const { can_undo: undoable, redo_to: redo } = snapshot;
  return [
    mayAct() ? tool("back", "undo", () => send({ type: "undo" }), !undoable || state.busy) : null,
    mayAct() && redo
      ? tool("forth", "redo", () => send({ type: "undo", to: redo }), state.busy)
      : null,
    panelTool("rows", "log"),
    mayAct() ? tool("plus", "new_game", () => changeUi({ panel: "start" })) : null,
  ];
}

/** A button with a picture, and its word where there is room. */
export function tool(picture, word, onclick, disabled = false, more = {}) {
  return h(
    "button",
    { class: `tool tool-${word}`, key: word, disabled, onclick, ...more },
    icon(picture),
    h("span", { class: "tool-word" }, t(word)),
  );
}

/** A tool that opens the panel called like its word, and closes it again. */
export function panelTool(picture, panel) {
  const open = state.ui.panel === panel;
  return tool(picture, panel, () => changeUi({ panel: open ? null : panel }), false, {
    "aria-expanded": open ? "true" : "false",
  });
}

function backToGame(snapshot) {
  if (!snapshot.game) return null;
  return h(
    "button",
    { class: "tool", key: "back", onclick: () => changeUi({ panel: null }) },
    h("span", {}, t("back_to_game")),
  );
}
