/** A month's league of a game, and the ladder of who plays it best. */

import { h } from "../parts/dom.js";
import { changeUi, state } from "../store.js";
import { formatAmount, t, titleOf } from "../words.js";
import { chosenMonth, download, drawMonths, drawSelect } from "./evenings.js";
import { answerOf } from "./requests.js";

/** Draw both. */
export function drawLeague() {
  const month = chosenMonth();
  const league = month && answerOf(`/api/league?${query({ month, title: state.ui.title ?? "" })}`);
  const ladder = league?.title && answerOf(`/api/ladder?${query({ title: league.title })}`);
  return [
    h("h2", { class: "ask" }, t("hub_league")),
    h(
      "div",
      { class: "row", key: "choose" },
      drawMonths(),
      league?.titles.length
        ? drawSelect(
            t("hub_game"),
            league.titles.map((title) => [title, titleOf(title)]),
            league.title,
            (title) => changeUi({ title }),
          )
        : null,
    ),
    month === "" || (league && !league.standings.length)
      ? h("p", { class: "hint" }, t("hub_no_league"))
      : null,
    league?.standings.length
      ? drawStandings("league", league.standings, [
          t("hub_points"),
          ({ points }) => formatAmount(Math.floor(points)) + (points % 1 ? "\u00bd" : ""),
        ])
      : null,
    league?.standings.length ? h("p", { class: "hint" }, t("hub_league_how")) : null,
    league?.standings.length
      ? h(
          "p",
          { class: "row" },
          download(
            `/api/exports/league.csv?${query({ month, title: league.title })}`,
            t("hub_league_csv"),
          ),
        )
      : null,
    ladder?.standings.length
      ? [
          h("h2", { class: "ask" }, t("hub_ladder")),
          drawStandings("ladder", ladder.standings, [
            t("hub_rating"),
            ({ rating }) => formatAmount(Math.round(rating)),
          ]),
          h("p", { class: "hint" }, t("hub_ladder_how", { count: formatAmount(ladder.most) })),
        ]
      : null,
  ];
}

function query(fields) {
  return new URLSearchParams(fields).toString();
}

const SHOWN = 100;

function drawStandings(key, standings, [word, figure]) {
  const shown = state.ui[key] ? standings : standings.slice(0, SHOWN);
  return h(
    "div",
    { class: "wide-table standings rigid stack tight", key },
    h(
      "table",
      { class: "plate" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [t("hub_rank"), t("hub_name"), word, t("hub_won"), t("hub_played")].map((one, at) =>
            h("th", { scope: "col", class: at === 1 ? "left" : null }, one),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        shown.map((one) =>
          h(
            "tr",
            { key: one.name },
            h("td", {}, one.rank),
            h("th", { scope: "row", class: "left" }, one.name),
            h("td", { class: "strong" }, figure(one)),
            h("td", {}, formatAmount(one.won)),
            h("td", {}, formatAmount(one.games)),
          ),
        ),
      ),
    ),
    shown.length < standings.length
      ? h(
          "button",
          { class: "quiet", onclick: () => changeUi({ [key]: true }) },
          t("hub_all_people", { count: formatAmount(standings.length) }),
        )
      : null,
  );
}
