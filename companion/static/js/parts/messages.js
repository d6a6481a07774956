/**
 * What is said beside the game: a line where the tap was, for a few seconds, and one that stays while
 * the table cannot be heard. Both lie where they cover nothing that can be tapped.
 */

import { state } from "../store.js";
import { t, translateOr } from "../words.js";
import { h } from "./dom.js";
import { findPlace } from "./free_place.js";

const CONTROLS = "button, a[href], input, label, summary, [role='button']";
const SHAPES = ["wide", "low", "narrow"]; // which it takes where it has no room otherwise

/** The line about the last tap. */
export function drawMessage() {
  const { message } = state;
  if (!message) return null;
  const { text, done } = message;
  const look = `notice strong message ${done ? "done" : ""}`;
  return h("p", { class: look, key: "message", role: done ? "status" : "alert" }, text);
}

/** The line about a lost link, or a log that cannot be written. */
export function drawBanner() {
  const trouble = state.snapshot?.trouble;
  const text = state.link === "lost" ? t("link_lost") : trouble ? troubled(trouble) : null;
  return text && h("p", { class: "notice strong banner", key: "banner", role: "status" }, text);
}

function troubled({ code, message }) {
  return t("trouble", { message: translateOr(`refusal_${code}`, message) });
}

/** Lay what is said where no control lies: to be called whenever something has moved. */
export function placeNotices() {
  const notices = [...document.querySelectorAll(".notice")];
  if (!notices.length) return;
  const taken = controls();
  for (const notice of notices) {
    const near = notice.matches(".message") ? state.message : { x: innerWidth / 2, y: 0 };
    if (!near) continue; // it goes when the page is drawn next
    for (const shape of SHAPES) {
      notice.dataset.shape = shape;
      const { width, height } = notice.getBoundingClientRect();
      const place = findPlace({ width, height }, near, taken, [innerWidth, innerHeight]);
      notice.style.setProperty("--x", `${place.left}px`);
      notice.style.setProperty("--y", `${place.top}px`);
      if (!place.cover) break;
    }
    taken.push(notice.getBoundingClientRect());
  }
}

/** The boxes of all that can be tapped now: nothing under a dialog or a drawer, or scrolled away. */
function controls() {
  const found = new Map(
    [...document.querySelectorAll(CONTROLS)].map((node) => [node, node.getBoundingClientRect()]),
  );
  return [...found].filter(([node, box]) => box.width && isOnTop(node, box)).map(([, box]) => box);
}

/** Whether a corner, or the middle, of `node` is what a tap there would find. */
function isOnTop(node, { left, right, top, bottom }) {
  const points = [left + 4, (left + right) / 2, right - 4].flatMap((x) =>
    [top + 4, (top + bottom) / 2, bottom - 4].map((y) => document.elementFromPoint(x, y)),
  );
  return points.some((found) => found && (node.contains(found) || found.closest("label") === node));
}

window.addEventListener("scroll", placeNotices, { capture: true, passive: true });
window.addEventListener("resize", placeNotices);
