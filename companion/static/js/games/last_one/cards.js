/** Playing cards, drawn by us: suits by shape and colour, ranks as this language writes them. */

import { sendAction } from "../../actions.js";
import { sentenceOf } from "../../parts/controls.js";
import { button, h } from "../../parts/dom.js";
import { seatName } from "../../parts/seats.js";
import { SUIT_SIGNS } from "../../sentences.js";
import { changeUi, legalChoices, state } from "../../store.js";
import { t } from "../../words.js";

/** @type {LastOne.Suit[]} */
export const SUITS = ["clubs", "diamonds", "hearts", "spades"];
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
export const JOKER = "Joker";

/** @type {Record<string, LastOne.Suit>} */
const LETTERS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

const INKS = {
  clubs: "#17683a",
  diamonds: "#c94a00",
  hearts: "#c4122f",
  spades: "#17171f",
  joker: "#6b2d8c",
};

const SHAPES = {
  clubs:
    "M50 6 A21 21 0 0 1 66 41 A21 21 0 1 1 56 66 Q58 84 70 95 H30 Q42 84 44 66 A21 21 0 1 1 34 41 A21 21 0 0 1 50 6 Z",
  diamonds: "M50 3 L88 50 L50 97 L12 50 Z",
  hearts:
    "M50 94 C22 68 5 52 5 31 C5 15 17 6 29 6 C39 6 46 12 50 21 C54 12 61 6 71 6 C83 6 95 15 95 31 C95 52 78 68 50 94 Z",
  spades:
    "M50 4 C58 26 93 41 93 64 C93 77 83 85 72 85 C65 85 59 81 55 75 Q57 88 68 96 H32 Q43 88 45 75 C41 81 35 85 28 85 C17 85 7 77 7 64 C7 41 42 26 50 4 Z",
};

// A jester's cap with three bells.
const CAP =
  "M22 74 L10 30 Q26 34 35 48 Q38 22 50 8 Q62 22 65 48 Q74 34 90 30 L78 74 Q50 84 22 74 Z";

/** Return the rank of `face` ("10H" → "10"). @param {string} face */
export function rankOf(face) {
  return face.slice(0, -1);
}

/** Return the suit of `face` ("10H" → "hearts"). @param {string} face */
export function suitOf(face) {
  return LETTERS[face.slice(-1)];
}

/** Return the face of `rank` in `suit`. @param {string} rank @param {LastOne.Suit} suit */
export function faceOf(rank, suit) {
  return rank + suit[0].toUpperCase();
}

/**
 * Return the ink of `suit` ("joker" too), for the `vars` of what is printed in it.
 * @param {keyof typeof INKS} suit
 */
export function ink(suit) {
  return { "--print": INKS[suit] };
}

/** The name of `card`: "8 of hearts", "joker". @param {string} card */
export function cardName(card) {
  if (card === JOKER) return t("face_Joker");
  return t("one_card", { rank: t(`rank_${rankOf(card)}`), suit: t(`suit_${suitOf(card)}`) });
}

/**
 * The name of `card` in a taught deck, the same in every language.
 * @param {string} card
 */
export function deckName(card) {
  return card === JOKER ? JOKER : rankOf(card) + SUIT_SIGNS[card.slice(-1)];
}

/** Return the letter or figure in the corner of a card of `rank`. @param {string} rank */
export function rankSign(rank) {
  return /\d/.test(rank) ? rank : t(`index_${rank}`);
}

