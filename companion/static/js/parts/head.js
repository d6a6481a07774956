/** The top line: which game, how far, and what is always in reach (undo, log, new game). */

import { sendAction } from "../actions.js";
import { IN_ROOM } from "../device.js";
import { changeOpen, changeUi, mayAct, state } from "../store.js";
import { t, titleOf } from "../words.js";
import { findAll, h, icon } from "./dom.js";

/**
 * Draw the head; `display` is null while a game is being set up.
 * @param {Snapshot} snapshot
 * @param {Display | null} display
 */
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

/** @param {Snapshot} snapshot @param {Display | null} display */
function drawTools(snapshot, display) {
  return h(
    "nav",
    { class: "tools line tight", "aria-label": t("tools") },
    display ? gameTools(snapshot, display) : snapshot.game ? backToGame() : redoTool(snapshot),
    newEyeWaits() ? tool("eye", "people_new_eye", () => changeOpen({ panel: "people" })) : null,
    panelTool("people", "people"),
    panelTool("set", "settings"),
  );
}

/** The rules are behind the name of the game. @param {Snapshot} snapshot */
function drawHelp({ game }) {
  const open = Boolean(state.open.rules);
  return h(
    "button",
    {
      class: "head-help soft line bare",
      "aria-label": t("rules"),
      "aria-expanded": open ? "true" : "false",
      onclick: () => changeOpen({ rules: open ? null : game }),
    },
    icon("help"),
  );
}

/** @param {Snapshot} snapshot @param {Display} display */
function gameTools(snapshot, display) {
  const waits = { waits: state.busy };
  return [
    mayAct()
      ? tool("back", "undo", () => undo(snapshot, display), snapshot.undo_to === null, waits)
      : null,
    redoTool(snapshot),
    panelTool("rows", "log"),
    mayAct() ? tool("plus", "new_game", () => changeOpen({ panel: "start" })) : null,
  ];
}

/**
 * A half-done entry goes first: somebody who undoes then does not mean the act before it.
 * @param {Snapshot} snapshot
 * @param {Display} display
 */
function undo(snapshot, display) {
  if (display.dropDraft?.(snapshot)) return;
  if (state.ui.hand?.length && document.querySelector(".hand")) changeUi({ hand: [] });
  else sendAction({ type: "undo" });
}

/** Also where the first game of a table was taken back whole. @param {Snapshot} snapshot */
function redoTool({ redo_to: redo }) {
  if (!mayAct() || !redo) return null;
  const again = () => sendAction({ type: "undo", to: redo });
  return tool("forth", "redo", again, false, { waits: state.busy });
}

/** Whether a camera elsewhere waits for this banker to look at it. */
function newEyeWaits() {
  return state.you.door?.devices.some(({ role }) => role === "new_eye") ?? false;
}

/**
 * A button with a picture, and its word where there is room.
 * @param {string} picture
 * @param {string} word
 * @param {() => unknown} onclick
 * @param {Props} [more]
 */
function tool(picture, word, onclick, disabled = false, more = {}) {
  return h(
    "button",
    { class: `tool anchor line tool-${word}`, key: word, disabled, onclick, ...more },
    icon(picture),
    h("span", { class: "tool-word one-line" }, t(word)),
  );
}

/**
 * A tool that opens the panel called like its word, and closes it again.
 * @param {string} picture
 * @param {string} panel
 */
function panelTool(picture, panel) {
  const open = state.open.panel === panel;
  return tool(
    picture,
    panel,
    () => changeOpen({ panel: open ? null : panel, rules: null }),
    false,
    {
      "aria-expanded": open ? "true" : "false",
    },
  );
}

function backToGame() {
  return h(
    "button",
    { class: "tool anchor", key: "back", onclick: () => changeOpen({ panel: null }) },
    h("span", {}, t("back_to_game")),
  );
}

// What is too long for its place: names are written smaller, before they end in an ellipsis, and tools
// leave out their words.

const SMALLEST = 65; // percent of the size of a name that has room
const STEP = 5;
const LEAST_USED = ["settings", "people", "redo", "new_game", "log", "undo"]; // tools, most used last

/** @type {WeakMap<Element, string>} */
const fitted = new WeakMap(); // by node: what was fitted, and into which place

/** Fit all of it; to be called whenever the page was drawn or has another size. */
export function fitPage() {
  fitTools();
  fitNames();
}

/** The words of the least used tools make room for how far the game is. */
function fitTools() {
  const head = document.querySelector(".head");
  const progress = head?.querySelector(".progress");
  const place = [head?.textContent, innerWidth, innerHeight].join();
  if (!head || !progress || fitted.get(head) === place) return;
  fitted.set(head, place);
  const tools = LEAST_USED.flatMap((word) => findAll(`.tool-${word}`, head));
  for (const tool of tools) tool.style.removeProperty("--words");
  while (tools.length && isTooWide(progress)) tools.shift()?.style.setProperty("--words", "0");
}

/**
 * All names of a step are measured before one is changed, or each would cost a layout of its own.
 */
function fitNames() {
  const names = findAll(".clip:not(.one-line)");
  const changed = names.filter((node) => fitted.get(node) !== placeOf(node));
  shrink(shrink(changed, isCut), isTooWide);
  const places = changed.map(placeOf);
  changed.forEach((node, at) => {
    fitted.set(node, places[at]);
  });
}

/** @param {Element} node */
function placeOf(node) {
  const { textContent, clientWidth, clientHeight } = node;
  return [textContent, clientWidth, clientHeight, innerWidth, innerHeight].join();
}

/**
 * Write what `nodes` hold smaller while it `overflows`; returns those where it still does. In the
 * height
 * of two lines there is room for three that are so small.
 * @param {HTMLElement[]} nodes
 * @param {(node: Element) => boolean} overflows
 */
function shrink(nodes, overflows) {
  for (const node of nodes) Object.assign(node.style, { fontSize: "", maxHeight: "" });
  const usual = new Map(nodes.map((node) => [node, sizesOf(node)]));
  let left = nodes.filter(overflows);
  for (let percent = 100 - STEP; percent >= SMALLEST && left.length; percent -= STEP) {
    for (const node of left) {
      const { fontSize = 0, maxHeight } = usual.get(node) ?? {};
      Object.assign(node.style, { fontSize: `${(percent * fontSize) / 100}px`, maxHeight });
    }
    left = left.filter(overflows);
  }
  return left;
}

/** @param {Element} node */
function sizesOf(node) {
  const { fontSize, maxHeight } = getComputedStyle(node);
  return { fontSize: parseFloat(fontSize), maxHeight };
}

/**
 * Whether a word is wider than its line, by parts of a pixel too: they make an ellipsis.
 * @param {Element} node
 */
function isTooWide(node) {
  const text = document.createRange();
  text.selectNodeContents(node);
  return text.getBoundingClientRect().width > node.getBoundingClientRect().width;
}

/** Whether anything is hidden, also by a line too many. @param {Element} node */
function isCut(node) {
  return isTooWide(node) || node.scrollHeight > 1.08 * node.clientHeight;
}

window.addEventListener("resize", fitPage);
