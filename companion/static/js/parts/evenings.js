/** Earlier games by evening, with their players; one of them can be opened or shown act by act. */

import { attempt, sendAction } from "../actions.js";
import { get, LONG_MS, TABLE } from "../api.js";
import { loadDisplay } from "../loader.js";
import { logLine } from "../sentences.js";
import { changeOpen, LOOKING_BACK, mayAct, state, withScene } from "../store.js";
import { formatOutcome, formatScores, formatWhen, t, titleOf } from "../words.js";
import { drawChart, featWords } from "./chart.js";
import { drawWaiting } from "./controls.js";
import { button, h, icon } from "./dom.js";
import {
  byChance,
  drawExports,
  drawFeats,
  drawHeadline,
  drawPlaces,
  drawStanding,
  inOrder,
  lookBack,
  wonOf,
} from "./ending.js";
import { drawFairness } from "./fairness.js";
import { drawRail, drawSeats, drawStage, drawTable } from "./seats.js";

const NIGHT_MS = 5 * 3600 * 1000; // games played by then belong to the evening before

/** Draw the page: all games, or the one that is open. @param {Snapshot} snapshot */
export function drawEvenings(snapshot) {
  const { past } = state.open;
  if (past?.replay) return drawReplay(snapshot, past);
  const drawn = past ? drawGame(snapshot, past) : drawAll(snapshot, lookBack(snapshot).statistics);
  return h("main", { class: "stage evenings stack", key: past ? "game" : "games" }, drawn);
}

/** @param {Snapshot} snapshot @param {API.Statistics | undefined} statistics */
function drawAll(snapshot, statistics) {
  if (!statistics) return drawWaiting();
  const { games, players, dice } = statistics;
  return [
    h("h2", { class: "ask" }, t("evenings")),
    games.length ? null : h("p", { class: "hint" }, t("evenings_none")),
    byEvening(games).map(drawEvening),
    players.length ? drawPlayers(players) : null,
    drawFairness(dice),
    games.length ? drawPrint() : null,
    snapshot.game ? null : button("second", t("close"), () => changeOpen({ panel: null })),
  ];
}

/** @param {API.PlayedGame[]} games */
function byEvening(games) {
  const evenings = new Map();
  for (const game of games) {
    const name = formatWhen(new Date(game.began).getTime() - NIGHT_MS, "day");
    evenings.set(name, [...(evenings.get(name) ?? []), game]);
  }
  return [...evenings];
}

/** @param {[string, API.PlayedGame[]]} given */
function drawEvening([day, games]) {
  return h(
    "section",
    { class: "stack tight", key: day },
    h("h3", {}, day),
    h("ul", { class: "grid", vars: { "--least": "20rem" } }, games.map(drawLine)),
  );
}

/** @param {API.PlayedGame} game */
function drawLine(game) {
  const winners = game.names.filter((_, seat) => game.places?.[seat] === 1);
  return h(
    "li",
    { key: `game${game.version}` },
    button(
      "past-game plate stack tight left full",
      [
        h(
          "span",
          { class: "line spread" },
          h("b", { class: "lit" }, titleOf(game.title)),
          formatWhen(game.began, "time"),
        ),
        h("span", { class: "strong" }, formatOutcome(winners, game.names.length, game.over)),
        h("span", { class: "soft" }, formatScores(game)),
      ],
      () => open(game),
    ),
  );
}

/** @param {API.PlayedGame} playedGame */
async function open({ version, over }) {
  const isOpen = () => state.open.past?.game === version;
  changeOpen({ past: { game: version, over } }, { chartAt: undefined });
  const came = await attempt(async () => {
    /** @type {Story} */
    const story = await get(`${TABLE}/story?game=${version}`, LONG_MS);
    if (isOpen()) changeOpen({ past: { game: version, over, story: inOrder(story) } });
  });
  if (!came && isOpen()) changeOpen({ past: null });
}

/**
 * Draw what each person has won, and their luckiest and boldest moments.
 * @param {API.PlayerStatistics[]} players
 */
