/** Each seat's sign: a colour (Okabe-Ito) and a shape, so that colour alone never tells. */

import { t } from "../words.js";
import { h } from "./dom.js";

const SIGNS = [
  ["#E69F00", () => h("circle", { cx: 20, cy: 20, r: 16 })],
  ["#56B4E9", () => h("path", { d: "M20 3 L38 36 H2 Z" })],
  ["#00B383", () => h("rect", { x: 5, y: 5, width: 30, height: 30, rx: 2 })],
  ["#F0E442", () => h("path", { d: "M20 1 L38 20 L20 39 L2 20 Z" })],
  [
    "#F0702A",
    () =>
      h("path", {
        d: "M20 1 L25.500 13.500 L39 15 L29 24 L32 38 L20 31 L8 38 L11 24 L1 15 L14.500 13.500 Z",
      }),
  ],
  ["#DE8FBC", () => h("path", { d: "M14 2 H26 V14 H38 V26 H26 V38 H14 V26 H2 V14 H14 Z" })],
  ["#F4F1EA", () => h("path", { d: "M20 1 L36.500 10.500 V29.500 L20 39 L3.500 29.500 V10.500 Z" })],
  ["#9AA8FF", () => h("path", { d: "M27 3 A17 17 0 1 0 37 26 A14 14 0 0 1 27 3 Z" })],
];

/** The colour of `seat`. */
export function seatColour(seat) {
  return SIGNS[seat % SIGNS.length][0];
}

/** Draw the sign of `seat`. */
export function seatSign(seat) {
  const [colour, draw] = SIGNS[seat % SIGNS.length];
  return h(
    "svg",
    { class: "sign", viewBox: "0 0 40 40", "aria-hidden": "true", fill: colour },
    draw(),
  );
}

/** Draw a betting token: a clover ("yes", will make it) or the black side ("no"). */
export function token(on) {
  const leaf = (cx, cy) => h("circle", { cx, cy, r: 9.5, fill: "#2e8b3d" });
  return h(
    "svg",
    {
      class: "token",
      viewBox: "0 0 60 60",
      role: "img",
      "aria-label": t(on === "yes" ? "bet_yes" : "bet_no"),
    },
    h("circle", {
      cx: 30,
      cy: 30,
      r: 28,
      fill: on === "yes" ? "#f6efd9" : "#17151a",
      stroke: "#d9a441",
      "stroke-width": 3,
    }),
    on === "yes"
      ? [
          leaf(22, 22),
          leaf(38, 22),
          leaf(22, 37),
          leaf(38, 37),
          h("path", {
            d: "M30 30 Q32 44 40 50",
            stroke: "#2e8b3d",
            "stroke-width": 4,
            fill: "none",
          }),
        ]
      : h("path", {
          d: "M20 20 L40 40 M40 20 L20 40",
          stroke: "#f3ead6",
          "stroke-width": 7,
          "stroke-linecap": "round",
        }),
  );
}
