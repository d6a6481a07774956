/** The score sheet of a free table: a row for each round, a column for each player. */

import { send } from "../../actions.js";
import { h } from "../../parts/dom.js";
import { openAmountSheet } from "../../parts/sheet.js";
import { seatName } from "../../parts/seats.js";
import { legalChoices } from "../../permissions.js";
import { changeUi, state } from "../../store.js";
import { amount, t } from "../../words.js";

const MOST = 1_000_000;

/** Draw the sheet; a tap on a field writes points into it. Nothing where the box has none. */
export function drawSheet(snapshot) {
  const { box, seats, over } = snapshot;
  if (box.sheet === "none") return null;
  const full = Math.max(...seats.map(({ points }) => points.length));
  const rows = over || (box.rounds && full >= box.rounds) ? full : full + 1;
  const choices = over ? [] : legalChoices(snapshot, "score");
  return h(
    "div",
    { class: "free-sheet full", key: "sheet", tabindex: 0, role: "group", "aria-label": t("free_sheet") },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h("tr", {}, h("td", {}), seats.map(({ seat }) => h("th", { scope: "col" }, seatName(snapshot, seat)))),
      ),
      h(
        "tbody",
        {},
        Array.from({ length: rows }, (_, at) =>
          h(
            "tr",
            { key: at },
            h("th", { scope: "row" }, at + 1),
            seats.map((seat) => h("td", {}, drawField(seat, at + 1, choices))),
          ),
        ),
        h(
          "tr",
          { key: "total" },
          h("th", { scope: "row" }, t("free_total")),
          seats.map(({ total }) => h("td", {}, h("b", { class: "lit" }, amount(total)))),
        ),
      ),
    ),
    choices.length ? drawMinus() : null,
  );
}

function drawField({ seat, name, points }, round, choices) {
  const written = points[round - 1];
  const choice = choices.find((one) => one.seat === seat);
  if (!choice || round > choice.fields.round.max) return written === undefined ? "" : amount(written);
  const title = t("free_points_of", { name, round });
  const sign = state.ui.minus ? -1 : 1;
  const ask = () =>
    openAmountSheet({
      title: sign < 0 ? `${title} (−)` : title,
      min: 0,
      max: MOST,
      step: 1,
      onDone: async (points) => {
        if (await send({ type: "score", seat, round, points: sign * points })) changeUi({ minus: false });
      },
    });
  return h(
    "button",
    { class: written === undefined ? "step" : "quiet", "aria-label": title, onclick: ask },
    written === undefined ? "…" : amount(written),
  );
}

/** The next points that are written are taken away. */
function drawMinus() {
  const { minus = false } = state.ui;
  return h(
    "button",
    {
      class: minus ? "picked" : "quiet",
      "aria-pressed": minus ? "true" : "false",
      onclick: () => changeUi({ minus: !minus }),
    },
    t("free_minus"),
  );
}
