/** Send the action of a tap, and show one line if it failed. */

import { Failed, get, LONG_MS, post, Refused, TABLE, Unreachable, upload, uuid } from "./api.js";
import { logLine } from "./sentences.js";
import {
  changeState,
  changeUi,
  holdDrawing,
  MAX_LOG_ROWS,
  releaseDrawing,
  state,
  takeSnapshot,
  takeYou,
} from "./store.js";
import { formatAmount, refusal, t, whyFailed } from "./words.js";

const CLICK_MS = 60; // from lifting the finger to its click
const MESSAGE_MS = 6000; // long enough to read a message
const SENDING_MS = 30000; // long enough for a photograph over a slow Wi-Fi
const ROLLING_MS = 10000; // a roll that is not read by then was none

/** @type {Element | null} */
let pressed = null; // the button of the last tap
/** @type {string | null} */
let sending = null; // what is being sent
/** @type {Element | null} */
let sender = null; // and the button that sent it

document.addEventListener("pointerdown", holdDrawing, true);
document.addEventListener("pointercancel", releaseDrawing);
// A click follows right after the finger is lifted, unless the finger slid off.
document.addEventListener("pointerup", () => setTimeout(releaseDrawing, CLICK_MS));
window.addEventListener("click", releaseDrawing);

document.addEventListener(
  "click",
  (event) => {
    const { target } = event;
    const control = target instanceof Element ? target.closest("button, input, label") : null;
    if (state.message) changeState({ message: null });
    state.tapped = state.drawn;
    setTimeout(() => (state.tapped = null), 0);
    pressed = control;
    // A waiting button does nothing; a message says why, unless it is the same tap again.
    if (state.busy && control !== sender && control?.getAttribute("aria-disabled") === "true") {
      showMessage(t("still_sending"));
    }
  },
  true,
);

/**
 * Send `action` to the table. Returns true if it was accepted. If it came too late but still means
 * the same, it is sent once more.
 * @param {Action} action
 */
export async function sendAction(action) {
  const before = state.tapped ?? state.snapshot; // a tap refers to what was shown
  if (!before) return false;
  /** @param {Snapshot} shown @returns {Promise<Snapshot>} */
  const ask = ({ version }) => post(`${TABLE}/actions`, { id: uuid(), version, action });
  return deliver(action, async () => {
    try {
      return await ask(before);
    } catch (error) {
      const now = error instanceof Refused && error.status === 409 ? error.body.snapshot : null;
      if (!now || !(await canResend(action, before, now))) throw error;
      takeSnapshot(now);
      return ask(now);
    }
  });
}

let isSendingKept = false; // whether the kept dice are on their way to the table

/**
 * Let the dice at `keep` (indices) stay for the next roll: here at once, then on every display.
 * @param {number[]} keep
 */
export async function keepDice(keep) {
  changeUi({ keep: keep.sort(), hand: [] });
  if (isSendingKept) return; // the newest choice follows the one being sent
  isSendingKept = true;
  try {
    for (let dice = state.ui.keep; dice; dice = state.ui.keep) {
      const { version, turn } = /** @type {Snapshot} */ (state.snapshot);
      takeSnapshot(await post(`${TABLE}/keep`, { version, seat: turn, dice }));
      if (state.ui.keep === dice) changeUi({ keep: null });
    }
  } catch (error) {
    if (!(error instanceof Failed)) throw error; // here the dice stay as they were chosen
  } finally {
    isSendingKept = false;
  }
}

/**
 * Ask the demo tray for a roll. The dice in the boxes `keep` stay; all others show `face`, if it is
 * given.
 * @param {Box[]} keep
 */
export async function throwDemoDice(keep, face = "") {
  const body = { id: uuid(), keep, face };
  const rolling = { after: state.snapshot?.eye.roll?.number }; // until a later reading comes
  const end = () => state.ui.rolling === rolling && changeUi({ rolling: null });
  changeUi({ rolling });
  const asked = await deliver({ keep }, () => post(`${TABLE}/tray`, body));
  setTimeout(end, asked ? ROLLING_MS : 0);
  return asked;
}

/** Use `camera` from now on. Returns true when the table does. @param {string} camera */
export async function chooseCamera(camera) {
  return deliver({ camera }, () => post(`${TABLE}/camera`, { camera }));
}

/**
 * Send a photograph of the dice, or `to` a lesson. Returns true when it arrived. A phone that comes
 * back from its camera may have lost the Wi-Fi for a moment.
 * @param {Blob} picture a JPEG
 */
export async function sendPhotograph(picture, to = "photograph") {
  const how = { patience: SENDING_MS, again: true };
  return deliver({ size: picture.size }, () =>
    upload(`${TABLE}/${to}`, picture, picture.type, how),
  );
}

/**
 * Ask the café for `help`, or send it a `report`. Returns true if that worked.
 * @param {API.AskCafeBody} body
 */
