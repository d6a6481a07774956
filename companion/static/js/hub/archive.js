/** The café's evenings with their numbers of games, and the games of one evening. */

import { drawDataTable, drawDownload, drawWaiting } from "../parts/controls.js";
import { button, h } from "../parts/dom.js";
import { drawFairness } from "../parts/fairness.js";
import { changeUi, state } from "../store.js";
import {
  formatAmount,
  formatOutcome,
  formatPercent,
  formatScores,
  formatWhen,
  t,
  titleOf,
} from "../words.js";
import { answerOf, forgetAnswers, hasRole, send } from "./requests.js";
import { nameOf } from "./tables.js";

/** Draw the evenings of a month, or one of them. */
export function drawEvenings() {
  const day = location.hash.split("/")[1];
  if (day) return drawEvening(day);
  const month = chosenMonth();
  /** @type {{ evenings: Hub.Day[] } | null} */
  const found = month ? answerOf(`/api/evenings?month=${month}`) : null;
  return [
    h("h2", { class: "ask" }, t("hub_evenings")),
    drawMonths(),
    month === "" || found?.evenings.length === 0
      ? h("p", { class: "hint" }, t("evenings_none"))
      : null,
    h("ul", { class: "grid" }, (found?.evenings ?? []).map(drawDay)),
    month
      ? h(
          "p",
          { class: "row" },
          drawDownload(`/api/exports/games.csv?month=${month}`, t("hub_games_csv")),
        )
      : null,
  ];
}

/**
 * Return the shown month, by default the newest with games; empty without any, undefined until that
 * is known.
 */
export function chosenMonth() {
  const months = monthsWithGames();
  return months && String(state.ui.month ?? months[0] ?? "");
}

function monthsWithGames() {
  /** @type {{ months: string[] } | null} */
  const answer = answerOf("/api/months");
  return answer?.months;
}

/** Draw the choice of a month. */
export function drawMonths() {
  const months = monthsWithGames() ?? [];
  const options = months.map((month) => [month, formatWhen(`${month}-01T00:00Z`, "month", "UTC")]);
  return months.length
    ? drawSelect(t("hub_month"), options, chosenMonth(), (month) => changeUi({ month }))
    : null;
}

/**
 * Draw a choice of `options` (pairs of value and words); `chosen` is selected.
 * @param {string} label
 * @param {string[][]} options
 * @param {string | undefined} chosen
 * @param {(value: string) => void} choose
 */
export function drawSelect(label, options, chosen, choose) {
  return h(
    "select",
    { "aria-label": label, key: label, onchange: ({ target }) => choose(target.value) },
    options.map(([value, words]) =>
      h("option", { value, selected: value === chosen, key: value }, words),
    ),
  );
}

/** @param {Hub.Day} hub */
function drawDay({ day, games, tables }) {
  return h(
    "li",
    { key: day },
    button(
      "plate stack tight left full",
      [
        h("b", { class: "lit" }, dayWords(day)),
        h(
          "span",
          { class: "soft" },
          [t("hub_games", { count: games }), t("hub_at_tables", { count: tables })].join(" · "),
        ),
      ],
      () => (location.hash = `evenings/${day}`),
    ),
  );
}

/** @param {string} day */
function drawEvening(day) {
  /** @type {Hub.Evening | null} */
  const found = answerOf(`/api/evening?day=${encodeURIComponent(day)}`);
  return [
    h(
      "p",
      { class: "row", key: "back" },
      button("quiet", t("hub_all_evenings"), () => (location.hash = "evenings")),
    ),
    h("h2", { class: "ask" }, dayWords(day)),
    found && found.games.length === found.most
      ? h("p", { class: "hint" }, t("hub_newest", { count: formatAmount(found.most) }))
      : null,
    found && hasRole("admin") ? drawLeftOut(day, found) : null,
    h("ul", { class: "grid", vars: { "--least": "20rem" } }, (found?.games ?? []).map(drawGame)),
  ];
}

/**
 * Draw which tables' games of an evening the leagues leave out.
 * @param {string} day
 * @param {Hub.Evening} hub
 */
function drawLeftOut(day, { tables, left_out: rules }) {
  /** @param {string} table @param {string} evening */
  const has = (table, evening) =>
    rules.some((rule) => rule.table === table && rule.evening === evening);
  return h(
    "section",
    { class: "plate stack tight", key: "left_out" },
    h("h3", {}, t("hub_league")),
    h("p", { class: "hint" }, t("hub_left_out_how")),
    ["", ...(has("", day) ? [] : tables)].map((table) => {
      const name = table ? nameOf(table) : t("hub_all_tables");
      const ways = table ? ["no", "evening", "always"] : ["no", "evening"];
      const out = has(table, "") ? "always" : has(table, day) ? "evening" : "no";
      return h(
        "p",
        { class: "line spread", key: table },
        name,
        drawSelect(
          name,
          ways.map((way) => [way, t(`hub_left_out_${way}`)]),
          out,
          (way) => send("/api/left_out", { table, evening: day, out: way }, forgetAnswers),
        ),
      );
    }),
  );
}

