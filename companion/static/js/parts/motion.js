/**
 * Motion that tells something: money crosses the page from whoever gave it to whoever got it, and
 * dice tumble into their new faces. Nothing moves where less motion is wished for.
 *
 * Any element takes part that names its account (`data-account`) and what lies there
 * (`data-worth`); the dice of an element with `data-roll` tumble when a later row tells dice.
 */

import { formatAmount } from "../words.js";

const FLIGHT_MS = 900;
const TUMBLE_MS = 420;
const OPEN = ".sheet, .drawer"; // what hides the table: nothing flies over it
const BOW = 45; // pixels that what flies rises above a straight line

/** Whether less motion is wished for (`matches`). */
export const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Where every account is on the screen, and what lies there. To be asked before a redraw. */
export function balancesOnPage() {
  const found = new Map();
  for (const node of document.querySelectorAll("[data-account]")) {
    found.set(node.dataset.account, {
      worth: Number(node.dataset.worth),
      box: node.getBoundingClientRect(),
    });
  }
  return found;
}

/** Show what moved since `before`. To be called after the redraw that a new version made. */
export function moveMoney(before) {
  if (prefersReducedMotion.matches || !before.size || document.querySelector(OPEN)) return;
  const now = balancesOnPage();
  const gains = [];
  const losses = [];
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const difference = (now.get(name)?.worth ?? 0) - (before.get(name)?.worth ?? 0);
    const box = now.get(name)?.box ?? before.get(name).box;
    if (difference > 0) gains.push({ box, left: difference });
    if (difference < 0) losses.push({ box, left: -difference });
  }
  for (const { from, to, value } of pair(losses, gains)) flyMoney(from, to, value);
}

/** Who gave how much to whom, as far as the differences tell: largest first. */
function pair(losses, gains) {
  const flights = [];
  const most = (one, other) => other.left - one.left;
  losses.sort(most);
  gains.sort(most);
  for (const loss of losses) {
    for (const gain of gains) {
      const value = Math.min(loss.left, gain.left);
      if (value <= 0) continue;
      flights.push({ from: loss.box, to: gain.box, value });
      loss.left -= value;
      gain.left -= value;
    }
  }
  return flights;
}

function flyMoney(from, to, value) {
  const note = document.createElement("span");
  note.className = "money-note";
  note.textContent = formatAmount(value);
  flyNode(note, from, to);
}

/**
 * Let `node` cross the page in a bow, over everything, from the middle of the box `from` to that of
 * `to`, where it is `end` times as large; then it is gone.
 */
export function flyNode(node, from, to, { ms = FLIGHT_MS, delay = 0, swell = 1.2, end = 1 } = {}) {
  node.classList.add("flying");
  node.setAttribute("aria-hidden", "true");
  document.body.append(node);
  const middleOf = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [[x1, y1], [x2, y2]] = [middleOf(from), middleOf(to)];
  const at = (x, y, scale) => ({
    transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`,
    opacity: 1,
  });
  const way = [at(x1, y1, 1), at((x1 + x2) / 2, (y1 + y2) / 2 - BOW, swell), at(x2, y2, end)];
  const timing = { duration: ms, delay, easing: "ease-in-out" };
  node.animate(way, timing).finished.finally(() => node.remove());
}

/** Let the dice tumble that were just told; what stayed lies still. */
export function tumbleDice() {
  if (prefersReducedMotion.matches) return;
  document.querySelectorAll("[data-roll] .die:not(.stayed, .kept .die)").forEach(settle);
}

function settle(die, index) {
  const turn = index % 2 ? 1 : -1;
  die.animate(
    [
      { transform: `translateY(-26px) rotate(${turn * 200}deg)`, opacity: 0.2 },
      { transform: `translateY(6px) rotate(${turn * -14}deg)`, opacity: 1, offset: 0.6 },
      { transform: "none" },
    ],
    { duration: TUMBLE_MS + index * 50, easing: "ease-out" },
  );
}
