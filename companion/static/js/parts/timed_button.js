/** A button that is pressed by itself after a while, unless somebody taps anything before. */

import { LOOKING_BACK } from "../permissions.js";
import { loadPreference } from "../preferences.js";
import { IN_ROOM } from "../room.js";
import { changeState, state } from "../store.js";
import { h } from "./dom.js";

export const PACES = ["slow", "quick", "never"]; // what a device can be set to
const SECONDS = { slow: 10, quick: 5, never: 0 };

let running = null; // { key, left, go }: the seconds that are left, and what is done then
let stopped = ""; // the key of what somebody stopped

/** Whether, and how soon, this device goes on by itself. */
export function pressPace() {
  const chosen = IN_ROOM ? "slow" : loadPreference("pace");
  return chosen in SECONDS ? chosen : "slow";
}

/**
 * Draw the button, which looks like `look`; what it goes on with is `key`, so that another one
 * counts anew. Where there is much to read or to do it waits so many seconds `more`.
 */
export function drawTimedButton(key, words, go, { more = 0, look = "main" } = {}) {
  if (state.you.role === LOOKING_BACK) return null;
  const seconds = SECONDS[pressPace()];
  if (running?.key !== key && stopped !== key && seconds) begin(key, Math.max(2, seconds + more));
  if (running?.key === key) running.go = go;
  const left = running?.key === key ? running.left : 0;
  return h(
    "button",
    { class: `${look} going-on`, key: "going-on", waits: state.busy, onclick: go },
    words,
    left ? h("span", { class: "soft", "aria-hidden": "true" }, ` · ${left}`) : null,
  );
}

function begin(key, left) {
  running = { key, left };
  const mine = running;
  const tick = setInterval(() => {
    if (running !== mine) return clearInterval(tick);
    mine.left -= 1;
    const shown = document.querySelector(".going-on");
    if (mine.left > 0 && shown) return changeState({});
    clearInterval(tick);
    running = null;
    stopped = key;
    if (shown) mine.go();
  }, 1000);
}

// Whoever taps or types is looking at something: it waits for him then.
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(
    kind,
    () => {
      if (!running) return;
      stopped = running.key;
      running = null;
      changeState({});
    },
    true,
  );
}
