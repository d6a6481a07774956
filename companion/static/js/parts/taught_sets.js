/** The table's taught sets, and requests to teach or forget. */

import { attempt } from "../actions.js";
import { get, LONG_MS, post, TABLE, upload } from "../api.js";
import { changeState, state } from "../store.js";
import { whyNot } from "./card_eye.js";

const TAUGHT = `${TABLE}/taught`;

/** @type {API.SetView[] | null} */
let sets = null; // null: not fetched yet
let asked = "";

/** Return the sets of `kind`; null until they are fetched. @param {API.SetView["kind"]} kind */
export function taughtSets(kind) {
  const now = `${state.snapshot?.run} ${state.open.panel}`;
  if (asked !== now) {
    asked = now;
    take(() => get(TAUGHT, LONG_MS));
  }
  return sets?.filter((one) => one.kind === kind);
}

/** Whether `set` knows `faces`. @param {API.SetView} set @param {string[]} faces */
export function knowsFaces(set, faces) {
  return faces.every((face) => set.parts.some(({ name }) => name === face));
}

/**
 * Teach the dice in the tray as `face` of `set`; throws a `Failed`.
 * @param {string} set
 * @param {string} face
 */
export async function catchDice(set, face) {
  /** @type {API.LessonView} */
  const caught = await post(`${TAUGHT}/dice`, { set, face }, { patience: LONG_MS });
  ({ sets } = caught);
  return caught;
}

/**
 * Teach the card in the tray as `card` of the deck `set`; throws a `Failed`.
 * @param {string} set
 * @param {string} card
 * @param {boolean} again
 */
export async function catchCard(set, card, again) {
  /** @type {API.CapturedCardView} */
  const caught = await post(`${TAUGHT}/cards`, { set, card, again }, { patience: LONG_MS });
  if (caught.new) await take(() => get(TAUGHT, LONG_MS));
  return caught;
}

/** Forget a set, one `part` of it, or one `still` of that. @param {string} set */
export function forget(set, part = "", still = "") {
  return take(() => post(`${TAUGHT}/forget`, { set, part, still }));
}

/** Import the set in `file`. @param {File} file */
export function bringSet(file) {
  const name = encodeURIComponent(file.name.replace(/\.\w+$/, ""));
  return take(() => upload(`${TAUGHT}/file?set=${name}`, file, "application/zip"));
}

/**
 * Return the address of a set's download or of a still's picture.
 * @param {string} set
 * @param {string} [part]
 * @param {string} [still]
 */
export function addressOf(set, part, still = "") {
  const query = new URLSearchParams(part === undefined ? { set } : { set, part, still });
  return `${TAUGHT}/${part === undefined ? "file" : "still.png"}?${query}`;
}

/** @param {() => Promise<API.TaughtView>} ask */
async function take(ask) {
  await attempt(async () => ({ sets } = await ask()), whyNot);
  changeState({});
}
