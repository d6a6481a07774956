/** The clock of a turn: it counts down on the screen, and says how much is left. */

import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { mayAct, state } from "../../store.js";
import { t } from "../../words.js";

const TICK_MS = 250;

/** @type {WeakMap<API.ClockView, number>} */
const came = new WeakMap(); // when a clock that runs was first seen, by performance.now()

/**
 * Return the seconds that are left of the time that runs, as this screen knows them.
 * @param {API.ClockView} clock
 */
function secondsOf(clock) {
  if (!clock.running) return clock.seconds;
  const since = came.get(clock) ?? performance.now();
  came.set(clock, since);
  return Math.max(0, clock.seconds - (performance.now() - since) / 1000);
}

/** Return the seconds that are left of the turn. @param {FreeTable.View} snapshot */
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
 * Draw the time that is left; people who may can tap it to hold it, and to let it run on.
 * @param {FreeTable.View} snapshot
 */
export function drawClock(snapshot) {
  if (!["shared", "chess", "sand_glass"].includes(snapshot.box.turns)) return null;
  const { clock } = snapshot;
  const time = h("b", { class: "largest", "data-clock": "" }, inMinutes(secondsLeft(snapshot)));
  if (!clock || !mayAct())
    return h("p", { class: "free-clock", key: "clock", role: "timer" }, time);
  return actionButton(
    { class: `free-clock line tight ${clock.running ? "" : "soft"}`, key: "clock" },
    { type: "clock", running: !clock.running },
    time,
    h("span", {}, t(clock.running ? "hold" : "go_on_counting")),
  );
}
