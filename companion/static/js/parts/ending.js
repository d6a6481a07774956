/**
 * The end of any game: who won, how it went, its turning points, and the statistics of these
 * people. It comes from the table's story and statistics, in the same form for all games.
 */

import { Failed, get, LONG_MS, TABLE } from "../api.js";
import { IN_ROOM } from "../device.js";
import { changeState, changeUi, mayAct, state } from "../store.js";
import { formatAmount, formatOutcome, t, titleOf } from "../words.js";
import { drawChart, featWords, formatRounded, formatScore, scored, stepOf } from "./chart.js";
import { drawDataTable, drawDownload, twice } from "./controls.js";
import { button, h } from "./dom.js";
import { columnsOf, drawRail, drawStage, seatColour, seatSign } from "./seats.js";
import { choose, playAgain } from "./shelf.js";

const RETRY_MS = 3000;
const IN_SIGHT = 4; // turning points on a television, where nobody can scroll

/**
 * Draw the end of the game: the winner at once, the rest when it is fetched.
 * @param {Snapshot} snapshot
 * @param {{ lead?: Child, note?: (seat: number) => Child, below?: Child }} [given]
 */
export function drawEnding(snapshot, { lead = null, note, below = null } = {}) {
  const { story, statistics } = lookBack(snapshot);
  const shown = story ?? outline(snapshot);
  return [
    drawStanding(shown, note),
    drawStage(
      h(
        "section",
        { class: "ending", key: "ending" },
        drawHeadline(shown, lead),
        story ? drawChart(story) : null,
        story ? drawFeats(story) : null,
        IN_ROOM
          ? null
          : [
              below,
              statistics ? drawStatistics(shown, statistics) : null,
              story ? drawExports(story) : null,
              drawAgain(snapshot, story),
            ],
      ),
    ),
  ];
}

/**
 * Draw everybody's places as the rail, where the players were.
 * @param {Outline} story
 * @param {(seat: number) => Child} [note]
 */
export function drawStanding(story, note) {
  const places = h("section", { class: "seats stack grow", key: "seats" }, drawPlaces(story, note));
  return drawRail(drawLaurel(story), places);
}

/** Return the part of a story that the snapshot has. @param {Snapshot} snapshot */
function outline({ game, title, seats, ranking }) {
  const places = Object.fromEntries((ranking ?? []).map(({ seat, place }) => [seat, place]));
  /** @param {Seat} seat */
  const stand = ({ seat, name }) => ({
    seat,
    name,
    place: places[seat],
    winner: places?.[seat] === 1,
  });
  return { game, title, seats: seats.map(stand) };
}

/**
 * The story and the statistics at this version: fetched once, and again when it changes.
 * @param {Snapshot} snapshot
 */
export function lookBack(snapshot) {
  const key = [snapshot.table, snapshot.run, snapshot.version].join();
  if (state.known.key !== key) {
    state.known = { key };
    learn(key, "story");
    learn(key, "statistics");
  }
  const { story, statistics } = state.known;
  return { story: story?.game === snapshot.game ? story : null, statistics };
}

/** @param {string} key @param {"story" | "statistics"} what */
async function learn(key, what) {
  try {
    const answer = await get(`${TABLE}/${what}`, LONG_MS);
    if (state.known.key !== key) return; // something newer is on its way
    Object.assign(state.known, { [what]: what === "story" ? inOrder(answer) : answer });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    // Without an answer, the page asks again a little later.
    setTimeout(() => state.known.key === key && learn(key, what), RETRY_MS);
    return;
  }
  changeState({});
}

/** `story` with its turning points as they came, as many as are seen. @param {Story} story */
export function inOrder(story) {
  story.feats.sort((one, other) => one.version - other.version);
  return IN_ROOM ? { ...story, feats: story.feats.slice(0, IN_SIGHT) } : story;
}

/** Draw who won. @param {Outline} story @param {Child} [lead] */
export function drawHeadline({ seats, unit }, lead = null) {
  const winners = seats.filter((seat) => seat.winner);
  const names = winners.map((seat) => seat.name);
  const [first] = winners;
  const score = first && unit ? scored(first.score ?? 0, unit) : null;
  return h(
    "header",
    { class: "ending-head", key: "head" },
    h("h2", { class: "ask largest lit" }, formatOutcome(names, seats.length)),
    h("p", { class: "large soft" }, lead ?? score),
  );
}

const LEAVES = 7; // pairs of each branch
const SPREAD = 22; // degrees from leaf to leaf

