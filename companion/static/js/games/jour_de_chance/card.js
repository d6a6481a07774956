/** The cards of Jour de Chance: a sun with as many rays as the card is worth. */

import { h } from "../../parts/dom.js";

// From a pale morning to a hot noon: the higher a card, the sooner it goes over 21.
const SUNS = [
  "#fbe7a1",
  "#fbdd86",
  "#fbd26c",
  "#fac553",
  "#f8b641",
  "#f5a53a",
  "#f29437",
  "#ee8338",
  "#e9733b",
  "#e2633f",
];
const CENTRE = [30, 40];
const SLICE = { preserveAspectRatio: "xMidYMid slice" }; // where there is little room, the middle

/**
 * Draw the card `value` (1 to 10), which is also its name for screen readers.
 * @param {number} value
 */
export function drawCard(value) {
  return h(
    "svg",
    {
      class: "jour-card full own-line",
      viewBox: "0 0 60 80",
      ...SLICE,
      role: "img",
      "aria-label": value,
    },
    h("rect", {
      x: 1,
      y: 1,
      width: 58,
      height: 78,
      rx: 8,
      fill: "var(--paper)",
      stroke: "rgba(0,0,0,.3)",
    }),
    rays(value),
    h("circle", { cx: CENTRE[0], cy: CENTRE[1], r: 19.5, fill: SUNS[value - 1] }),
    h(
      "text",
      {
        fill: "#2a1605",
        "font-family": "Georgia, 'Noto Serif', 'DejaVu Serif', serif",
        "font-size": value > 9 ? 25 : 30,
        "font-weight": 800,
        "letter-spacing": value > 9 ? -1 : null,
        x: CENTRE[0],
        y: CENTRE[1] + (value > 9 ? 9 : 11),
        "text-anchor": "middle",
      },
      value,
    ),
  );
}

/** @param {number} count */
function rays(count) {
  return Array.from({ length: count }, (_, at) => {
    const turn = (2 * Math.PI * at) / count - Math.PI / 2;
    /** @param {number} radius */
    const end = (radius) => [
      (CENTRE[0] + radius * Math.cos(turn)).toFixed(1),
      (CENTRE[1] + radius * Math.sin(turn)).toFixed(1),
    ];
    const [x1, y1] = end(22.5);
    const [x2, y2] = end(27.5);
    return h("line", { x1, y1, x2, y2, ...stroke(SUNS[count - 1], 4.5) });
  });
}

/** Two cards, one over the other: a pair. */
export function drawTwins() {
  return h(
    "svg",
    { class: "icon own-line", viewBox: "0 0 30 30", "aria-hidden": "true" },
    [
      [3, 3],
      [12, 8],
    ].map(([x, y]) =>
      h("rect", { x, y, width: 15, height: 20, rx: 3, fill: "#fff6df", ...stroke("#5a3a06", 2.5) }),
    ),
  );
}

/**
 * Draw the back of a card, as it lies on the draw pile with `at` others under it.
 * @param {number} at
 */
export function drawBack(at) {
  const back = { fill: "#7c3b2a", stroke: "var(--paper)", "stroke-width": 2 };
  const line = { fill: "none", ...stroke("#f5a53a", 3) };
  return h(
    "svg",
    {
      class: "jour-card full own-line",
      viewBox: "0 0 60 80",
      "aria-hidden": "true",
      vars: { "--at": at },
    },
    h("rect", { x: 1, y: 1, width: 58, height: 78, rx: 8, ...back }),
    h("path", { d: "M8 52 H52 M12 60 H48 M18 68 H42", ...line }),
    h("path", { d: "M14 52 A16 16 0 0 1 46 52 Z", fill: "#f5a53a" }),
    h("path", {
      d: "M30 22 V30 M13 30 L18 36 M47 30 L42 36 M6 44 L12 46 M54 44 L48 46",
      ...line,
    }),
  );
}

/** @param {string} colour @param {number} width */
function stroke(colour, width) {
  return { stroke: colour, "stroke-width": width, "stroke-linecap": "round" };
}
