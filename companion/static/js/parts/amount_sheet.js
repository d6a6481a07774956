/** A keypad that asks for an amount. */

import { changeUi, state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { h } from "./dom.js";
import { drawKeypad } from "./keypad.js";

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
    h("p", { class: "largest", role: "status" }, digits === "" ? "–" : formatAmount(value)),
    h(
      "p",
      { class: "hint" },
      t("amount_hint", {
        min: formatAmount(min),
        max: formatAmount(max),
        step: formatAmount(step),
      }),
    ),
    drawKeypad(digits, (text) => changeUi({ sheet: { ...sheet, digits: text } }), {
      most: MOST_DIGITS,
      zeros: String(step).slice(1), // the noughts that every amount ends with
    }),
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
      t("amount_do", { amount: digits === "" ? "…" : formatAmount(value) }),
    ),
  ];
}
