/** Small pictures of one line each, for buttons that stand beside a word. */

import { h } from "./dom.js";

const PATHS = {
  back: "M9 14 L4 9 L9 4 M4 9 H14 A6 6 0 0 1 14 21 H9",
  forth: "M15 14 L20 9 L15 4 M20 9 H10 A6 6 0 0 0 10 21 H15",
  rows: "M5 5 H19 M5 12 H19 M5 19 H14",
  plus: "M12 4 V20 M4 12 H20",
  cross: "M6 6 L18 18 M18 6 L6 18",
  up: "M12 19 V6 M6 12 L12 6 L18 12",
  help: "M9 9 A3.200 3.200 0 1 1 12 12.400 V14.500 M12 18 V18.100 M12 2.500 A9.500 9.500 0 1 0 12 21.500 A9.500 9.500 0 1 0 12 2.500",
  eye: "M2 12 Q12 1 22 12 Q12 23 2 12 M12 9.500 A2.500 2.500 0 1 0 12 14.500 A2.500 2.500 0 1 0 12 9.500",
  die: "M5 4 H19 A1 1 0 0 1 20 5 V19 A1 1 0 0 1 19 20 H5 A1 1 0 0 1 4 19 V5 A1 1 0 0 1 5 4 M8.500 8.500 V8.600 M15.500 15.500 V15.600 M12 12 V12.100",
  people:
    "M9 11 A3.500 3.500 0 1 0 9 4 A3.500 3.500 0 1 0 9 11 M2 20 Q2 14 9 14 Q16 14 16 20 M15.500 4.500 A3.500 3.500 0 0 1 15.500 10.500 M18 14.500 Q22 16 22 20",
  set: "M4 7 H12 M18 7 H20 M4 17 H6 M12 17 H20 M15 4 A3 3 0 1 0 15 10 A3 3 0 1 0 15 4 M9 14 A3 3 0 1 0 9 20 A3 3 0 1 0 9 14",
};

/** Draw the icon `name` (of this file), or one line along a path of its own. */
export function icon(name) {
  return h(
    "svg",
    { class: "icon rigid", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: PATHS[name] ?? name,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.4,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
