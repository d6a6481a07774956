/** A turn: what may be played in one tap, a joker or an eight in two or three, or a card is drawn. */

import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { legalChoices } from "../../store.js";
import { t } from "../../words.js";
import { cardName, cardPicture, JOKER, suitOf } from "./cards.js";
import { cardGrid, cardRow, playable, playCard, suitPad } from "./pad.js";
import { actionOf, choice, halfDoneAction, sentence, setHalfDoneAction } from "./sentences.js";

const FEW = 20; // as many cards fit into two rows; more are shown by suit

/** Draw what the player whose turn it is may do; `more` is the button for what is seldom. */
export function drawPlays(snapshot, more) {
  const seat = snapshot.turn;
  const plays = legalChoices(snapshot, "play").filter((one) => one.seat === seat);
  const can = playable(plays);
  const held = halfDoneAction(snapshot);
  if (held?.card) return drawQuestion(snapshot, held, can);
  const others = [...can.eights, ...(can.asPlain.length ? [JOKER] : [])];
  const play = (card) => playCard(snapshot, seat, card);
  return [
    drawCards(snapshot, can.plain, others, play, labelOf(snapshot, seat)),
    h("div", { class: "acts line center", key: "below" }, drawOther(snapshot), more),
  ];
}

function labelOf(snapshot, seat) {
  return (card) => t("one_plays", { name: snapshot.seats[seat].name, card: cardName(card) });
}

/**
 * Few cards lie in two rows, first those of the `plain` ones that follow suit, below them all that
 * may be played whatever the suit; many are sorted by suit.
 */
function drawCards(snapshot, plain, others, onCard, label) {
  const cards = [...plain, ...others];
  if (cards.length > FEW) return cardGrid(snapshot, cards, onCard, { suit: snapshot.suit, label });
  const suit = plain.filter((card) => suitOf(card) === snapshot.suit);
  const other = cards.filter((card) => !suit.includes(card));
  return [
    cardRow(t("one_in_suit"), suit, onCard, "whole-row", label),
    cardRow(t("one_not_in_suit"), other, onCard, "", label),
  ];
}

function drawOther(snapshot) {
  return ["draw_cards", "pass"].map((type) => {
    const may = choice(snapshot, type);
    return may
      ? actionButton(
          { class: type === "draw_cards" ? "main draw" : "second", key: type },
          actionOf(may),
          type === "pass"
            ? t(`one_pass_${snapshot.phase}`)
            : t("one_draw", { count: drawn(snapshot) }),
        )
      : null;
  });
}

function drawn(snapshot) {
  return snapshot.owed?.cards ?? 1;
}

/** A card is half told: which card the joker is, which suit the eight names. */
function drawQuestion(snapshot, { seat, card, face }, can) {
  const shown = face ?? card;
  const asked = shown === JOKER ? "one_which_joker" : "one_which_suit";
  const next = (answer) => playCard(snapshot, seat, card, { face, ...answer });
  return h(
    "div",
    { class: "row center whole-row", key: "half" },
    h(
      "p",
      { class: "line center large" },
      cardPicture(shown, { className: "tiny" }),
      h("b", {}, sentence(snapshot, asked, seat)),
      h(
        "button",
        { class: "quiet rigid", onclick: () => setHalfDoneAction(snapshot, null) },
        t("cancel"),
      ),
    ),
    shown === JOKER
      ? drawCards(snapshot, can.asPlain, can.asEights, (as) => next({ face: as }), cardName)
      : suitPad(can.suits, (suit) => next({ suit })),
  );
}
