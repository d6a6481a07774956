/** Telling which card: only what may lie there, one tap a card. */

import { sendAction } from "../../actions.js";
import { h } from "../../parts/dom.js";
import { legalChoices, state } from "../../store.js";
import { t } from "../../words.js";
import {
  cardName,
  cardPrint,
  ink,
  JOKER,
  RANKS,
  rankOf,
  SUITS,
  suitOf,
  suitSign,
} from "./cards.js";
import { halfDoneAction, setHalfDoneAction } from "./sentences.js";

/** One card as a button; `onCard` is called when it is tapped. */
function cardKey(card, onCard, label = cardName(card)) {
  return h(
    "button",
    {
      class: "card-key playing-card",
      key: card,
      vars: {
        ...ink(card === JOKER ? "joker" : suitOf(card)),
        "--column": card === JOKER ? 14 : RANKS.indexOf(rankOf(card)) + 1,
      },
      waits: state.busy,
      "aria-label": label,
      onclick: () => onCard(card),
    },
    cardPrint(card),
  );
}

/** Cards as buttons in one row, under an optional `name`. */
export function cardRow(name, cards, onCard, className = "", label = cardName) {
  if (!cards.length) return null;
  return h(
    "div",
    {
      class: `card-row line center tight ${className}`,
      role: "group",
      "aria-label": name,
      key: name,
    },
    cards.map((card) => cardKey(card, onCard, label(card))),
  );
}

/**
 * Any of many `cards`: a row for each suit, the joker at the end. A small screen shows the suit that
 * is picked there (tabs above), a large one shows all.
 */
export function cardGrid(snapshot, cards, onCard, { suit = null, label = cardName } = {}) {
  const held = halfDoneAction(snapshot);
  const shown = SUITS.filter((one) => cards.some((card) => card !== JOKER && suitOf(card) === one));
  const picked = shown.includes(held?.tab) ? held.tab : shown.includes(suit) ? suit : shown[0];
  return h(
    "div",
    { class: "card-grid anchor whole-row shrinks", key: "grid" },
    h(
      "div",
      { class: "suit-tabs", role: "group", "aria-label": t("one_suits") },
      shown.map((one) =>
        h(
          "button",
          {
            class: "suit-tab playing-card",
            vars: ink(one),
            "aria-pressed": one === picked ? "true" : "false",
            "aria-label": t(`suit_${one}`),
            onclick: () => setHalfDoneAction(snapshot, { ...held, tab: one }),
          },
          suitSign(one),
        ),
      ),
      cards.includes(JOKER) ? cardKey(JOKER, onCard, label(JOKER)) : null,
    ),
    shown.map((one) =>
      cardRow(
        t(`suit_${one}`),
        inOrder(cards.filter((card) => card !== JOKER && suitOf(card) === one)),
        onCard,
        `whole-row in-suit ${one === picked ? "shown" : ""}`,
        label,
      ),
    ),
    cards.includes(JOKER)
      ? cardRow(t("face_Joker"), [JOKER], onCard, "whole-row jokers", label)
      : null,
  );
}

function inOrder(cards) {
  return [...cards].sort((a, b) => RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b)));
}

/** The suits that may be named, large; `onSuit(suit)`. */
export function suitPad(suits, onSuit) {
  return h(
    "div",
    { class: "suit-pad grid", role: "group", "aria-label": t("one_suits") },
    suits.map((suit) =>
      h(
        "button",
        {
          class: "suit-key strong playing-card",
          vars: ink(suit),
          waits: state.busy,
          onclick: () => onSuit(suit),
        },
        suitSign(suit),
        h("span", {}, t(`suit_${suit}`)),
      ),
    ),
  );
}

/**
 * What `plays` (the choices to play of one seat) allow: `plain` cards and `eights` from the hand,
 * what a joker may be (`asPlain`, `asEights`), and the `suits` that an eight may name.
 */
export function playable(plays) {
  const found = { plain: [], eights: [], asPlain: [], asEights: [], suits: [] };
  for (const { fields } of plays) {
    const names = "suit" in fields;
    if (names) found.suits = fields.suit.one_of;
    if ("face" in fields) found[names ? "asEights" : "asPlain"] = fields.face.one_of;
    else found[names ? "eights" : "plain"] = fields.card.one_of;
  }
  return found;
}

/** Play `card` for `seat`: at once, or after one more question (which card a joker is, a suit). */
export async function playCard(snapshot, seat, card, { face = null, suit = null } = {}) {
  const { fields } = legalChoices(snapshot, "play").find(
    (one) =>
      one.seat === seat &&
      one.fields.card.one_of.includes(card) &&
      (!face || one.fields.face.one_of.includes(face)),
  );
  if (("face" in fields && !face) || ("suit" in fields && !suit)) {
    setHalfDoneAction(snapshot, { seat, card, face });
    return;
  }
  const action = { type: "play", seat, card };
  if (face) action.face = face;
  if (suit) action.suit = suit;
  if (await sendAction(action)) setHalfDoneAction(snapshot, null);
}
