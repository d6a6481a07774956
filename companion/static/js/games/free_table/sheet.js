/** The score sheet of a free table: a row for each round, a column for each player. */

import { sendAction } from "../../actions.js";
import { drawDataTable } from "../../parts/controls.js";
import { button, h } from "../../parts/dom.js";
import { openAmountSheet } from "../../parts/overlays.js";
import { CROWD, seatSign } from "../../parts/seats.js";
import { changeUi, choiceOf, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";

const MOST = 1_000_000;
const SHOWN = [6, 2]; // the last rounds: usually, and with little room

/** Draw the sheet, to be read; nothing where the box has none. @param {FreeTable.View} snapshot */
export function drawSheet(snapshot) {
  const { box, seats } = snapshot;
  if (box.sheet === "none") return null;
  const rounds = Math.max(...seats.map(({ points }) => points.length));
  /**
   * @param {string | number} key
   * @param {Child} title
   * @param {(seat: FreeTable.Seat) => Child} cell
   */
  const row = (key, title, cell) =>
    h(
      "tr",
      { key },
      h("th", { scope: "row" }, title),
      seats.map((seat) => h("td", {}, cell(seat))),
    );
  /** @param {number} at @returns {(seat: FreeTable.Seat) => string} */
  const points = (at) => (seat) => (at in seat.points ? formatAmount(seat.points[at]) : "");
  return h(
    "div",
    {
      class: "scrolls full",
      key: "sheet",
      tabindex: 0,
      role: "group",
      "aria-label": t("free_sheet"),
    },
    drawDataTable(
      "",
      [
        h("td", {}),
        seats.map(({ seat, name }) =>
          h("th", { scope: "col", "aria-label": name }, seatSign(seat)),
        ),
      ],
      Array.from({ length: rounds }, (_, at) => row(at, at + 1, points(at))),
      row("total", t("free_total"), ({ total }) => h("b", { class: "lit" }, formatAmount(total))),
    ),
  );
}

/**
 * Draw the last rounds of the player at `seat`; a tap writes points, or changes them.
 * @param {FreeTable.View} snapshot
 * @param {number} seat
 */
export function drawPoints(snapshot, seat) {
  if (snapshot.box.sheet === "none") return null;
  const choice = choiceOf(snapshot, "score", seat);
  const { name, points } = snapshot.seats[seat];
  const isNext = seat === snapshot.turn && owesPoints(snapshot);
  const max = choice?.fields.round.max ?? points.length;
  const from = Math.max(1, max - SHOWN[snapshot.seats.length > CROWD ? 1 : 0] + 1);
  return Array.from({ length: Math.max(0, max - from + 1) }, (_, at) => {
    const round = from + at;
    const written = points[round - 1];
    const words = written === undefined ? t("free_write_round", { round }) : formatAmount(written);
    if (!choice) return h("b", { class: "free-points", key: round }, words);
    const label = t("free_points_of", { name, round });
    return button(
      `free-points ${written !== undefined ? "bare" : isNext ? "main" : ""}`,
      words,
      () => ask(label, { seat, round }),
      { key: round, "aria-label": written === undefined ? label : `${label}: ${words}` },
    );
  });
}

/**
 * Whether the player on turn has no points yet in this round of a game with points only.
 * @param {FreeTable.View} snapshot
 */
export function owesPoints({ box, seats, turn, round }) {
  return box.sheet !== "none" && !box.dice && turn !== null && seats[turn].points.length < round;
}

/**
 * Ask for the points of a seat in a round, and write them, negative if minus is picked.
 * @param {string} title
 * @param {{ seat: number, round: number }} place
 */
function ask(title, place) {
  const sign = state.ui.minus ? -1 : 1;
  openAmountSheet({
    title: sign < 0 ? `${title} (−)` : title,
    min: 0,
    max: MOST,
    step: 1,
    onDone: async (points) => {
      if (await sendAction({ type: "score", ...place, points: sign * points }))
        changeUi({ minus: false });
    },
  });
}
