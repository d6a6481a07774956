/** A turn: one tap plays a card (a joker or an eight takes two or three) or draws one. */

import { sendAction } from "../../actions.js";
import { actionButton, drawSand } from "../../parts/controls.js";
import { button, h } from "../../parts/dom.js";
import { seatColour, seatName } from "../../parts/seats.js";
import { choiceOf, legalChoices, state } from "../../store.js";
import { t } from "../../words.js";
import {
  actionOf,
  cardGrid,
  cardName,
  cardPicture,
  cardRow,
  deckName,
  halfDoneAction,
  JOKER,
  jokerSign,
  playable,
  playCard,
  sentence,
  setHalfDoneAction,
  suitOf,
  suitPad,
} from "./cards.js";

const FEW = 20; // as many cards fit into two rows; more are shown by suit

/**
 * Draw the choices of the player in turn: their cards, or the question about one.
 * @param {LastOne.Hand} snapshot
 * @returns {LastOne.Entry}
 */
export function drawPlays(snapshot) {
  const held = halfDoneAction(snapshot);
  const { turn } = snapshot;
  const { card, face, seat = turn } = held ?? {};
  const plays = legalChoices(snapshot, "play").filter((one) => one.seat === turn);
  const { plain, eights, asPlain, asEights, suits } = playable(plays);
  if (!card) {
    const { name } = snapshot.seats[turn];
    /** @type {LastOne.Label} */
    const label = (one) => t("one_plays", { name, card: cardName(one) });
    const cards = [...plain, ...eights, ...(asPlain.length ? [JOKER] : [])];
    return [
      drawCards(snapshot, cards, (one) => playCard(snapshot, turn, one), label),
      drawOther(snapshot),
    ];
  }
  /** @param {{ face?: string, suit?: LastOne.Suit }} answer */
  const next = (answer) => playCard(snapshot, seat, card, { face, ...answer });
  return [
    (face ?? card) === JOKER
      ? drawCards(snapshot, [...asPlain, ...asEights], (as) => next({ face: as }), cardName)
      : suitPad(suits, (suit) => next({ suit })),
    button("second", t("cancel"), () => setHalfDoneAction(snapshot, null), { key: "cancel" }),
  ];
}

/**
 * Draw a few cards in a row, first those that follow suit, or many sorted by suit.
 * @param {LastOne.Table} snapshot
 * @param {string[]} cards
 * @param {LastOne.OnCard} onCard
 * @param {LastOne.Label} label
 */
function drawCards(snapshot, cards, onCard, label) {
  const { suit } = snapshot;
  if (cards.length > FEW) return cardGrid(snapshot, cards, onCard, { suit, label });
  /** @param {string} card */
  const differs = (card) => Number(suitOf(card) !== suit);
  const sorted = [...cards].sort((a, b) => differs(a) - differs(b));
  return cardRow(t("one_playable"), sorted, onCard, "", label);
}

/** @param {LastOne.Table} snapshot */
function drawOther(snapshot) {
  const draw = choiceOf(snapshot, "draw_cards");
  const pass = choiceOf(snapshot, "pass");
  const count = snapshot.owed?.cards ?? 1;
  return [
    draw
      ? actionButton("main draw", t("one_draw", { count }), actionOf(draw), { key: "draw" })
      : null,
    pass
      ? actionButton("second", t(`one_pass_${snapshot.phase}`), actionOf(pass), { key: "pass" })
      : null,
  ];
}

// A melee: the ladder of cards, the debt, and who may continue.

const SEEN = 4; // steps of the ladder at a time
const MANY = 4; // with more players, there is only room for names; the card is on the table

/**
 * Draw the cards of the melee, those still to come pale, and the debt as it grows.
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Melee} melee
 */