export async function tellCafe(body) {
  return deliver(body, () => post(`${TABLE}/cafe`, body));
}

/**
 * Send a request of access control (`join`, `seat`, `role` …). Returns true if it was accepted.
 * @param {string} what
 * @param {object} body
 */
export async function changeAccess(what, body) {
  return deliver({ what, body }, () => post(`/api/access/${what}`, body));
}

/** Put the kept backup `name` back, in place of what this page shows. @param {string} name */
export async function restoreBackup(name) {
  const { run, version } = state.snapshot ?? {};
  const body = { name, run, version };
  return deliver(body, () => post(`${TABLE}/restore`, body, { patience: LONG_MS }));
}

/**
 * Show `text` in one line for a while: why something failed, which takes precedence, or that it is
 * `done`.
 * @param {string} text
 * @param {{ done?: boolean }} [given]
 */
export function showMessage(text, { done = false } = {}) {
  if (done && state.message && !state.message.done) return;
  const message = { text, done };
  changeState({ message });
  setTimeout(() => state.message === message && changeState({ message: null }), MESSAGE_MS);
}

/**
 * Do `work`, and show `why` if it fails. Returns whether it worked.
 * @param {() => unknown} work
 * @param {(error: unknown) => string} why
 */
export async function attempt(work, why = whyFailed) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(why(error));
    return false;
  }
}

/**
 * Do `ask`, which sends `what` to the table; nothing else is sent meanwhile.
 * @param {object} what
 * @param {() => Promise<object>} ask
 */
async function deliver(what, ask) {
  const name = JSON.stringify(what);
  if (state.busy) {
    if (name !== sending) showMessage(t("still_sending")); // the same again is a second tap
    return false;
  }
  [sending, sender] = [name, pressed];
  changeState({ busy: true, message: null });
  const { you } = state;
  try {
    const answer = await ask();
    if ("phase" in answer) takeSnapshot(/** @type {Snapshot} */ (answer));
    // If the stream has brought something meanwhile, it is newer, or the stream will correct it.
    if ("role" in answer && state.you === you) takeYou(/** @type {You} */ (answer));
    return true;
  } catch (error) {
    explain(error);
    return false;
  } finally {
    changeState({ busy: false });
  }
}

/** @param {unknown} error */
function explain(error) {
  if (!(error instanceof Refused)) {
    showMessage(t(error instanceof Unreachable ? "unreachable" : "refused"));
    if (!(error instanceof Unreachable)) console.error(error); // a fault of the page
    return;
  }
  const { code, snapshot } = error.body;
  if (error.status === 409 && snapshot) {
    const why = snapshot.last_row ? logLine(snapshot.last_row) : "";
    takeSnapshot(snapshot);
    showMessage(t("stale", { why }));
    return;
  }
  showMessage(refusal(code, inWords(error.body)));
}

/** @param {Figures} figures */
function inWords(figures) {
  const seats = state.snapshot?.seats ?? [];
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      if (typeof value === "number" && name === "seat") return [name, seats[value]?.name ?? value];
      return [name, typeof value === "number" ? formatAmount(value) : value];
    }),
  );
}

// Whether an act that came too late still means the same, because what others did meanwhile does
// not affect it. The display of the game knows which acts these are.

/**
 * Whether `action`, tapped at the snapshot `before`, may be sent once more at the newer `now`.
 * @param {Action} action
 * @param {Snapshot} before
 * @param {Snapshot} now
 */
export async function canResend(action, before, now) {
  const { standsAfter } = state.displays[now.game ?? ""] ?? {};
  if (!standsAfter || now.run !== before.run || now.phase !== before.phase) return false;
  /** @type {{ run: string, rows: Row[] }} */
  const { run, rows } = await get(`${TABLE}/log?after=${before.version}`);
  const between = rows.filter(({ version }) => before.version < version && version <= now.version);
  // The table was replaced, or the log no longer has all acts since.
  if (run !== now.run || between.length === MAX_LOG_ROWS) return false;
  // An undo may have taken away what was answered.
  /** @param {Row} row */
  const stands = ({ kind, events }) =>
    kind === "action" && events !== undefined && standsAfter(action, events);
  return between.every(stands) && isLegal(action, now.legal);
}

/** @param {Action} action @param {LegalAction[]} legal */
function isLegal({ type, seat, ...given }, legal) {
  return legal.some(
    (choice) =>
      choice.type === type &&
      choice.seat === seat &&
      Object.keys(choice.fields).length === Object.keys(given).length &&
      Object.entries(given).every(([name, value]) => fits(choice.fields[name], value)),
  );
}

/** @param {FieldChoice | undefined} spec @param {unknown} value */
function fits(spec, value) {
  if (!spec) return false;
  if ("one_of" in spec) return spec.one_of.some((one) => one === value);
  if ("list_of" in spec || typeof value !== "number") return false;
  return value >= spec.min && value <= spec.max && (value - spec.min) % spec.step === 0;
}
