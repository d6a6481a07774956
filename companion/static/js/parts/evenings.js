/** The earlier games, by evening, and who played them; one of them opened, or shown act by act. */

import { sendAction, showMessage } from "../actions.js";
import { Failed, get, LONG_MS, TABLE } from "../api.js";
import { mayAct } from "../permissions.js";
import { changeState, changeUi, state } from "../store.js";
import { formatAmount, formatList, formatScores, language, t, titleOf } from "../words.js";
import { h } from "./dom.js";
import { drawChart } from "./ending_chart.js";
import { drawExports, drawFeats } from "./ending_details.js";
import { drawPlaces } from "./ending_page.js";
import { featWords } from "./ending_words.js";
import { drawFairness } from "./fairness.js";
import { drawReplay, openReplay } from "./replay.js";

const NIGHT_MS = 5 * 3600 * 1000; // what is played by then belongs to the evening before

let known = { key: "" }; // the statistics at a version

/** Draw the page: all games, or the one that is open. */
export function drawEvenings(snapshot) {
  const { past } = state.ui;
  if (past?.replay) return drawReplay(snapshot, past);
  const told = past ? drawGame(snapshot, past) : drawAll(snapshot, statisticsOf(snapshot));
  return h("main", { class: "stage evenings stack", key: past ? "game" : "games" }, told);
}

function statisticsOf(snapshot) {
  const key = [snapshot.table, snapshot.run, snapshot.version].join();
  if (known.key !== key) {
    known = { key };
    ask("statistics").then((statistics) => {
      if (!statistics || known.key !== key) return;
      known = { key, statistics };
      changeState({});
    });
  }
  return known.statistics;
}

/** What the table tells at `path`; says so and gives null where it does not answer. */
async function ask(path) {
  try {
    return await get(`${TABLE}/${path}`, LONG_MS);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(t("unreachable"));
    return null;
  }
}

function drawAll(snapshot, statistics) {
  if (!statistics) return h("p", { class: "waiting" }, t("opening"));
  const { games, players, dice } = statistics;
  return [
    h("h2", { class: "ask" }, t("evenings")),
    games.length ? null : h("p", { class: "hint" }, t("evenings_none")),
    byEvening(games).map(drawEvening),
    players.length ? drawPlayers(players) : null,
    drawFairness(dice),
    games.length ? drawPrint() : null,
    snapshot.game
      ? null
      : h("button", { class: "second", onclick: () => changeUi({ panel: null }) }, t("close")),
  ];
}

function byEvening(games) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: "full" });
  const evenings = new Map();
  for (const game of games) {
    const name = day.format(new Date(game.began).getTime() - NIGHT_MS);
    evenings.set(name, [...(evenings.get(name) ?? []), game]);
  }
  return [...evenings];
}

function drawEvening([day, games]) {
  return h(
    "section",
    { class: "stack tight", key: day },
    h("h3", {}, day),
    h("ul", { class: "grid", vars: { "--least": "20rem" } }, games.map(drawLine)),
  );
}

function drawLine(game) {
  const winners = game.names.filter((_, seat) => game.places?.[seat] === 1);
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  return h(
    "li",
    { key: `game${game.version}` },
    h(
      "button",
      { class: "past-game plate stack tight left full", onclick: () => open(game) },
      h(
        "span",
        { class: "line spread" },
        h("b", { class: "lit" }, titleOf(game.title)),
        time.format(new Date(game.began)),
      ),
      h(
        "span",
        { class: "strong" },
        winners.length
          ? t("winner", { names: formatList(winners), count: winners.length })
          : t(game.over ? "no_winner" : "evenings_left"),
      ),
      h("span", { class: "soft" }, formatScores(game)),
    ),
  );
}

async function open({ version, over }) {
  changeUi({ past: { game: version, over }, chartAt: undefined });
  const story = await ask(`story?game=${version}`);
  if (state.ui.past?.game !== version) return;
  if (!story) return changeUi({ past: null });
  story.feats.sort((one, other) => one.version - other.version);
  changeUi({ past: { game: version, over, story } });
}

