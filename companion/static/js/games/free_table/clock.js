/** The clock of a turn, which counts down on the screen. */

import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { mayAct, state } from "../../store.js";
import { t } from "../../words.js";

const TICK_MS = 250;

/** @type {WeakMap<API.ClockView, number>} */
const came = new WeakMap(); // when a running clock was first seen, by a time that runs in sleep, too

/**
 * Return the remaining seconds of a running clock, as this screen knows them.
 * @param {API.ClockView} clock
 */
function secondsOf(clock) {
  if (!clock.running) return clock.seconds;
  const since = came.get(clock) ?? Date.now();
  came.set(clock, since);
  return Math.max(0, clock.seconds - (Date.now() - since) / 1000);
}

/** Return the remaining seconds of the turn. @param {FreeTable.View} snapshot */
export function secondsLeft({ clock, seats, turn }) {
  return clock ? secondsOf(clock) : (seats[turn ?? -1]?.left ?? 0); // it is up
}

/** `seconds` as "4:05". @param {number} seconds */
export function inMinutes(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

setInterval(() => {
  const shown = document.querySelector("[data-clock]");
  const clock = state.snapshot?.clock;
  if (shown && clock?.running) shown.textContent = inMinutes(secondsOf(clock));
}, TICK_MS);

/**
 * Draw the remaining time; people with the right can tap it to hold and resume it.
 * @param {FreeTable.View} snapshot
 */
export function drawClock(snapshot) {
  const { clock, seats } = snapshot;
  if (seats[0].left === null) return null;
  const look = `free-clock ${clock?.running === false ? "soft" : ""}`;
  const time = h("b", { class: "largest", "data-clock": "" }, inMinutes(secondsLeft(snapshot)));
  if (!clock || !mayAct()) return h("p", { class: look, key: "clock", role: "timer" }, time);
  return actionButton(
    `${look} line tight`,
    [time, h("span", {}, t(clock.running ? "hold" : "go_on_counting"))],
    { type: "clock", running: !clock.running },
    { key: "clock" },
  );
}
