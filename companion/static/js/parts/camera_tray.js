/** The border of the tray: drawn over the camera's picture, dragged by its corners, or found. */

import { changeUi } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";

const WHOLE = [0, 0, 1, 1];
const LEAST = 0.1; // of the picture that is left at least
const STEP = 0.01; // of the picture by a key
const KEYS = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const CORNERS = [
  [0, 1],
  [2, 1],
  [0, 3],
  [2, 3],
];

let dragged = null; // the border while a corner is under a finger,
let held = [0, 0]; // and from there to the corner, in shares of the picture

/** Draw the border over the picture; `set` keeps another one. */
export function drawTrayFrame({ border }, set) {
  const shown = dragged ?? border ?? WHOLE;
  const [x1, y1, x2, y2] = shown.map((share) => `${share * 100}%`);
  return [
    h("div", { class: "camera-tray", vars: { "--x1": x1, "--y1": y1, "--x2": x2, "--y2": y2 } }),
    CORNERS.map((corner, number) => drawCorner(shown, corner, number, set)),
  ];
}

function drawCorner(shown, corner, number, set) {
  const finish = () => {
    if (!dragged) return;
    set(dragged);
    dragged = null;
  };
  return h("button", {
    class: "camera-corner",
    key: number,
    vars: { "--at-x": `${shown[corner[0]] * 100}%`, "--at-y": `${shown[corner[1]] * 100}%` },
    "aria-label": t("camera_corner", { number: number + 1 }),
    onpointerdown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = place(event);
      dragged = shown;
      held = corner.map((side, axis) => shown[side] - at[axis]);
    },
    onpointermove: (event) => {
      if (!dragged) return;
      dragged = moved(
        dragged,
        corner,
        place(event).map((share, axis) => share + held[axis]),
      );
      changeUi({});
    },
    onpointerup: finish,
    onpointercancel: finish,
    onkeydown: (event) => {
      const step = KEYS[event.key];
      if (!step) return;
      event.preventDefault();
      set(moved(shown, corner, [shown[corner[0]] + step[0], shown[corner[1]] + step[1]]));
    },
  });
}

/** Where a finger lies, x and y in shares of the picture. */
function place({ currentTarget, clientX, clientY }) {
  const box = currentTarget.closest(".camera-picture").getBoundingClientRect();
  return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
}

/** `border` with a `corner` (which of its sides) at `at`, x and y in shares of the picture. */
function moved(border, corner, at) {
  const next = [...border];
  corner.forEach((side, axis) => {
    const [low, high] = side < 2 ? [0, border[side + 2] - LEAST] : [border[side - 2] + LEAST, 1];
    next[side] = Math.round(Math.min(high, Math.max(low, at[axis])) * 1000) / 1000;
  });
  return next;
}

/** The buttons below it: find it, or take the whole picture. */
export function drawTrayBorder({ border, seen }, set) {
  return [
    h("p", { class: "hint", key: "hint" }, t("camera_border_hint")),
    h(
      "div",
      { class: "row", key: "border" },
      h(
        "button",
        { class: "second", disabled: !seen?.found, onclick: () => set(seen.found) },
        t("camera_border_find"),
      ),
      border
        ? h("button", { class: "quiet", onclick: () => set(null) }, t("camera_border_whole"))
        : null,
    ),
  ];
}
