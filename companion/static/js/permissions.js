/**
 * What the person at this device may do, so that only that is drawn as a control. The server holds
 * to the same rules; nothing is safe because it is not drawn.
 */

import { state } from "./store.js";

/** The role of whoever is shown a game of before: there is nothing to do. */
export const LOOKING_BACK = "looking_back";

/** Whether this device acts for `seat`: the banker for all, a player for his own alone.
 * Without a seat (null) it is an act of the table, and the banker's. */
export function mayAct(seat = null) {
  const { role, seat: own } = state.you;
  return role === "banker" || (role === "player" && seat !== null && seat === own);
}

/** The legal choices of `snapshot` (of one `type`, if given) that this device may take. */
export function legalChoices(snapshot, type = null) {
  return snapshot.legal.filter(
    (choice) => (type === null || choice.type === type) && mayAct(choice.seat),
  );
}

/** Whether this device sits at the table and so may see what the camera sees. */
export function maySeeTray() {
  return state.you.role === "banker" || state.you.role === "player";
}