export function drawMeleeLadder(snapshot, { steps, value, needed, defender }) {
  const next = steps.indexOf(needed);
  const from = Math.max(0, Math.min(next - SEEN + 1, steps.length - SEEN));
  return [
    h(
      "span",
      { class: "ladder line tight", key: "ladder" },
      steps.slice(from, from + SEEN).map((face, at) => {
        const kind = from + at < next ? "" : face === needed ? "step-next" : "out";
        return cardPicture(face, { key: face, className: kind });
      }),
    ),
    h(
      "span",
      {
        class: "owed-by stack tight center",
        key: "debt",
        vars: { "--seat": seatColour(defender) },
        role: "status",
      },
      h(
        "b",
        { class: "owed-figure lit", key: `debt${value}`, vars: { "--size": value } },
        `+${value}`,
      ),
      h("span", { class: "wanted-words full" }, seatName(snapshot, defender, "clip own-line")),
    ),
  ];
}

/**
 * Draw the players who may continue, with one tap each, and the button for nobody.
 * @param {LastOne.Table} snapshot
 * @returns {LastOne.Entry}
 */
export function drawMelee(snapshot) {
  if (!snapshot.melee) return [null];
  const { needed, defender, value } = snapshot.melee;
  const end = choiceOf(snapshot, "end_melee");
  const plays = legalChoices(snapshot, "play");
  const seats = [...new Set(plays.map((one) => one.seat))];
  return [
    [
      seats.length ? h("p", { class: "strong", key: "ask" }, t("one_goes_on")) : null,
      h(
        "div",
        {
          class: "joiners grid full",
          vars: { "--least": "min(410px - 18.7vw, 44vw)" },
          key: "joiners",
          role: "group",
          "aria-label": t("one_goes_on"),
        },
        seats.map((seat) => drawJoiner(snapshot, seat, needed, plays, seats.length > MANY)),
      ),
    ],
    end
      ? actionButton(
          "main draw",
          sentence(snapshot, "one_nobody", defender, { count: value }),
          actionOf(end),
          { key: "end" },
        )
      : null,
  ];
}

/**
 * @param {LastOne.Table} snapshot
 * @param {number} seat
 * @param {string} needed
 * @param {LastOne.Play[]} plays
 * @param {boolean} crowded
 */
function drawJoiner(snapshot, seat, needed, plays, crowded) {
  const { name } = snapshot.seats[seat];
  /** @param {string} card */
  const has = (card) =>
    plays.some((one) => one.seat === seat && one.fields.card.one_of.includes(card));
  /** @param {string} card @param {string} className @param {...Child} inside */
  const key = (card, className, ...inside) =>
    button(
      className,
      inside,
      () => playCard(snapshot, seat, card, card === JOKER ? { face: needed } : undefined),
      { waits: state.busy, "aria-label": t("one_plays", { name, card: cardName(card) }) },
    );
  const wide = "goes-on line grow cut-off";
  const called = seatName(snapshot, seat, "clip own-line");
  return h(
    "span",
    {
      class: "joiner shrinks line plate of-seat",
      key: `joiner${seat}`,
      vars: { "--seat": seatColour(seat) },
    },
    has(needed)
      ? [
          key(needed, wide, crowded ? null : cardPicture(needed, { className: "tiny" }), called),
          has(JOKER) ? key(JOKER, "goes-on", jokerSign()) : null,
        ]
      : key(JOKER, `${wide} spread`, called, jokerSign()), // the card lies on the table, or another holds it
  );
}

// Cards that the camera may see on the discard pile: turned up or played.

/**
 * Return the cards that may be laid there now, as `drawCardFollower` takes them; null: none.
 * @param {LastOne.Table} snapshot
 * @returns {CardGame | null}
 */
export function cardsOnPile(snapshot) {
  const turnUp = legalChoices(snapshot, "turn_up").filter(({ fields }) => !fields.all_special);
  const choices = [...turnUp, ...legalChoices(snapshot, "play")];
  const cards = new Set(choices.flatMap(({ fields }) => fields.card.one_of));
  const names = [...cards].map(deckName);
  /** @param {string} card */
  const ways = (card) => waysOf(snapshot, choices, card);
  return cards.size ? { waysOf: ways, nameOf: cardName, names } : null;
}