/** What each person has won, and the moments of most luck and most boldness. */
function drawPlayers(players) {
  return h(
    "section",
    { class: "stack tight", key: "players" },
    h("h3", {}, t("evenings_people")),
    h("ul", { class: "grid", vars: { "--least": "20rem" } }, players.map(drawPlayer)),
  );
}

function drawPlayer({ name, games, finished, won, by_game: tallies, feats }) {
  const bold = (feat) => feat.code.startsWith("boldest_") || feat.code === "best_bid";
  const bad = (feat) => feat.code.startsWith("unlucky_");
  const lucky = feats.filter((feat) => feat.figures.chance && !bold(feat) && !bad(feat));
  return h(
    "li",
    { class: "plate stack tight", key: `player${name}` },
    h(
      "p",
      { class: "line spread large" },
      h("b", { class: "clip" }, name),
      finished
        ? h(
            "b",
            { class: "lit" },
            t("ending_won_of", { won: formatAmount(won), all: formatAmount(finished) }),
          )
        : null,
    ),
    games > finished
      ? h("p", { class: "soft" }, t("evenings_unfinished", { count: games - finished }))
      : null,
    tallies.map((tally) =>
      h(
        "p",
        { class: "line spread soft" },
        h("span", {}, titleOf(tally.title)),
        t("ending_won_of", { won: formatAmount(tally.won), all: formatAmount(tally.finished) }),
      ),
    ),
    drawMoment("evenings_lucky", rarest(lucky), name),
    drawMoment("evenings_bold", rarest(feats.filter(bold)), name),
    drawMoment("evenings_unlucky", rarest(feats.filter(bad)), name),
  );
}

function rarest(feats) {
  return [...feats].sort((one, other) => one.figures.chance - other.figures.chance)[0];
}

function drawMoment(word, feat, name) {
  if (!feat) return null;
  return h("p", {}, h("b", {}, t(word)), " ", featWords(feat, name)[1]);
}

function drawGame(snapshot, { game, over, story }) {
  if (!story) return h("p", { class: "waiting" }, t("opening"));
  const winners = story.seats.filter((seat) => seat.winner);
  const when = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
  const names = formatList(winners.map((seat) => seat.name));
  const goesOn = !over && mayAct(null) && !isOn(snapshot, game);
  return [
    h(
      "h2",
      { class: "ask" },
      winners.length
        ? t("winner", { names, count: winners.length })
        : t(over ? "no_winner" : "evenings_left"),
    ),
    h("p", { class: "soft" }, `${titleOf(story.title)} · ${when.format(new Date(story.began))}`),
    h(
      "div",
      { class: "row" },
      h("button", { class: "second", onclick: () => changeUi({ past: null }) }, t("evenings_all")),
      goesOn
        ? h(
            "button",
            { class: "main", key: "on", waits: state.busy, onclick: () => playOn(game) },
            t("evenings_play_on"),
          )
        : null,
      h(
        "button",
        { class: goesOn ? "second" : "main", key: "replay", onclick: () => openReplay(0) },
        t("replay"),
      ),
      drawPrint(),
    ),
    h(
      "div",
      { class: "ending grid apart", vars: { "--least": "20rem" }, key: "main" },
      drawPlaces(story, () => null),
      drawChart(story),
    ),
    drawFeats(story),
    drawExports(story),
  ];
}

/** Whether `game`, which is not over, is the one on the table. */
function isOn(snapshot, game) {
  return known.statistics?.games[0]?.version === game && !snapshot.over;
}

async function playOn(game) {
  if (await sendAction({ type: "play_on", game })) changeUi({ panel: null, past: null });
}

function drawPrint() {
  return h(
    "button",
    { class: "second", key: "print", onclick: () => print() },
    t("evenings_print"),
  );
}
