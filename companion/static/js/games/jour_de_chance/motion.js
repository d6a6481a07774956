/** Cards that move are seen to move: from the pile into a row, from a row to the bank. */

import { drawCard } from "./card.js";
import { placeOf } from "./mats.js";

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
  if (first || !movesCard(snapshot.last_row) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = origin(snapshot.outcome)?.getBoundingClientRect();
  if (from) queueMicrotask(() => fly(from, snapshot.outcome));
}

/** What is undone does not move again, and who is the oldest moves nothing. */
function movesCard(row) {
  return row?.kind === "action" && row.action?.type !== "oldest";
}

/** Where the card lay: in a row, under the finger that told it, or on the draw pile. */
function origin({ kind, card, owner }) {
  if (kind === "banked") return find(`[data-place="${placeOf(owner, card)}"]`);
  return find(`.jour-key[data-card="${card}"]`) ?? find(".jour-heap") ?? find(".pile");
}

function goal({ kind, seat, card }) {
  if (kind === "drawn" || kind === "dealt") return find(`[data-place="${placeOf(seat, card)}"]`);
  return find(`[data-bank="${seat}"] .step-card:nth-last-child(2)`);
}

function find(selector) {
  return document.querySelector(selector);
}

/** A copy of the card crosses the page; the card itself appears where the copy lands. */
function fly(from, outcome) {
  const target = goal(outcome);
  if (!target) return;
  const to = target.getBoundingClientRect();
  const ghost = drawCard(outcome.card);
  ghost.classList.add("jour-ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.setProperty("--x", `${from.left}px`);
  ghost.style.setProperty("--y", `${from.top}px`);
  document.body.append(ghost);
  const size = ghost.getBoundingClientRect();
  const dx = to.left + to.width / 2 - (from.left + size.width / 2);
  const dy = to.top + to.height / 2 - (from.top + size.height / 2);
  const end = `translate(${dx}px, ${dy}px)`;
  const banked = outcome.kind === "pair" || outcome.kind === "banked";
  const path = [
    { transform: "none" },
    { transform: `translate(${dx / 2}px, ${dy / 2 - 40}px) scale(1.25) rotate(6deg)` },
    { transform: banked ? `${end} scale(0.5)` : end, opacity: banked ? 0.4 : 1 },
  ];
  const timing = { duration: MS, easing: "cubic-bezier(0.3, 0.7, 0.3, 1)" };
  target.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], timing);
  ghost.animate(path, timing).finished.finally(() => ghost.remove());
}