/**
 * A joker or an eight is asked about further, as when it is tapped.
 * @param {LastOne.Table} snapshot
 * @param {(LastOne.TurnUp | LastOne.Play)[]} choices
 * @param {string} card
 */
function waysOf(snapshot, choices, card) {
  const may = choices.filter(({ fields }) => fields.card.one_of.includes(card));
  const [turnUp] = may.filter(({ type }) => type === "turn_up");
  if (turnUp)
    return [{ words: cardName(card), act: () => sendAction({ ...actionOf(turnUp), card }) }];
  return [...new Set(may.map(({ seat }) => seat))].map((seat) => ({
    words: t("one_plays", { name: snapshot.seats[seat].name, card: cardName(card) }),
    act: () => playCard(snapshot, seat, card, inMelee(snapshot, card)),
  }));
}

/** @param {LastOne.Table} snapshot @param {string} card */
function inMelee({ melee }, card) {
  return melee && card === JOKER ? { face: melee.needed } : undefined;
}

// "Last card!": whether it was called, missed in time, or too late.

/**
 * Draw the question about the call of the player who is down to one card, while it is open.
 * @param {LastOne.Table} snapshot
 */
export function drawCall(snapshot) {
  const seat = snapshot.uncalled;
  if (seat === null || snapshot.phase === "take") return null;
  const call = choiceOf(snapshot, "call_last_card", seat);
  const fine = legalChoices(snapshot, "fine").find(
    (one) => one.seat === seat && one.fields.fault.one_of.includes("last_card"),
  );
  const close = choiceOf(snapshot, "close_call");
  return h(
    "div",
    {
      class: "call cut-off plate row center anchor full",
      key: "call",
      role: "status",
      vars: { "--seat": seatColour(seat) },
    },
    h("p", { class: "whole-row strong" }, sentence(snapshot, "prompt_last_one_last_card", seat)),
    call ? actionButton("second grow called", t("one_called"), actionOf(call)) : null,
    fine
      ? actionButton("danger grow fined", t("one_caught"), {
          ...actionOf(fine),
          fault: "last_card",
        })
      : null,
    close ? actionButton("quiet", t("one_too_late"), actionOf(close)) : null,
    // The time left to notice a missed call, if a house rule sets seconds.
    snapshot.clock?.running ? drawSand(snapshot) : null,
  );
}

// Rare events, behind one button: an error costs a card; somebody is out unnoticed.

/** @type {LastOne.Rare["type"][]} */
const SELDOM = ["fine", "hand_won"];

/**
 * Return the button that opens them; null if this device may enter none.
 * @param {LastOne.Table} snapshot
 */
export function rareEventsButton(snapshot) {
  const any = SELDOM.some((type) => legalChoices(snapshot, type).length);
  return any
    ? button("second", t("one_more"), () => setHalfDoneAction(snapshot, { more: true }), {
        key: "more",
      })
    : null;
}

/**
 * Draw one row of players for each rare event.
 * @param {LastOne.Table} snapshot
 * @returns {LastOne.Entry}
 */
export function drawRareEvents(snapshot) {
  return [
    SELDOM.map((type) => drawSeldom(snapshot, type)),
    button("second", t("one_back"), () => setHalfDoneAction(snapshot, null), { key: "back" }),
  ];
}

/** @param {LastOne.Table} snapshot @param {LastOne.Rare["type"]} type */
function drawSeldom(snapshot, type) {
  const found = legalChoices(snapshot, type);
  if (!found.length) return null;
  const fields = type === "fine" ? { fault: "error" } : {};
  return h(
    "div",
    { class: "row whole-row", key: type, role: "group", "aria-label": t(`one_seldom_${type}`) },
    h("p", { class: "whole-row left" }, t(`one_seldom_${type}`)),
    found.map((one) =>
      button(
        "step",
        seatName(snapshot, one.seat),
        async () => {
          if (await sendAction({ ...actionOf(one), ...fields })) setHalfDoneAction(snapshot, null);
        },
        { waits: state.busy },
      ),
    ),
  );
}
