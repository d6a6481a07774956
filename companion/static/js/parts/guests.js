/** Guests for a trial game: the table acts for them, at a pace that people can follow. */

import { Failed, pause, post, TABLE, uuid } from "../api.js";
import { state, takeSnapshot } from "../store.js";

const PACE_MS = 1800;

/** Let `guests` (seats) of the game that has just begun play, until it is over or another one. */
export async function letGuestsPlay(/** @type {number[]} */ guests) {
  const begun = namesOf(state.snapshot);
  for (;;) {
    await pause(PACE_MS);
    const { snapshot, busy } = state;
    if (!snapshot || snapshot.over || namesOf(snapshot) !== begun) return;
    const { turn, paused, eye, version } = snapshot;
    const waits = busy || paused || eye.question || document.querySelector(".going-on, .sheet");
    if (waits || (turn !== null && !guests.includes(turn))) continue;
    const action = { type: "guests", seats: guests };
    try {
      const answer = await post(`${TABLE}/actions`, { id: uuid(), version, action });
      takeSnapshot(answer);
      if (answer.row === null && turn !== null) await rollInDemo();
    } catch (error) {
      if (!(error instanceof Failed)) throw error; // somebody was quicker, or nothing answers
    }
  }
}

/** Press the button of the demo tray, once the dice that stay are shown. */
async function rollInDemo() {
  await pause(PACE_MS / 2);
  /** @type {HTMLElement | null} */
  const roll = document.querySelector("[data-rolls]:not(:disabled, [aria-disabled])");
  roll?.click();
}

/** @param {Snapshot | null} snapshot */
function namesOf(snapshot) {
  return `${snapshot?.game} ${snapshot?.seats.map(({ name }) => name)}`;
}
