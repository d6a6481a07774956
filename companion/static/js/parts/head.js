/** The top line: which game, how far, and what is always in reach (undo, log, new game). */

import { send } from "../act.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";

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
      display ? tools(snapshot) : backToGame(snapshot),
    ),
  );
}

function tools(snapshot) {
  const logOpen = state.ui.panel === "log";
  return [
    h(
      "button",
      {
        class: "tool",
        key: "undo",
        disabled: !snapshot.can_undo || state.busy,
        onclick: () => send({ type: "undo" }),
      },
      icon("M9 14 L4 9 L9 4 M4 9 H14 A6 6 0 0 1 14 21 H9"),
      h("span", { class: "tool-word" }, t("undo")),
    ),
    snapshot.redo_to
      ? h(
          "button",
          {
            class: "tool",
            key: "redo",
            disabled: state.busy,
            onclick: () => send({ type: "undo", to: snapshot.redo_to }),
          },
          icon("M15 14 L20 9 L15 4 M20 9 H10 A6 6 0 0 0 10 21 H15"),
          h("span", { class: "tool-word" }, t("redo")),
        )
      : null,
    h(
      "button",
      {
        class: "tool",
        key: "log",
        "aria-expanded": logOpen,
        onclick: () => changeUi({ panel: logOpen ? null : "log" }),
      },
      icon("M5 5 H19 M5 12 H19 M5 19 H14"),
      h("span", { class: "tool-word" }, t("log")),
    ),
    h(
      "button",
      { class: "tool", key: "start", onclick: () => changeUi({ panel: "start" }) },
      icon("M12 4 V20 M4 12 H20"),
      h("span", { class: "tool-word" }, t("new_game")),
    ),
  ];
}

function backToGame(snapshot) {
  if (!snapshot.game) return null;
  return h(
    "button",
    { class: "tool", onclick: () => changeUi({ panel: null }) },
    h("span", {}, t("back_to_game")),
  );
}

/** A line icon from one path. */
export function icon(path) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: path,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.4,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
