/** A hand as it runs: who acts, what lies there, what may be entered now. */

import { drawCardFollower } from "../../parts/card_eye.js";
import { h } from "../../parts/dom.js";
import { seatColour, seatSign } from "../../parts/seats.js";
import { state } from "../../store.js";
import { t } from "../../words.js";
import {
  cardPicture,
  halfDoneAction,
  handBack,
  ink,
  rankOf,
  rankSign,
  SUITS,
  sentence,
  suitSign,
} from "./cards.js";
import {
  drawDeclare,
  drawNameSuit,
  drawNews,
  drawOpening,
  drawTake,
  pointsBar,
  whyOut,
} from "./opening.js";
import {
  cardsOnPile,
  drawCall,
  drawMelee,
  drawMeleeLadder,
  drawPlays,
  drawRareEvents,
  rareEventsButton,
} from "./turn.js";

const CONTROLS = {
  turn_up: drawOpening,
  declare: drawDeclare,
  name_suit: drawNameSuit,
  take: drawTake,
  turn: drawPlays,
  stack: drawPlays,
  two: drawPlays,
  drawn: drawPlays,
  melee: drawMelee,
};

/** Draw the stage of a running hand. @param {LastOne.Hand} snapshot */
export function drawHand(snapshot) {
  const { turn } = snapshot;
  const more = halfDoneAction(snapshot)?.more;
  return h(
    "section",
    { class: `last-one in-hand ${snapshot.phase}`, key: "hand" },
    drawSay(snapshot, turn),
    drawRing(snapshot, turn, drawCentre(snapshot)),
    h(
      "div",
      { class: "controls", key: "controls" },
      h(
        "div",
        { class: "told row center" },
        drawCall(snapshot),
        drawCardFollower(snapshot, halfDoneAction(snapshot) ? null : cardsOnPile(snapshot)),
        more
          ? drawRareEvents(snapshot)
          : CONTROLS[snapshot.phase](snapshot, rareEventsButton(snapshot)),
      ),
    ),
  );
}

/**
 * The largest words: whose turn it is; next to them what the last card did.
 * @param {LastOne.Hand} snapshot
 * @param {number} turn
 */
function drawSay(snapshot, turn) {
  const { phase } = snapshot;
  const { figures = {} } = snapshot.prompts.find(({ code }) => code === phase) ?? {};
  const yours = phase === "turn" && turn === state.you.seat;
  const key = figures.must ? "stack_must" : yours ? "turn_yours" : phase;
  return h(
    "header",
    { class: "say row spread rigid", key: "say", "aria-live": "polite" },
    h(
      "h2",
      { class: "ask" },
      sentence(snapshot, `prompt_last_one_${key}`, turn, { ...figures, count: figures.cards ?? 0 }),
    ),
    drawNews(snapshot),
  );
}

/** @param {LastOne.Table} snapshot */
function drawCentre(snapshot) {
  const { phase, top, melee } = snapshot;
  if (melee) return drawMeleeLadder(snapshot, melee);
  if (!top) return h("p", { class: "wanted-words soft" }, t(`phase_last_one_${phase}`));
  return [
    h(
      "span",
      { class: "lying", key: "lying" },
      cardPicture(top.card, { face: top.face, key: `top${snapshot.discard}-${top.card}` }),
    ),
    h(
      "span",
      { class: "wanted stack tight center", key: "wanted", role: "status" },
      drawWanted(snapshot),
    ),
  ];
}

/**
 * What may be put on it: the suit, large, or the rank; any card on a 3; only a 2 on a 2.
 * @param {LastOne.Table} snapshot
 */
function drawWanted(snapshot) {
  const { phase, suit, top, owed } = snapshot;
  if (phase === "declare" || phase === "name_suit") {
    return h("span", { class: "wanted-words" }, t(`phase_last_one_${phase}`));
  }
  if (phase === "stack") {
    return [
      h(
        "span",
        { class: "four-suits" },
        SUITS.map((one) => h("i", { class: "chip round middle", vars: ink(one) }, suitSign(one))),
      ),
      h("b", { class: "wanted-words" }, t("one_any_card")),
    ];
  }
  if (phase === "two" && owed) {
    return [
      h(
        "b",
        { class: "owed-figure lit", vars: { "--size": Math.min(owed.cards, 10) } },
        `+${owed.cards}`,
      ),
      h("span", { class: "wanted-words" }, t("one_only_two")),
    ];
  }
  if (!top?.face || !suit) return null;
  const rank = rankSign(rankOf(top.face));
  return [
    h("i", { class: "chip round middle large", key: suit, vars: ink(suit) }, suitSign(suit)),
    h("b", { class: "wanted-words" }, t(`suit_${suit}`)),
    h("span", { class: "line soft" }, t("one_or"), h("b", { class: "rank-box" }, rank)),
  ];
}

// The table from above: everybody in order, the way the turns go, and in the middle what counts.

// Heights (percent) of one, two or three seats along one side, from below.
/** @type {Record<number, number[]>} */
const HEIGHTS = { 1: [50], 2: [76, 24], 3: [84, 50, 16] };
const SIDES = { left: "0 auto", right: "auto 0" }; // where along the table a seat stands
const MOST_FLYING = 7; // cards; the figure next to them says how many they are

