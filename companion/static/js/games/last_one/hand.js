/** A hand in progress: the turn, the cards on the table, and the possible entries. */

import { eventsToPlay, flyNode } from "../../effects.js";
import { drawCardFollower } from "../../parts/card_eye.js";
import { drawDock } from "../../parts/controls.js";
import { boxOnScreen, h } from "../../parts/dom.js";
import { formatAmount, t } from "../../words.js";
import {
  cardPicture,
  halfDoneAction,
  handBack,
  ink,
  JOKER,
  rankOf,
  rankSign,
  SUITS,
  sentence,
  suitSign,
} from "./cards.js";
import { drawDeclare, drawNameSuit, drawNews, drawOpening, drawTake, whyOut } from "./opening.js";
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
  followDraws(snapshot);
  const held = halfDoneAction(snapshot);
  const draw = held?.more ? drawRareEvents : CONTROLS[snapshot.phase];
  const [above, ...acts] = draw(snapshot);
  return h(
    "section",
    { class: `last-one in-hand ${snapshot.phase}`, key: "hand" },
    drawSay(snapshot, held),
    held?.more ? null : drawTable(snapshot, drawCentre(snapshot, held)),
    h(
      "div",
      { class: "told row center", key: "told" },
      drawCall(snapshot),
      drawCardFollower(snapshot, held ? null : cardsOnPile(snapshot)),
      above,
    ),
    drawDock(acts, held?.more || held?.card ? null : rareEventsButton(snapshot)),
  );
}

/**
 * Draw the largest words: the turn, or the question about an unfinished card; next to them the
 * effect of the last card.
 * @param {LastOne.Hand} snapshot
 * @param {LastOne.HalfDone | null} held
 */
function drawSay(snapshot, held) {
  const { phase, turn, prompts } = snapshot;
  const { card, face, seat = turn } = held ?? {};
  const { figures = {} } = prompts.find(({ code }) => code === phase) ?? {};
  const key = figures.must ? "stack_must" : phase;
  const ask = !card
    ? `prompt_last_one_${key}`
    : (face ?? card) === JOKER
      ? "one_which_joker"
      : "one_which_suit";
  return h(
    "header",
    { class: "say row spread rigid", key: "say", "aria-live": "polite" },
    h(
      "h2",
      { class: "ask" },
      sentence(snapshot, ask, seat, { ...figures, count: figures.cards ?? 0 }),
    ),
    drawNews(snapshot),
  );
}

/**
 * Draw the card that lies on top, or the one that is half played.
 * @param {LastOne.Table} snapshot
 * @param {LastOne.HalfDone | null} held
 */
function drawCentre(snapshot, held) {
  const { phase, top, melee } = snapshot;
  if (melee) return drawMeleeLadder(snapshot, melee);
  if (held?.card) {
    const { card, face } = held;
    const key = `top${snapshot.discard + 1}-${card}`; // as when it is played: it is laid once
    return h("span", { class: "lying", key: "lying" }, cardPicture(card, { face, key }));
  }
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
 * Draw the cards that may follow: the suit, large, or the rank; any card on a 3; only a 2 on a 2.
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
        { class: "line tight" },
        SUITS.map((one) =>
          h("i", { class: "suit-chip round middle", vars: ink(one) }, suitSign(one)),
        ),
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
    h("i", { class: "suit-chip round middle large", key: suit, vars: ink(suit) }, suitSign(suit)),
    h("b", { class: "wanted-words" }, t(`suit_${suit}`)),
    h(
      "span",
      { class: "wanted-words line soft" },
      t("one_or"),
      h("b", { class: "rank-box pill one-line" }, rank),
    ),
  ];
}

// The table: the direction of play along the players, and the cards next to it.

const MOST_FLYING = 7; // cards; the figure at their seat says how many they are
const DEAL_MS = 120;

/**
 * Draw the direction of play, next to the players, and then the `centre`.
 * @param {LastOne.Table} snapshot
 * @param {Child} centre
 */
