/**
 * The parts of the page and where they are. Everything that belongs to one game is in its display.
 */

import { showMessage } from "./actions.js";
import { Failed, get, pause, TABLE } from "./api.js";
import { IN_ROOM } from "./device.js";
import {
  accountsOnPage,
  announceChanges,
  flyTransfers,
  lastAnnouncement,
  tumbleDice,
} from "./effects.js";
import { followQuestion, followTable } from "./live.js";
import { drawLater, loadAhead, loadDisplay, loadModule } from "./loader.js";
import { actionButton, drawDock, drawWaiting } from "./parts/controls.js";
import { findAll, h, patch } from "./parts/dom.js";
import { drawHead, fitPage } from "./parts/head.js";
import { drawBanner, drawMessage, drawSeatRequest, placeNotices } from "./parts/messages.js";
import { drawOverlays, followBack, PAGES } from "./parts/overlays.js";
import { drawRail, drawSeats, drawStage, drawTable, freeSeats } from "./parts/seats.js";
import { drawLikely, drawSlot } from "./parts/tray.js";
import { logLine } from "./sentences.js";
import {
  changeOpen,
  changeState,
  mayAct,
  onChange,
  state,
  takeSnapshot,
  takeYou,
} from "./store.js";
import { openWords, t } from "./words.js";

const loadJoin = () => import("./parts/join.js");
const drawJoin = drawLater(loadJoin, "drawJoin", [], drawWaiting);
const drawSeatChoice = drawLater(loadJoin, "drawSeatChoice", [], drawWaiting);
const drawSetupElsewhere = drawLater(loadJoin, "drawSetupElsewhere", [], drawWaiting);
const drawStart = drawLater(() => import("./parts/shelf.js"), "drawStart", ["shelf"]);
const drawQuestion = drawLater(() => import("./parts/question.js"), "drawQuestion");

const ASKED = "[data-asks]:not([data-asks=''])"; // questions to a player

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

function render() {
  const { snapshot, drawn, busy } = state;
  /** @param {Snapshot} shown */
  const rollOf = (shown) => shown.last_roll?.version ?? 0;
  const moved = drawn && snapshot?.run === drawn.run && snapshot.version > drawn.version;
  const before = moved ? accountsOnPage() : null;
  const asked = moved && document.querySelector(ASKED);
  const page = { id: "page", class: "page", "data-version": snapshot?.version, "data-busy": busy };
  const fresh = h("div", page, content());
  if (state.link === "lost") disableStage(fresh);
  const lane = document.activeElement?.closest("li");
  patch(root, fresh);
  if (asked && !document.querySelector(ASKED) && snapshot.last_row)
    showMessage(t("stale", { why: logLine(snapshot.last_row) }));
  if (lane?.isConnected && document.activeElement === document.body) focusIn(lane);
  fitPage();
  showTop();
  focusOver();
  if (before && snapshot?.last_row?.counts) flyTransfers(snapshot.last_row.events ?? [], before);
  if (moved && rollOf(snapshot) > rollOf(drawn)) tumbleDice();
  placeNotices();
  followBack();
  followQuestion();
  state.drawn = snapshot;
  announceChanges(drawn, snapshot, state.displays[snapshot?.game ?? ""]);
}

/** Without the table, disable the stage of `page`. @param {Element} page */
function disableStage(page) {
  for (const button of findAll(".stage button", page)) {
    button.setAttribute("aria-disabled", "true");
    button.onclick = null;
  }
}

/** Focus the next element in `lane` when the focused one is gone. @param {Element} lane */
function focusIn(lane) {
  findAll("button:not(:disabled)", lane)
    .find((button) => button.offsetWidth)
    ?.focus();
}

/** @type {HTMLElement | null} */
let opener = null; // the focused element before something opened over the page
/** @type {HTMLElement | null} */
let over = null;

/** Move the focus into anything that opens over the page, and back afterwards. */
function focusOver() {
  /** @type {HTMLElement | null} */
  const now = document.querySelector(".sheet") ?? document.querySelector(".drawer");
  const inside = now?.contains(document.activeElement);
  if (now && !inside && (now !== over || now.matches(".sheet"))) {
    opener ??= /** @type {HTMLElement} */ (document.activeElement);
    now.focus();
  } else if (!now && opener) {
    if (opener.isConnected && document.activeElement === document.body) opener.focus();
    opener = null;
  }
  over = now;
}

let stageShown = "";

/** Scroll a new stage to its top. */
function showTop() {
  const { snapshot, open, ui } = state;
  const now = [
    snapshot?.game,
    snapshot?.phase,
    open.panel === "start",
    ui.settlementRead,
    snapshot?.eye?.question?.number,
  ].join();
  if (now === stageShown) return;
  stageShown = now;
  window.scrollTo(0, 0);
  document.querySelector(".stage")?.scrollTo(0, 0);
}

