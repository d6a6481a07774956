/** A keypad that asks for an amount. */

import { changeUi, state } from "../store.js";
import { amount, t } from "../words.js";
import { h } from "./dom.js";

const MOST_DIGITS = 8;

/** Ask for an amount; `onDone(value)` gets it. */
export function openAmountSheet({ title, min, max, step, onDone }) {
  changeUi({ sheet: { kind: "amount", title, min, max, step, onDone, digits: "" } });
}

/** The inside of the sheet that asks for an amount. */
export function drawAmountSheet(sheet) {
  const { digits, min, max, step } = sheet;
  const value = Number(digits || 0);
  const good = digits !== "" && value >= min && value <= max && (value - min) % step === 0;
  return [
    h("p", { class: "amount-shown", role: "status" }, digits === "" ? "–" : amount(value)),
    h(
      "p",
      { class: "hint" },
      t("amount_hint", { min: amount(min), max: amount(max), step: amount(step) }),
    ),
    drawKeys(sheet),
    h(
      "button",
      {
        class: "main",
        disabled: !good,
        waits: state.busy,
        onclick: () => {
          changeUi({ sheet: null });
          sheet.onDone(value);
        },
      },
      t("amount_do", { amount: digits === "" ? "…" : amount(value) }),
    ),
  ];
}

function drawKeys(sheet) {
  const { digits } = sheet;
  const zeros = String(sheet.step).slice(1); // the noughts that every amount ends with
  const set = (text) => changeUi({ sheet: { ...sheet, digits: text } });
  const type = (more) => set((digits + more).replace(/^0+(?=\d)/, "").slice(0, MOST_DIGITS));
  return h(
    "div",
    { class: "keypad" },
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((key) =>
      h("button", { class: `key key-${key}`, onclick: () => type(key) }, key),
    ),
    h(
      "button",
      { class: "key", disabled: !zeros, onclick: () => type(zeros) },
      zeros.replace(/(000)$/, "\u202f$1").trim(),
    ),
    h(
      "button",
      { class: "key", "aria-label": t("delete"), onclick: () => set(digits.slice(0, -1)) },
      "⌫",
    ),
  );
}
