/** The beginning of a hand: the deal, the first card, and a joker or an 8 turned up. */

import { sendAction } from "../../actions.js";
import { actionButton, drawDock, sentenceOf } from "../../parts/controls.js";
import { button, h } from "../../parts/dom.js";
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
      { class: "hero line", "aria-live": "polite" },
      h(
        "div",
        { class: "stack tight grow" },
        h("h2", { class: "ask" }, sentence(snapshot, "prompt_last_one_deal", snapshot.dealer)),
        first ? h("p", { class: "hint" }, t("one_first_deal")) : drawNews(snapshot),
      ),
    ),
    drawPoints(snapshot),
    drawDock(drawSizes(snapshot)),
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
    return button("main", t("one_dealt", { count: min }), () => deal(min), { waits: state.busy });
  }
  return h(
    "div",
    { class: "row spread grow", role: "group", "aria-label": t("one_how_many") },
    h(
      "p",
      { class: "stack tight" },
      h("b", { class: "little" }, t("one_how_many")),
      max === MOST_CARDS ? h("span", { class: "hint" }, t("one_if_all_agree")) : null,
    ),
    h(
      "div",
      { class: "row tight" },
      sizes.map((size) =>
        button(
          size === snapshot.options.hand_size ? "second step" : "step",
          size,
          () => deal(size),
          { waits: state.busy, "aria-label": t("one_cards", { count: size }) },
        ),
      ),
    ),
  );
}

// Entries of a player or the dealer: the parts above the dock, and those in it.

/** Draw the pad for the first card. @param {LastOne.Table} snapshot @returns {LastOne.Entry} */
export function drawOpening(snapshot) {
  const special = Boolean(halfDoneAction(snapshot)?.special);
  const found = legalChoices(snapshot, "turn_up");
  const may = found.find((one) => "all_special" in one.fields === special);
  const stays = found.some((one) => "all_special" in one.fields);
  if (!may) return [null];
  const fixed = special ? { all_special: true } : {};
  return [
    cardGrid(snapshot, may.fields.card.one_of, (card) =>
      sendAction({ ...actionOf(may), ...fixed, card }),
    ),
    drawChance(snapshot),
    stays
      ? button(
          "second",
          t(special ? "one_some_plain" : "one_all_special"),
          () => setHalfDoneAction(snapshot, { special: !special }),
          { key: "special", "aria-pressed": special },
        )
      : null,
  ];
}

/**
 * Draw the pad for what the joker turned up is.
 * @param {LastOne.Table} snapshot
 * @returns {LastOne.Entry}
 */
export function drawDeclare(snapshot) {
  const may = choiceOf(snapshot, "declare");
  if (!may) return [null];
  return [
    cardGrid(snapshot, may.fields.face.one_of, (face) => sendAction({ ...actionOf(may), face })),
    drawChance(snapshot),
  ];
}

/** Draw the four suits for the dealer's 8. @param {LastOne.Table} snapshot @returns {LastOne.Entry} */
export function drawNameSuit(snapshot) {
  const may = choiceOf(snapshot, "name_suit");
  return [
    may ? suitPad(may.fields.suit.one_of, (suit) => sendAction({ ...actionOf(may), suit })) : null,
  ];
}

/**
 * With known cards: draw the pad for the next card from the stock, which chance can also name.
 * @param {LastOne.Table} snapshot
 * @returns {LastOne.Entry}
 */
export function drawTake(snapshot) {
  const may = choiceOf(snapshot, "take");
  if (!may) return [null];
  return [
    [
      h("p", { class: "hint", key: "known" }, t("one_known_cards")),
      cardGrid(snapshot, may.fields.card.one_of, (card) => sendAction({ type: "take", card })),
    ],
    drawChance(snapshot),
  ];
}

/** @param {LastOne.Table} snapshot */
function drawChance(snapshot) {
  if (!snapshot.can_draw || !mayAct(null)) return null;
  return actionButton("main", t("one_chance"), { type: "draw" }, { key: "chance" });
}

// The effects of the last act, one line each: who draws, who is skipped, a shuffle.

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
 * Draw the effect of the last card; a drawer's skipped turn is shown at their place.
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
  if (!news.length) return null;
  return h(
    "ul",
    { class: "news row" },
    news.map((event) =>
      h(
        "li",
        {
          class: `news-line brass pill strong ${event.type}`,
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

// Penalty points against the limit: a bar in each lane, and what the last hand added.

/** Draw everybody's points. @param {LastOne.Table} snapshot */
function drawPoints({ seats, sheet, options }) {
  const limit = Number(options.limit);
  const last = sheet.at(-1) ?? [];
  return h(
    "ol",
    { class: "lanes points-table", key: "points", "aria-label": t("one_points_table") },
    seats.map(({ seat, name, active, points }) =>
      drawLane(seat, name, active, points, limit, last[seat] ?? null),
    ),
  );
}

/**
 * Draw the `points` of a seat as a bar that is full at the `limit`; those `gained` last are new.
 * @param {number} seat
 * @param {string} name
 * @param {boolean} active
 * @param {number} points
 * @param {number} limit
 * @param {number | null} gained
 */
function drawLane(seat, name, active, points, limit, gained) {
  /** @param {number} sum */
  const part = (sum) => `${Math.min(100, (100 * sum) / limit)}%`;
  const figures = { points: formatAmount(points), limit: formatAmount(limit) };
  return h(
    "li",
    {
      class: `line ${active ? "" : "out"}`,
      key: `points${seat}`,
      vars: {
        "--seat": seatColour(seat),
        "--total": part(points - (gained ?? 0)),
        "--stake": part(points),
      },
    },
    seatSign(seat),
    h("span", { class: "unseen" }, name),
    h("span", {
      class: "bar grow",
      role: "img",
      "aria-label": t("one_points_of", figures),
    }),
    gained === null
      ? null
      : h(
          "b",
          { class: gained ? "lit" : "good" },
          gained ? `+${formatAmount(gained)}` : t("one_hand_won"),
        ),
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
