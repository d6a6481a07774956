/** A stepper: a number, and buttons that make it smaller or larger. */

import { h } from "./dom.js";

/**
 * Draw `shown` between the steps that `value` may go down and up (`steps`, the small ones first),
 * within `low` and `high`; `set` gets the new value.
 */
export function drawStepper({ value, shown, low, high, steps, label, write, set }) {
  const by = (step) =>
    h(
      "button",
      {
        class: "step",
        "aria-label": write(step),
        disabled: step < 0 ? value <= low : value >= high,
        onclick: () => set(Math.min(Math.max(value + step, low), high)),
      },
      steps.length > 1 ? write(step) : write(step)[0],
    );
  return h(
    "span",
    { class: "row", role: "group", "aria-label": label },
    [...steps].reverse().map((step) => by(-step)),
    shown,
    steps.map((step) => by(step)),
  );
}
