/** The café's evenings: how many games each had, and the games of one. */

import { h } from "../parts/dom.js";
import { changeUi, state } from "../store.js";
import { formatAmount, formatList, formatScores, language, t, titleOf } from "../words.js";
import { nameOf } from "./live.js";
import { answerOf } from "./requests.js";

/** Draw the evenings of a month, or one of them. */
export function drawEvenings() {
  const day = location.hash.split("/")[1];
  if (day) return drawEvening(day);
  const month = chosenMonth();
  const found = month && answerOf(`/api/evenings?month=${month}`);
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
          download(`/api/exports/games.csv?month=${month}`, t("hub_games_csv")),
        )
      : null,
  ];
}

/** The month that is looked at: the newest with games; empty where there is none, undefined until that is known. */
export function chosenMonth() {
  const months = answerOf("/api/months")?.months;
  return months && (state.ui.month ?? months[0] ?? "");
}

/** Draw the choice of a month. */
export function drawMonths() {
  const words = new Intl.DateTimeFormat(language, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const months = answerOf("/api/months")?.months ?? [];
  const options = months.map((month) => [month, words.format(new Date(`${month}-01T00:00Z`))]);
  return months.length
    ? drawSelect(t("hub_month"), options, chosenMonth(), (month) => changeUi({ month }))
    : null;
}

/** Draw a choice of `options` (pairs of value and words), of which `chosen` holds. */
export function drawSelect(label, options, chosen, choose) {
  return h(
    "select",
    { "aria-label": label, key: label, onchange: ({ target }) => choose(target.value) },
    options.map(([value, words]) =>
      h("option", { value, selected: value === chosen, key: value }, words),
    ),
  );
}

/** Draw a link to a file. */
export function download(href, words) {
  return h("a", { class: "link second", href, download: true, key: href }, words);
}

function drawDay({ day, games, tables }) {
  return h(
    "li",
    { key: day },
    h(
      "button",
      { class: "plate stack tight left full", onclick: () => (location.hash = `evenings/${day}`) },
      h("b", { class: "lit" }, dayWords(day)),
      h(
        "span",
        { class: "soft" },
        [t("hub_games", { count: games }), t("hub_at_tables", { count: tables })].join(" · "),
      ),
    ),
  );
}

function drawEvening(day) {
  const found = answerOf(`/api/evening?day=${encodeURIComponent(day)}`);
  return [
    h(
      "p",
      { class: "row", key: "back" },
      h(
        "button",
        { class: "quiet", onclick: () => (location.hash = "evenings") },
        t("hub_all_evenings"),
      ),
    ),
    h("h2", { class: "ask" }, dayWords(day)),
    found && found.games.length === found.most
      ? h("p", { class: "hint" }, t("hub_newest", { count: formatAmount(found.most) }))
      : null,
    h("ul", { class: "grid", vars: { "--least": "20rem" } }, (found?.games ?? []).map(drawGame)),
  ];
}

/** Draw a game that was played. */
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
    h(
      "p",
      { class: "strong" },
      winners.length
        ? t("winner", { names: formatList(winners), count: winners.length })
        : t(game.ended ? "no_winner" : "evenings_left"),
    ),
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

/** When something was: the time, and where it is not of today the day too. */
export function timeOf(text) {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return ""; // a table says what it likes
  const today = at.toDateString() === new Date().toDateString();
  const form = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language, form).format(at);
}

function dayWords(day) {
  const at = new Date(`${day}T00:00Z`);
  return Number.isNaN(at.getTime())
    ? day
    : new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(at);
}
