/**
 * Whether an act that came too late still means what it meant: others did something meanwhile that
 * does not touch it, and what was tapped may be done all the same. Which acts these are is known to
 * the display of the game.
 */

import { get, TABLE } from "./api.js";
import { MAX_LOG_ROWS } from "./log.js";
import { state } from "./store.js";

/** Whether `action`, tapped at the snapshot `before`, may be sent once more at the newer `now`. */
export async function canResend(action, before, now) {
  const { standsAfter } = state.displays[now.game] ?? {};
  if (!standsAfter || now.run !== before.run || now.phase !== before.phase) return false;
  const { run, rows } = await get(`${TABLE}/log?after=${before.version}`);
  const between = rows.filter(({ version }) => before.version < version && version <= now.version);
  // Another table by now, or more was done than the log brings.
  if (run !== now.run || between.length === MAX_LOG_ROWS) return false;
  // An undo may have taken away what was answered.
  const came = (row) => row.kind === "action" && row.action && standsAfter(action, row.action);
  return between.every(came) && isLegal(action, now.legal);
}

function isLegal({ type, seat, ...given }, legal) {
  return legal.some(
    (choice) =>
      choice.type === type &&
      choice.seat === seat &&
      Object.keys(choice.fields).length === Object.keys(given).length &&
      Object.entries(given).every(([name, value]) => fits(choice.fields[name], value)),
  );
}

function fits(spec, value) {
  if (!spec) return false;
  if (spec.one_of) return spec.one_of.includes(value);
  return value >= spec.min && value <= spec.max && (value - spec.min) % spec.step === 0;
}
