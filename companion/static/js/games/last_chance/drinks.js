/** The jokers of the cards: a tall long drink and a wide cocktail, told apart by shape alone. */

import { die } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { t } from "../../words.js";

const PICTURES = { L: longDrink, C: cocktail, J: star };

/** What these symbols are called, for all parts of the page that name faces. */
export const drinkFaces = {
  L: { name: () => t("long_drink") },
  C: { name: () => t("cocktail") },
  J: { name: () => t("joker") },
};

/** Draw one symbol of a card: a number as the die that is asked for, or a drink. */
export function symbol(name) {
  return name in PICTURES ? drink(name) : die(name);
}

function drink(name) {
  return h(
    "svg",
    {
      class: "drink",
      viewBox: "0 0 100 100",
      role: "img",
      "aria-label": drinkFaces[name].name(),
    },
    h("rect", {
      x: 3,
      y: 2,
      width: 94,
      height: 95,
      rx: 20,
      fill: name === "C" ? "#4b1f3a" : "#113f4f",
    }),
    PICTURES[name](),
  );
}

function longDrink() {
  return [
    h("path", {
      d: "M62 6 L50 88",
      stroke: "#ff9d6b",
      "stroke-width": 6,
      "stroke-linecap": "round",
    }),
    h("path", {
      d: "M28 20 H72 L67 92 H33 Z",
      fill: "rgba(233,250,255,.28)",
      stroke: "#eafaff",
      "stroke-width": 4,
      "stroke-linejoin": "round",
    }),
    h("path", { d: "M31 38 H69 L65.500 89 H34.500 Z", fill: "#ffc43d" }),
    h("path", { d: "M31 38 H69 L68 52 H32 Z", fill: "#ff7a3c" }),
    h("rect", { x: 38, y: 56, width: 13, height: 13, rx: 2, fill: "rgba(255,255,255,.55)" }),
    h("rect", { x: 50, y: 70, width: 11, height: 11, rx: 2, fill: "rgba(255,255,255,.4)" }),
    h("circle", { cx: 74, cy: 22, r: 14, fill: "#a9d64b", stroke: "#f4ffe0", "stroke-width": 4 }),
  ];
}

function cocktail() {
  return [
    h("path", {
      d: "M12 22 H88 L50 62 Z",
      fill: "rgba(255,240,250,.25)",
      stroke: "#fff0fa",
      "stroke-width": 4,
      "stroke-linejoin": "round",
    }),
    h("path", { d: "M23 31 H77 L50 60 Z", fill: "#ff5d8f" }),
    h("path", {
      d: "M50 60 V88 M30 90 H70",
      stroke: "#fff0fa",
      "stroke-width": 6,
      "stroke-linecap": "round",
    }),
    h("path", {
      d: "M38 46 L76 9",
      stroke: "#ffe9a8",
      "stroke-width": 4,
      "stroke-linecap": "round",
    }),
    h("circle", { cx: 57, cy: 28, r: 9, fill: "#9bbf3a", stroke: "#f4ffe0", "stroke-width": 3 }),
    h("circle", { cx: 57, cy: 28, r: 3, fill: "#d1352b" }),
  ];
}

function star() {
  return h("path", {
    d: "M50 14 L60 40 L88 41 L66 58 L74 86 L50 69 L26 86 L34 58 L12 41 L40 40 Z",
    fill: "#ffd35c",
  });
}
