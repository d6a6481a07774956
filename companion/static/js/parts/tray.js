/** The eye's view: its state in a word, the tray, and the last reading drawn on it. */

import { attempt, sendAction } from "../actions.js";
import { TABLE } from "../api.js";
import { drawLater, loadModule } from "../loader.js";
import { changeOpen, mayAct, maySeeTray, openPanel, state } from "../store.js";
import { formatAmount, t, translateOr } from "../words.js";
import { RING_LEFT } from "./controls.js";
import { die, faceName } from "./dice.js";
import { button, drawBoxPicture, h, icon } from "./dom.js";

/** Draw the button that photographs a roll, where the camera is a phone. */
export const drawPhotographButton = drawLater(
  () => import("./photograph.js"),
  "drawPhotographButton",
);

const USUAL = [640, 480]; // pixels of a picture
const SHAPE = 0.5; // what is shown of it is at least this many times as high as wide,
const CLOSEST = 0.5; // at least this share of its width,
const ROOM = 1.25; // and this many times what the dice take
const BELOW = 0.3; // of the slot's height: its state and a button lie there, over the picture
const SLOT = 1.6; // the slot is at least this many times as wide as high
const AWAY = new Set(["lost", "ended"]);
const NUMBER = /^\d$/;
const FIGURE = /^\d+$/;
const BUSY = new Set(["moving", "still", "reading", "hand"]);
const RESTING = new Set(["sure", "unsure", "still", "reading"]);
const LABEL = 4.2; // the radius of a die's label, in hundredths of the picture's width,
const CORNER = 2.7; // and how far its middle is from a corner
const LARGE = 0.7; // times that on the stage, where the picture is large
const TICK = 0.28; // of a side of a die, from each corner of its mark
const RIM = 6; // pixels at the edge of a picture, which are stretched
const BEYOND = 4000; // so far
// Where a label may stand, right and down of the middle; the first of those that are as good.
const SIDES = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
];

/** Whether an eye is watching the tray. @param {Snapshot} snapshot */
export function eyeWatches(snapshot) {
  return !AWAY.has(snapshot.eye.state);
}

/**
 * Whether the eye knows all faces of the dice in play: numbers, and those that it was taught.
 * @param {Snapshot} snapshot
 */
export function eyeKnowsFaces({ awaited, own_faces: own, eye }) {
  const faces = awaited?.faces ?? own;
  return faces.every((face) => NUMBER.test(face) || eye.faces.includes(face));
}

/**
 * Whether the picture shows the dice of the last reading at rest, so that the reading can be drawn
 * on it. After a played roll, or if something has moved since, a still scene is something else.
 * @param {Eye} eye
 */
export function isAtRest({ state: seen, roll }) {
  const past = roll?.moved_since || roll?.outcome === "played";
  return RESTING.has(seen) && !(seen === "still" && past);
}

/**
 * Whether dice that were rolled in the demo tray are not read yet.
 * @param {{ eye: Partial<Pick<Eye, "roll">> }} snapshot
 */
export function isRolling({ eye }) {
  const { rolling } = state.ui;
  return rolling ? rolling.after === eye.roll?.number : false;
}

/**
 * Draw the eye's state, as a word and a coloured lamp.
 * @param {Pick<Eye, "state"> & Partial<Eye>} eye
 */
export function drawEyeState(eye) {
  const away = AWAY.has(eye.state) && eye.state !== "ended";
  const unknown = state.link === "lost";
  const waits = eye.photographs && !eye.preview_count && eye.state === "empty";
  const seen = isRolling({ eye }) ? "moving" : waits ? "waits" : eye.state;
  const word = unknown ? "unknown" : away ? "none" : seen;
  return h(
    "p",
    { class: "eye-state line strong" },
    h(
      "svg",
      { class: "rigid", width: 12, viewBox: "0 0 12 12", "aria-hidden": "true" },
      h("circle", { cx: 6, cy: 6, r: 6, fill: lampOf(word) }),
    ),
    h("span", {}, translateOr(`eye_${word.replace(/ /g, "_")}`, word)),
  );
}

