/** A button that does something at the table. */

import { sendAction } from "../actions.js";
import { IN_ROOM, loadPreference } from "../device.js";
import { changeState, changeUi, LOOKING_BACK, state } from "../store.js";
import { t } from "../words.js";
import { button, h } from "./dom.js";

/**
 * Draw a `button` that sends `action`; while something is on its way it waits.
 * @param {string} look
 * @param {Child} words
 * @param {Action} action
 * @param {Props} [props]
 */
export function actionButton(look, words, action, props) {
  return button(look, words, () => sendAction(action), { waits: state.busy, ...props });
}

/**
 * Return a button that must be tapped twice, since it affects others.
 * @param {string} name
 * @param {string} word
 * @param {number} count
 * @param {() => unknown} onclick
 */
export function twice(name, word, count, onclick, look = "") {
  const sure = state.ui.sure === name;
  return button(
    sure ? "danger" : look,
    sure ? t(`${word}_sure`, { count }) : t(word),
    () => (sure ? onclick() : changeUi({ sure: name })),
    { key: name },
  );
}

/** Draw a placeholder while waiting for the server. */
export function drawWaiting() {
  return h("p", { class: "waiting fill middle" }, t("opening"));
}

/** Draw the button that shows the best play; nothing while it is shown. @param {{ odds: unknown }} given */
export function drawAdviceButton({ odds }) {
  if (state.ui.advice) return null;
  const onclick = () => changeUi({ advice: true });
  return button("quiet", t("advice"), onclick, { key: "advice", waits: !odds });
}

/**
 * Draw the dock at the foot of a stage: the button that goes on is at its right end.
 * @param {...Child} buttons
 */
export function drawDock(...buttons) {
  return h("div", { class: "dock line", key: "dock" }, buttons);
}

/**
 * Draw a button that unfolds what is under it, and folds it again.
 * @param {string} words
 * @param {boolean} open
 * @param {() => unknown} onclick
 */
export function drawFold(words, open, onclick) {
  const sign = h("span", { "aria-hidden": "true" }, open ? "▴" : "▾");
  return button("second line spread", [words, sign], onclick, {
    key: "fold",
    "aria-expanded": open,
  });
}

// A button that presses itself after a while, unless somebody taps anything before.

export const PACES = ["slow", "quick", "never"]; // the settings of a device
/** @type {Record<string, number>} */
const SECONDS = { slow: 10, quick: 5, never: 0 };

/** @type {{ key: string, left: number, go: () => unknown } | null} */
let running = null; // the seconds that are left, and what is done then
let stopped = ""; // the key of what somebody stopped

/** Whether, and how soon, this device goes on by itself. */
export function pressPace() {
  const chosen = IN_ROOM ? "slow" : loadPreference("pace", "slow");
  return chosen in SECONDS ? chosen : "slow";
}

/**
 * Draw the button with the class `look`. `key` identifies what it goes on with: a new key restarts
 * the time. It waits `more` seconds longer than is set, or less if `more` is negative.
 * @param {string} key
 * @param {string} words
 * @param {() => unknown} go
 * @param {{ more?: number, look?: string }} [given]
 */
export function drawTimedButton(key, words, go, { more = 0, look = "main" } = {}) {
  if (state.you.role === LOOKING_BACK) return null;
  const seconds = SECONDS[pressPace()];
  if (!document.querySelector(".going-on")) stopped = ""; // it is back, as after an undo
  if (running?.key !== key && stopped !== key && seconds)
    begin(key, Math.max(2, seconds + more), go);
  if (running?.key === key) running.go = go;
  const left = running?.key === key ? running.left : 0;
  return button(
    `${look} going-on`,
    [words, left ? h("span", { "aria-hidden": "true" }, `\u00a0·\u00a0${left}`) : null],
    go,
    { key: "going-on", waits: state.busy },
  );
}

/** @param {string} key @param {number} left @param {() => unknown} go */
function begin(key, left, go) {
  const mine = { key, left, go };
  running = mine;
  const tick = setInterval(() => {
    if (running !== mine) return clearInterval(tick);
    mine.left -= 1;
    const shown = document.querySelector(".going-on");
    if (mine.left > 0 && shown) return changeState({});
    clearInterval(tick);
    running = null;
    stopped = key;
    if (shown) mine.go();
  }, 1000);
}

// It waits for anybody who taps or types.
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(
    kind,
    () => {
      if (!running) return;
      stopped = running.key;
      running = null;
      changeState({});
    },
    true,
  );
}

// One of several answers, of which one is chosen.

/**
 * Draw the answer called `words` (and a line `about` it) of the question `name`.
 * @param {string} name
 * @param {Node | string} words
 * @param {boolean} checked
 * @param {() => unknown} onchange
 */
export function radio(name, words, checked, onchange, about = "") {
  return h(
    "label",
    { class: `choice line ${checked ? "picked" : ""}` },
    h("input", {
      type: "radio",
      name,
      checked,
      onchange,
      "aria-label": about ? (words instanceof Node ? words.textContent : words) : null,
      "aria-description": about || null,
    }),
    h("span", {}, words, about ? h("small", { class: "own-line soft" }, about) : null),
  );
}

// A stepper: a number, and buttons that make it smaller or larger.

/**
 * Draw `shown` between the steps that `value` may go down and up (`steps`, the small ones first),
 * within `low` and `high`; `set` gets the new value.
 * @param {Stepper} stepper
 */
