/** Under the ranking: turning points, statistics over games, and the game for other programs. */

import { TABLE } from "../api.js";
import { changeUi, state } from "../store.js";
import { amount, t } from "../words.js";
import { h } from "./dom.js";
import { stepOf } from "./ending_chart.js";
import { featWords } from "./ending_words.js";
import { seatColour, seatSign } from "./shapes.js";

/** Draw the turning points; a tap shows when in the chart. */
export function drawFeats(story) {
  if (!story.feats.length) return null;
  return h(
    "section",
    { class: "ending-part", key: "feats" },
    h("h3", {}, t("ending_feats")),
    h(
      "ol",
      { class: "feats" },
      story.feats.map((feat, at) => drawFeat(story, feat, at + 1)),
    ),
  );
}

function drawFeat(story, feat, number) {
  const [title, sentence] = featWords(feat, story.seats[feat.seat].name);
  return h(
    "li",
    { key: feat.code, vars: { "--seat": seatColour(feat.seat) } },
    h(
      "button",
      { class: "feat", onclick: () => changeUi({ chartAt: stepOf(story, feat.version) }) },
      h("span", { class: "feat-number", "aria-hidden": "true" }, number),
      h("b", { class: "feat-title" }, title),
      h("span", { class: "feat-told" }, seatSign(feat.seat), " ", sentence),
    ),
  );
}

/** Draw what the people of this game have played so far: of this game, and of all. */
export function drawStatistics(story, { players }) {
  const people = story.seats.flatMap(({ seat, name }) => {
    const found = players.find((one) => one.name.toLowerCase() === name.toLowerCase());
    const here = found?.by_game.find((one) => one.game === story.game);
    return here ? [{ seat, name, all: found, here }] : [];
  });
  if (!people.length) return null;
  const heads = ["name", "won", "played", "best", "mean", "won_all"];
  return h(
    "section",
    { class: "ending-part", key: "statistics" },
    h("h3", {}, t("ending_statistics", { title: story.title })),
    h(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": t("ending_so_far") },
      h(
        "table",
        { class: "statistics" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) => h("th", { scope: "col" }, t(`ending_col_${head}`))),
          ),
        ),
        h("tbody", {}, people.map(drawPerson)),
      ),
    ),
  );
}

function drawPerson({ seat, name, all, here }) {
  return h(
    "tr",
    { key: `person${seat}` },
    h("th", { scope: "row" }, seatSign(seat), " ", name),
    h("td", {}, amount(here.won)),
    h("td", {}, amount(here.finished)),
    h("td", {}, amount(here.best)),
    h("td", {}, amount(here.mean)),
    h("td", {}, t("ending_won_of", { won: amount(all.won), all: amount(all.finished) })),
  );
}

/** Draw the ways to take the game elsewhere. */
export function drawExports(story) {
  const shown = Boolean(state.ui.bgStats);
  return h(
    "section",
    { class: "ending-part", key: "exports" },
    h("h3", {}, t("ending_exports")),
    h(
      "div",
      { class: "row" },
      file("export.csv", t("ending_csv")),
      file("export.json", t("ending_json")),
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

/** The app is on a phone, and the table knows no internet: so the phone reads a code. */
function drawBgStats(story) {
  return h(
    "div",
    { class: "bg-stats", key: "bg-stats" },
    h("img", { class: "bg-code", src: `${TABLE}/bg_stats.svg`, alt: t("ending_bg_code") }),
    h("p", {}, t("ending_bg_hint")),
    h(
      "a",
      { class: "second link", href: story.bg_stats, target: "_blank", rel: "noopener noreferrer" },
      t("ending_bg_open"),
    ),
  );
}