function content() {
  const { snapshot, open } = state;
  if (state.you.role === null) return [drawBanner(), drawJoin(), drawMessage()];
  // The stream may bring the table before the list of games has arrived.
  if (!snapshot || !state.games.length) return [drawBanner(), drawWaiting()];
  const display = state.displays[snapshot.game ?? ""];
  if (!display && snapshot.game) {
    fetchDisplay(snapshot.game);
    return [drawBanner(), drawWaiting()];
  }
  const starting = !display || open.panel === "start";
  const page = PAGES[open.panel ?? ""];
  const place = page
    ? page(snapshot)
    : starting
      ? mayAct()
        ? drawStart(snapshot)
        : drawSetupElsewhere()
      : drawPlace(snapshot, display);
  return [
    drawBanner(),
    drawHead(snapshot, starting || page ? null : display),
    place,
    drawOverlays(snapshot, place),
    open.panel === "people" ? null : drawSeatRequest(snapshot), // it is shown in there
    drawMessage(),
    h(
      "p",
      { class: "aloud unseen", key: "aloud", role: "status", "aria-live": "polite" },
      lastAnnouncement(),
    ),
  ];
}

/** @param {string} game */
async function fetchDisplay(game) {
  try {
    await loadDisplay(game);
    changeState({});
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    setTimeout(() => changeState({ link: "lost" }), RETRY_MS);
  }
}

/** @param {Snapshot} snapshot @param {Display} display */
function drawPlace(snapshot, display) {
  if (choosesSeat(snapshot)) return drawSeatChoice(snapshot);
  const asked = mayAct() ? snapshot.eye.question : null;
  if (display.ended?.(snapshot) ?? snapshot.over) {
    return drawTable(snapshot, display.stage(snapshot)); // with the ranking as its rail
  }
  return drawTable(
    snapshot,
    drawRail(display.slot?.(snapshot) ?? drawSlot(snapshot), drawSeats(snapshot, display)),
    drawStage(drawAsked(snapshot, display, asked)),
  );
}

/** @param {Snapshot} snapshot @param {Display} display @param {API.QuestionView | null} asked */
function drawAsked(snapshot, display, asked) {
  if (snapshot.paused) return drawPause();
  const likely = drawLikely(snapshot);
  if (likely) return likely;
  const stage = display.stage(snapshot);
  if (!asked) return stage;
  for (const part of [stage].flat(9)) {
    if (!(part instanceof Element)) continue;
    part.setAttribute("inert", "");
    part.setAttribute("aria-hidden", "true"); // for browsers that know no inert
  }
  return [stage, drawQuestion(snapshot, asked)];
}

/** Whether somebody must still say whose device this is. @param {Snapshot} snapshot */
function choosesSeat(snapshot) {
  return (
    state.you.role === "spectator" &&
    !state.open.watching &&
    !IN_ROOM &&
    freeSeats(snapshot).length > 0
  );
}

/** Draw what replaces the game while it is paused. */
function drawPause() {
  return h(
    "section",
    { class: "center", key: "pause" },
    h(
      "div",
      { class: "fill stack center" },
      h("h2", { class: "ask largest" }, t("paused")),
      h("p", { class: "large soft" }, t("paused_hint")),
    ),
    drawDock(mayAct() ? actionButton("main", t("resume"), { type: "resume" }) : null),
  );
}

const RETRY_MS = 1500;
const AHEAD_MS = 10_000; // the table is shown by then
const EVENING_MS = 4 * 3_600_000;

async function begin() {
  await Promise.all([insist(openWords), insist(async () => takeYou(await get("/api/me")))]);
  onChange(render);
  render();
  followTable();
  window.addEventListener("hashchange", joinByAddress);
  await joinByAddress();
  if (state.you.role === null) return; // with the right code, the page reloads
  await insist(async () => {
    const [{ games }, snapshot] = await Promise.all([get("/api/games"), get(TABLE)]);
    changeState({ games });
    takeSnapshot(snapshot);
    if (snapshot.over && mayAct() && isOfAnotherEvening(snapshot)) changeOpen({ panel: "start" });
  });
  setTimeout(loadAhead, AHEAD_MS);
}

/** Whether the finished game is from another evening: then people want the shelf. */
function isOfAnotherEvening(/** @type {Snapshot} */ { last_row: row }) {
  return Date.now() - Date.parse(row?.at ?? "") > EVENING_MS;
}

/** Join with the code behind the # of a scanned address, if there is one. */
async function joinByAddress() {
  if (!location.hash.slice(1)) return;
  const { joinAs } = await insist(() => loadModule(loadJoin));
  await joinAs(location.hash.slice(1));
}

/**
 * Repeat `step` until it succeeds, as the server may still be starting.
 * @template T
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
async function insist(step) {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      changeState({ link: "lost" });
      await pause(RETRY_MS);
    }
  }
}

begin();