/** Draw a laurel, in it the sign of who won alone. @param {Outline} story */
function drawLaurel({ seats }) {
  const winners = seats.filter((seat) => seat.winner);
  if (!winners.length) return null;
  /** @param {number} side */
  const branch = (side) =>
    Array.from({ length: 2 * LEAVES }, (_, at) => {
      const turn = 192 + Math.floor(at / 2) * SPREAD;
      const lean = at % 2 ? 58 : 128; // one outward, one inward
      const place = `scale(${side} 1) rotate(${turn}) translate(0 -40) rotate(${lean})`;
      return h("ellipse", { cy: -7, rx: 3.4, ry: 8.5, transform: place });
    });
  const chip = winners.length === 1 ? seatSign(winners[0].seat) : null;
  const place = { x: -21, y: -21, width: 42, height: 42 };
  for (const [name, value] of Object.entries(place)) chip?.setAttribute(name, String(value));
  return h(
    "div",
    { class: "slot rigid middle laurel wide-only", key: "laurel", "aria-hidden": "true" },
    h(
      "svg",
      { viewBox: "-58 -58 116 112" },
      h("g", { fill: "#f2c14e", stroke: "#80590f" }, branch(1), branch(-1)),
      chip,
    ),
  );
}

/**
 * Draw the players of a story by their places; `note(seat)` gives a few words for each.
 * @param {Outline} story
 * @param {(seat: number) => Child} [note]
 */
export function drawPlaces(story, note = () => null) {
  /** @param {{ place?: number | null }} seat */
  const rank = ({ place }) => place ?? Infinity;
  const seats = [...story.seats].sort((a, b) => rank(a) - rank(b) || a.seat - b.seat);
  return h(
    "ol",
    {
      class: "ending-places seat-list",
      "aria-label": t("ending_places"),
      vars: columnsOf(seats.length),
    },
    seats.map((seat) =>
      h(
        "li",
        {
          class: `ending-place seat ${seat.winner ? "first on-turn" : ""} ${seat.place ? "" : "out"}`,
          key: `place${seat.seat}`,
          vars: { "--seat": seatColour(seat.seat) },
        },
        seatSign(seat.seat),
        h(
          "span",
          { class: "seat-name strong clip" },
          h("span", { class: "ending-number soft" }, seat.place ?? "–"),
          ` ${seat.name}`,
        ),
        h(
          "b",
          { class: "ending-score seat-cash clip" },
          story.unit ? formatAmount(seat.score ?? 0) : null,
        ),
        h("span", { class: "ending-note seat-notes strong one-line clip soft" }, note(seat.seat)),
      ),
    ),
  );
}

/** @param {Snapshot} snapshot @param {Story | null | undefined} story */
function drawAgain(snapshot, story) {
  const look = () => document.querySelector(".feats")?.scrollIntoView({ behavior: "smooth" });
  const more = story?.feats.length
    ? button("quiet rigid", t("ending_feats"), look, { key: "look" })
    : null;
  return h(
    "div",
    { class: "ending-again dock line", key: "again" },
    more,
    mayAct()
      ? button("main", t("rematch"), playAgain, { key: "rematch", waits: state.busy })
      : mayAct(state.you.seat)
        ? twice("rematch", "rematch", 1, playAgain, "main")
        : null,
    mayAct()
      ? button("second", t("other_players"), () => setUpAgain(snapshot), { key: "others" })
      : null,
  );
}

/** Return the form of the same game, for other people or rules. @param {Snapshot} snapshot */
function setUpAgain(snapshot) {
  state.open.panel = "start";
  choose(snapshot.game ?? "");
}

// Under the ranking: turning points, statistics over games, and the game for other programs.

/** Draw the turning points; a tap shows when in the chart. @param {Story} story */
export function drawFeats(story) {
  if (!story.feats.length) return null;
  return h(
    "section",
    { class: "feats part stack tight", key: "feats" },
    h("h3", {}, t("ending_feats")),
    h(
      "ol",
      { class: "grid", vars: { "--least": "20rem" } },
      story.feats.map((feat, at) => drawFeat(story, feat, at + 1)),
    ),
  );
}

/** @param {Story} story @param {API.FeatView} feat @param {number} number */
function drawFeat(story, feat, number) {
  const [title, sentence] = featWords(feat, story.seats[feat.seat].name);
  return h(
    "li",
    { key: `${feat.code}${feat.seat}`, vars: { "--seat": seatColour(feat.seat) } },
    h(
      IN_ROOM ? "div" : "button",
      {
        class: "feat plate line of-seat full left",
        onclick: () => changeUi({ chartAt: stepOf(story, feat.version) }),
      },
      h("span", { class: "feat-number rigid strong round middle", "aria-hidden": "true" }, number),
      h(
        "span",
        {},
        h("b", { class: "own-line lit" }, title),
        h("span", {}, seatSign(feat.seat), " ", sentence),
      ),
    ),
  );
}

