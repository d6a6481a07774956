/** The figures on the board, as drawings: characters, dogs, bones and bowls. */

import { h } from "../../parts/dom.js";
import { seatShape } from "../../parts/seats.js";

const INK = "#17120c";
const IVORY = { fill: "#fff6dd", stroke: "#57411c", "stroke-width": 2 };
const COATS = {
  white: { coat: "#fdfaf2", ink: INK, ear: "#d9cdb8" },
  dark: { coat: "#4a3a33", ink: "#f3e6cf", ear: "#2c211c" },
};
const MOUTHS = {
  worried: "M-10 20 Q0 10 10 20",
  glad: "M-12 12 Q0 26 12 12",
  calm: "M-9 16 H9",
};

/**
 * Draw the character of `seat` around (0, 0), 90 units high: its sign with a face and legs.
 * @param {number} seat
 * @param {keyof typeof MOUTHS} mood
 */
export function character(seat, mood = "calm") {
  const sign = seatShape(seat);
  const place = { x: -40, y: -46, width: 80, height: 80 };
  for (const [name, value] of Object.entries(place)) sign.setAttribute(name, String(value));
  sign.removeAttribute("class"); // as large as that
  /** @param {number} x */
  const eye = (x) => [
    h("ellipse", {
      cx: x,
      cy: -3,
      rx: 8,
      ry: mood === "worried" ? 11 : 9,
      ...line(2),
      fill: "#fff",
    }),
    h("circle", { cx: mood === "worried" ? x - 3 : x, cy: -2, r: 4.5, fill: INK }),
  ];
  return [
    h("ellipse", { cx: 0, cy: 50, rx: 32, ry: 8, fill: "rgba(0,0,0,.35)" }),
    h("path", { d: "M-13 26 L-16 46 H-24 M13 26 L16 46 H24", ...line(8) }),
    sign,
    eye(-12),
    eye(12),
    h("path", { d: MOUTHS[mood], ...line(4.5) }),
  ];
}

/** @param {number} width */
function line(width) {
  const joined = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  return { fill: "none", stroke: INK, "stroke-width": width, ...joined };
}

/**
 * Draw a running dog around (0, 0), about 150 units long, its nose to the right.
 * @param {keyof typeof COATS} kind
 */
export function dog(kind) {
  const { coat, ink, ear } = COATS[kind];
  return h(
    "g",
    { fill: coat, stroke: ink, "stroke-width": 4, "stroke-linejoin": "round" },
    h("ellipse", { cx: 0, cy: 50, rx: 62, ry: 8, fill: "rgba(0,0,0,.35)", stroke: "none" }),
    h("path", {
      d: "M-58 -8 C-72 -18 -76 -34 -68 -44 C-66 -32 -60 -22 -48 -18 C-30 -28 -8 -26 12 -24 C16 -44 30 -54 46 -48 L74 -34 C80 -30 80 -22 74 -20 L58 -18 L70 -8 C64 -2 52 -4 44 -10 C40 4 34 10 30 12 L46 32 L60 34 C60 42 52 44 44 42 L22 22 L14 18 C2 22 -12 22 -22 18 L-40 28 L-34 44 C-40 48 -48 46 -50 40 L-56 22 C-66 16 -66 2 -58 -8 Z",
    }),
    h("path", { fill: ear, d: "M24 -46 C16 -40 12 -26 18 -16 C28 -18 32 -30 32 -42 Z" }),
    h("path", { fill: "#fff", "stroke-width": 2, d: "M58 -18 L61 -12 L64 -19 L67 -13 L70 -20 Z" }),
    h("circle", { cx: 46, cy: -36, r: 4.5, fill: ink, stroke: "none" }),
    h("circle", { cx: 76, cy: -29, r: 6, fill: ink, stroke: "none" }),
  );
}

/**
 * Return the dark dog, which marks the first player, as a small picture.
 * @param {string} [label]
 */
