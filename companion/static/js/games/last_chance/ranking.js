/** The end: who won, who could not, and the way to another game with the same people. */

import { send } from "../../act.js";
import { h } from "../../parts/dom.js";
import { sum } from "../../parts/money.js";
import { seatColour, seatSign } from "../../parts/shapes.js";
import { changeUi, state } from "../../store.js";
import { listed, t } from "../../words.js";

/** Draw the ranking. */
export function drawRanking(snapshot) {
  const rows = snapshot.ranking ?? [];
  const winners = rows.filter((row) => row.place === 1).map((row) => snapshot.seats[row.seat].name);
  return h(
    "section",
    { class: "ranking", key: "ranking" },
    h(
      "h2",
      { class: "ask" },
      winners.length
        ? t("winner", { names: listed(winners), count: winners.length })
        : t("no_winner"),
    ),
    h(
      "ol",
      { class: "places" },
      rows.map((row) => drawRow(snapshot, row)),
    ),
    h(
      "button",
      { class: "main", disabled: state.busy, onclick: () => rematch(snapshot) },
      t("rematch"),
    ),
    h(
      "button",
      { class: "second", onclick: () => changeUi({ panel: "start" }) },
      t("other_players"),
    ),
  );
}

function drawRow(snapshot, row) {
  const seat = snapshot.seats[row.seat];
  return h(
    "li",
    {
      class: `place ${row.place === 1 ? "first" : ""} ${row.qualified ? "" : "unqualified"}`,
      vars: { "--seat": seatColour(row.seat) },
    },
    h("span", { class: "place-number" }, row.place ?? "–"),
    seatSign(row.seat),
    h("span", { class: "place-name" }, seat.name),
    h(
      "span",
      { class: "place-cards" },
      row.qualified
        ? t("cards_won", { count: seat.cards.length })
        : t(seat.active ? "no_card" : "out"),
    ),
    sum(row.cash, "place-cash"),
  );
}

/** The same people and house rules; the player left of the last starter begins. */
function rematch(snapshot) {
  send({
    type: "start",
    game: snapshot.game,
    names: snapshot.seats.map((seat) => seat.name),
    options: snapshot.options,
  });
}
