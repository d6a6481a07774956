/** The clock of a turn: it counts down on the screen, and says how much is left. */

import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { mayAct, state } from "../../store.js";
import { t } from "../../words.js";

const TICK_MS = 250;

const came = new WeakMap(); // when a clock that runs was first seen, by performance.now()

/** The seconds that are left of the time that runs, as this screen knows them. */
export function secondsLeft({ clock, seats, turn }) {
  if (!clock) return seats[turn]?.left ?? 0; // it is up
  if (!clock.running) return clock.seconds;
  if (!came.has(clock)) came.set(clock, performance.now());
  return Math.max(0, clock.seconds - (performance.now() - came.get(clock)) / 1000);
}

/** `seconds` as "4:05". */
export function inMinutes(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

setInterval(() => {
  const shown = document.querySelector("[data-clock]");
  if (shown && state.snapshot?.clock?.running) {
    shown.textContent = inMinutes(secondsLeft(state.snapshot));
  }
}, TICK_MS);

/** Draw the time that is left; whoever may taps it to hold it, and to let it run on. */
export function drawClock(snapshot) {
  if (!["shared", "chess", "sand_glass"].includes(snapshot.box.turns)) return null;
  const { clock } = snapshot;
  const time = h("b", { class: "largest", "data-clock": "" }, inMinutes(secondsLeft(snapshot)));
  if (!clock || !mayAct())
    return h("p", { class: "free-clock", key: "clock", role: "timer" }, time);
  return actionButton(
    { class: `free-clock line ${clock.running ? "" : "soft"}`, key: "clock" },
    { type: "clock", running: !clock.running },
    time,
    h("span", {}, t(clock.running ? "hold" : "go_on_counting")),
  );
}
