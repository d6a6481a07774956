/** The top line: which game, how far, and what is always in reach (undo, log, new game). */

import { sendAction } from "../actions.js";
import { mayAct } from "../permissions.js";
import { IN_ROOM } from "../room.js";
import { changeUi, state } from "../store.js";
import { t, titleOf } from "../words.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openRules } from "./rules.js";

/** Draw the head; `display` is null while a game is being set up. */
export function drawHead(snapshot, display) {
  const title = display ? titleOf(snapshot.title) : t("app");
  const progress = display ? display.progress(snapshot) : t("app_line");
  return h(
    "header",
    { class: "head anchor rigid line wood", key: "head" },
    h(
      "div",
      { class: "head-words line grow anchor" },
      h("h1", { class: "title large lit clip rigid" }, title),
      h("p", { class: "progress soft one-line clip" }, progress),
      display && !IN_ROOM ? drawHelp(snapshot) : null,
    ),
    IN_ROOM ? null : drawTools(snapshot, display),
  );
}

function drawTools(snapshot, display) {
  return h(
    "nav",
    { class: "tools line tight", "aria-label": t("tools") },
    display ? gameTools(snapshot, display) : snapshot.game ? backToGame() : redoTool(snapshot),
    newEyeWaits() ? tool("eye", "people_new_eye", () => changeUi({ panel: "people" })) : null,
    panelTool("people", "people"),
    panelTool("set", "settings"),
  );
}

/** The rules are behind the name of the game. */
function drawHelp({ game }) {
  const open = Boolean(state.ui.rules);
  return h(
    "button",
    {
      class: "head-help soft line bare",
      "aria-label": t("rules"),
      "aria-expanded": open ? "true" : "false",
      onclick: () => openRules(open ? null : game),
    },
    icon("help"),
  );
}

function gameTools(snapshot, display) {
  const waits = { waits: state.busy };
  return [
    mayAct()
      ? tool("back", "undo", () => undo(snapshot, display), snapshot.undo_to === null, waits)
      : null,
    redoTool(snapshot),
    panelTool("rows", "log"),
    mayAct() ? tool("plus", "new_game", () => changeUi({ panel: "start" })) : null,
  ];
}

/** What somebody is in the middle of telling goes first: the act before it is not what he means. */
function undo(snapshot, display) {
  if (display.dropDraft?.(snapshot)) return;
  if (state.ui.hand?.length && document.querySelector(".hand")) changeUi({ hand: [] });
  else sendAction({ type: "undo" });
}

/** Also where the first game of a table was taken back whole. */
function redoTool({ redo_to: redo }) {
  if (!mayAct() || !redo) return null;
  const again = () => sendAction({ type: "undo", to: redo });
  return tool("forth", "redo", again, false, { waits: state.busy });
}

/** Whether a camera elsewhere waits for this banker to look at it. */
function newEyeWaits() {
  return state.you.door?.devices.some(({ role }) => role === "new_eye") ?? false;
}

/** A button with a picture, and its word where there is room. */
function tool(picture, word, onclick, disabled = false, more = {}) {
  return h(
    "button",
    { class: `tool anchor line tool-${word}`, key: word, disabled, onclick, ...more },
    icon(picture),
    h("span", { class: "tool-word one-line" }, t(word)),
  );
}

/** A tool that opens the panel called like its word, and closes it again. */
function panelTool(picture, panel) {
  const open = state.ui.panel === panel;
  return tool(picture, panel, () => changeUi({ panel: open ? null : panel, rules: null }), false, {
    "aria-expanded": open ? "true" : "false",
  });
}

function backToGame() {
  return h(
    "button",
    { class: "tool anchor", key: "back", onclick: () => changeUi({ panel: null }) },
    h("span", {}, t("back_to_game")),
  );
}
