/**
 * Notices over the game: a line about the last tap, for a few seconds, and one that stays while the
 * table cannot be reached. Both are placed where they cover no control.
 */

import { changeAccess } from "../actions.js";
import { state } from "../store.js";
import { t } from "../words.js";
import { boxOnScreen, button, findAll, h } from "./dom.js";

const CONTROLS = "button, a[href], input, label, summary, [role='button']";
const TITLE = ".head-words > *";
const PLAYED = ".rail > *, .stage"; // these parts show the game
const SHAPES = ["wide", "low", "narrow"]; // which it takes where it has no room otherwise

/** Draw the line about the last tap. */
export function drawMessage() {
  const { message } = state;
  if (!message) return null;
  const { text, done } = message;
  const look = `notice paper strong message ${done ? "" : "bad"}`;
  return h("p", { class: look, key: "message", role: done ? "status" : "alert" }, text);
}

/** Draw the line about a lost link, or a log that cannot be written. */
export function drawBanner() {
  const trouble = state.snapshot?.trouble;
  const text = state.link === "lost" ? t("link_lost") : trouble ? t("trouble") : null;
  return (
    text && h("p", { class: "notice paper strong banner", key: "banner", role: "status" }, text)
  );
}

/** To a banker: a device asks for a seat, and one tap gives it; then the next one. @param {Snapshot} snapshot */
export function drawSeatRequest({ seats }) {
  const requests = (state.you.door?.devices ?? []).filter(({ asks }) => asks !== null);
  if (!requests.length) return null;
  const [{ device, asks }] = requests;
  /** @param {number | null} seat @param {string} word @param {string} look */
  const answer = (seat, word, look) =>
    button(look, t(word), () => changeAccess("seat", { device, seat }), { waits: state.busy });
  return h(
    "section",
    { class: "seat-request wood row tight", key: "seat-request", role: "status" },
    h("strong", {}, t("seat_request", { name: seats[asks ?? -1]?.name })),
    requests.length > 1 ? h("span", { class: "soft" }, `1/${requests.length}`) : null,
    h(
      "span",
      { class: "line tight" },
      answer(asks, "seat_give", "second"),
      answer(null, "seat_refuse", "quiet"),
    ),
  );
}

/**
 * Place the notices in the head, or else where they cover no control; call this after every move
 * on the page.
 */
export function placeNotices() {
  const notices = findAll(".notice");
  if (!notices.length) return;
  const taken = controls();
  const [title, played] = [TITLE, PLAYED].map((which) => findAll(which).map(boxOnScreen));
  for (const notice of notices) {
    const near = { x: notice.matches(".message") ? innerWidth : innerWidth / 2, y: 0 };
    [[...played, ...title], played, []].some((more) =>
      SHAPES.some((shape) => lay(notice, shape, near, [...taken, ...more])),
    );
    taken.push(boxOnScreen(notice));
  }
}

/**
 * Lay `notice` in a shape close to the point `near`; return whether it covers nothing `taken`.
 * @param {HTMLElement} notice
 * @param {string} shape
 * @param {Point} near
 * @param {Edges[]} taken
 */
function lay(notice, shape, near, taken) {
  notice.dataset.shape = shape;
  const { width, height } = boxOnScreen(notice);
  const place = findPlace({ width, height }, near, taken, [innerWidth, innerHeight]);
  notice.style.setProperty("--x", `${place.left}px`);
  notice.style.setProperty("--y", `${place.top}px`);
  return !place.cover;
}

/**
 * Return the boxes of all controls that can be tapped now, not under a dialog or a drawer or
 * scrolled away.
 */
function controls() {
  const found = new Map(findAll(CONTROLS).map((node) => [node, boxOnScreen(node)]));
  return [...found].filter(([node, box]) => box.width && isOnTop(node, box)).map(([, box]) => box);
}

/**
 * Whether a corner, or the middle, of `node` is what a tap there would find.
 * @param {Element} node
 * @param {DOMRect} dOMRect
 */
function isOnTop(node, { left, right, top, bottom }) {
  const points = [left + 4, (left + right) / 2, right - 4].flatMap((x) =>
    [top + 4, (top + bottom) / 2, bottom - 4].map((y) => document.elementFromPoint(x, y)),
  );
  return points.some((found) => found && (node.contains(found) || found.closest("label") === node));
}

window.addEventListener("scroll", placeNotices, { capture: true, passive: true });
window.addEventListener("resize", placeNotices);

// Finds a place for a box that covers no other boxes.

const APART = 6; // pixels between the box and all others

/**
 * Return the `left` and `top` of a place for a box of `width` and `height`: close to the point
 * `near`, inside `room` ([width, height]), and over none of the boxes `taken`; where there is none,
 * over as little of them as can be (`cover`, in square pixels).
 * @param {{ width: number, height: number }} given
 * @param {Point} near
 * @param {Edges[]} taken
 * @param {[number, number]} room
 */
export function findPlace({ width, height }, near, taken, room) {
  const inside = taken.filter((box) => box.width && box.bottom > 0 && box.top < room[1]);
  const wanted = [near.x - width / 2, near.y + APART];
  // A free place that is the closest touches a box or the border, or is the wanted one.
  const lefts = inside.flatMap((box) => [box.left - width - APART, box.right + APART]);
  const tops = inside.flatMap((box) => [box.top - height - APART, box.bottom + APART]);
  let best = { left: 0, top: 0, cover: Infinity, far: 0 };
  for (const left of new Set([wanted[0], ...lefts].map(within(APART, room[0] - width - APART)))) {
    for (const top of new Set([wanted[1], ...tops].map(within(APART, room[1] - height - APART)))) {
      const place = { left, top, right: left + width, bottom: top + height };
      const cover = inside.reduce((sum, box) => sum + common(place, box), 0);
      const far = Math.hypot(left - wanted[0], top - wanted[1]);
      if (cover < best.cover || (cover === best.cover && far < best.far)) {
        best = { left, top, cover, far };
      }
    }
  }
  return best;
}

/** @param {number} low @param {number} high */
function within(low, high) {
  return (/** @type {number} */ value) => Math.max(low, Math.min(value, high));
}

/**
 * Return the area that two boxes have in common.
 * @param {Omit<Edges, "width" | "height">} one
 * @param {Edges} other
 */
function common(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(wide, 0) * Math.max(high, 0);
}