/** Draw a game that was played. @param {Hub.Game} game */
export function drawGame(game) {
  const winners = game.names.filter((_, seat) => game.places?.[seat] === 1);
  return h(
    "li",
    { class: "plate stack tight", key: game.table + game.game },
    h(
      "p",
      { class: "line spread" },
      h("b", { class: "lit" }, titleOf(game.title)),
      timeOf(game.began),
    ),
    h("p", { class: "strong" }, formatOutcome(winners, game.names.length, Boolean(game.ended))),
    h("p", { class: "soft" }, formatScores(game)),
    h(
      "p",
      { class: "line spread soft" },
      nameOf(game.table),
      h(
        "a",
        { class: "soft", href: `/api/exports/${game.table}/${game.game}.jsonl`, download: true },
        t("hub_rows"),
      ),
    ),
  );
}

/** Return when something was: the time, with the day unless that is today. @param {string} text */
export function timeOf(text) {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return ""; // tables may send any text
  const today = at.toDateString() === new Date().toDateString();
  return formatWhen(at, today ? "time" : "moment");
}

/** @param {string} day */
function dayWords(day) {
  const at = new Date(`${day}T00:00Z`);
  return Number.isNaN(at.getTime()) ? day : formatWhen(at, "day", "UTC");
}

// A month's league of a game, and its ladder.

/** Draw both. */
export function drawLeague() {
  const month = chosenMonth();
  /** @type {Hub.League | null} */
  const league = month
    ? answerOf(`/api/league?${query({ month, title: String(state.ui.title ?? "") })}`)
    : null;
  /** @type {Hub.League | null} */
  const ladder = league?.title ? answerOf(`/api/ladder?${query({ title: league.title })}`) : null;
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
          drawDownload(
            `/api/exports/league.csv?${query({ month: String(month), title: league.title })}`,
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

/** @param {Record<string, string>} fields */
function query(fields) {
  return new URLSearchParams(fields).toString();
}

const SHOWN = 100;

/**
 * @param {string} key
 * @param {Hub.Standing[]} standings
 * @param {[string, (one: Hub.Standing) => string]} given
 */
function drawStandings(key, standings, [word, figure]) {
  const shown = state.ui[key] ? standings : standings.slice(0, SHOWN);
  return h(
    "div",
    { class: "scrolls standings rigid stack tight", key },
    drawDataTable(
      "plate",
      [
        [t("hub_rank"), t("hub_name"), word, t("hub_won")].map((one, at) =>
          h("th", { scope: "col", class: at === 1 ? "left" : null }, one),
        ),
        h("th", { scope: "col", class: "wide-only" }, t("hub_played")),
      ],
      shown.map((one) =>
        h(
          "tr",
          { key: one.name },
          h("td", {}, one.rank),
          h("th", { scope: "row", class: "left" }, one.name),
          h("td", { class: "strong" }, figure(one)),
          h("td", {}, formatAmount(one.won)),
          h("td", { class: "wide-only" }, formatAmount(one.games)),
        ),
      ),
    ),
    shown.length < standings.length
      ? button("quiet", t("hub_all_people", { count: formatAmount(standings.length) }), () =>
          changeUi({ [key]: true }),
        )
      : null,
  );
}

// Whether the café's dice are fair: all together, by colour, and by table.

/** @type {Record<string, number>} */
const RANK = { loaded: 0, suspicious: 1, nothing: 2 };

/** Draw it. */
export function drawFairnessPage() {
  /** @type {{ all: API.Fairness[], tables: API.Fairness[], days: number } | null} */
  const found = answerOf("/api/fairness");
  if (!found) return drawWaiting();
  const { all, tables, days } = found;
  const sorted = [...tables].sort(
    (one, other) => RANK[one.verdict] - RANK[other.verdict] || other.evidence - one.evidence,
  );
  return [
    h("h2", { class: "ask" }, t("hub_fairness")),
    h("p", { class: "hint" }, t("hub_fairness_days", { count: days })),
    all.length ? drawFairness({ evening: [], all }) : h("p", { class: "hint" }, t("hub_no_throws")),
    sorted.length ? drawByTable(sorted) : null,
  ];
}

/** @param {API.Fairness[]} groups */
function drawByTable(groups) {
  const heads = ["hub_table", "hub_thrown", "hub_verdict", "hub_farthest"];
  return h(
    "section",
    { class: "stack tight", key: "by_table" },
    h("h3", {}, t("hub_by_table")),
    h(
      "div",
      { class: "scrolls rigid" },
      drawDataTable(
        "plate",
        heads.map((word) => h("th", { scope: "col" }, t(word))),
        groups.map(drawRow),
      ),
    ),
  );
}

/** @param {API.Fairness} fairness */
function drawRow({ body, thrown, verdict, face, faces }) {
  const share = (faces.find((one) => one.face === face)?.count ?? 0) / thrown;
  return h(
    "tr",
    { key: body },
    h("th", { scope: "row" }, nameOf(body)),
    h("td", {}, formatAmount(thrown)),
    h(
      "td",
      { class: verdict === "nothing" ? "left" : "warn left" },
      t(`fair_${verdict}`, { face }),
    ),
    h("td", {}, t("hub_face_share", { face, share: formatPercent(share) })),
  );
}