/** @param {string} state */
function lampOf(state) {
  if (state === "sure") return "#5ed67a";
  if (BUSY.has(state)) return "var(--brass-lit)";
  return ["none", "empty", "ended", "unknown", "waits"].includes(state) ? "#8d8d84" : "var(--red)";
}

/**
 * Whether a die of the last reading can be corrected here: it is the last row with dice.
 * @param {Snapshot} snapshot
 */
export function mayCorrectReading(snapshot) {
  const { roll } = snapshot.eye;
  if (!roll || !mayAct()) return false;
  return snapshot.last_roll?.reading === roll.number;
}

/**
 * Ask for the true faces of the last roll as `openDieCorrection` does, which is fetched for it.
 * @param {API.LastRoll} last
 * @param {SeenDie[]} dice
 * @param {number} index
 */
export async function correctDie(last, dice, index) {
  await attempt(async () => {
    const { openDieCorrection } = await loadModule(() => import("./correct.js"));
    await openDieCorrection(last, dice, index);
  });
}

/**
 * Draw the eye's picture of the tray, with its last reading while the dice are there. The share
 * `below` at the bottom shows no dice.
 * @param {Snapshot} snapshot
 */
export function drawTray(snapshot, className = "", below = 0) {
  const { eye } = snapshot;
  const { last_roll: last } = snapshot;
  const read = eye.roll?.dice;
  const rests = isAtRest(eye) && !isRolling(snapshot);
  const mend =
    last && read && mayCorrectReading(snapshot)
      ? (/** @type {number} */ index) => correctDie(last, read, index)
      : null;
  return h(
    "div",
    { class: `tray cut-off anchor full ${className}` },
    drawLivePicture(eye, rests ? eye.roll : null, below),
    rests && eye.roll ? drawDieMarks(rollAsItCounts(last, eye.roll), mend, below) : null,
  );
}

/**
 * Return the last reading; while it counts, with corrected faces. If more dice were read than
 * counted, one was not a die, and as it is unknown which, the reading stays as it is.
 * @param {API.LastRoll | null} last
 * @param {SeenRoll} roll
 */
function rollAsItCounts(last, roll) {
  if (last?.reading !== roll.number || roll.dice.length > last.faces.length) return roll;
  /** @param {SeenDie} one @param {number} index */
  const counts = (one, index) => {
    const face = last.faces[index];
    return face === one.face ? one : { ...one, face, sure: true, corrected: true };
  };
  return { ...roll, dice: roll.dice.map(counts) };
}

/**
 * For each die of the table, its place in the last roll, with kept dice first.
 * @param {Pick<DiceView, "dice" | "last_roll">} given
 */
export function placesInRoll({ dice, last_roll: last }) {
  const kept = new Set(last?.kept);
  return [...dice.keys()].sort((one, other) => Number(kept.has(other)) - Number(kept.has(one)));
}

/**
 * For each die of the table, its die in the last reading, or null if it was not read. The table
 * lists kept dice first, in the order in which they were rolled. If they came from another reading,
 * equal faces are matched in order, and the rest go to dice whose faces were corrected.
 * @param {Pick<DiceView, "dice" | "last_roll" | "eye">} snapshot
 */
export function seenDice(snapshot) {
  const { dice, last_roll: last, eye } = snapshot;
  const { roll } = eye;
  if (roll && last?.reading === roll.number && roll.dice.length <= dice.length) {
    return placesInRoll(snapshot).map((place) => roll.dice[place] ?? null);
  }
  const left = [...(roll?.dice ?? [])];
  const found = dice.map(({ face }) => {
    const at = left.findIndex((one) => one.face === face);
    return at < 0 ? null : left.splice(at, 1)[0];
  });
  return found.map((one) => one ?? left.shift() ?? null);
}

/**
 * Draw the eye's last picture, cut to the dice of `roll`; its number grows with each newer picture.
 * The share `below` at the bottom shows no dice.
 * @param {Eye} eye
 * @param {SeenRoll | null} roll
 */
export function drawLivePicture(eye, roll, below = 0) {
  const src = eye.preview_count ? `${TABLE}/eye.jpg?n=${eye.preview_count}` : null; // an eye just opened
  return drawPicture(src, roll, below);
}

