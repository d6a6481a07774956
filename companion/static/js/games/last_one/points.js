/** Penalty points against the limit: bars with figures, and what the last hand brought. */

import { h } from "../../parts/dom.js";
import { seatColour, seatSign } from "../../parts/seats.js";
import { formatAmount, t } from "../../words.js";

/** Draw the points of `seat` as a bar that is full at the limit; `more` of them are new. */
export function pointsBar(snapshot, seat, more = 0) {
  const { limit } = snapshot.options;
  const part = (points) => `${Math.min(100, (100 * points) / limit)}%`;
  const figures = { points: formatAmount(seat.points), limit: formatAmount(limit) };
  return h(
    "span",
    {
      class: `points-bar anchor cut-off ${seat.points >= limit * 0.75 ? "near" : ""} ${seat.active ? "" : "full"}`,
      vars: { "--part": part(seat.points) },
      role: "img",
      "aria-label": t("one_points_of", figures),
    },
    h("i", { class: "bar-part" }),
    more
      ? h("i", {
          class: "bar-part",
          vars: { "--part": part(seat.points - more), "--fill": "#80602a" },
        })
      : null,
    h("b", { class: "bar-figure" }, figures.points, h("span", {}, ` / ${figures.limit}`)),
  );
}

/** Draw everybody's points, fewest first among those still in, with what the last hand brought. */
export function pointsTable(snapshot) {
  const last = snapshot.sheet.at(-1) ?? [];
  const rows = [...snapshot.seats].sort(
    (a, b) => b.active - a.active || a.points - b.points || a.seat - b.seat,
  );
  return h(
    "ol",
    { class: "points-table stack tight", key: "points", "aria-label": t("one_points_table") },
    rows.map((seat) => drawRow(snapshot, seat, last[seat.seat] ?? null)),
  );
}

function drawRow(snapshot, seat, gained) {
  return h(
    "li",
    {
      class: `points-row plate of-seat ${seat.active ? "" : "out"}`,
      key: `row${seat.seat}`,
      vars: { "--seat": seatColour(seat.seat) },
    },
    seatSign(seat.seat),
    h("b", { class: "points-name large clip" }, seat.name),
    h("b", { class: gained === 0 ? "large good" : "large lit" }, gainedWords(gained)),
    pointsBar(snapshot, seat, gained ?? 0),
    seat.active ? null : h("span", { class: "badge pill strong bankrupt" }, whyOut(snapshot, seat)),
  );
}

/** Why a player takes no part any more: he is bankrupt, or he left. */
export function whyOut({ options }, { points }) {
  return t(points >= options.limit ? "one_bankrupt" : "out");
}

function gainedWords(gained) {
  if (gained === null) return "";
  return gained === 0 ? t("one_hand_won") : `+${formatAmount(gained)}`;
}
