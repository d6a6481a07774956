/** One of several answers, of which one holds. */

import { h } from "./dom.js";

/** Draw the answer called `words` (and a line `about` it) of the question `name`. */
export function radio(name, words, checked, onchange, about = "") {
  return h(
    "label",
    { class: `choice line ${checked ? "picked" : ""}` },
    h("input", {
      type: "radio",
      name,
      checked,
      onchange,
      "aria-label": about ? (words.textContent ?? words) : null,
      "aria-description": about || null,
    }),
    h("span", {}, words, about ? h("small", {}, about) : null),
  );
}
