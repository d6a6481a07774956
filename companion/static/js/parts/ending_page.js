/**
 * The end of any game: who won, how it went, its turning points, and what these people have played
 * so far. What is shown comes from the table's story and statistics, in the same form for all games.
 */

import { sendAction } from "../actions.js";
import { Failed, get, LONG_MS, TABLE } from "../api.js";
import { mayAct } from "../permissions.js";
import { changeState, changeUi, state } from "../store.js";
import { formatList, t } from "../words.js";
import { h } from "./dom.js";
import { drawChart } from "./ending_chart.js";
import { drawExports, drawFeats, drawStatistics } from "./ending_details.js";
import { scored } from "./ending_words.js";
import { seatColour, seatSign } from "./seat_signs.js";

const RETRY_MS = 3000;

/** Draw the end of the game, as `ending.js` tells: at once who won, the rest as it comes. */
export function drawEnding(snapshot, { lead = null, note = () => null, below = null } = {}) {
  const { story, statistics } = lookBack(snapshot);
  const told = story ?? outline(snapshot);
  return h(
    "section",
    { class: "ending", key: "ending" },
    drawHeadline(snapshot, told, lead),
    h(
      "div",
      { class: "grid apart", vars: { "--least": "20rem" }, key: "main" },
      drawPlaces(told, note),
      story ? drawChart(story) : null,
    ),
    story ? drawFeats(story) : null,
    below,
    statistics ? drawStatistics(told, statistics) : null,
    story ? drawExports(story) : null,
  );
}

/** What the table itself knows of a story. */
function outline({ game, title, seats, ranking }) {
  const places = Object.fromEntries(ranking.map(({ seat, place }) => [seat, place]));
  const stand = ({ seat, name }) => ({
    seat,
    name,
    place: places[seat],
    winner: places[seat] === 1,
  });
  return { game, title, seats: seats.map(stand) };
}

let known = { key: "" };

/** The story and the statistics at this version: fetched once, and again when it changes. */
function lookBack(snapshot) {
  const key = [snapshot.table, snapshot.run, snapshot.version].join();
  if (known.key !== key) {
    known = { key };
    learn(key, "story");
    learn(key, "statistics");
  }
  const { story, statistics } = known;
  return { story: story?.game === snapshot.game ? story : null, statistics };
}

async function learn(key, what) {
  try {
    const told = await get(`${TABLE}/${what}`, LONG_MS);
    if (known.key !== key) return; // something newer is on its way
    if (what === "story") told.feats.sort((one, other) => one.version - other.version);
    known[what] = told;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    // Without an answer now, the page asks again a little later.
    setTimeout(() => known.key === key && learn(key, what), RETRY_MS);
    return;
  }
  changeState({});
}

function drawHeadline(snapshot, story, lead) {
  const winners = story.seats.filter((seat) => seat.winner);
  const names = formatList(winners.map((seat) => seat.name));
  return h(
    "header",
    { class: "ending-head ask-block row", key: "head" },
    winners.length ? drawCup() : null,
    h(
      "div",
      { class: "grow" },
      h(
        "h2",
        { class: "ask lit" },
        winners.length ? t("winner", { names, count: winners.length }) : t("no_winner"),
      ),
      h("div", { class: "soft" }, lead),
    ),
    mayAct(null) ? drawAgain(snapshot) : null,
  );
}

function drawCup() {
  const gold = "#e6b450";
  const edge = { stroke: "#7c5715", "stroke-width": 2, "stroke-linejoin": "round" };
  return h(
    "svg",
    { class: "cup rigid", viewBox: "0 0 64 64", "aria-hidden": "true" },
    h("path", {
      fill: "none",
      stroke: gold,
      "stroke-width": 5,
      d: "M18 14 H7 C7 28 13 33 21 34 M46 14 H57 C57 28 51 33 43 34",
    }),
    h("path", { fill: gold, ...edge, d: "M16 6 H48 C48 26 44 40 32 40 C20 40 16 26 16 6 Z" }),
    h("path", { fill: gold, ...edge, d: "M29 40 H35 V50 H45 V58 H19 V50 H29 Z" }),
    h("path", {
      fill: "#fff3d0",
      d: "M32 12 L35 19 L42 19.500 L36.500 24 L38.500 31 L32 27 L25.500 31 L27.500 24 L22 19.500 L29 19 Z",
    }),
  );
}

/** Draw the players of a story by their places; `note(seat)` gives a few words beside each. */
export function drawPlaces(story, note) {
  const rank = ({ place }) => place ?? Infinity;
  const seats = [...story.seats].sort((a, b) => rank(a) - rank(b) || a.seat - b.seat);
  return h(
    "ol",
    { class: `ending-places stack tight of-${seats.length}`, "aria-label": t("ending_places") },
    seats.map((seat) =>
      h(
        "li",
        {
          class: `ending-place plate of-seat ${seat.winner ? "first on-turn" : ""} ${seat.place ? "" : "soft"}`,
          key: `place${seat.seat}`,
          vars: { "--seat": seatColour(seat.seat) },
        },
        h("span", { class: "ending-number strong" }, seat.place ?? "–"),
        seatSign(seat.seat),
        h("span", { class: "ending-name clip" }, seat.name),
        h("b", { class: "ending-score" }, story.unit ? scored(seat.score, story.unit) : null),
        h("span", { class: "ending-note soft clip" }, note(seat.seat)),
      ),
    ),
  );
}

function drawAgain(snapshot) {
  return h(
    "div",
    { class: "ending-again row center", key: "again" },
    h(
      "button",
      { class: "main", key: "rematch", waits: state.busy, onclick: () => rematch(snapshot) },
      t("rematch"),
    ),
    h(
      "button",
      { class: "second", key: "others", onclick: () => changeUi({ panel: "start" }) },
      t("other_players"),
    ),
  );
}

/** The same people and house rules; chance decides anew who begins. */
function rematch(snapshot) {
  sendAction({
    type: "start",
    game: snapshot.game,
    names: snapshot.seats.map((seat) => seat.name),
    options: snapshot.options,
  });
}