export function darkDog(label) {
  return h(
    "svg",
    {
      class: "dark-dog rigid",
      width: 48,
      viewBox: "-82 -60 168 120",
      ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }),
    },
    dog("dark"),
  );
}

const BONE =
  "M13 8 H35 C33 2 40 -1 42 5 C48 5 48 12 44 12 C48 12 48 19 42 19 C40 25 33 22 35 16 H13 C15 22 8 25 6 19 C0 19 0 12 4 12 C0 12 0 5 6 5 C8 -1 15 2 13 8 Z";

/** Return a bone as a small picture, `width` pixels wide. */
export function bone(width = 48) {
  return h(
    "svg",
    { class: "rigid", width, viewBox: "0 0 48 24", "aria-hidden": "true" },
    h("path", { d: BONE, ...IVORY }),
  );
}

/** Return a bone on the board, its middle at (x, y). @param {number} x @param {number} y */
export function boneAt(x, y) {
  const transform = `translate(${x} ${y}) scale(1.9) translate(-24 -12)`;
  return h("path", { d: BONE, ...IVORY, transform });
}

// Where up to six bones stick out of a bowl: x, y and turn in degrees.
const HEAP = [
  [42, 30, -62],
  [78, 30, 58],
  [60, 22, -84],
  [30, 38, -28],
  [91, 38, 30],
  [62, 34, 8],
];

/**
 * Return a bowl with its bones; more than six look like six, and a figure on it gives the number.
 * @param {number} count
 * @param {string} label
 */
export function bowl(count, label) {
  const edge = { stroke: "#4d160d", "stroke-width": 3 };
  return h(
    "svg",
    {
      class: "bowl own-line",
      viewBox: "0 -4 120 94",
      role: "img",
      "aria-label": label,
    },
    HEAP.slice(0, count)
      .reverse()
      .map(([x, y, turn]) =>
        h("path", {
          d: BONE,
          ...IVORY,
          transform: `translate(${x} ${y}) rotate(${turn}) scale(1.25) translate(-24 -12)`,
        }),
      ),
    h("path", {
      d: "M18 46 H102 L114 84 Q115 88 110 88 H10 Q5 88 6 84 Z",
      fill: count ? "#b5483a" : "#77706a",
      ...edge,
    }),
    h("path", {
      fill: count ? "#cf6a58" : "#77706a",
      ...edge,
      d: "M14 42 Q14 38 20 38 H100 Q106 38 106 42 V44 Q106 50 100 50 H20 Q14 50 14 44 Z",
    }),
    h(
      "text",
      { x: 60, y: 82, "text-anchor": "middle", "font-size": 40, "font-weight": 800, fill: "#fff" },
      count,
    ),
  );
}

/**
 * Draw the dog's head on a die, in a square of 100 x 100; `ink` is its colour, `ground` that of the
 * die.
 * @param {string} ink
 * @param {string} ground
 */
export function dogHead(ink, ground) {
  const line = { fill: "none", stroke: ground, "stroke-width": 4, "stroke-linecap": "round" };
  return h(
    "g",
    {},
    h("path", {
      d: "M31 27 C18 16 9 30 12 50 C14 64 24 66 29 52 Z M69 27 C82 16 91 30 88 50 C86 64 76 66 71 52 Z",
      fill: ink,
    }),
    h("path", {
      d: "M50 20 C68 20 75 34 73 50 C72 58 68 62 67 68 C65 81 57 86 50 86 C43 86 35 81 33 68 C32 62 28 58 27 50 C25 34 32 20 50 20 Z",
      fill: ink,
    }),
    h("circle", { cx: 40, cy: 45, r: 4.6, fill: ground }),
    h("circle", { cx: 60, cy: 45, r: 4.6, fill: ground }),
    h("path", {
      d: "M41 61 C43 57 57 57 59 61 C59 66 53 69 50 69 C47 69 41 66 41 61 Z",
      fill: ground,
    }),
    h("path", { d: "M50 69 V74 M40 74 Q45 80 50 75 Q55 80 60 74", ...line }),
  );
}
