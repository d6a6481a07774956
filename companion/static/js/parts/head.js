/** The top line: the game, its progress, and tools always in reach (help, undo, log, table). */

import { sendAction } from "../actions.js";
import { IN_ROOM, saveUnfinished } from "../device.js";
import { changeOpen, changeUi, mayAct, state } from "../store.js";
import { phaseOf, t, titleOf } from "../words.js";
import { button, findAll, h, icon } from "./dom.js";

/**
 * Draw the head; `display` is null while a game is being set up. No state makes it wider.
 * @param {Snapshot} snapshot
 * @param {Display | null} display
 */
export function drawHead(snapshot, display) {
  const title = display ? titleOf(snapshot.title) : t("app");
  const { game, phase, over } = snapshot;
  const own = over ? null : display?.progress?.(snapshot);
  const progress = display ? (own ?? phaseOf(game, phase, "")) : t("app_line");
  return h(
    "header",
    { class: "head anchor rigid line wood", key: "head" },
    h(
      "div",
      { class: "head-words line grow" },
      h("h1", { class: "title clip large" }, title),
      h("p", { class: "progress soft little clip one-line" }, progress),
    ),
    IN_ROOM ? null : drawTools(snapshot, display),
  );
}

/** @param {Snapshot} snapshot @param {Display | null} display */
function drawTools(snapshot, display) {
  const waits = { waits: state.busy };
  const { redo_to: redo } = snapshot;
  const again = () => sendAction({ type: "undo", to: redo });
  return h(
    "nav",
    { class: "tools line tight rigid", "aria-label": t("tools") },
    newEyeWaits() ? tool("eye", "people_new_eye", () => changeOpen({ panel: "people" })) : null,
    display ? helpTool(snapshot) : null,
    display && mayAct()
      ? tool("back", "undo", () => undo(snapshot, display), snapshot.undo_to === null, waits)
      : null,
    mayAct() && (display || redo) ? bareTool("forth", "redo", again, !redo, waits) : null,
    display ? null : backToShelf(),
    display ? panelTool("rows", "log") : backToGame(snapshot),
    panelTool("menu", "table"),
  );
}

/** Return the tool that puts the game back on the shelf that is being set up. */
function backToShelf() {
  const { panel, setup } = state.open;
  if (!setup?.game || !mayAct() || (panel && panel !== "start")) return null;
  const left = { ...setup, game: "" };
  return tool("left", "shelf_other", () => {
    saveUnfinished("setup", left);
    changeOpen({ setup: left });
  });
}

/**
 * Return the tool for the rules; before the first act it names the set-up, with which they begin.
 * @param {Snapshot} snapshot
 */
function helpTool({ game, last_row: last }) {
  const open = Boolean(state.open.rules);
  const draw = last?.kind === "start" ? tool : bareTool;
  const word = last?.kind === "start" ? "rules_set_up" : "rules";
  return draw("help", word, () => changeOpen({ rules: open ? null : game }), false, {
    "aria-expanded": open,
  });
}

/**
 * Undo an unfinished entry first: people who undo then do not mean the act before it.
 * @param {Snapshot} snapshot
 * @param {Display} display
 */
function undo(snapshot, display) {
  if (display.dropDraft?.(snapshot)) return;
  if (state.ui.hand?.length && document.querySelector(".hand")) changeUi({ hand: [] });
  else sendAction({ type: "undo" });
}

/** Whether a camera elsewhere waits for this banker's approval. */
function newEyeWaits() {
  return state.you.door?.devices.some(({ role }) => role === "new_eye") ?? false;
}

/**
 * Return a button with a picture, and its word where there is room.
 * @param {string} picture
 * @param {string} word
 * @param {() => unknown} onclick
 * @param {Props} [more]
 */
function tool(picture, word, onclick, disabled = false, more = {}) {
  return h(
    "button",
    {
      class: `tool anchor line tool-${word}`,
      "aria-label": t(word),
      key: word,
      disabled,
      onclick,
      ...more,
    },
    icon(picture),
    h("span", { class: "wide-only one-line" }, t(word)),
  );
}

/**
 * Return a button with a picture alone.
 * @param {string} picture
 * @param {string} word
 * @param {() => unknown} onclick
 * @param {boolean} disabled
 * @param {Props} more
 */
function bareTool(picture, word, onclick, disabled, more) {
  const named = { class: `tool middle tool-${word}`, "aria-label": t(word) };
  return h("button", { ...named, key: word, disabled, onclick, ...more }, icon(picture));
}

/**
 * Return a tool that opens the panel called like its word, and closes it again.
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
      "aria-expanded": open,
    },
  );
}

/** @param {Snapshot} snapshot */
function backToGame({ game, over }) {
  const { panel, setup } = state.open;
  const onShelf = panel === "start" && !setup?.game; // its main button leads back to a game
  if (!game || (onShelf && !over)) return null;
  return button(
    "tool anchor",
    h("span", {}, t("back_to_game")),
    () => changeOpen({ panel: null }),
    { key: "back" },
  );
}

// Names that are too long for their place are written smaller, before they end in an ellipsis.

const SMALLEST = 55; // percent of the size of a name that has room
const STEP = 5;

/** @type {WeakMap<Element, string>} */
let fitted = new WeakMap(); // by node: what was fitted, and into which place

/**
 * Fit them all; call this whenever the page was drawn or resized. All names of a step are measured
 * before one is changed, or each would cost a separate layout.
 */
export function fitPage() {
  const names = findAll(".clip:not(.one-line), .progress");
  const changed = names.filter((node) => fitted.get(node) !== placeOf(node));
  // A half visible line does not count.
  for (const node of shrink(changed).filter(hidesLine)) node.style.whiteSpace = "nowrap";
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
 * Write what `nodes` hold smaller while it is cut; returns those where it still is. In the height
 * of two lines there is room for three that are so small.
 * @param {HTMLElement[]} nodes
 */
function shrink(nodes) {
  for (const node of nodes)
    Object.assign(node.style, { fontSize: "", maxHeight: "", whiteSpace: "" });
  const usual = new Map(nodes.map((node) => [node, sizesOf(node)]));
  let left = nodes.filter(isCut);
  for (let percent = 100 - STEP; percent >= SMALLEST && left.length; percent -= STEP) {
    for (const node of left) {
      const { fontSize = 0, maxHeight } = usual.get(node) ?? {};
      Object.assign(node.style, { fontSize: `${(percent * fontSize) / 100}px`, maxHeight });
    }
    left = left.filter(isCut);
  }
  return left;
}

/** @param {Element} node */
function sizesOf(node) {
  const { fontSize, maxHeight } = getComputedStyle(node);
  return { fontSize: parseFloat(fontSize), maxHeight };
}

/**
 * Whether a line is hidden, or a word is wider than its line, by parts of a pixel too: they make an
 * ellipsis.
 * @param {Element} node
 */
function isCut(node) {
  const text = document.createRange();
  text.selectNodeContents(node);
  const { width } = text.getBoundingClientRect();
  return width > node.getBoundingClientRect().width || hidesLine(node);
}

/** @param {Element} node */
function hidesLine({ scrollHeight, clientHeight }) {
  return scrollHeight > 1.08 * clientHeight;
}

window.addEventListener("resize", fitPage);
document.fonts.addEventListener("loadingdone", () => {
  fitted = new WeakMap(); // the same places now hold more letters or fewer
  fitPage();
});
