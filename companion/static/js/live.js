/**
 * The stream of snapshots. One stream a page; closed while the page is hidden, because phones kill
 * it silently then, and opened again when the page is shown.
 */

import { showMessage } from "./actions.js";
import { Failed, get, post, TABLE } from "./api.js";
import { reloadIfOutdated } from "./loader.js";
import { changeState, state, takeEye, takeSnapshot, takeYou } from "./store.js";
import { t } from "./words.js";

const REOPEN_MS = 1500;
const REPORT_MS = 1500;
const QUIET_MS = 20000; // scripts cannot see the stream's heartbeats, so ask now and then

/** @type {EventSource | null} */
let stream = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reopening;
let heard = 0;

/** Follow the table for as long as the page lives. */
export function followTable() {
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  window.addEventListener("online", open);
  window.addEventListener("offline", lost);
  window.addEventListener("stranger", () => {
    close();
    takeYou({ role: null, seat: null, taken: [], own: {} });
  });
  setInterval(checkQuiet, 5000);
  setInterval(() => reporting || report(), REPORT_MS);
  open();
}

// While the table counts, this display reports, so that the count can wait for its question or
// banker.

let asks = false; // whether a question was open here at the last report
let reporting = 0; // how many reports are on their way

/** Tell the table at once that a question was opened or closed: called after each drawing. */
export function followQuestion() {
  if (asks !== Boolean(openQuestion())) report();
}

/**
 * Return the question that is open on this display, if it is one of those that a count waits for.
 */
function openQuestion() {
  return /** @type {HTMLElement | null} */ (document.querySelector("[data-asks]"));
}

async function report({ always = false } = {}) {
  const { role } = state.you;
  const question = openQuestion();
  const due = role === "banker" ? always || state.snapshot?.clock : role === "player";
  if (document.hidden || !due || !(role === "banker" || question || asks)) return;
  asks = Boolean(question);
  const seat = Number.parseInt(question?.dataset.asks ?? "", 10);
  const body = { asks, seat: Number.isNaN(seat) ? null : seat };
  reporting += 1;
  try {
    /** @type {API.HoldTimeView} */
    const { seconds } = await post(`${TABLE}/watch`, body, { again: false });
    const hurry = asks && !seconds;
    if (hurry !== state.hurry) changeState({ hurry });
  } catch (error) {
    miss(error);
  } finally {
    reporting -= 1;
  }
}

function open() {
  if (state.you.role === null || document.hidden) return;
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  close();
  stream = new EventSource(`${TABLE}/events`);
  stream.onopen = () => {
    alive();
    report({ always: true });
  };
  stream.onerror = lost;
  stream.addEventListener("page", (event) => reloadIfOutdated(JSON.parse(event.data)));
  stream.addEventListener("snapshot", (event) => {
    alive();
    const wasComing = state.snapshot?.cafe?.coming ?? true;
    takeSnapshot(JSON.parse(event.data));
    if (!wasComing && state.snapshot?.cafe?.coming) {
      showMessage(t("cafe_help_coming"), { done: true });
    }
  });
  stream.addEventListener("you", (event) => {
    alive();
    takeYou(JSON.parse(event.data));
  });
  stream.addEventListener("eye", (event) => {
    alive();
    takeEye(JSON.parse(event.data));
  });
}

function close() {
  clearTimeout(reopening);
  stream?.close();
  stream = null;
}

function alive() {
  heard = Date.now();
  if (state.link !== "live") changeState({ link: "live" });
}

function lost() {
  if (document.hidden) return;
  changeState({ link: "lost" });
  clearTimeout(reopening);
  reopening = setTimeout(reopen, REOPEN_MS);
}

/** Reopen the stream, but first ask for our role: it may have ended because we were removed. */
async function reopen() {
  close();
  try {
    takeYou(await get("/api/me"));
    open();
  } catch (error) {
    miss(error);
  }
}

/** Close a stream that missed a version of the table: it is dead, though it had no error. */
async function checkQuiet() {
  if (state.you.role === null || document.hidden || Date.now() - heard < QUIET_MS) return;
  try {
    const now = await get(TABLE);
    const missed = now.run !== state.snapshot?.run || now.version > (state.snapshot?.version ?? 0);
    takeSnapshot(now);
    alive();
    if (missed || !stream) reopen();
  } catch (error) {
    miss(error);
  }
}

/** @param {unknown} error */
function miss(error) {
  lost();
  if (!(error instanceof Failed)) throw error;
}
