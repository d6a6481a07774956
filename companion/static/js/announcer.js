/**
 * What is said aloud, and written for who listens to the page: only what is confirmed, which is
 * what a new version of the table brought. The display of the game knows the words.
 */

import { logLine } from "./parts/log_lines.js";
import { play, speak } from "./sound.js";
import { changeState, state } from "./store.js";

const HEARD_MS = 1500; // by then whoever listens to the page has it; the display shows it anyway

// What people do whatever the game: no display has words of its own for it.
const OF_ALL_GAMES = new Set(["join", "leave", "rename", "pause", "resume"]);

let heard = null;
let fading = 0;

/** Say what `snapshot` brought, once; what came by undo or with the first look is not said. */
export function announceChanges(snapshot, display) {
  const before = heard;
  heard = snapshot;
  if (!before || before === snapshot || before.run !== snapshot?.run) return;
  if (before.game !== snapshot.game || snapshot.version <= before.version) return;
  const row = snapshot.last_row;
  if (!row || row.kind === "undo") return;
  if (display?.announcements && !OF_ALL_GAMES.has(row.action?.type))
    announce(display.announcements(before, snapshot));
  else readOut(row);
}

/** A game whose display has no words of its own for it: the line of the log is read out. */
function readOut(row) {
  if (row.dice) play("dice");
  speak(logLine(row));
}

/** Say `said`, `[{ text, sound }]` (either may be missing), with voice, sound and in writing. */
export function announce(said) {
  const text = said.flatMap((one) => one.text ?? []).join(" ");
  for (const { sound } of said) if (sound) play(sound);
  if (!text) return;
  speak(text);
  changeState({ said: text });
  clearTimeout(fading);
  fading = setTimeout(() => changeState({ said: "" }), HEARD_MS);
}

/** What was said last, for the live region. */
export function lastAnnouncement() {
  return state.said ?? "";
}