function drawPlayers(players) {
  return h(
    "section",
    { class: "stack tight", key: "players" },
    h("h3", {}, t("evenings_people")),
    h("ul", { class: "grid", vars: { "--least": "20rem" } }, players.map(drawPlayer)),
  );
}

/** @param {API.PlayerStatistics} playerStatistics */
function drawPlayer({ name, games, finished, won, by_game: tallies, feats }) {
  /** @param {API.BestFeat} feat */
  const bold = (feat) => feat.code.startsWith("boldest_") || feat.code === "best_bid";
  /** @param {API.BestFeat} feat */
  const bad = (feat) => feat.code.startsWith("unlucky_");
  const lucky = feats.filter((feat) => feat.figures.chance && !bold(feat) && !bad(feat));
  return h(
    "li",
    { class: "plate stack tight", key: `player${name}` },
    h(
      "p",
      { class: "line spread large" },
      h("b", { class: "clip" }, name),
      finished ? h("b", { class: "lit" }, wonOf({ won, finished })) : null,
    ),
    games > finished
      ? h("p", { class: "soft" }, t("evenings_unfinished", { count: games - finished }))
      : null,
    tallies.map((tally) =>
      h("p", { class: "line spread soft" }, h("span", {}, titleOf(tally.title)), wonOf(tally)),
    ),
    drawMoment("evenings_lucky", rarest(lucky), name),
    drawMoment("evenings_bold", rarest(feats.filter(bold)), name),
    drawMoment("evenings_unlucky", rarest(feats.filter(bad)), name),
  );
}

/** @param {API.BestFeat[]} feats */
function rarest(feats) {
  return [...feats].sort(byChance)[0];
}

/** @param {string} word @param {API.BestFeat | undefined} feat @param {string} name */
function drawMoment(word, feat, name) {
  if (!feat) return null;
  return h("p", {}, h("b", {}, t(word)), " ", featWords(feat, name)[1]);
}

/** @param {Snapshot} snapshot @param {Past} past */
function drawGame(snapshot, { game, over, story }) {
  if (!story) return drawWaiting();
  const winners = story.seats.filter((seat) => seat.winner).map((seat) => seat.name);
  const goesOn = !over && mayAct(null) && !isOn(snapshot, game);
  return [
    h("h2", { class: "ask" }, formatOutcome(winners, story.seats.length, over)),
    h("p", { class: "soft" }, `${titleOf(story.title)} · ${formatWhen(story.began, "evening")}`),
    h(
      "div",
      { class: "row" },
      button("second", t("evenings_all"), () => changeOpen({ past: null })),
      goesOn
        ? button("main", t("evenings_play_on"), () => playOn(game), {
            key: "on",
            waits: state.busy,
          })
        : null,
      button(goesOn ? "second" : "main", t("replay"), () => openReplay(0), { key: "replay" }),
      drawPrint(),
    ),
    h(
      "div",
      { class: "grid apart", vars: { "--least": "20rem" }, key: "main" },
      drawPlaces(story),
      drawChart(story),
    ),
    drawFeats(story),
    drawExports(story),
  ];
}

/**
 * Whether `game`, which is not over, is the one on the table.
 * @param {Snapshot} snapshot
 * @param {number} game
 */
function isOn(snapshot, game) {
  return state.known.statistics?.games[0]?.version === game && !snapshot.over;
}

/** @param {number} game */
async function playOn(game) {
  if (await sendAction({ type: "play_on", game })) changeOpen({ panel: null, past: null });
}

function drawPrint() {
  return button("second", t("evenings_print"), () => print(), { key: "print" });
}

// An earlier game shown on the table again, act by act, with nothing to do.

const STEP_MS = 1800;
const WATCHER = { role: LOOKING_BACK, seat: null, taken: [], own: {} };
const NO_EYE = { state: "lost", demo: false, preview_count: 0, roll: null, question: null };

/** @type {ReturnType<typeof setTimeout> | undefined} */
let playing; // the timer of the next act