/** Draw the sign of `suit`. @param {LastOne.Suit} suit */
export function suitSign(suit, className = "") {
  return h(
    "svg",
    { class: `suit ${suit} ${className}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    h("path", { d: SHAPES[suit] }),
  );
}

/** Draw the joker's cap. */
export function jokerSign() {
  return h(
    "svg",
    { class: "suit joker", vars: ink("joker"), viewBox: "0 0 100 100", "aria-hidden": "true" },
    h("path", { d: CAP }),
    [
      [10, 26],
      [50, 8],
      [90, 26],
    ].map(([cx, cy]) => h("circle", { cx, cy, r: 8 })),
  );
}

/** Draw what is printed on `card`: rank over suit, or the joker's cap. @param {string} card */
export function cardPrint(card) {
  if (card === JOKER) return jokerSign();
  return [
    h("span", { class: "print-rank figure" }, rankSign(rankOf(card))),
    suitSign(suitOf(card), "print-suit"),
  ];
}

/**
 * Draw `card` as it lies on the table; a joker as what it was declared (`face`).
 * @param {string} card
 * @param {{ face?: string | null, key?: string, className?: string }} [given]
 */
export function cardPicture(card, { face, key, className = "" } = {}) {
  const shown = face ?? card;
  const suit = shown === JOKER ? "joker" : suitOf(shown);
  return h(
    "span",
    {
      class: `playing-card middle anchor ${className}`,
      key,
      vars: ink(suit),
      role: "img",
      "aria-label": card === shown ? cardName(card) : `${cardName(card)}: ${cardName(shown)}`,
    },
    cardPrint(shown),
    card === JOKER && shown !== JOKER
      ? h("span", { class: "as-joker atop round" }, jokerSign())
      : null,
  );
}

/** Draw `count` cards from behind: a back with their number. @param {number} count */
export function handBack(count) {
  return h(
    "span",
    { class: "hand-back line tight", role: "img", "aria-label": t("one_cards", { count }) },
    h("i", { class: "back" }),
    h("b", { "aria-hidden": "true" }, count),
  );
}

// Sentences with a player in them, and the choices of this device.

/**
 * Return the sentence `key` as nodes: the name of `seat` with its sign, `{suit}` as its picture.
 * @param {LastOne.Table} snapshot
 * @param {string} key
 * @param {number | null} seat
 * @param {Figures} [given]
 */
export function sentence(snapshot, key, seat, given = {}) {
  const name = seat === null ? "" : seatName(snapshot, seat);
  const suit = SUITS.find((one) => one === given.suit);
  const picture = suit && [suitSign(suit, "sign round"), t(`suit_${suit}`)];
  return sentenceOf(key, { name, suit: picture }, given);
}

/**
 * Return the action of `choice` as far as it is fixed: its type and its seat.
 * @param {{ type: string, seat: number | null }} choice
 * @returns {Action}
 */
export function actionOf({ type, seat }) {
  return seat === null ? { type } : { type, seat };
}

/**
 * Return the unfinished choice at this position: a card that still needs a suit, an open panel.
 * @param {LastOne.Table} snapshot
 */
export function halfDoneAction(snapshot) {
  const { one } = state.ui;
  return one?.at === position(snapshot) ? one : null;
}

/**
 * Remember `values` as the unfinished choice at this position; null: none.
 * @param {LastOne.Table} snapshot
 * @param {LastOne.HalfDone | null} values
 */
export function setHalfDoneAction(snapshot, values) {
  changeUi({ one: values && { ...values, at: position(snapshot) } });
}

/**
 * Return the key of the position for an unfinished choice, which a call or its end does not change.
 * @param {LastOne.Table} snapshot
 */
function position({ run, hand_number: hand, phase, turn, top, discard, suit, owed }) {
  return JSON.stringify([run, hand, phase, turn, top, discard, suit, owed]);
}

// Entering a card: only possible ones, with one tap each.

/**
 * One card as a button; `onCard` is called when it is tapped.
 * @param {string} card
 * @param {LastOne.OnCard} onCard
 * @param {string} label
 */
function cardKey(card, onCard, label) {
  return button("card-key playing-card middle", cardPrint(card), () => onCard(card), {
    key: card,
    vars: {
      ...ink(card === JOKER ? "joker" : suitOf(card)),
      "--column": RANKS.indexOf(rankOf(card)) + 1,
    },
    waits: state.busy,
    "aria-label": label,
  });
}

/**
 * Cards as buttons in one row called `name`.
 * @param {string} name
 * @param {string[]} cards
 * @param {LastOne.OnCard} onCard
 * @param {string} className
 * @param {LastOne.Label} label
 */
export function cardRow(name, cards, onCard, className, label) {
  if (!cards.length) return null;
  return h(
    "div",
    {
      class: `card-row row center tight full ${className}`,
      role: "group",
      "aria-label": name,
      key: name,
    },
    cards.map((card) => cardKey(card, onCard, label(card))),
  );
}

/**
 * A choice from many `cards`: a tab for each suit and the joker, and below it the suit's cards.
 * @param {LastOne.Table} snapshot
 * @param {string[]} cards
 * @param {LastOne.OnCard} onCard
 * @param {{ suit?: LastOne.Suit | null, label?: LastOne.Label }} [given]
 */
export function cardGrid(snapshot, cards, onCard, { suit = null, label = cardName } = {}) {
  const held = halfDoneAction(snapshot);
  const shown = SUITS.filter((one) => cards.some((card) => card !== JOKER && suitOf(card) === one));
  const picked = [held?.tab, suit].find((one) => one && shown.includes(one)) ?? shown[0];
  return h(
    "div",
    { class: "card-grid stack tight full", key: "grid" },
    h(
      "div",
      { class: "suit-tabs row center tight", role: "group", "aria-label": t("one_suits") },
      shown.map((one) =>
        button(
          "suit-tab playing-card middle",
          suitSign(one),
          () => setHalfDoneAction(snapshot, { ...held, tab: one }),
          {
            vars: ink(one),
            "aria-pressed": one === picked,
            "aria-label": t(`suit_${one}`),
          },
        ),
      ),
      cards.includes(JOKER) ? cardKey(JOKER, onCard, label(JOKER)) : null,
    ),
    picked
      ? cardRow(
          t(`suit_${picked}`),
          inOrder(cards.filter((card) => card !== JOKER && suitOf(card) === picked)),
          onCard,
          "in-suit",
          label,
        )
      : null,
  );
}

/** @param {string[]} cards */
function inOrder(cards) {
  return [...cards].sort((a, b) => RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b)));
}

/**
 * Return the suits that may be named, large; `onSuit(suit)`.
 * @param {LastOne.Suit[]} suits
 * @param {(suit: LastOne.Suit) => unknown} onSuit
 */
export function suitPad(suits, onSuit) {
  return h(
    "div",
    {
      class: "grid full",
      vars: { "--least": "104px" },
      role: "group",
      "aria-label": t("one_suits"),
    },
    suits.map((suit) =>
      button(
        "suit-key strong playing-card middle",
        [suitSign(suit), h("span", {}, t(`suit_${suit}`))],
        () => onSuit(suit),
        { vars: ink(suit), waits: state.busy },
      ),
    ),
  );
}

/**
 * Return what `plays` (the choices to play of one seat) allow.
 * @param {LastOne.Play[]} plays
 */
export function playable(plays) {
  /** @type {LastOne.Playable} */
  const found = { plain: [], eights: [], asPlain: [], asEights: [], suits: [] };
  for (const { fields } of plays) {
    const { card, face, suit } = fields;
    if (suit) found.suits = suit.one_of;
    if (face) found[suit ? "asEights" : "asPlain"] = face.one_of;
    else found[suit ? "eights" : "plain"] = card.one_of;
  }
  return found;
}

/**
 * Play `card` for `seat`: at once, or after one more question (which card a joker is, a suit).
 * @param {LastOne.Table} snapshot
 * @param {number} seat
 * @param {string} card
 * @param {{ face?: string | null, suit?: LastOne.Suit }} [given]
 */
export async function playCard(snapshot, seat, card, { face = null, suit } = {}) {
  const play = legalChoices(snapshot, "play").find(
    ({ seat: by, fields }) =>
      by === seat &&
      fields.card.one_of.includes(card) &&
      (!face || fields.face?.one_of.includes(face)),
  );
  if (!play) return;
  if ((play.fields.face && !face) || (play.fields.suit && !suit)) {
    setHalfDoneAction(snapshot, { seat, card, face });
    return;
  }
  const action = { type: "play", seat, card, ...(face && { face }), ...(suit && { suit }) };
  if (await sendAction(action)) setHalfDoneAction(snapshot, null);
}
