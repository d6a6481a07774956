/**
 * What is said beside the game: a line where the tap was, for a few seconds, and one that stays while
 * the table cannot be heard. Both lie where they cover nothing that can be tapped.
 */

import { state } from "../store.js";
import { t, tOr } from "../words.js";
import { h } from "./dom.js";
import { findPlace } from "./free_place.js";

const CONTROLS = "button, a[href], input, label, summary, [role='button']";

/** The line about the last tap. */
export function drawMessage() {
  const { message } = state;
  return message && h("p", { class: "notice message", key: "message", role: "alert" }, message.text);
}

/** The line about a lost link, or a log that cannot be written. */
export function drawBanner() {
  const trouble = state.snapshot?.trouble;
  const text = state.link === "lost" ? t("link_lost") : trouble ? troubled(trouble) : null;
  return text && h("p", { class: "notice banner", key: "banner", role: "status" }, text);
}

function troubled({ code, message }) {
  return t("trouble", { message: tOr(`refusal_${code}`, message) });
}

/** Lay what is said where no control lies: to be called whenever something has moved. */
export function placeNotices() {
  const notices = [...document.querySelectorAll(".notice")];
  if (!notices.length) return;
  const taken = controls();
  for (const notice of notices) {
    const { width, height } = notice.getBoundingClientRect();
    const near = notice.matches(".message") ? state.message : { x: innerWidth / 2, y: 0 };
    const [left, top] = findPlace({ width, height }, near, taken, [innerWidth, innerHeight]);
    notice.style.setProperty("--x", `${left}px`);
    notice.style.setProperty("--y", `${top}px`);
    taken.push(notice.getBoundingClientRect());
  }
}

/** The boxes of all that can be tapped now: under an open dialog nothing can. */
function controls() {
  const dialogs = document.querySelectorAll("[aria-modal]");
  const ground = dialogs[dialogs.length - 1] ?? document;
  return [...ground.querySelectorAll(CONTROLS)]
    .filter((node) => node.checkVisibility())
    .map((node) => node.getBoundingClientRect());
}

window.addEventListener("scroll", placeNotices, { capture: true, passive: true });
window.addEventListener("resize", placeNotices);
