/** What the table was taught, as it told last; and asking it to know more, or less. */

import { showMessage } from "../actions.js";
import { Failed, get, LONG_MS, post, Refused, TABLE, upload } from "../api.js";
import { changeState, state } from "../store.js";
import { t, translateOr } from "../words.js";

const TAUGHT = `${TABLE}/taught`;

let sets = null; // null: not told yet
let asked = "";

/** The sets of `kind`; null until the table has told them. */
export function taughtSets(kind) {
  const now = `${state.snapshot.run} ${state.ui.panel}`;
  if (asked !== now) {
    asked = now;
    take(() => get(TAUGHT, LONG_MS));
  }
  return sets?.filter((one) => one.kind === kind);
}

/** Faces that the games' own dice have, beside numbers. */
export function facesOfGames() {
  return [...new Set(state.games.flatMap((game) => Object.keys(game.own_faces)))];
}

/** How a face is called: those of the games' own dice have words. */
export function calledFace(face) {
  return facesOfGames().includes(face) ? translateOr(face, face) : face;
}

/** Whether `set` knows `faces`. */
export function knowsFaces(set, faces) {
  return faces.every((face) => set.parts.some(({ name }) => name === face));
}

/** Catch what lies there as `face` of `set`; throws a `Failed`. */
export async function catchDice(set, face) {
  const caught = await post(`${TAUGHT}/dice`, { set, face }, LONG_MS);
  ({ sets } = caught);
  return caught;
}

/** Catch the card that lies there as `card` of the deck `set`; throws a `Failed`. */
export async function catchCard(set, card, again) {
  const caught = await post(`${TAUGHT}/cards`, { set, card, again }, LONG_MS);
  if (caught.new) await take(() => get(TAUGHT, LONG_MS));
  return caught;
}

/** Forget a set, one `part` of it, or one `still` of that. */
export function forget(set, part = "", still = "") {
  return take(() => post(`${TAUGHT}/forget`, { set, part, still }));
}

/** Take in the set of a `file` that was brought. */
export function bringSet(file) {
  const name = encodeURIComponent(file.name.replace(/\.\w+$/, ""));
  return take(() => upload(`${TAUGHT}/file?set=${name}`, file, "application/zip"));
}

/** Where a set is downloaded, and where the picture of a still is. */
export function addressOf(set, part, still) {
  const query = new URLSearchParams(part === undefined ? { set } : { set, part, still });
  return `${TAUGHT}/${part === undefined ? "file" : "still.png"}?${query}`;
}

/** Why the table did not do it, in the page's language. */
export function whyNot(error) {
  if (!(error instanceof Refused)) return t("unreachable");
  const { code, message, other = "", face = "" } = error.body;
  return translateOr(`refusal_${code}`, message ?? t("refused"), {
    ...error.body,
    other: calledFace(other),
    face: calledFace(face),
  });
}

async function take(ask) {
  try {
    ({ sets } = await ask());
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(whyNot(error));
  }
  changeState({});
}
