/** A keypad for whole numbers. */

import { t } from "../words.js";
import { h } from "./dom.js";

/**
 * Draw the keys; `set` gets the `digits` with the change, at most `most` of them. `zeros` are those
 * that one key adds at once, where every number ends with them.
 */
export function drawKeypad(digits, set, { most, zeros = "" }) {
  const type = (more) => set((digits + more).replace(/^0+(?=\d)/, "").slice(0, most));
  const key = (text, onclick, label = null) =>
    h("button", { class: "key large strong", "aria-label": label, onclick }, text);
  return h(
    "div",
    { class: "keypad full" },
    [..."123456789"].map((digit) => key(digit, () => type(digit))),
    zeros ? key(zeros.replace(/(000)$/, "\u202f$1").trim(), () => type(zeros)) : h("span", {}),
    key("0", () => type("0")),
    key("⌫", () => set(digits.slice(0, -1)), t("delete")),
  );
}
