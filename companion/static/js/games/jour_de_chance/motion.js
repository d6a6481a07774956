/** Cards that move are seen to move: from the pile into a row, from a row to the bank. */

import { flyNode, prefersReducedMotion } from "../../effects.js";
import { drawCard } from "./card.js";
import { rowCardKey } from "./mats.js";

const MS = 520;
let seen = null;

/**
 * Notice what `snapshot` changed and let its card fly. To be called while the page is drawn: the
 * old position is still on screen then, and the new one is as soon as the drawing is done.
 */
export function moves(snapshot) {
  const key = [snapshot.table, snapshot.run, snapshot.version].join();
  if (seen === key) return;
  const first = seen === null;
  seen = key;
  const moved = movedCard(snapshot.last_row);
  if (first || !moved || prefersReducedMotion.matches) return;
  const from = origin(moved)?.getBoundingClientRect();
  if (from) queueMicrotask(() => flyTo(from, moved));
}

const MOVES = new Set(["card_dealt", "card_drawn", "pair_drawn", "card_banked"]);

/** The event that moved a card; what is undone does not move again. */
function movedCard(row) {
  return row?.kind === "action" ? row.events.find(({ type }) => MOVES.has(type)) : null;
}

/** Where the card lay: in a row, under the finger that named it, or on the draw pile. */
function origin({ type, card, owner_seat: owner }) {
  if (type === "card_banked") return find(`[data-place="${rowCardKey(owner, card)}"]`);
  return find(`.jour-key[data-card="${card}"]`) ?? find(".jour-heap") ?? find(".pile");
}

function goal({ seat, card, ...event }) {
  if (isBanked(event)) return find(`[data-bank="${seat}"] .step-card:nth-last-child(2)`);
  return find(`[data-place="${rowCardKey(seat, card)}"]`);
}

function isBanked({ type }) {
  return type === "pair_drawn" || type === "card_banked";
}

function find(selector) {
  return document.querySelector(selector);
}

/** A copy of the card crosses the page; the card itself appears where the copy lands. */
function flyTo(from, moved) {
  const target = goal(moved);
  if (!target) return;
  const copy = drawCard(moved.card);
  copy.classList.add("jour-ghost");
  const banked = isBanked(moved);
  const to = target.getBoundingClientRect();
  copy.style.width = copy.style.maxWidth = `${(banked ? from : to).width}px`;
  flyNode(copy, from, to, { ms: MS, end: banked ? 0.5 : 1 });
  target.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], MS);
}
