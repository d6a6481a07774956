/** The board: the ring of spaces, the white dog, the characters, and who would pay whom. */

import { h } from "../../parts/dom.js";
import { seatColour } from "../../parts/seats.js";
import { t } from "../../words.js";
import { boneAt, character, dog } from "./figures.js";

const MIDDLE = 500;
const RING = 412; // radius of the ring through the middles of its spaces
const INSIDE = 322; // where arrows begin and end
const GIVES = "#a3220f"; // the tag of a player who gives a bone
const GETS = "#1c6b33";
const WAY = 374; // of a possible move: inside the numbers, which it would strike through
const WAITING = 112; // radius on which characters wait in the centre

/**
 * Return where `space` (1 is on top, clockwise; fractions are between) lies.
 * @param {number} space
 * @param {number} spaces
 * @returns {DenLetzten.Spot}
 */
function pointOf(space, spaces, radius = RING) {
  const angle = ((space - 1) / spaces) * 2 * Math.PI;
  return [MIDDLE + radius * Math.sin(angle), MIDDLE - radius * Math.cos(angle)];
}

/**
 * Return where the character of `seat` waits in the centre.
 * @param {number} seat
 * @param {number} seats
 */
export function waitingPoint(seat, seats) {
  return pointOf(1 + seat, seats, WAITING);
}

/**
 * Return the space that lies `ahead` of the dog standing on `from`.
 * @param {number} ahead
 * @param {number} from
 * @param {number} spaces
 */
export function spaceAhead(ahead, from, spaces) {
  return ((((from - 1 + ahead) % spaces) + spaces) % spaces) + 1;
}

/**
 * Draw the board. `onSpace(space)` makes every space a button; `way` shows where a character would
 * move.
 * @param {DenLetzten.Table} snapshot
 * @param {{ onSpace?: ((space: number) => unknown) | null, way?: DenLetzten.Way | null }} [given]
 */
export function drawBoard(snapshot, { onSpace = null, way = null } = {}) {
  return h(
    "svg",
    {
      class: "board full",
      viewBox: "0 0 1000 1000",
      key: "board",
      role: onSpace ? "group" : "img",
      "aria-label": inWords(snapshot),
      vars: { "--size": size(snapshot.spaces) },
    },
    disc(496, { fill: "#3f7a44", ...line("#6b4423", 8) }),
    disc(RING, { fill: "none", ...line("#6f5230", 152) }),
    disc(205, { fill: "#57955a", ...line("#cfe3b0", 4, "3 16") }),
    h(
      "g",
      { class: "spaces" },
      Array.from({ length: snapshot.spaces }, (_, at) => drawSpace(snapshot, at + 1, onSpace)),
    ),
    h("g", { class: "ways" }, way ? drawWay(snapshot, way) : null),
    h("g", { class: "debts" }, drawDebts(snapshot)),
    h(
      "g",
      { class: "pieces" },
      drawDog(snapshot),
      snapshot.seats.filter((s) => s.active).map((s) => drawPiece(snapshot, s)),
    ),
  );
}

/** @param {number} r @param {Props} paint */
function disc(r, paint) {
  return h("circle", { cx: MIDDLE, cy: MIDDLE, r, ...paint });
}

/** @param {string} stroke @param {number} width @param {string | null} dashes */
function line(stroke, width, dashes = null) {
  const paint = { stroke, "stroke-width": width, "stroke-dasharray": dashes };
  return { ...paint, "stroke-linecap": "round" };
}

/** @param {number} size @param {string} fill */
function bold(size, fill) {
  return { "text-anchor": "middle", "font-size": size, "font-weight": 800, fill };
}

/**
 * Return the size of the pieces; on a long ring they are in two rows, or neighbours would touch.
 * @param {number} spaces
 */
function size(spaces) {
  return Math.min(1, Math.max(0.72, 16 / spaces));
}

const CROWDED = 24; // spaces, from which on pieces stand in two rows
const ROW = 46;

/** @param {number} spaces */
function spaceRadius(spaces) {
  return Math.min(66, (0.44 * 2 * Math.PI * RING) / spaces);
}

/**
 * @param {DenLetzten.Table} snapshot
 * @param {number} space
 * @param {((space: number) => unknown) | null} onSpace
 */
