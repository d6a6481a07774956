/** Under the ranking: turning points, statistics over games, and the game for other programs. */

import { TABLE } from "../api.js";
import { changeUi, state } from "../store.js";
import { formatAmount, t, titleOf } from "../words.js";
import { h } from "./dom.js";
import { stepOf } from "./ending_chart.js";
import { featWords, formatRounded } from "./ending_words.js";
import { seatColour, seatSign } from "./seat_signs.js";

/** Draw the turning points; a tap shows when in the chart. */
export function drawFeats(story) {
  if (!story.feats.length) return null;
  return h(
    "section",
    { class: "part stack tight", key: "feats" },
    h("h3", {}, t("ending_feats")),
    h(
      "ol",
      { class: "grid" },
      story.feats.map((feat, at) => drawFeat(story, feat, at + 1)),
    ),
  );
}

function drawFeat(story, feat, number) {
  const [title, sentence] = featWords(feat, story.seats[feat.seat].name);
  return h(
    "li",
    { key: `${feat.code}${feat.seat}`, vars: { "--seat": seatColour(feat.seat) } },
    h(
      "button",
      {
        class: "feat plate of-seat full left",
        onclick: () => changeUi({ chartAt: stepOf(story, feat.version) }),
      },
      h("span", { class: "feat-number heavy round middle", "aria-hidden": "true" }, number),
      h("b", { class: "lit" }, title),
      h("span", {}, seatSign(feat.seat), " ", sentence),
    ),
  );
}

/** Draw what the people of this game have played so far: of this game, and of all. */
export function drawStatistics(story, { players, games }) {
  const people = story.seats.flatMap(({ seat, name }) => {
    const all = players.find((one) => same(one.name, name));
    const here = all?.by_game.find((one) => isSameGame(one, story));
    return here ? [{ seat, name, all, here, best: bestWin(story, games, name) }] : [];
  });
  if (!people.length) return null;
  const heads = ["name", "won", "best", "mean", "all"];
  return h(
    "section",
    { class: "part stack tight", key: "statistics" },
    h("h3", {}, t("ending_statistics", { title: titleOf(story.title) })),
    h(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": t("ending_so_far") },
      h(
        "table",
        { class: "statistics full" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) =>
              h("th", { scope: "col", class: `col-${head}` }, t(`ending_col_${head}`)),
            ),
          ),
        ),
        h("tbody", {}, people.map(drawPerson)),
      ),
    ),
    drawRecords(story, people),
  );
}

/** The rarest thing that each of them ever did in this game, once there were several games. */
function drawRecords(story, people) {
  const records = people.flatMap(({ seat, name, all, here }) => {
    const own = all.feats.filter((feat) => feat.game === story.game && feat.figures.chance);
    own.sort((a, b) => a.figures.chance - b.figures.chance);
    return here.finished > 1 && own.length ? [{ seat, name, feat: own[0] }] : [];
  });
  if (!records.length) return null;
  return [
    h("h3", { key: "records-title" }, t("ending_records")),
    h("ul", { class: "grid", key: "records" }, records.map(drawRecord)),
  ];
}

function drawRecord({ seat, name, feat }) {
  const [title, sentence] = featWords(feat, name);
  return h(
    "li",
    { class: "plate of-seat", key: `record${seat}`, vars: { "--seat": seatColour(seat) } },
    h("p", { class: "strong" }, seatSign(seat), " ", title),
    sentence,
  );
}

/** A game that people put together is told from others by what they call it. */
function isSameGame(one, other) {
  return one.game === other.game && one.title === other.title;
}

/** People are known by their names, in upper or lower case. */
function same(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * What `name` had at best when he won; a high score alone may have been a lost game. Before the story
 * tells whether few points win, nothing is the best.
 */
function bestWin(story, games, name) {
  const wins = games
    .filter((one) => isSameGame(one, story) && one.places)
    .flatMap(({ names, places, scores }) =>
      scores.filter((_, seat) => same(names[seat], name) && places[seat] === 1),
    );
  if (!wins.length || story.fewest_wins === undefined) return "–";
  return formatAmount(story.fewest_wins ? Math.min(...wins) : Math.max(...wins));
}

function drawPerson({ seat, name, all, here, best }) {
  return h(
    "tr",
    { key: `person${seat}` },
    h("th", { scope: "row" }, seatSign(seat), " ", name),
    h("td", {}, wonOf(here)),
    h("td", {}, best),
    h("td", { class: "col-mean" }, formatRounded(here.mean)),
    h("td", {}, wonOf(all)),
  );
}

function wonOf({ won, finished }) {
  return t("ending_won_of", { won: formatAmount(won), all: formatAmount(finished) });
}

/** Draw the ways to take the game elsewhere. */
export function drawExports(story) {
  const shown = Boolean(state.ui.bgStats);
  return h(
    "section",
    { class: "part stack tight", key: "exports" },
    h("h3", {}, t("ending_exports")),
    h(
      "div",
      { class: "row" },
      file(`export.csv?${which(story)}`, t("ending_csv")),
      file(`export.json?${which(story)}`, t("ending_json")),
      file("games.csv", t("ending_all_csv")),
      story.bg_stats
        ? h(
            "button",
            {
              class: "second",
              "aria-expanded": shown ? "true" : "false",
              onclick: () => changeUi({ bgStats: !shown }),
            },
            t("ending_bg_stats"),
          )
        : null,
    ),
    shown ? drawBgStats(story) : null,
  );
}

function file(name, words) {
  return h("a", { class: "second link", href: `${TABLE}/${name}`, download: true }, words);
}

function which(story) {
  return `game=${story.series[0].version}`;
}

/** The app is on a phone, and the table knows no internet: so the phone reads a code. */
function drawBgStats(story) {
  const src = `${TABLE}/bg_stats.svg?${which(story)}`;
  return h(
    "div",
    { class: "bg-stats row", key: "bg-stats" },
    story.bg_stats_code ? h("img", { class: "bg-code qr", src, alt: t("ending_bg_code") }) : null,
    h("p", { class: "grow" }, t(story.bg_stats_code ? "ending_bg_hint" : "refusal_code_too_small")),
    h(
      "a",
      { class: "second link", href: story.bg_stats, target: "_blank", rel: "noopener noreferrer" },
      t("ending_bg_open"),
    ),
  );
}
