/** Each seat's sign: a colour (Okabe-Ito) and a shape, so that colour alone never tells. */

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
  [
    "#F4F1EA",
    () => h("path", { d: "M20 1 L36.500 10.500 V29.500 L20 39 L3.500 29.500 V10.500 Z" }),
  ],
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