function drawTable(snapshot, centre) {
  const { direction, phase, stock } = snapshot;
  return h(
    "div",
    { class: `circle anchor line ${phase === "turn_up" ? "opening" : ""}`, key: "circle" },
    h(
      "div",
      { class: "track plate rigid middle", key: "track" },
      chevrons(direction),
      handBack(stock),
    ),
    h("div", { class: "circle-centre grow line center", key: "centre" }, centre),
  );
}

/** @param {LastOne.Table["direction"]} direction */
function chevrons(direction) {
  const turned = direction === "clockwise" ? "" : "rotate(180 20 60)";
  return h(
    "svg",
    {
      viewBox: "0 0 40 120",
      width: 34,
      role: "img",
      "aria-label": t(`one_turns_${direction}`),
      fill: "none",
      stroke: "var(--brass-lit)",
      "stroke-width": 8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    [14, 50, 86].map((top) =>
      h("path", { transform: turned, d: `M4 ${top} L20 ${top + 18} L36 ${top}` }),
    ),
  );
}

/** Return how many cards a seat holds. @param {LastOne.View} _ @param {LastOne.Seat} seat */
export function seatCards(_, { active, cards }) {
  return h("span", { class: "purse" }, active && cards > 0 ? handBack(cards) : null);
}

/**
 * Return the last events of a seat as badges or, without any, its points.
 * @param {LastOne.View} snapshot
 * @param {LastOne.Seat} seat
 */
export function seatNotes(snapshot, seat) {
  const news = snapshot.phase === "over" ? [] : badges(snapshot, seat);
  if (news.length) return news;
  const limit = Number(snapshot.options.limit);
  const near = seat.points >= limit * NEAR ? "warn" : "";
  return h(
    "span",
    { class: `one-line ${near}`, key: "points" },
    `${formatAmount(seat.points)}\u2009/\u2009${formatAmount(limit)}`,
  );
}

const NEAR = 0.75; // of the limit

/** @param {LastOne.Table} snapshot @param {LastOne.Seat} seat */
function badges(snapshot, seat) {
  const events = snapshot.scene.events.filter((one) => one.seat === seat.seat);
  const drawn = events.find((one) => one.type === "cards_drawn")?.count;
  /** @param {string} name @param {string} word */
  const badge = (name, word) =>
    h("span", { class: `badge brass pill one-line strong clip ${name}`, key: name }, word);
  if (!seat.active) return [badge("bankrupt", whyOut(snapshot, seat))];
  const uncalled = snapshot.uncalled === seat.seat;
  const skipped = !drawn && events.some((one) => one.type === "skipped");
  const last = seat.cards === 1 && !uncalled && !["take", "score"].includes(snapshot.phase);
  return [
    ...(drawn ? [badge("drawn", `+${drawn}`)] : []),
    ...(skipped ? [badge("skipped", t("one_skipped"))] : []),
    ...(uncalled ? [badge("uncalled", t("one_uncalled"))] : []),
    ...(last ? [badge("last", t("one_last"))] : []),
  ];
}

/**
 * Fly cards from the stock to the players who just drew them.
 * @param {LastOne.Table} snapshot
 */
function followDraws(snapshot) {
  const drawn = eventsToPlay(snapshot).filter(({ type }) => type === "cards_drawn");
  const stocks = [...document.querySelectorAll(".slot, .track > .hand-back")];
  const stock = stocks.find((node) => node.getClientRects().length);
  for (const { seat, count } of drawn) {
    const hand = document.querySelector(`[data-account="seat:${seat}"] .purse`);
    if (!stock || !hand) continue;
    for (let at = 0; at < Math.min(Number(count), MOST_FLYING); at += 1)
      flyNode(h("i", { class: "back" }), boxOnScreen(stock), boxOnScreen(hand), {
        delay: DEAL_MS * at,
        end: 0.4,
      });
  }
}
