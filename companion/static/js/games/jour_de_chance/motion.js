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
  if (first || !movesCard(snapshot.last_row) || prefersReducedMotion.matches) return;
  const from = origin(snapshot.outcome)?.getBoundingClientRect();
  if (from) queueMicrotask(() => flyTo(from, snapshot.outcome));
}

const MOVES = new Set(["deal_card", "draw_card", "bank_card"]);

/** What is undone does not move again, and who is the oldest, comes or goes moves nothing. */
function movesCard(row) {
  return row?.kind === "action" && MOVES.has(row.action?.type);
}

/** Where the card lay: in a row, under the finger that told it, or on the draw pile. */
function origin({ kind, card, owner }) {
  if (kind === "banked") return find(`[data-place="${rowCardKey(owner, card)}"]`);
  return find(`.jour-key[data-card="${card}"]`) ?? find(".jour-heap") ?? find(".pile");
}

function goal({ kind, seat, card }) {
  if (kind === "drawn" || kind === "dealt") return find(`[data-place="${rowCardKey(seat, card)}"]`);
  return find(`[data-bank="${seat}"] .step-card:nth-last-child(2)`);
}

function find(selector) {
  return document.querySelector(selector);
}

/** A copy of the card crosses the page; the card itself appears where the copy lands. */
function flyTo(from, outcome) {
  const target = goal(outcome);
  if (!target) return;
  const copy = drawCard(outcome.card);
  copy.classList.add("jour-ghost");
  const banked = outcome.kind === "pair" || outcome.kind === "banked";
  const to = target.getBoundingClientRect();
  copy.style.width = copy.style.maxWidth = `${(banked ? from : to).width}px`;
  flyNode(copy, from, to, { ms: MS, end: banked ? 0.5 : 1 });
  target.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], MS);
}