/**
 * Draw the ring with `centre` in its middle; `turn` is the seat that everybody waits for.
 * @param {LastOne.Table} snapshot
 * @param {number} turn
 * @param {Child} centre
 */
function drawRing(snapshot, turn, centre) {
  const all = snapshot.seats.length;
  return h(
    "div",
    { class: "ring anchor", key: "ring", vars: whence(snapshot) },
    drawTrack(snapshot.direction),
    h("div", { class: "ring-centre line center", key: "centre" }, centre),
    h(
      "ol",
      { class: "plates", "aria-label": t("players") },
      snapshot.seats.map((seat) =>
        drawPlate(snapshot, seat, turn === seat.seat, place(seat.seat, all)),
      ),
    ),
    drawDealt(snapshot, all),
  );
}

/**
 * Where `seat` sits: up the left side and down the right one, which is clockwise from above.
 * @param {number} seat
 * @param {number} all
 * @returns {LastOne.Place}
 */
function place(seat, all) {
  const left = Math.ceil(all / 2);
  if (seat < left) return { side: "left", y: HEIGHTS[left][seat] };
  return { side: "right", y: 100 - HEIGHTS[all - left][seat - left] };
}

/**
 * From where the card came that was played last, for its motion into the middle.
 * @param {LastOne.Table} snapshot
 */
function whence({ scene, seats }) {
  const played = scene.events.find((event) => event.type === "card_played");
  if (!played) return { "--from-x": "0px", "--from-y": "0px" };
  const { side, y } = place(played.seat, seats.length);
  return { "--from-x": side === "left" ? "-34cqw" : "34cqw", "--from-y": `${y - 50}cqh` };
}

/** @param {string} direction */
function drawTrack(direction) {
  return h(
    "div",
    {
      class: `track ${direction}`,
      key: "track",
      role: "img",
      "aria-label": t(`one_turns_${direction}`),
    },
    ["top", "bottom"].map((edge) => h("span", { class: `arrows ${edge}` }, chevrons())),
  );
}

function chevrons() {
  return h(
    "svg",
    {
      viewBox: "0 0 120 40",
      "aria-hidden": "true",
      fill: "none",
      stroke: "var(--brass-lit)",
      "stroke-width": 9,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    [0, 1, 2].map((at) =>
      h("path", {
        class: "chevron",
        vars: { "--at": at },
        d: `M${14 + at * 36} 4 L${32 + at * 36} 20 L${14 + at * 36} 36`,
      }),
    ),
  );
}

/**
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Seat} seat
 * @param {boolean} turn
 * @param {LastOne.Place} place
 */
function drawPlate(snapshot, seat, turn, { side, y }) {
  return h(
    "li",
    {
      class: `plate plate-at of-seat ${turn ? "turn" : ""} ${seat.active ? "" : "out"}`,
      key: `plate${seat.seat}`,
      vars: { "--seat": seatColour(seat.seat), "--y": `${y}%`, "--side": SIDES[side] },
      "aria-current": turn ? "true" : null,
    },
    h(
      "span",
      { class: "plate-name shrinks line tight" },
      seatSign(seat.seat),
      h("b", { class: "clip" }, seat.name),
    ),
    seat.active && seat.cards > 0 ? handBack(seat.cards) : null,
    pointsBar(snapshot, seat),
    h("span", { class: "badges row tight" }, badges(snapshot, seat)),
  );
}

/**
 * Small words at a seat: what just befell it, its last card, that it is out.
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Seat} seat
 */
function badges(snapshot, seat) {
  const befell = snapshot.scene.events.filter((one) => one.seat === seat.seat);
  const drawn = befell.find((one) => one.type === "cards_drawn")?.count;
  /** @param {string} name @param {Child} word */
  const badge = (name, word) => h("span", { class: `badge pill strong ${name}`, key: name }, word);
  if (!seat.active) return badge("bankrupt", whyOut(snapshot, seat));
  return [
    drawn ? badge("drawn", `+${drawn}`) : null,
    !drawn && befell.some((one) => one.type === "skipped")
      ? badge("skipped", t("one_skipped"))
      : null,
    snapshot.uncalled === seat.seat ? badge("uncalled", t("one_uncalled")) : null,
    seat.cards === 1 && snapshot.uncalled !== seat.seat && snapshot.phase !== "score"
      ? badge("last", t("one_last"))
      : null,
  ];
}

/**
 * Cards on their way from the stock to the player who just drew them; each flies once.
 * @param {LastOne.Table} snapshot
 * @param {number} all
 */
function drawDealt({ scene }, all) {
  return scene.events
    .filter((one) => one.type === "cards_drawn")
    .map((one) => {
      if (!one.count) return null;
      const { side, y } = place(one.seat, all);
      const key = `fly${scene.version}-${one.seat}`;
      return h(
        "span",
        {
          class: "flight cover",
          key,
          vars: { "--x": side === "left" ? "10%" : "88%", "--y": `${y}%` },
          "aria-hidden": "true",
        },
        Array.from({ length: Math.min(one.count, MOST_FLYING) }, (_, at) =>
          h("i", { class: "back", vars: { "--at": at } }),
        ),
      );
    });
}
