/** Animates moving cards: from the pile into a row, from a row to the bank. */

import { eventsToPlay, flyNode } from "../../effects.js";
import { boxOnScreen } from "../../parts/dom.js";
import { drawCard } from "./card.js";
import { rowCardKey } from "./mats.js";

const MS = 520;

/**
 * Let the card that the act of `snapshot` moved fly. Call this while the page is drawn: the old
 * position is still on screen then, and the new one once the drawing is done.
 * @param {JourDeChance.Table} snapshot
 */
export function moves(snapshot) {
  for (const event of eventsToPlay(snapshot)) {
    if (!isCardMoved(event)) continue;
    const node = origin(event);
    if (!node) continue;
    const from = boxOnScreen(node);
    queueMicrotask(() => flyTo(from, event));
  }
}

const MOVES = new Set(["card_dealt", "card_drawn", "pair_drawn", "card_banked"]);

/** @param {JourDeChance.Event} event @returns {event is JourDeChance.CardMoved} */
function isCardMoved(event) {
  return MOVES.has(event.type);
}

/**
 * Return where the card lay: in a row, under the finger that named it, or on the draw pile.
 * @param {JourDeChance.CardMoved} moved
 */
function origin(moved) {
  const { type, card } = moved;
  if (type === "card_banked") return find(`[data-place="${rowCardKey(moved.owner_seat, card)}"]`);
  return find(`.jour-key[data-card="${card}"]`) ?? find(".jour-heap") ?? find(".pile");
}

/** @param {string} selector */
function find(selector) {
  return document.querySelector(selector);
}

/**
 * A copy of the card crosses the page; the card itself appears where the copy lands.
 * @param {DOMRect} from
 * @param {JourDeChance.CardMoved} moved
 */
function flyTo(from, { type, seat, card }) {
  const banked = type === "pair_drawn" || type === "card_banked";
  const target = find(
    banked
      ? `[data-bank="${seat}"] .step-card:nth-last-child(2)`
      : `[data-place="${rowCardKey(seat, card)}"]`,
  );
  if (!target) return;
  const copy = drawCard(card);
  copy.classList.add("jour-ghost");
  const to = boxOnScreen(target);
  copy.style.width = copy.style.maxWidth = `${(banked ? from : to).width}px`;
  flyNode(copy, from, to, { ms: MS, end: banked ? 0.5 : 1 });
  target.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], MS);
}
