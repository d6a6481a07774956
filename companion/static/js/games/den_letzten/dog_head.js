/** The head of a dog, as it looks out of a die or a picture: drawn by us, in one ink. */

import { h } from "../../parts/dom.js";

/** Draw the head in a square of 100 x 100; `ink` is the dog, `ground` what shows through it. */
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
