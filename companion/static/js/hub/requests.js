/** What the page asks of the hub, and who may ask it. */

import { Failed, get, LONG_MS, post, Refused } from "../api.js";
import { changeState, state } from "../store.js";
import { t, translateOr } from "../words.js";

const ROLES = ["counter", "league", "admin"]; // each with the rights of those before

/** Whether who logged in here has the rights of `role`. */
export function hasRole(role) {
  return ROLES.indexOf(state.you.role) >= ROLES.indexOf(role);
}

/** Ask the hub for what is at `path` and give it to `take`; where that fails, say so on the page. */
export async function load(path, take) {
  await attempt(async () => take(await get(path, LONG_MS)));
}

/** Send `body` to `path`, and give the answer to `take`; where that fails, say so on the page. */
export async function send(path, body, take = () => {}) {
  changeState({ busy: true });
  await attempt(async () => take(await post(path, body)));
  changeState({ busy: false });
}

async function attempt(work) {
  try {
    await work();
    changeState({ message: null });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (error.status === 401) changeState({ you: { role: null } });
    const code = error instanceof Refused ? error.body.code : "unreachable";
    const said = translateOr(`hub_refusal_${code}`, error.message, error.body);
    changeState({ message: code === "unreachable" ? t("unreachable") : said });
  }
}

let asked = {}; // what is open and was asked for: answers by path, null until they come

/** What the hub has at `path`: null until it is there, and asked for anew where something else was open. */
export function answerOf(path) {
  if (!(path in asked)) {
    asked[path] = null;
    load(path, (answer) => (asked[path] = answer));
  }
  return asked[path];
}

/** Ask anew for everything that is open. */
export function forgetAnswers() {
  asked = {};
}
