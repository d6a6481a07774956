/** The house rules of a game: each one line, with its choices. */

import { changeUi, state } from "../store.js";
import { amount, t } from "../words.js";
import { h } from "./dom.js";

/** Draw the house rules; `set({ options })` gets what differs from the edition. */
export function drawRules(game, { preset, options }, set) {
  const edition = game.presets[preset || Object.keys(game.presets)[0]] ?? {};
  const open = Boolean(state.ui.rulesOpen);
  const count = Object.keys(options).length;
  const choose = (id, value) => {
    const usual = edition[id] ?? game.options.find((option) => option.id === id).default;
    const { [id]: _, ...others } = options;
    set({ options: value === usual ? others : { ...others, [id]: value } });
  };
  return [
    h(
      "button",
      {
        class: "second fold",
        "aria-expanded": open ? "true" : "false",
        onclick: () => changeUi({ rulesOpen: !open }),
      },
      count ? t("setup_rules", { count }) : t("setup_rules_none"),
      h("span", { "aria-hidden": "true" }, open ? "▴" : "▾"),
    ),
    open
      ? h(
          "div",
          { class: "house-rules" },
          game.options.map((option) =>
            drawRule(
              option,
              options[option.id] ?? edition[option.id] ?? option.default,
              option.id in options,
              choose,
            ),
          ),
        )
      : null,
  ];
}

function drawRule(option, value, changed, choose) {
  return h(
    "fieldset",
    { class: `house-rule ${changed ? "changed" : ""}`, key: option.id },
    h("legend", {}, option.about),
    option.values
      ? option.values.map((one) =>
          radio(option.id, one.about, one.value === value, () => choose(option.id, one.value)),
        )
      : "low" in option
        ? drawNumber(option, value, choose)
        : [true, false].map((on) =>
            radio(option.id, t(on ? "setup_yes" : "setup_no"), value === on, () =>
              choose(option.id, on),
            ),
          ),
  );
}

function radio(name, about, checked, onchange) {
  return h(
    "label",
    { class: `choice small ${checked ? "picked" : ""}` },
    h("input", { type: "radio", name, checked, onchange }),
    h("span", {}, about),
  );
}

function drawNumber({ id, about, low, high, step }, value, choose) {
  return h(
    "span",
    { class: "row", role: "group", "aria-label": about },
    h(
      "button",
      {
        class: "step",
        "aria-label": "−",
        disabled: value <= low,
        onclick: () => choose(id, value - step),
      },
      "−",
    ),
    h("b", { class: "number" }, amount(value)),
    h(
      "button",
      {
        class: "step",
        "aria-label": "+",
        disabled: value >= high,
        onclick: () => choose(id, value + step),
      },
      "+",
    ),
  );
}
