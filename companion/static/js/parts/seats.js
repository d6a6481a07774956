/** The players with their money, and the bank, always visible. */

import { state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { h } from "./dom.js";

export const CROWD = 8; // more players than this are in two columns

/**
 * Draw the table: its `rail` and its `stage`.
 * @param {Snapshot} snapshot
 * @param {...Child} parts
 */
export function drawTable({ seats: { length } }, ...parts) {
  const crowd = length > CROWD;
  const many = `${length > 6 ? "of-many" : ""} ${crowd ? "of-crowd" : ""}`;
  return h(
    "div",
    {
      class: `table fill of-${length} ${many}`,
      key: "table",
      vars: { "--n": crowd ? Math.ceil(length / 2) : Math.max(length, 3) },
    },
    parts,
  );
}

/** Draw the rail, with `slot` above the players. @param {Child} slot @param {Child} seats */
export function drawRail(slot, seats) {
  return h("aside", { class: "rail stack wood", key: "rail" }, slot, seats);
}

/** Draw the stage, next to the rail or below it. @param {...Child} stage */
export function drawStage(...stage) {
  return h("main", { class: "stage stack", key: "stage" }, stage);
}

/**
 * Draw every seat and the common accounts that the game names.
 * @param {Snapshot} snapshot
 * @param {Display} display
 */
export function drawSeats(snapshot, display) {
  const { turn } = snapshot;
  const own = state.you.seat === null ? 0 : 1; // has a line of its own
  return h(
    "section",
    { class: "seats stack grow", key: "seats", "aria-label": t("players") },
    h(
      "ul",
      { class: "seat-list", vars: columnsOf(snapshot.seats.length - own) },
      snapshot.seats.map((seat) => drawSeat(snapshot, seat, display, turn === seat.seat)),
    ),
    display.accounts &&
      h(
        "dl",
        { class: "accounts" },
        display
          .accounts(snapshot)
          .map(([name, value, account = name]) =>
            h(
              "div",
              { class: "account line spread", "data-account": account },
              h("dt", { class: "soft" }, name),
              h("dd", { class: "strong" }, formatAmount(value)),
            ),
          ),
      ),
  );
}

/** Return how many of `count` seats are side by side on a phone. @param {number} count */
export function columnsOf(count) {
  return { "--columns": count > 6 || count === 4 ? 4 : Math.min(count, 3) };
}

/** @param {Snapshot} snapshot @param {Seat} seat @param {Display} display @param {boolean} turn */
function drawSeat(snapshot, seat, display, turn) {
  const own = seat.seat === state.you.seat;
  const notes = [display.notes?.(snapshot, seat)].flat(9).filter(Boolean);
  const hasCashLine = seat.cash !== undefined || seat.active === false;
  return h(
    "li",
    {
      class: `seat ${turn ? "turn on-turn" : ""} ${seat.active === false ? "out" : ""} ${own ? "own" : ""}`,
      key: `seat${seat.seat}`,
      vars: {
        "--seat": seatColour(seat.seat),
        "--below": hasCashLine ? "var(--cash-line, 28px)" : notes.length ? "18px" : "6px",
      },
      "aria-current": turn ? "true" : null,
      "data-account": `seat:${seat.seat}`,
    },
    seatSign(seat.seat),
    h("span", { class: "seat-name strong clip" }, seat.name),
    notes.length ? h("span", { class: "seat-notes line soft strong" }, notes) : null,
    seat.active === false
      ? h("span", { class: "seat-cash strong seat-out" }, t("out"))
      : purse(snapshot, seat, display),
  );
}

/**
 * Return a seat's money or points, or the part that its game draws instead.
 * @param {Snapshot} snapshot
 * @param {Seat} seat
 * @param {Display} display
 */
function purse(snapshot, seat, display) {
  const look = seat.cash === undefined ? "purse" : "seat-cash strong";
  return (
    display.purse?.(snapshot, seat) ??
    h("span", { class: `${look} clip` }, formatAmount(seat.cash ?? seat.total ?? 0))
  );
}

/**
 * Return a seat's sign and name, for use inside a sentence or a button.
 * @param {Snapshot} snapshot
 * @param {number} seat
 */
export function seatName(snapshot, seat, className = "") {
  return h(
    "span",
    { class: `who ${className}`, vars: { "--seat": seatColour(seat) } },
    seatSign(seat),
    h("bdi", {}, snapshot.seats[seat].name),
  );
}

// Each seat's sign: a colour (Okabe-Ito) and a shape, so that nothing depends on colour alone.

/** @type {[colour: string, draw: () => Child][]} */
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
  ["#E69F00", () => h("path", { d: "M2 4 H38 L20 37 Z" })],
  ["#56B4E9", () => h("path", { d: "M3 3 H15 V37 H3 Z M25 3 H37 V37 H25 Z" })],
  ["#00B383", () => h("path", { d: "M3 3 H37 V15 H3 Z M3 25 H37 V37 H3 Z" })],
  [
    "#DE8FBC",
    () => h("path", { d: "M20 37 L4 20 A9.500 9.500 0 1 1 20 10 A9.500 9.500 0 1 1 36 20 Z" }),
  ],
];

/** Return the colour of `seat`. @param {number} seat */
export function seatColour(seat) {
  return SIGNS[seat % SIGNS.length][0];
}

/** Draw the shape of `seat` alone. @param {number} seat */
export function seatShape(seat) {
  const [colour, draw] = SIGNS[seat % SIGNS.length];
  return h("svg", { class: "sign rigid", viewBox: "0 0 40 40", fill: colour }, draw());
}

/** Draw the sign of `seat`: a chip in its colour, with its shape. @param {number} seat */
export function seatSign(seat) {
  const [colour, draw] = SIGNS[seat % SIGNS.length];
  return h(
    "svg",
    { class: "sign rigid", viewBox: "0 0 40 40", "aria-hidden": "true" },
    h("circle", { cx: 20, cy: 20, r: 19, fill: colour, stroke: "#120b06" }),
    // Six notches, as the dashes of one ring.
    h("circle", {
      cx: 20,
      cy: 20,
      r: 17,
      fill: "none",
      stroke: "#1c120a",
      "stroke-width": 4.2,
      "stroke-dasharray": "6 11.800",
      "stroke-dashoffset": 3,
    }),
    h("circle", { cx: 20, cy: 20, r: 14.6, fill: "#1c120a" }),
    h("g", { fill: colour, transform: "translate(20 20) scale(.54) translate(-20 -20)" }, draw()),
  );
}

/**
 * Return the seats without a device, except those of players who are out.
 * @param {Snapshot} snapshot
 */
export function freeSeats(snapshot) {
  return snapshot.over
    ? []
    : seatsInPlay(snapshot).filter(({ seat }) => !state.you.taken.includes(seat));
}

/** Return the seats of those who are not out. @param {Snapshot} snapshot */
export function seatsInPlay({ seats }) {
  return seats.filter(({ active }) => active !== false);
}
