/** What the camera may see on the discard pile: a card that is turned up, or that somebody plays. */

import { sendAction } from "../../actions.js";
import { legalChoices } from "../../store.js";
import { t } from "../../words.js";
import { cardName, deckName, JOKER } from "./cards.js";
import { playCard } from "./pad.js";
import { actionOf } from "./sentences.js";

/** The cards that may be laid there now, as `drawCardFollower` takes them; null: none. */
export function cardsOnPile(snapshot) {
  const choices = [...legalChoices(snapshot, "turn_up"), ...legalChoices(snapshot, "play")].filter(
    ({ fields }) => !("all_special" in fields),
  );
  const cards = new Set(choices.flatMap(({ fields }) => fields.card.one_of));
  const names = [...cards].map(deckName);
  return cards.size
    ? { waysOf: (card) => waysOf(snapshot, choices, card), nameOf: cardName, names }
    : null;
}

/** A joker or an eight is asked about further, as when it is tapped. */
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

function inMelee({ melee }, card) {
  return melee && card === JOKER ? { face: melee.needed } : undefined;
}