function drawSpace(snapshot, space, onSpace) {
  const { spaces } = snapshot;
  const [x, y] = pointOf(space, spaces);
  const ahead = snapshot.dog ? (space - snapshot.dog + spaces) % spaces : null;
  const near = ahead ? distance(snapshot, ahead) : spaces;
  const risk = (0.7 * Math.max(0, 1 - (near - 1) / 4)).toFixed(2);
  const stone = onSpace ? ["#fff3cf", "#ffb02e", 9] : ["#f2e4c6", "#8d7440", 4];
  const [fill, stroke, width] = stone;
  const circle = { cx: x, cy: y, r: spaceRadius(spaces) };
  return h(
    "g",
    {
      class: "space",
      key: `space${space}`,
      ...(onSpace ? asButton(() => onSpace(space), t("hunt_space", { space })) : {}),
    },
    onSpace ? h("path", { fill: "transparent", d: wedge(space, spaces) }) : null,
    h("circle", { class: "stone", ...circle, fill, stroke, "stroke-width": width }),
    onSpace ? null : h("circle", { ...circle, fill: "#e2553a", opacity: risk }),
    spaces <= 36
      ? h(
          "text",
          { x, y: y + 13, ...bold(38, ahead === 1 ? "#34100a" : "#4d3a18") },
          ahead === null ? space : ahead === 0 ? "" : distance(snapshot, ahead),
        )
      : null,
  );
}

/**
 * Return the distance that `ahead` counts as, by the house rule.
 * @param {DenLetzten.Table} snapshot
 * @param {number} ahead
 */
function distance({ spaces, options }, ahead) {
  return options.nearest_metric === "shortest_way" ? Math.min(ahead, spaces - ahead) : ahead;
}

/** @param {() => unknown} run @param {string} label @returns {Props} */
function asButton(run, label) {
  return {
    role: "button",
    tabindex: 0,
    "aria-label": label,
    onclick: run,
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      run();
    },
  };
}

/**
 * Return the part of the board that belongs to a space, for a finger that misses the stone.
 * @param {number} space
 * @param {number} spaces
 */
function wedge(space, spaces) {
  /** @param {number} by @param {number} radius */
  const corner = (by, radius) => pointOf(space + by, spaces, radius).join(" ");
  return `M${corner(-0.5, 300)} L${corner(-0.5, 498)} L${corner(0.5, 498)} L${corner(0.5, 300)} Z`;
}

/** @param {DenLetzten.Table} snapshot */
function drawDog({ dog: space, spaces }) {
  if (space === null) return null;
  const [x, y] = placeOn(space, spaces);
  return h(
    "g",
    {
      class: "piece white-dog",
      key: "dog",
      vars: { "--x": `${x}px`, "--y": `${y}px` },
    },
    h("g", { transform: `scale(${facing(space, spaces)} 1)` }, dog("white")),
  );
}

/**
 * The dog looks to where it runs: to the right on the upper half of the ring, else to the left.
 * @param {number} space
 * @param {number} spaces
 */
function facing(space, spaces) {
  const angle = ((space - 1) / spaces) * 360;
  return angle <= 90 || angle > 270 ? 1 : -1;
}

/**
 * Return where the character of a seat is now.
 * @param {DenLetzten.Table} snapshot
 * @param {DenLetzten.Seat} seat
 */
export function pointOfSeat(snapshot, { seat, space, ahead }) {
  if (space === null) return waitingPoint(seat, snapshot.seats.length);
  return placeOn(space, snapshot.spaces, ahead === 0 ? 70 : 0);
}

/**
 * Return where a piece stands on `space`, or `inside` units further in.
 * @param {number} space
 * @param {number} spaces
 */
export function placeOn(space, spaces, inside = 0) {
  const row = spaces < CROWDED ? 0 : space % 2 ? ROW : -ROW;
  return pointOf(space, spaces, RING + row - inside);
}

/** @param {DenLetzten.Table} snapshot @param {DenLetzten.Seat} seat */
function drawPiece(snapshot, seat) {
  const [x, y] = pointOfSeat(snapshot, seat);
  const { gives, gets } = standing(snapshot, seat.seat);
  const moves = snapshot.turn === seat.seat && !snapshot.ranking;
  return h(
    "g",
    {
      class: "piece",
      key: `piece${seat.seat}`,
      "data-seat": seat.seat,
      vars: { "--x": `${x}px`, "--y": `${y}px`, "--seat": seatColour(seat.seat) },
    },
    moves ? h("circle", { r: 62, fill: "rgba(255,246,221,.35)", ...line("#fff6dd", 7) }) : null,
    character(seat.seat, gives ? "worried" : gets ? "glad" : "calm"),
    (gives || gets) && !snapshot.ranking
      ? h(
          "g",
          {},
          h("circle", { cx: 40, cy: -44, r: 27, fill: gives ? GIVES : GETS, ...line("#fff", 4) }),
          h("text", { x: 40, y: -33, ...bold(32, "#fff") }, gives ? "−1" : "+1"),
        )
      : null,
  );
}

