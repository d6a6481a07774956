/**
 * Pages, drawers and dialogs that are open over the table or in its place. Each is fetched when
 * somebody opens it.
 */

import { sendAction } from "../actions.js";
import { drawLater } from "../loader.js";
import { changeOpen, state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { drawKeypad, drawWaiting } from "./controls.js";
import { button, findAll, h, icon } from "./dom.js";
import { drawTraySheet } from "./tray.js";

/** The functions that draw the panels that replace the table, by name. */
/** @type {Record<string, ((snapshot: Snapshot) => Child) | undefined>} */
export const PAGES = {
  evenings: drawLater(
    () => import("./evenings.js"),
    "drawEvenings",
    ["ending", "evenings"],
    drawWaiting,
  ),
  camera: drawLater(() => import("./camera.js"), "drawCamera", ["camera"], drawWaiting),
  stand: drawLater(() => import("./stand.js"), "drawStand", ["camera"], drawWaiting),
  taught: drawLater(() => import("./taught.js"), "drawTaught", ["taught"], drawWaiting),
};

/** The functions that draw the panels over the table, by name. */
/** @type {Record<string, ((snapshot: Snapshot) => Child) | undefined>} */
const PANELS = {
  log: drawLater(() => import("./log.js"), "drawLog"),
  table: drawLater(() => import("./menu.js"), "drawMenu"),
  settings: drawLater(() => import("./settings.js"), "drawSettings"),
  changes: drawLater(() => import("./shelf.js"), "drawChanges"),
  health: drawLater(() => import("./health.js"), "drawHealth"),
  backups: drawLater(() => import("./backups.js"), "drawBackups"),
  people: drawLater(() => import("./people.js"), "drawPeople"),
  players: drawLater(() => import("./people.js"), "drawPlayers"),
};

const drawRules = drawLater(() => import("./rules.js"), "drawRules");

/**
 * Draw the end of the game. A display may add what only it knows: `lead` (nodes under the
 * headline: why it ended), `note(seat)` (a few words for a player), `below` (nodes at the end).
 */
export const drawEnding = drawLater(
  () => import("./ending.js"),
  "drawEnding",
  ["ending"],
  () => h("main", { class: "stage ending", key: "stage" }, h("h2", {}, t("game_over"))),
);

/**
 * Draw everything open over the `place` of the table.
 * @param {Snapshot} snapshot
 * @param {Child} place
 */
export function drawOverlays(snapshot, place) {
  const { panel, rules } = state.open;
  return [
    PANELS[panel ?? ""]?.(snapshot),
    rules ? drawRules(snapshot, place instanceof Element ? place : null) : null,
    drawSheet(),
  ];
}

// A drawer slides in from the right.

/**
 * Draw the open drawer `name` with its title and content; Escape and a cross close it, the
 * rules before what they lie over.
 * @param {string} name
 * @param {string} title
 * @param {...Child} content
 */
export function drawDrawer(name, title, ...content) {
  const close = () => changeOpen(state.open.rules ? { rules: null } : { panel: null });
  return h(
    "section",
    {
      class: `drawer stack wood ${name}`,
      key: name,
      "aria-label": title,
      tabindex: -1,
      onkeydown: (event) => event.key === "Escape" && close(),
    },
    h(
      "div",
      { class: "drawer-head line spread" },
      h("h2", {}, title),
      button("tool anchor", icon("cross"), close, { "aria-label": t("close") }),
    ),
    content,
  );
}

// A sheet over the table for one small question: which faces, which amount. Only one is open at a
// time; it is in `open.sheet` as `{ kind, … }`. While it is open, Tab stays inside.

const SHOWN = new Set(["evidence", "look"]); // sheets without a question

function loadCorrection() {
  return import("./correct.js");
}

const drawFaces = drawLater(loadCorrection, "drawFacesCorrection");
const drawPicture = drawLater(loadCorrection, "drawEvidence");

/** @param {Sheet} sheet */
function drawInside(sheet) {
  if (sheet.kind === "amount") return drawAmountSheet(sheet);
  if (sheet.kind === "faces") return drawFaces(sheet);
  return sheet.kind === "evidence" ? drawPicture(sheet) : drawTraySheet();
}

/** Draw the sheet that is open, if one is. */
function drawSheet() {
  const sheet = state.open.sheet;
  if (!sheet) return null;
  return drawDialog(
    {
      title: sheet.title,
      leave: close,
      className: `sheet-${sheet.kind}`,
      asks: SHOWN.has(sheet.kind) ? null : sheet.kind === "amount" ? (sheet.seat ?? "") : "",
    },
    h("h2", {}, sheet.title),
    drawInside(sheet),
    button("quiet", t(SHOWN.has(sheet.kind) ? "close" : "cancel"), close),
  );
}

/**
 * Draw a dialog over the table; Escape and a tap outside `leave` it, and Tab stays inside. `key`
 * distinguishes it from another open dialog. A count waits for one that `asks` a seat ("": the
 * banker).
 * @param {Dialog} props
 * @param {...Child} content
 */
export function drawDialog(props, ...content) {
  const { title, leave, role = "dialog", key = role, className = "", asks = null } = props;
  return h(
    "div",
    {
      class: "sheet-ground middle",
      key,
      "data-asks": asks,
      onclick: (event) => event.target === event.currentTarget && leave(),
    },
    h(
      "section",
      {
        class: `sheet stack center wood ${className}`,
        role,
        "aria-modal": "true",
        tabindex: -1,
        "aria-label": title,
        onkeydown: (event) => (event.key === "Escape" ? leave() : keepInside(event)),
      },
      content,
      asks !== null && state.hurry && state.snapshot?.clock
        ? h("p", { class: "hint warn", key: "hurry", role: "status" }, t("count_goes_on"))
        : null,
    ),
  );
}

/** Ask for confirmation of `action`: `no` leaves, `yes` does it. @param {Warning} warning */
export function drawWarning({ seat, title, leave, action, heading, lines, no, yes }) {
  const run = () => {
    leave();
    sendAction(action);
  };
  return drawDialog(
    { role: "alertdialog", title, leave, asks: seat },
    h("h2", {}, heading),
    lines.filter(Boolean).map((line) => h("p", {}, line)),
    button("main", no, leave),
    button("danger", yes, run),
  );
}

/** Return the ground of the dialog that is open on top, which a tap leaves. */
function openDialog() {
  return findAll(".sheet-ground").at(-1);
}

function close() {
  changeOpen({ sheet: null }, { sure: null });
}

/** Keep Tab inside the dialog in which `event` happened. @param {On<KeyboardEvent>} event */
function keepInside(event) {
  if (event.key !== "Tab") return;
  const found = findAll(
    "button:not(:disabled), a[href], input, [tabindex='0']",
    event.currentTarget,
  );
  const [first, last] = [found[0], found[found.length - 1]];
  const at = document.activeElement;
  if (event.shiftKey && (at === first || at === event.currentTarget)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && at === last) {
    event.preventDefault();
    first?.focus();
  }
}

// A keypad that asks for an amount.

const MOST_DIGITS = 8;

/**
 * Ask for an amount; `onDone(value)` gets it. The payer `has` this much: more may be typed, if the
 * game allows it, but is not offered. `limits` tells what others have changed meanwhile.
 * @param {Omit<AmountSheet, "kind" | "digits" | "row">} pick
 */
export function openAmountSheet(pick) {
  changeOpen({ sheet: { kind: "amount", ...pick, digits: "" } });
}

/** Draw the inside of the sheet that asks for an amount. @param {AmountSheet} sheet */
function drawAmountSheet(sheet) {
  const now = state.snapshot && sheet.limits?.(state.snapshot);
  const { digits, min, max, step, has = max } = { ...sheet, ...now };
  const value = Number(digits || 0);
  const good = digits !== "" && value >= min && value <= max && (value - min) % step === 0;
  return [
    h("p", { class: "largest", role: "status" }, digits === "" ? "–" : formatAmount(value)),
    h(
      "p",
      { class: "hint" },
      t(has < min ? "amount_beyond" : step > 1 ? "amount_hint" : "amount_span", {
        min: formatAmount(min),
        max: formatAmount(Math.min(has, max)),
        step: formatAmount(step),
      }),
    ),
    drawKeypad(digits, (text) => changeOpen({ sheet: { ...sheet, digits: text } }), {
      most: MOST_DIGITS,
      zeros: String(step).slice(1), // the noughts that every amount ends with
    }),
    h(
      "div",
      { class: "row center" },
      sheet.all
        ? button("second", t("amount_all", { amount: formatAmount(max) }), () =>
            changeOpen({ sheet: { ...sheet, digits: `${max}` } }),
          )
        : null,
      button(
        "main",
        t("amount_do", { amount: digits === "" ? "…" : formatAmount(value) }),
        () => {
          changeOpen({ sheet: null });
          sheet.onDone(value);
        },
        { disabled: !good, waits: state.busy },
      ),
    ),
  ];
}

// The browser's Back first closes everything over the game, and only then leaves the page.

const loaded = Date.now(); // distinguishes our entries from those of before a reload
let ahead = false; // whether Back stays in the page: the entry of the history that is on is ours

/** Call this whenever the page was drawn. */
export function followBack() {
  if (ahead || !(openDialog() || newest())) return;
  ahead = true;
  history.pushState({ ...history.state, ahead: loaded }, "");
}

/**
 * Return the key in `open` of what was opened last below any dialog; nothing if the game is
 * visible.
 */
function newest() {
  const past = state.open.panel === "evenings" ? "past" : "panel"; // a game that is looked back on
  /** @type {("rules" | "past" | "panel")[]} */
  const lying = ["rules", past, "panel"];
  return lying.find((name) => state.open[name]);
}

window.addEventListener("popstate", () => {
  const before = ahead;
  ahead = history.state?.ahead === loaded;
  if (!before || ahead) return; // not Back, but Forward, or a code opened behind the # of the address
  const [dialog, open] = [openDialog(), newest()];
  if (dialog)
    dialog.click(); // as a tap outside it
  else if (open) closeNewest(open);
  else history.back(); // closed meanwhile by its cross
});

/** Close what is `open`, as its own button would. @param {"rules" | "past" | "panel"} open */
function closeNewest(open) {
  const { past } = state.open;
  if (open === "past" && past?.replay) changeOpen({ past: { ...past, replay: null } });
  else changeOpen({ [open]: null }, { sure: null });
}
