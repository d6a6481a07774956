/**
 * Whether an act that came too late still means what it meant: the clock counted, or somebody else
 * bid, bet or told his cards, and what was tapped may be done all the same.
 */

// Acts that another player's act, or the clock's, does not touch …
const STAND = new Set(["bid", "bet", "last_chance", "score"]);
// … as long as nothing but these came between.
const HARMLESS = new Set([...STAND, "count", "pass", "show"]);

/** Whether `action`, tapped at the snapshot `before`, may be sent once more at the newer `now`. */
export function stillMeant(action, before, now) {
  if (!STAND.has(action.type) || now.run !== before.run || now.phase !== before.phase) return false;
  const between = now.log.filter((row) => row.version > before.version);
  if (between.length !== now.version - before.version) return false; // more than the log brings
  return between.every((row) => isHarmless(row, action.seat)) && isLegal(action, now.legal);
}

/**
 * An undo may have taken away what was answered, and an own act may be the very same. A count is
 * nobody's act, though it names whose bid is counted.
 */
function isHarmless({ kind, action }, seat) {
  if (kind !== "action" || !HARMLESS.has(action?.type)) return false;
  return action.type === "count" || action.seat !== seat;
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