/**
 * Return who should worry and who can be glad: by the next evaluation or, at the end, by the bowls.
 * @param {DenLetzten.Table} snapshot
 * @param {number} seat
 */
function standing({ evaluation, ranking }, seat) {
  if (ranking) {
    const row = ranking.find((one) => one.seat === seat);
    return { gives: row?.bones === 0, gets: row?.place === 1 };
  }
  const { nearest = [], farthest = null } = evaluation ?? {};
  return { gives: nearest.includes(seat), gets: farthest === seat };
}

/**
 * A bone from each of the nearest to the farthest, as if the round ended now.
 * @param {DenLetzten.Table} snapshot
 */
function drawDebts(snapshot) {
  const { nearest = [], farthest = null } = snapshot.evaluation ?? {};
  if (farthest === null || snapshot.ranking) return [];
  return nearest.map((seat) => drawDebt(snapshot, snapshot.seats[seat], snapshot.seats[farthest]));
}

/** @param {DenLetzten.Table} snapshot @param {DenLetzten.Seat} from @param {DenLetzten.Seat} to */
function drawDebt(snapshot, from, to) {
  /** @param {DenLetzten.Seat} seat */
  const edge = (seat) =>
    seat.space === null
      ? waitingPoint(seat.seat, snapshot.seats.length)
      : pointOf(seat.space, snapshot.spaces, INSIDE);
  const [x1, y1] = edge(from);
  const [x2, y2] = edge(to);
  /** @param {number} a @param {number} b */
  const bend = (a, b) => MIDDLE + ((a + b) / 2 - MIDDLE) * 0.72;
  const [cx, cy] = [bend(x1, x2), bend(y1, y2)];
  const turn = (Math.atan2(y2 - cy, x2 - cx) * 180) / Math.PI;
  return [
    h("path", {
      d: `M${x1} ${y1} Q${cx} ${cy} ${x2} ${y2}`,
      fill: "none",
      ...line("#fff6dd", 10, "22 14"),
      "stroke-linecap": "butt",
    }),
    h("path", {
      fill: "#fff6dd",
      d: "M8 0 L-26 -19 V19 Z",
      transform: `translate(${x2} ${y2}) rotate(${turn})`,
    }),
    boneAt((x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4),
  ];
}

/**
 * Draw the path of a possible move, and its end.
 * @param {DenLetzten.Table} snapshot
 * @param {DenLetzten.Way} way
 */
function drawWay(snapshot, { seat, steps }) {
  const { spaces } = snapshot;
  const start = snapshot.seats[seat].space ?? snapshot.dog ?? 1;
  const points = Array.from({ length: 4 * Math.min(steps, spaces) + 1 }, (_, at) =>
    pointOf(start + at / 4, spaces, WAY).join(" "),
  );
  const [x, y] = pointOf(start + steps, spaces);
  return h(
    "g",
    { vars: { "--seat": seatColour(seat) } },
    h("path", { fill: "none", ...line("#fff", 12, "2 24"), d: `M${points.join(" L")}` }),
    h("circle", {
      class: "goal",
      cx: x,
      cy: y,
      r: spaceRadius(spaces) + 5,
      fill: "var(--seat)",
      "fill-opacity": 0.55,
      ...line("#fff", 9, "24 14"),
      "stroke-linecap": "butt",
    }),
  );
}

/** @param {DenLetzten.Table} snapshot */
function inWords(snapshot) {
  const places = snapshot.order.map((seat) => {
    const { name, ahead } = snapshot.seats[seat];
    return t("hunt_is_ahead", { name, count: distance(snapshot, ahead ?? 0) });
  });
  const waiting = snapshot.seats
    .filter((seat) => seat.active && seat.space === null)
    .map((seat) => t("hunt_is_in_centre", { name: seat.name }));
  return [t("hunt_board"), ...places, ...waiting].join(" ");
}