/** Draw the picture that `reading` was read from. @param {SeenRoll} reading */
export function drawReadingPicture(reading) {
  return drawPicture(`${TABLE}/readings/${reading.number}.jpg`, reading);
}

/** @param {string | null} src @param {SeenRoll | null} roll */
function drawPicture(src, roll, below = 0) {
  const words = t("tray_picture");
  if (!src || !roll?.dice.length) return h("img", { class: "tray-picture full", alt: words, src });
  const [width, height] = roll.size ?? USUAL;
  return h(
    "svg",
    {
      class: "tray-picture full",
      role: "img",
      "aria-label": words,
      viewBox: shownPart(roll, below).join(" "),
    },
    drawWithRims(src, width, height),
  );
}

/**
 * Draw a picture in nine parts: its edges and corners are stretched beyond it, where its place is
 * wider or higher.
 * @param {string} href
 * @param {number} width
 * @param {number} height
 */
function drawWithRims(href, width, height) {
  /** Where a part begins and how long it is; then the same in the picture. @param {number} side */
  const parts = (side) => [
    [RIM - BEYOND, BEYOND, 0, RIM],
    [side - RIM, BEYOND, side - RIM, RIM],
    [0, side, 0, side],
  ];
  return parts(height).flatMap(([y, high, top, from]) =>
    parts(width).map(([x, wide, left, of]) =>
      h(
        "svg",
        {
          ...{ x, y, width: wide, height: high },
          viewBox: [left, top, of, from].join(" "),
          preserveAspectRatio: "none",
        },
        h("image", { href, width, height }),
      ),
    ),
  );
}

/**
 * Return x, y, width and height of the shown part of a picture: that with the dice, all of them
 * above the share `below` at the bottom.
 * @param {SeenRoll} roll
 */
function shownPart({ size, dice }, below = 0) {
  const [width, height] = size ?? USUAL;
  if (!dice.length) return [0, 0, width, height];
  const [left, top] = [0, 1].map((side) => Math.min(...dice.map(({ box }) => box[side])));
  const [right, low] = [2, 3].map((side) => Math.max(...dice.map(({ box }) => box[side])));
  const close = Math.min(width, Math.max(CLOSEST * width, ROOM * (right - left)));
  const free = Math.min(height, Math.max((1 - below) * SHAPE * close, ROOM * (low - top)));
  const high = free / (1 - below);
  const wide = below ? Math.min(width, Math.max(close, SLOT * high)) : close;
  const x = Math.min(width - wide, Math.max(0, (left + right - wide) / 2));
  const y = Math.min(height - free, Math.max(0, (top + low - free) / 2));
  return [x, y, wide, high].map(Math.round);
}

/**
 * Draw the reading over the picture, with a "?" at unsure dice. A tap on a die gives its index to
 * `onPick`; without that, the marks do nothing. No mark is in the share `below`.
 * @param {SeenRoll} roll
 * @param {((index: number) => unknown) | null} [onPick]
 */
export function drawDieMarks(roll, onPick = null, below = 0) {
  const [left, top, width, height] = shownPart(roll, below);
  const unit = (width / 100) * (0 < below && below < BELOW ? LARGE : 1);
  const labels = placeLabels(roll.dice, [left, top, width, (1 - below) * height], unit);
  return h(
    "svg",
    {
      class: "marks",
      viewBox: [left, top, width, height].join(" "),
    },
    roll.dice.map((one, index) =>
      drawMark(one, labels[index], unit, onPick && (() => onPick(index))),
    ),
  );
}

/**
 * For each die, the centre of its label, so that it covers least of other dice and labels.
 * @param {SeenDie[]} dice
 * @param {Box} box
 * @param {number} unit
 */