/**
 * Draw the statistics of the people in this game, for this game and for all games.
 * @param {Outline} story
 * @param {API.Statistics} statistics
 */
export function drawStatistics(story, { players }) {
  const people = story.seats.flatMap(({ seat, name }) => {
    const all = players.find((one) => same(one.name, name));
    const here = all?.by_game.find((one) => isSameGame(one, story));
    return all && here ? [{ seat, name, all, here }] : [];
  });
  if (!people.length) return null;
  const best = people.some(({ here }) => here.best !== null);
  const heads = ["name", "won", ...(best ? ["best", "mean"] : []), "all"];
  return h(
    "section",
    { class: "part stack tight", key: "statistics" },
    h("h3", {}, t("ending_statistics", { title: titleOf(story.title) })),
    h(
      "div",
      {
        class: "table-scroll scrolls",
        tabindex: 0,
        role: "region",
        "aria-label": t("ending_so_far"),
      },
      drawDataTable(
        "statistics full",
        heads.map((head) =>
          h(
            "th",
            { scope: "col", class: head === "mean" ? "wide-only" : null },
            t(`ending_col_${head}`),
          ),
        ),
        people.map((person) => drawPerson(person, best)),
      ),
    ),
    drawRecords(story, people),
  );
}

/**
 * Once there were several games, draw the rarest feat of each player in this game.
 * @param {Outline} story
 * @param {Person[]} people
 */
function drawRecords(story, people) {
  const records = people.flatMap(({ seat, name, all, here }) => {
    const own = all.feats.filter((feat) => feat.game === story.game && feat.figures.chance);
    own.sort(byChance);
    return here.finished > 1 && own.length ? [{ seat, name, feat: own[0] }] : [];
  });
  if (!records.length) return null;
  return [
    h("h3", { key: "records-title" }, t("ending_records")),
    h("ul", { class: "grid", key: "records" }, records.map(drawRecord)),
  ];
}

/** @param {{ seat: number, name: string, feat: Feat }} given */
function drawRecord({ seat, name, feat }) {
  const [title, sentence] = featWords(feat, name);
  return h(
    "li",
    { class: "plate of-seat", key: `record${seat}`, vars: { "--seat": seatColour(seat) } },
    h("p", { class: "strong" }, seatSign(seat), " ", title),
    sentence,
  );
}

/**
 * Return whether both are the same game. Games on the free table differ by their titles.
 * @param {{ game: string | null, title: string }} one
 * @param {{ game: string | null, title: string }} other
 */
function isSameGame(one, other) {
  return one.game === other.game && one.title === other.title;
}

/**
 * Return whether two names are the same person: upper and lower case do not matter.
 * @param {string} one
 * @param {string} other
 */
function same(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Compare two turning points: the rarer comes first.
 * @param {{ figures: Figures }} one
 * @param {{ figures: Figures }} other
 */
export function byChance(one, other) {
  return Number(one.figures.chance) - Number(other.figures.chance);
}

/** @param {Person} person @param {boolean} best whether somebody has a best win */
function drawPerson({ seat, name, all, here }, best) {
  return h(
    "tr",
    { key: `person${seat}` },
    h("th", { scope: "row" }, seatSign(seat), "\u00a0", name),
    h("td", {}, wonOf(here)),
    best
      ? [
          h("td", {}, formatScore(here.best)),
          h("td", { class: "wide-only" }, formatRounded(here.mean)),
        ]
      : null,
    h("td", {}, wonOf(all)),
  );
}

/** Return how many games were won, of how many. @param {{ won: number, finished: number }} given */
export function wonOf({ won, finished }) {
  return t("ending_won_of", { won: formatAmount(won), all: formatAmount(finished) });
}

/** Draw the ways to take the game elsewhere. @param {Story} story */
export function drawExports(story) {
  const shown = Boolean(state.ui.bgStats);
  return h(
    "section",
    { class: "part stack tight", key: "exports" },
    h("h3", {}, t("ending_exports")),
    h(
      "div",
      { class: "row" },
      drawDownload(`${TABLE}/export.csv?${which(story)}`, t("ending_csv")),
      drawDownload(`${TABLE}/export.json?${which(story)}`, t("ending_json")),
      drawDownload(`${TABLE}/games.csv`, t("ending_all_csv")),
      story.bg_stats
        ? button("second", t("ending_bg_stats"), () => changeUi({ bgStats: !shown }), {
            "aria-expanded": shown,
          })
        : null,
    ),
    shown ? drawBgStats(story) : null,
  );
}

/** @param {Story} story */
function which(story) {
  return `game=${story.version}`;
}

/**
 * Draw the code for the app: it is on a phone, and the table has no internet.
 * @param {Story} story
 */
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
