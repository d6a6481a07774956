/** The page's requests to the hub, and who may make them. */

import { Failed, get, LONG_MS, post, Refused } from "../api.js";
import { changeState, state } from "../store.js";
import { refusal, t, translateOr } from "../words.js";

/** The state of a device on which nobody is logged in. @type {You} */
export const STRANGER = { role: null, seat: null, taken: [], own: {} };

const ROLES = ["counter", "league", "admin"]; // each with the rights of those before

/** Whether the user who logged in here has the rights of `role`. @param {string} role */
export function hasRole(role) {
  return ROLES.indexOf(state.you.role ?? "") >= ROLES.indexOf(role);
}

/**
 * Get `path` from the hub and give the answer to `take`; show a message if that fails.
 * @template T
 * @param {string} path
 * @param {(answer: T) => void} take
 */
export async function load(path, take) {
  await attempt(async () => take(await get(path, LONG_MS)));
}

/**
 * Send `body` to `path`, and give the answer to `take`; show a message if that fails.
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {(answer: T) => void} [take]
 */
export async function send(path, body, take) {
  changeState({ busy: true });
  await attempt(async () => {
    /** @type {T} */
    const answer = await post(path, body);
    changeState({ message: null });
    take?.(answer);
  });
  changeState({ busy: false });
}

/** @param {() => Promise<unknown>} work */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (error instanceof Refused && error.status === 401) changeState({ you: STRANGER });
    const text =
      error instanceof Refused
        ? translateOr(
            `hub_refusal_${error.body.code}`,
            refusal(error.body.code, error.body),
            error.body,
          )
        : t("hub_unreachable");
    changeState({ message: { text } });
  }
}

/** @type {Record<string, unknown>} */
let asked = {}; // what is open and was asked for: answers by path, null until they come

/**
 * Return the hub's answer at `path`, null until it has arrived. It is fetched again after another
 * page was open.
 * @template T
 * @param {string} path
 * @returns {T | null}
 */
export function answerOf(path) {
  if (!(path in asked)) {
    asked[path] = null;
    load(path, (answer) => {
      asked[path] = answer;
      changeState({});
    });
  }
  return /** @type {T | null} */ (asked[path]);
}

/** Return the values typed into the form that `event` submits. @param {Event} event */
export function fieldsOf(event) {
  return Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)));
}

/** Fetch everything on the open page again. */
export function forgetAnswers() {
  asked = {};
}