function placeLabels(dice, [left, top, width, height], unit) {
  /** @param {number[]} middle @returns {Box} */
  const around = ([x, y]) => [
    x - LABEL * unit,
    y - LABEL * unit,
    x + LABEL * unit,
    y + LABEL * unit,
  ];
  /** @type {number[][]} */
  const labels = [];
  for (const { box } of dice) {
    const [x1, y1, x2, y2] = box;
    const places = SIDES.map(([right, down]) => {
      const far = (right && down ? CORNER : LABEL) * unit;
      return [
        (x1 + x2 + right * (x2 - x1)) / 2 + right * far,
        (y1 + y2 + down * (y2 - y1)) / 2 + down * far,
      ];
    });
    const taken = [
      ...dice.map((one) => one.box).filter((one) => one !== box),
      ...labels.map(around),
    ];
    /** @param {Box} label */
    const hidden = (label) =>
      taken.reduce((area, other) => area + shared(label, other), 0) -
      shared(label, [left, top, left + width, top + height]); // parts beyond the picture are invisible
    const areas = places.map((place) => Math.round(hidden(around(place))));
    labels.push(places[areas.indexOf(Math.min(...areas))]);
  }
  return labels;
}

/** Return the area that two boxes have in common. @param {Box} one @param {Box} other */
function shared(one, other) {
  const [wide, high] = [0, 1].map((axis) =>
    Math.max(0, Math.min(one[axis + 2], other[axis + 2]) - Math.max(one[axis], other[axis])),
  );
  return wide * high;
}

/**
 * @param {SeenDie} seenDie
 * @param {number[]} number
 * @param {number} unit
 * @param {(() => unknown) | null} pick
 */
function drawMark({ box, face, sure, corrected }, [x, y], unit, pick) {
  const [x1, y1, x2, y2] = box;
  const unsure = !sure;
  const colour = unsure ? "#ff8f6b" : "#ffe08a";
  const words = pick ? ["read_as", "read_as_unsure"] : ["seen_as", "seen_as_unsure"];
  return h(
    "g",
    {
      class: "mark",
      role: pick ? "button" : "img",
      tabindex: pick ? 0 : null,
      "aria-label": t(corrected ? "counts_as" : words[unsure ? 1 : 0], { face: faceName(face) }),
      onclick: pick,
      onkeydown: pick && press(pick),
    },
    h("rect", {
      x: x1,
      y: y1,
      width: x2 - x1,
      height: y2 - y1,
      fill: "transparent",
      stroke: colour,
      "stroke-width": unit * 0.9,
      "stroke-dasharray": unsure ? `${unit * 2} ${unit * 1.4}` : cornersOf(x2 - x1, y2 - y1),
    }),
    h("circle", { cx: x, cy: y, r: unit * LABEL, fill: colour }),
    h(
      "text",
      {
        x,
        y: y + unit * 2.3,
        fill: "#20160a",
        "text-anchor": "middle",
        "font-size": unit * 6.6,
        "font-weight": 700,
      },
      (FIGURE.test(face) ? face : face.slice(0, 2)) + (unsure ? "?" : ""),
    ),
  );
}

/** Return the dashes that leave the corners of a rectangle. @param {number[]} sides */
function cornersOf(...sides) {
  const [wide, high] = sides.map((side) => [TICK * side, (1 - 2 * TICK) * side, TICK * side]);
  return [...wide, 0, ...high, 0].join(" ");
}

/** @param {() => unknown} run */
function press(run) {
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      run();
    }
  };
}

// The slot of the camera: its state, the tray, and the way to a larger picture.

/**
 * Draw the dice on the table, for a device that does not see the tray; the game's box while there
 * are none, or if they are tapped in next to it.
 * @param {Snapshot} snapshot
 */
function drawInsteadOfTray(snapshot) {
  const view = /** @type {Partial<DiceView> & Snapshot} */ (snapshot);
  const tappedIn = !eyeWatches(snapshot) && mayAct();
  if (!view.dice?.length || tappedIn) {
    return drawBoxPicture(String(view.game), { loading: "lazy" }); // a phone does not show it
  }
  const read = seenDice(/** @type {DiceView} */ (view));
  return h(
    "div",
    { class: "slot-dice row center", key: "dice" },
    view.dice.map((one, at) => die(one.face, { body: one.body ?? read[at]?.body })),
  );
}

/** Whether there is a picture of the tray, for this device to see. @param {Snapshot} snapshot */
export function seesTray(snapshot) {
  const { preview_count: pictures, photographs } = snapshot.eye;
  return eyeWatches(snapshot) && maySeeTray() && (pictures > 0 || !photographs);
}

