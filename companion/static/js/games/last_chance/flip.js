/** Turning over a card: from the box (tap its symbols) or from the demo deck. */

import { attempt, sendAction, throwDemoDice } from "../../actions.js";
import { get, post, TABLE } from "../../api.js";
import { drawCardEye, drawSeenCard, learnCard } from "../../parts/card_eye.js";
import { drawDock, drawTimedButton, sentenceOf } from "../../parts/controls.js";
import { faceName } from "../../parts/dice.js";
import { button, h, icon } from "../../parts/dom.js";
import { openAmountSheet } from "../../parts/overlays.js";
import { drawFacePad } from "../../parts/roll.js";
import { seatName } from "../../parts/seats.js";
import { changeState, changeUi, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { cardInWords, symbol } from "./card.js";
import { drawBills } from "./settlement.js";

/** Draw the choice, or the card being entered. @param {LastChance} snapshot */
export function drawFlip(snapshot) {
  return state.ui.entering && mayAct() ? drawEntry(snapshot) : drawChoice(snapshot);
}

/** @param {LastChance} snapshot */
function drawChoice(snapshot) {
  return h(
    "section",
    { class: "ask-block center", key: "flip" },
    mayAct() ? drawDeal(snapshot) : null,
    h(
      "h2",
      { class: "ask" },
      sentenceOf("turns_card", { name: seatName(snapshot, snapshot.flipper) }),
    ),
    mayAct() ? drawSources(snapshot) : h("p", { class: "hint" }, t("turns_card_there")),
  );
}

/**
 * Draw the source of the card: the box at a real table, the invented deck at the demo tray.
 * @param {LastChance} snapshot
 */
function drawSources(snapshot) {
  const demo = snapshot.can_draw && Boolean(snapshot.eye.demo);
  const box = [
    button(demo ? "second" : "main", t("enter_card"), () =>
      changeUi({ entering: { symbols: [], prize: null, attempts: null } }),
    ),
    h("p", { class: "hint" }, t("enter_card_hint")),
  ];
  const deck = snapshot.can_draw
    ? [
        button(demo ? "main" : "second", t("draw_demo"), drawAndThrow, { waits: state.busy }),
        h("p", { class: "hint" }, t("draw_demo_hint")),
      ]
    : [];
  const eye = drawCardEye(snapshot, takeSeen);
  return h(
    "div",
    { class: "choices stack center" },
    demo ? [...deck, ...box] : [eye, ...box, ...deck],
  );
}

/**
 * Show the card next to its picture; one that the eye is not sure of waits for a yes.
 * @param {API.CardView} card
 */
function takeSeen({ card, picture, sure }) {
  const guessed = !sure && card;
  changeUi({ entering: { symbols: [], prize: null, attempts: null, ...card, picture, guessed } });
}

/** Draw a card from the deck; at the demo tray, roll the dice, too. */
async function drawAndThrow() {
  if ((await sendAction({ type: "draw" })) && state.snapshot?.eye.demo) await throwDemoDice([]);
}

/** At the very start: the bills that the banker deals to everybody. @param {LastChance} snapshot */
function drawDeal(snapshot) {
  const prompt = snapshot.prompts.find(({ code }) => code === "deal");
  if (!prompt) return null;
  const deal = /** @type {{ cash: number, bills: Bills }} */ (prompt.figures);
  const cash = formatAmount(deal.cash);
  return drawDealt(t("deal_title", { cash }), [...deal.bills].reverse(), snapshot.money.bills);
}

/**
 * Draw the bills that the banker deals to a player who joins late.
 * @param {LastChance} lastChance
 */
export function drawDealTo({ scene, money }) {
  const joined = scene.events.find(({ type }) => type === "player_joined");
  const deal = scene.events.find(({ transfer }) => transfer?.reason === "deal");
  if (!joined || !deal?.transfer) return null;
  const cash = formatAmount(deal.transfer.amount);
  return drawDealt(
    t("deal_to", { name: joined.name, cash }),
    /** @type {Bills} */ (deal.bills),
    money.bills,
  );
}

/** @param {string} title @param {Bills} bills @param {number[]} kinds */
function drawDealt(title, bills, kinds) {
  return h(
    "p",
    { class: "deal plate row center", key: "deal", role: "status" },
    title,
    drawBills(bills, kinds),
  );
}

/** @param {LastChance} snapshot */
function drawEntry(snapshot) {
  const { entering } = state.ui;
  const fields = snapshot.legal.find((choice) => choice.type === "flip")?.fields;
  if (!entering || !fields) return null;
  const { symbols, prize, attempts } = entering;
  const { list_of: printable, max: places } = fields.symbols;
  /** @param {Partial<EnteredCard>} values */
  const set = (values) => changeUi({ entering: { ...entering, ...values } });
  const whole = symbols.length === places && prize !== null && attempts !== null;
  const ask = symbols.length < places ? "enter_symbols" : whole ? "enter_right" : "enter_figures";
  return h(
    "section",
    { class: "card-entry", key: "entry" },
    h(
      "div",
      { class: "hero line" },
      drawSeenCard(entering.picture),
      drawEntered(entering, places, set),
      h("h2", { class: "ask grow" }, t(ask)),
    ),
    symbols.length < places
      ? drawFacePad((name) => set({ symbols: [...symbols, name] }), printable, symbol)
      : drawFigures(snapshot, entering, fields, set),
    whole
      ? null
      : drawKnownCards(snapshot, entering, fields, (card) =>
          flip({ ...card, picture: entering.picture }),
        ),
    drawDock(
      button("quiet", t("cancel"), () => changeUi({ entering: null })),
      whole ? drawYes(entering) : h("button", { class: "main", disabled: true }, t("enter_do")),
    ),
  );
}

/**
 * A card that was entered, or of which the eye is sure, goes on by itself; a guess never does.
 * @param {EnteredCard} entering
 */
function drawYes(entering) {
  const yes = () => flip(entering);
  if (!entering.guessed) return drawTimedButton(JSON.stringify(entering), t("enter_do"), yes);
  return button("main", t("enter_do"), yes, { key: "yes", waits: state.busy });
}

/**
 * @param {EnteredCard} enteredCard
 * @param {number} places
 * @param {(values: Partial<EnteredCard>) => void} set
 */
function drawEntered({ symbols, prize, attempts }, places, set) {
  return h(
    "div",
    { class: "card paper entered" },
    h(
      "div",
      { class: "line tight spread" },
      Array.from({ length: places }, (_, place) =>
        place < symbols.length
          ? button(
              "card-slot middle bare",
              symbol(symbols[place]),
              () => set({ symbols: symbols.filter((_, at) => at !== place) }),
              { "aria-label": t("take_back", { face: faceName(symbols[place]) }) },
            )
          : h("span", { class: "card-slot dashed" }),
      ),
    ),
    h(
      "p",
      { class: "line spread" },
      h("span", { class: "card-prize" }, prize === null ? "–" : formatAmount(prize)),
      h(
        "span",
        { class: "card-attempts strong" },
        attempts === null ? "–" : t("attempts", { count: attempts }),
      ),
    ),
  );
}

/**
 * Draw the known prizes, one tap each, a keypad for others, and then the attempts.
 * @param {LastChance} snapshot
 * @param {EnteredCard} enteredCard
 * @param {CardFields} fields
 * @param {(values: Partial<EnteredCard>) => void} set
 */
function drawFigures(snapshot, { prize, attempts }, { prize: span, attempts: tries }, set) {
  const [low, high] = snapshot.money.prizes;
  const usual = counted(low, high, span.step);
  const type = () =>
    openAmountSheet({ title: t("prize"), ...span, onDone: (typed) => set({ prize: typed }) });
  const other = prize !== null && !usual.includes(prize);
  return h(
    "div",
    { class: "figures stack tight" },
    h(
      "div",
      { class: "prizes", role: "group", "aria-labelledby": "prize-word" },
      h("p", { class: "soft", id: "prize-word" }, t("prize")),
      usual.map((value) =>
        figure(
          formatAmount(value),
          prize === value,
          () => set({ prize: value }),
          value < 100_000
            ? formatAmount(value)
            : [h("b", {}, value / 1000), h("small", { class: "own-line soft" }, "000")],
        ),
      ),
      button(`typed ${other ? "picked" : ""}`, t("other_amount"), type, {
        "aria-label": t("tap_to_type"),
      }),
    ),
    h(
      "div",
      { class: "tries", role: "group", "aria-labelledby": "attempts-word" },
      h("p", { class: "soft", id: "attempts-word" }, t("attempts_word")),
      counted(tries.min, tries.max, 1).map((number) =>
        figure(String(number), attempts === number, () => set({ attempts: number })),
      ),
    ),
  );
}

/** @param {number} low @param {number} high @param {number} step */
function counted(low, high, step) {
  return Array.from({ length: (high - low) / step + 1 }, (_, at) => low + at * step);
}

/**
 * @param {string} text
 * @param {boolean} picked
 * @param {() => void} onclick
 * @param {Child} [shown]
 */
function figure(text, picked, onclick, shown = text) {
  const named = { "aria-pressed": picked, "aria-label": text };
  return button(`step ${picked ? "picked" : ""}`, shown, onclick, named);
}

/** @param {EnteredCard} enteredCard */
async function flip({ symbols, prize, attempts, picture }) {
  if (!(await sendAction({ type: "flip", symbols, prize, attempts }))) return;
  changeUi({ entering: null });
  await learnCard(picture);
}

// The cards of people's own box: each is offered once it was entered, and can be forgotten.

/** @type {LastChanceCard[]} */
let cards = []; // as the table last listed them
let asked = ""; // for which state of the table

/**
 * Draw the known cards that match everything `entered` so far; one tap gives a card to `take`.
 * @param {LastChance} snapshot
 * @param {EnteredCard} entered
 * @param {CardFields} fields
 * @param {(card: LastChanceCard) => unknown} take
 */
export function drawKnownCards(snapshot, entered, fields, take) {
  fetchOnce(`${snapshot.run} ${snapshot.version}`);
  const fitting = cards.filter((card) => isPlayable(snapshot, card, fields) && fits(card, entered));
  if (!fitting.length) return null;
  const forgetting = Boolean(state.ui.forgettingCards);
  return h(
    "section",
    { class: "stack tight full", key: "known" },
    h(
      "div",
      { class: "line spread" },
      h("h3", {}, t(forgetting ? "deck_forget" : "deck_known")),
      button("quiet", t(forgetting ? "deck_back" : "deck_mend"), () =>
        changeUi({ forgettingCards: !forgetting }),
      ),
    ),
    h(
      "div",
      { class: "grid full dice-s", vars: { "--least": "17rem" } },
      fitting.map((card) => drawKnown(card, forgetting, take)),
    ),
  );
}

/**
 * @param {LastChanceCard} card
 * @param {boolean} forgetting
 * @param {(card: LastChanceCard) => unknown} take
 */
function drawKnown(card, forgetting, take) {
  const { symbols, prize, attempts } = card;
  const words = cardInWords(card);
  return button(
    "known-card line spread",
    [
      h("span", { class: "line tight" }, symbols.map(symbol)),
      h("b", {}, formatAmount(prize)),
      forgetting ? icon("cross") : h("span", { class: "card-attempts strong" }, attempts),
    ],
    () => (forgetting ? forget(card) : take(card)),
    {
      key: JSON.stringify(card),
      "aria-label": forgetting ? t("deck_forget_one", { card: words }) : words,
      waits: state.busy,
    },
  );
}

/**
 * A card of another edition cannot be played here, and a won one does not come again.
 * @param {LastChance} lastChance
 * @param {LastChanceCard} card
 * @param {CardFields} cardFields
 */
function isPlayable({ seats }, card, { symbols, prize, attempts }) {
  /** @param {number} value @param {Span} span */
  const within = (value, { min, max, step }) => value >= min && value <= max && !(value % step);
  const won = seats.flatMap((seat) => seat.cards).some((one) => same(one, card));
  const printable = card.symbols.every((name) => symbols.list_of?.includes(name));
  return !won && printable && within(card.prize, prize) && within(card.attempts, attempts);
}

/** @param {LastChanceCard} one @param {LastChanceCard} other */
function same(one, other) {
  return (
    one.prize === other.prize &&
    one.attempts === other.attempts &&
    [...one.symbols].sort().join() === [...other.symbols].sort().join()
  );
}

/** @param {LastChanceCard} card @param {EnteredCard} enteredCard */
function fits(card, { symbols, prize, attempts }) {
  const left = [...card.symbols];
  const all = symbols.every(
    (name) => left.includes(name) && left.splice(left.indexOf(name), 1).length,
  );
  return (
    all && (prize ?? card.prize) === card.prize && (attempts ?? card.attempts) === card.attempts
  );
}

/** @param {string} wanted */
function fetchOnce(wanted) {
  if (wanted === asked) return;
  asked = wanted;
  fetchCards(() => get(`${TABLE}/deck`));
}

/** @param {LastChanceCard} card */
function forget(card) {
  fetchCards(() => post(`${TABLE}/deck/forget`, { card }));
}

/** @param {() => Promise<{ cards: LastChanceCard[] }>} ask */
async function fetchCards(ask) {
  await attempt(async () => {
    ({ cards } = await ask());
    changeState({});
  });
}
