/** A form in which a name is typed. */

import { changeUi, state } from "../store.js";
import { h } from "./dom.js";

/** What is typed so far in the form that keeps it as `field`. */
export function typedName(field) {
  return (state.ui[field] ?? "").trim();
}

/** Draw it: `field` keeps what is typed, `label` asks for it, `take` gets it by the button with `words`. */
export function drawNameForm(
  { key, field, label, longest, words, rank, room = "grow", take },
  ...more
) {
  const name = typedName(field);
  const onsubmit = (event) => {
    event.preventDefault();
    if (name) take(name);
  };
  return h(
    "form",
    { class: "row", key, onsubmit },
    h("input", {
      class: `name ${room}`,
      type: "text",
      maxlength: longest,
      autocomplete: "off",
      "aria-label": label,
      placeholder: label,
      value: state.ui[field] ?? "",
      oninput: ({ target }) => changeUi({ [field]: target.value }),
    }),
    h("button", { class: rank, disabled: !name }, words),
    ...more,
  );
}
