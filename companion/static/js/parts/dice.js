/** Dice, drawn by us: the same die everywhere, in its real body colour. */

import { state } from "../store.js";
import { t, translateOr } from "../words.js";
import { h } from "./dom.js";

const SIDES = 6;
const RUNGS = [27, 50, 73]; // where pips lie, across and down
// Of the nine places, row by row, those with pips.
/** @type {Record<string, number[]>} */
const PIPS = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};
/** @type {Record<string, [ground: string, ink: string]>} */
const BODIES = {
  white: ["#fbf6ea", "#1b1a18"],
  black: ["#2b2b2f", "#f7f3e8"],
  grey: ["#9b9b9b", "#151515"],
  red: ["#c5332d", "#fff7ee"],
  orange: ["#e0761c", "#1b1206"],
  yellow: ["#f0c93a", "#231a02"],
  green: ["#2f8a4d", "#f4fff6"],
  blue: ["#2f62b8", "#f4f8ff"],
  purple: ["#7a4aa0", "#fbf4ff"],
  brown: ["#7a4d2b", "#fff6ea"],
};

/**
 * Draw one die showing `face`: pips, what the game draws for it, or the face as it is written.
 * @param {string | null} face
 * @param {{ body?: string, className?: string }} [given]
 */
export function die(face, { body = "white", className = "" } = {}) {
  const [ground, ink] = BODIES[body] ?? BODIES.white;
  return h(
    "svg",
    {
      class: `die ${className}`,
      viewBox: "0 0 100 100",
      role: "img",
      "aria-label": faceName(face),
    },
    drawBody(ground),
    drawFace(face, ink, ground),
  );
}

export const FACES = ["1", "2", "3", "4", "5", "6"];

/**
 * Draw a die that is still rolling: one of `faces` after the other, or none where less motion is
 * wanted. `at`, its place among those that roll, keeps them out of step.
 * @param {string[]} [faces]
 * @param {{ body?: string, at?: number }} [given]
 */
export function rollingDie(faces = FACES, { body = "white", at = 0 } = {}) {
  const [ground, ink] = BODIES[body] ?? BODIES.white;
  return h(
    "svg",
    { class: "die rolling", viewBox: "0 0 100 100", "aria-hidden": "true", vars: { "--at": at } },
    drawBody(ground),
    Array.from({ length: SIDES }, (_, side) =>
      h(
        "g",
        { class: "rolling-face", vars: { "--side": side } },
        drawFace(faces[side % faces.length], ink, ground),
      ),
    ),
  );
}

/** @param {string} ground */
function drawBody(ground) {
  return [
    h("rect", { x: 3, y: 5, width: 94, height: 93, rx: 20, fill: "rgba(0,0,0,.45)" }),
    h("rect", {
      x: 3,
      y: 2,
      width: 94,
      height: 93,
      rx: 20,
      fill: ground,
      stroke: "rgba(0,0,0,.28)",
      "stroke-width": 1.5,
    }),
    h("rect", { x: 8, y: 6, width: 84, height: 82, rx: 22, fill: "rgba(255,255,255,.14)" }),
  ];
}

/** @param {string | null} face @param {string} ink @param {string} ground */
function drawFace(face, ink, ground) {
  const pips = PIPS[face ?? ""];
  if (pips) {
    return pips.map((place) => {
      const [cx, cy] = [RUNGS[place % 3], RUNGS[Math.floor(place / 3)] - 2];
      return h("circle", { cx, cy, r: 9.5, fill: ink });
    });
  }
  const own = knownFace(face, state.snapshot?.game)?.draw;
  if (own) return own(ink, ground);
  return h(
    "text",
    { x: 50, y: 66, "text-anchor": "middle", "font-size": 48, "font-weight": 700, fill: ink },
    face ?? "?",
  );
}

/**
 * Return the name of a face or a symbol of `game`.
 * @param {unknown} face
 * @param {string | null} [game]
 */
export function faceName(face, game = state.snapshot?.game) {
  return knownFace(face, game)?.name() ?? (String(face ?? "").trim() || t("no_face"));
}

/**
 * What the display of `game` knows of a face that is not a number; nothing that every object
 * inherits ("constructor").
 * @param {unknown} face
 * @param {string | null | undefined} game
 */
function knownFace(face, game) {
  const faces = Object.entries(state.displays[game ?? ""]?.faces ?? {});
  return faces.find(([name]) => name === face)?.[1];
}

/** Faces of the games' own dice that are not numbers. */
export function facesOfGames() {
  return [...new Set(state.games.flatMap((game) => Object.keys(game.own_faces)))];
}

/** Return the name of a face: those of the games' own dice have words. @param {string} face */
export function calledFace(face) {
  return facesOfGames().includes(face) ? translateOr(`face_${face}`, face) : face;
}