/**
 * Draw the slot of the camera above the players; a spectator sees its state and no picture. Dice
 * that it cannot read are not shown, as they would look like a roll that counts. The share `below`
 * at the bottom shows no dice.
 * @param {Snapshot} snapshot
 */
export function drawSlot(snapshot, below = BELOW) {
  const eye = snapshot.eye;
  const watches = eyeWatches(snapshot);
  const blind = watches && !eyeKnowsFaces(snapshot);
  const shown = seesTray(snapshot) && !blind;
  const hint = blind && mayAct(); // others cannot tap the dice in
  return h(
    "section",
    {
      class: `slot plate rigid cut-off eye anchor ${watches ? "" : "eye-none"} ${shown ? "" : "eye-away"}`,
      key: "eye",
      "aria-label": t("eye"),
    },
    shown ? drawTray(snapshot, "", below) : hint ? null : drawInsteadOfTray(snapshot),
    blind || snapshot.paused ? null : drawEyeState(eye),
    hint ? h("p", { class: "eye-hint plate little soft" }, t("eye_knows_no_faces")) : null,
    shown
      ? button("tool look atop", icon("eye"), openTraySheet, { "aria-label": t("look_open") })
      : null,
  );
}

// A closer look: the tray, large; with the right to do so, a tap on a die corrects it.

/** Show the tray large. */
export function openTraySheet() {
  changeOpen({ sheet: { kind: "look", title: t("eye") } });
}

/** Draw the inside of the sheet that shows the tray large. */
export function drawTraySheet() {
  const { snapshot } = state;
  if (!snapshot) return null;
  return [
    drawEyeState(snapshot.eye),
    drawTray(snapshot, "large"),
    mayCorrectReading(snapshot) ? h("p", { class: "hint" }, t("look_hint")) : null,
    drawCamera(snapshot.eye),
  ];
}

/**
 * Draw the camera's name and speed, the number of dice read, and why dice are virtual.
 * @param {Eye} eye
 */
function drawCamera({ camera, fps, demo, roll, photographs }) {
  if (!camera) return null;
  return h(
    "div",
    { class: "stack tight" },
    h(
      "p",
      { class: "soft" },
      photographs
        ? t("camera_phone")
        : t("look_camera", { camera, fps: formatAmount(Math.round(fps ?? 0)) }),
    ),
    roll ? h("p", { class: "soft" }, t("look_dice", { count: roll.dice.length })) : null,
    demo ? h("p", { class: "hint" }, t("look_demo")) : null,
    mayAct() ? button("second", t("camera"), () => openPanel("camera")) : null,
  );
}

// A likely roll: its dice, large, in a ring that runs out. Any tap stops it.

/** Draw the roll that is about to be played; null without one. @param {Snapshot} snapshot */
export function drawLikely({ eye }) {
  if (!eye?.question?.delay) return null;
  const { number, faces, dice, delay } = eye.question;
  return h(
    "section",
    { class: "likely grow stack center", key: `likely${number}`, role: "status" },
    h("h2", { class: "ask" }, t("likely_title")),
    h(
      "div",
      { class: "likely-dice middle anchor dice-l" },
      h(
        "svg",
        {
          class: "cover",
          viewBox: "0 0 100 100",
          "aria-hidden": "true",
          vars: { "--seconds": `${delay.seconds}s` },
        },
        h("circle", {
          class: "ring-left runs",
          cx: 50,
          cy: 50,
          r: 47,
          ...RING_LEFT,
          "stroke-width": 3,
          transform: "rotate(-90 50 50)",
        }),
      ),
      h(
        "div",
        { class: "row center" },
        faces.map((face, at) => die(face, { body: dice[at]?.body })),
      ),
    ),
    mayAct() ? h("p", { class: "hint large" }, t("likely_stop")) : null,
  );
}

for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(
    kind,
    () => {
      const { number, delay } = state.snapshot?.eye?.question ?? {};
      if (delay && mayAct() && document.querySelector(".likely"))
        sendAction({ type: "ask", number });
    },
    true,
  );
}
