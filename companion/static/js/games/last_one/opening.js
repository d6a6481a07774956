/** A hand begins: the deal, the first card, what a joker or an 8 turned up means. */

import { sendAction } from "../../actions.js";
import { actionButton, sentenceOf } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { seatColour, seatName, seatSign } from "../../parts/seats.js";
import { eventFigures } from "../../sentences.js";
import { choiceOf, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import {
  actionOf,
  cardGrid,
  halfDoneAction,
  sentence,
  setHalfDoneAction,
  suitPad,
} from "./cards.js";

const MOST_CARDS = 9; // which the dealer gives only if all agree

/** Draw the end of the last hand and the next deal. @param {LastOne.Table} snapshot */
export function drawDeal(snapshot) {
  const first = !snapshot.sheet.length;
  return h(
    "section",
    { class: "last-one dealing", key: "deal" },
    h(
      "header",
      { class: "say row spread rigid", "aria-live": "polite" },
      h("h2", { class: "ask" }, sentence(snapshot, "prompt_last_one_deal", snapshot.dealer)),
      drawNews(snapshot),
    ),
    first ? h("p", { class: "hint" }, t("one_first_deal")) : null,
    pointsTable(snapshot),
    h("div", { class: "dock line" }, drawSizes(snapshot)),
  );
}

/** @param {LastOne.Table} snapshot */
function drawSizes(snapshot) {
  const may = choiceOf(snapshot, "deal");
  if (!may) return null;
  const { min, max } = may.fields.size;
  const sizes = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  /** @param {number} size */
  const deal = (size) => sendAction({ ...actionOf(may), size });
  if (sizes.length === 1) {
    return h(
      "button",
      { class: "main", waits: state.busy, onclick: () => deal(min) },
      t("one_dealt", { count: min }),
    );
  }
  return h(
    "div",
    { class: "row large grow", role: "group", "aria-label": t("one_how_many") },
    h("b", {}, t("one_how_many")),
    sizes.map((size) =>
      h(
        "button",
        {
          class: size === snapshot.options.hand_size ? "second step" : "step",
          waits: state.busy,
          "aria-label": t("one_cards", { count: size }),
          onclick: () => deal(size),
        },
        size,
      ),
    ),
    max === MOST_CARDS ? h("span", { class: "hint" }, t("one_if_all_agree")) : null,
  );
}

/**
 * Draw the pad for the first card.
 * @param {LastOne.Table} snapshot
 * @param {Child} more
 */
export function drawOpening(snapshot, more) {
  const special = Boolean(halfDoneAction(snapshot)?.special);
  const found = legalChoices(snapshot, "turn_up");
  const may = found.find((one) => "all_special" in one.fields === special);
  const stays = found.some((one) => "all_special" in one.fields);
  if (!may) return more;
  const fixed = special ? { all_special: true } : {};
  return [
    cardGrid(snapshot, may.fields.card.one_of, (card) =>
      sendAction({ ...actionOf(may), ...fixed, card }),
    ),
    h(
      "div",
      { class: `acts line center ${stays && !special ? "below" : ""}`, key: "below" },
      drawChance(snapshot),
      stays
        ? h(
            "button",
            {
              class: "second",
              key: "special",
              "aria-pressed": special ? "true" : "false",
              onclick: () => setHalfDoneAction(snapshot, { special: !special }),
            },
            t(special ? "one_some_plain" : "one_all_special"),
          )
        : null,
      more,
    ),
  ];
}

/**
 * Draw the pad for what the joker turned up is.
 * @param {LastOne.Table} snapshot
 * @param {Child} more
 */
export function drawDeclare(snapshot, more) {
  const may = choiceOf(snapshot, "declare");
  if (!may) return more;
  return [
    cardGrid(snapshot, may.fields.face.one_of, (face) => sendAction({ ...actionOf(may), face })),
    h("div", { class: "acts line center", key: "below" }, drawChance(snapshot), more),
  ];
}

/**
 * Draw the four suits for the dealer's 8.
 * @param {LastOne.Table} snapshot
 * @param {Child} more
 */
export function drawNameSuit(snapshot, more) {
  const may = choiceOf(snapshot, "name_suit");
  return [
    may ? suitPad(may.fields.suit.one_of, (suit) => sendAction({ ...actionOf(may), suit })) : null,
    h("div", { class: "acts line center", key: "below" }, more),
  ];
}

/**
 * With known cards: draw the pad for the next card from the stock, which chance can also name.
 * @param {LastOne.Table} snapshot
 */
export function drawTake(snapshot) {
  const may = choiceOf(snapshot, "take");
  if (!may) return null;
  return [
    h("p", { class: "hint", key: "known" }, t("one_known_cards")),
    cardGrid(snapshot, may.fields.card.one_of, (card) => sendAction({ type: "take", card })),
    h("div", { class: "acts line center", key: "below" }, drawChance(snapshot)),
  ];
}

/** @param {LastOne.Table} snapshot */
function drawChance(snapshot) {
  if (!snapshot.can_draw || !mayAct(null)) return null;
  return actionButton({ class: "main", key: "chance" }, { type: "draw" }, t("one_chance"));
}

// What the last act did, in a line for each thing: who draws, who is skipped, what was shuffled.

const NEWS = new Set([
  "card_reburied",
  "cards_drawn",
  "skipped",
  "direction_reversed",
  "stock_empty",
  "stock_reshuffled",
  "went_bankrupt",
]);

/**
 * Draw what the last card did; that who draws is skipped too is seen at their place.
 * @param {LastOne.Table} snapshot
 */
export function drawNews(snapshot) {
  const { events } = snapshot.scene;
  const names = snapshot.seats.map(({ name }) => name);
  /** @param {unknown} seat */
  const drew = (seat) => events.some((one) => one.type === "cards_drawn" && one.seat === seat);
  const news = events.filter(
    ({ type, seat }) => NEWS.has(type) && !(type === "skipped" && drew(seat)),
  );
  return h(
    "ul",
    { class: "news row" },
    news.map((event) =>
      h(
        "li",
        {
          class: `news-line pill sentence strong ${event.type}`,
          key: `${event.type}${event.seat}`,
        },
        sentenceOf(
          `event_last_one_${event.sentence ?? event.type}`,
          typeof event.seat === "number" ? { name: seatName(snapshot, event.seat) } : {},
          eventFigures(event, snapshot.game, names),
        ),
      ),
    ),
  );
}

// Penalty points against the limit: bars with figures, and what the last hand brought.

/**
 * Draw the points of `seat` as a bar that is full at the limit; `more` of them are new.
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Seat} seat
 * @param {number} more
 */
function pointsBar(snapshot, seat, more) {
  const limit = Number(snapshot.options.limit);
  /** @param {number} points */
  const part = (points) => `${Math.min(100, (100 * points) / limit)}%`;
  const figures = { points: formatAmount(seat.points), limit: formatAmount(limit) };
  return [
    h("span", {
      class: "bar",
      key: "bar",
      vars: { "--total": part(seat.points - more), "--stake": part(seat.points) },
      role: "img",
      "aria-label": t("one_points_of", figures),
    }),
    h("span", { class: "soft", "aria-hidden": "true" }, `${figures.points} / ${figures.limit}`),
  ];
}

/**
 * Draw everybody's points, fewest first among those still in, with what the last hand brought.
 * @param {LastOne.Table} snapshot
 */
function pointsTable(snapshot) {
  const last = snapshot.sheet.at(-1) ?? [];
  const rows = [...snapshot.seats].sort(
    (a, b) => Number(b.active) - Number(a.active) || a.points - b.points || a.seat - b.seat,
  );
  return h(
    "ol",
    { class: "points-table stack tight", key: "points", "aria-label": t("one_points_table") },
    rows.map((seat) => drawRow(snapshot, seat, last[seat.seat] ?? null)),
  );
}

/** @param {LastOne.Table} snapshot @param {LastOne.Seat} seat @param {number | null} gained */
function drawRow(snapshot, seat, gained) {
  return h(
    "li",
    {
      class: `points-row plate of-seat ${seat.active ? "" : "out"}`,
      key: `row${seat.seat}`,
      vars: { "--seat": seatColour(seat.seat) },
    },
    seatSign(seat.seat),
    h("b", { class: "points-name large clip" }, seat.name),
    h("b", { class: gained === 0 ? "large good" : "large lit" }, gainedWords(gained)),
    seat.active
      ? pointsBar(snapshot, seat, gained ?? 0)
      : h("span", { class: "badge pill strong bankrupt" }, whyOut(snapshot, seat)),
  );
}

/**
 * Why a player is out: they are bankrupt, or they left.
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Seat} seat
 */
export function whyOut({ options }, { points }) {
  return t(points >= Number(options.limit) ? "one_bankrupt" : "out");
}

/** @param {number | null} gained */
function gainedWords(gained) {
  if (gained === null) return "";
  return gained === 0 ? t("one_hand_won") : `+${formatAmount(gained)}`;
}