/** Show the open game as it stood after the act number `act`. @param {number} act */
export async function openReplay(act, plays = false) {
  clearTimeout(playing);
  const { past } = state.open;
  if (!past?.story) return;
  const { acts } = past.story;
  await attempt(async () => {
    /** @type {Replay} */
    const shown = await get(`${TABLE}/replay?game=${past.game}&act=${act}`, LONG_MS);
    await loadDisplay(shown.game);
    if (state.open.past?.game !== past.game) return;
    const more = plays && shown.act < acts;
    const goOn = () => state.open.past?.replay === shown && openReplay(shown.act + 1, true); // unless Back closed it
    if (more) playing = setTimeout(goOn, STEP_MS);
    changeOpen({ past: { ...past, replay: shown } });
  });
}

/**
 * Draw the table as it stood, and below it the controls of the replay.
 * @param {Snapshot} snapshot
 * @param {Past} past
 */
export function drawReplay(snapshot, past) {
  const { replay, story } = past;
  if (!replay || !story) return null;
  const still = { ...STILL, version: replay.act, run: "replay" };
  const replayed = { ...snapshot, clock: null, ...replay, ...still };
  const shown = withScene(/** @type {Snapshot} */ (/** @type {unknown} */ (replayed)));
  const display = state.displays[shown.game ?? ""];
  return [
    drawTable(
      shown,
      shown.over
        ? [
            drawStanding(story),
            drawStage(h("section", { class: "ending" }, drawHeadline(story), drawChart(story))),
          ]
        : [
            drawRail(
              null,
              watched(shown, display, () => drawSeats(shown, display)),
            ),
            drawStage(watched(shown, display, () => display.stage(shown))),
          ],
    ),
    drawBar(replay, story),
  ];
}

const STILL = {
  legal: [],
  people: { leave: [], left: [], join: false },
  eye: NO_EYE,
  last_roll: null,
  undo_to: null,
  redo_to: null,
};

/**
 * Return what `draw` draws for a spectator of the `shown` table, who may switch the view.
 * @param {Snapshot} shown
 * @param {Display} display
 * @param {() => Child} draw
 */
function watched(shown, { switches = [] }, draw) {
  const { snapshot, you, ui } = state;
  const view = Object.fromEntries(switches.map((name) => [name, ui[name]]));
  Object.assign(state, { snapshot: shown, you: WATCHER, ui: view });
  try {
    return draw();
  } finally {
    Object.assign(state, { snapshot, you, ui });
  }
}

/** @param {Replay} replay @param {Story} story */
function drawBar({ act, last_row: row }, { acts }) {
  /** @param {number} to */
  const go = (to) => () => openReplay(to);
  return h(
    "section",
    { class: "replay-bar rigid wood stack tight", key: "bar", "aria-label": t("replay") },
    h("p", { class: "strong", role: "status" }, logLine(row)),
    h(
      "div",
      { class: "line" },
      tool("replay_back", "M15 5 L8 12 L15 19", go(act - 1), act === 0),
      playing
        ? tool("replay_hold", "M8 5 V19 M16 5 V19", go(act))
        : tool("replay_play", "M8 5 L18 12 L8 19 Z", () => openReplay(act + 1, true), act === acts),
      tool("replay_on", "M9 5 L16 12 L9 19", go(act + 1), act === acts),
      h("input", {
        class: "grow",
        type: "range",
        min: 0,
        max: acts,
        value: act,
        "aria-label": t("ending_slider"),
        "aria-valuetext": t("ending_step", { number: act, all: acts }),
        onchange: (event) => openReplay(Number(event.target.value)),
      }),
      h("span", { class: "soft" }, `${act}/${acts}`),
      tool("close", "cross", leave),
    ),
  );
}

/** @param {string} word @param {string} path @param {() => unknown} onclick */
function tool(word, path, onclick, disabled = false) {
  return button("tool anchor", icon(path), onclick, { key: word, "aria-label": t(word), disabled });
}

function leave() {
  clearTimeout(playing);
  const { past } = state.open;
  if (past) changeOpen({ past: { ...past, replay: null } });
}
