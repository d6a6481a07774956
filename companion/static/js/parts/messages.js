/** One line where the tap was, and one line over everything when the table cannot be heard. */

import { state } from "../store.js";
import { t, tOr } from "../words.js";
import { h } from "./dom.js";

/** The line about the last tap, close to it and inside the window. */
export function drawMessage() {
  const { message } = state;
  if (!message) return null;
  const top = Math.min(Math.max(message.y + 8, 70), innerHeight - 120);
  const left = Math.min(Math.max(message.x, 180), Math.max(innerWidth - 180, 180));
  return h(
    "p",
    { class: "message", key: "message", role: "alert", vars: { "--x": `${left}px`, "--y": `${top}px` } },
    message.text,
  );
}

/** The line about a lost link, or a log that cannot be written. */
export function drawBanner() {
  const trouble = state.snapshot?.trouble;
  const text = state.link === "lost" ? t("link_lost") : trouble ? troubled(trouble) : null;
  return text && h("p", { class: "banner", key: "banner", role: "status" }, text);
}

function troubled({ code, message }) {
  return t("trouble", { message: tOr(`refusal_${code}`, message) });
}