export function drawStepper({ value, shown, low, high, steps, label, write, set }) {
  /** @param {number} step */
  const by = (step) =>
    button(
      "step",
      steps.length > 1 ? write(step) : write(step)[0],
      () => set(Math.min(Math.max(value + step, low), high)),
      { "aria-label": write(step), disabled: step < 0 ? value <= low : value >= high },
    );
  return h(
    "span",
    { class: "row", role: "group", "aria-label": label },
    [...steps].reverse().map((step) => by(-step)),
    shown,
    steps.map((step) => by(step)),
  );
}

// A keypad for whole numbers.

/**
 * Draw the keys; `set` gets the `digits` with the change, at most `most` of them. `zeros` are those
 * that one key adds at once, where every number ends with them.
 * @param {string} digits
 * @param {(digits: string) => void} set
 * @param {{ most: number, zeros?: string }} given
 */
export function drawKeypad(digits, set, { most, zeros = "" }) {
  /** @param {string} more */
  const type = (more) => set((digits + more).replace(/^0+(?=\d)/, "").slice(0, most));
  /** @param {string} text @param {() => void} onclick @param {string | null} label */
  const key = (text, onclick, label = null) =>
    button("key large strong", text, onclick, { "aria-label": label });
  return h(
    "div",
    { class: "keypad grid center full" },
    [..."123456789"].map((digit) => key(digit, () => type(digit))),
    zeros ? key(zeros.replace(/(000)$/, "\u202f$1").trim(), () => type(zeros)) : null,
    key("0", () => type("0")),
    key("⌫", () => set(digits.slice(0, -1)), t("delete")),
  );
}

/**
 * Draw a button that asks for a file, which `take` gets.
 * @param {string} words
 * @param {(file: File) => unknown} take
 * @param {Props} given attributes of the input
 */
export function drawFileButton(words, take, given, look = "second link") {
  return h(
    "label",
    { class: `${look} anchor`, key: "file", "aria-busy": given.disabled },
    words,
    h("input", {
      type: "file",
      class: "unseen", // people tap the label
      onchange: ({ target }) => {
        const [file] = target.files ?? [];
        target.value = ""; // or the same file could not be taken again
        if (file) take(file);
      },
      ...given,
    }),
  );
}

/** Draw a link to a file, which is downloaded. @param {string} href @param {string} words */
export function drawDownload(href, words) {
  return h("a", { class: "second link", href, download: true, key: href }, words);
}

/**
 * Draw figures as a table with the cells `heads` and these `rows`.
 * @param {string} look
 * @param {Child} heads
 * @param {...Child} rows
 */
export function drawDataTable(look, heads, ...rows) {
  return h("table", { class: look }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
}

/** Draw a field for text, which `label` asks for. @param {string} label @param {Props} props */
export function textField(label, props) {
  const named = { "aria-label": label, placeholder: label };
  return h("input", { class: "name grow", autocomplete: "off", ...named, ...props });
}

// A form in which a name is typed.

/**
 * Draw it: `field` keeps what is typed, and `label` asks for it. `take` gets it and the value of
 * the pressed button: "" for the one with `words`, or that of a button in `more`.
 * @param {NameForm} nameForm
 * @param {...Child} more
 */
export function drawNameForm(
  { key, field, label, longest, words, rank, room = "grow", take },
  ...more
) {
  const typed = String(state.ui[field] ?? "");
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    take(typed.trim(), /** @type {HTMLButtonElement} */ (event.submitter).value);
  };
  return h(
    "form",
    { class: "row", key, onsubmit },
    textField(label, {
      class: `name ${room}`,
      required: true, // the browser focuses a field without a name
      pattern: ".*\\S.*", // not only spaces
      maxlength: longest,
      value: typed,
      oninvalid: ({ target }) => target.setCustomValidity(label), // not in the browser's language
      oninput: ({ target }) => {
        target.setCustomValidity("");
        changeUi({ [field]: target.value });
      },
    }),
    h("button", { class: rank }, words),
    ...more,
  );
}

// Sentences with pictures or people in them.

const MARK = "\u0001"; // stands where a node goes

/**
 * Return the sentence `key` as nodes: `nodes` by the names of their places in it, `figures` as
 * text.
 * @param {string} key
 * @param {Record<string, Child>} nodes
 * @param {Figures} [figures]
 */
export function sentenceOf(key, nodes, figures = {}) {
  const marks = Object.fromEntries(Object.keys(nodes).map((name) => [name, MARK + name + MARK]));
  const texts = Object.entries(nodes).map(([place, node]) => [place, textOf(node)]);
  return t(key, { ...figures, ...marks }, { ...figures, ...Object.fromEntries(texts) })
    .split(MARK)
    .map((part, at) => (at % 2 ? nodes[part] : part));
}

/** @param {Child} node */
function textOf(node) {
  return node instanceof Node ? node.textContent : node;
}

// The time that is left, as a ring or a bar that runs out.

export const RING_LEFT = {
  fill: "none",
  stroke: "var(--brass)",
  "stroke-dasharray": 1,
  pathLength: 1,
};

/** Draw how long the running clock of the table still counts. @param {Snapshot} snapshot */
export function drawSand({ clock, version }) {
  return h("i", {
    class: "sand",
    key: `sand${version}`,
    vars: { "--seconds": `${clock?.seconds}s` },
    "aria-hidden": "true",
  });
}
