/** The page: who is where on it. Everything that belongs to one game is in its display. */

import { get, TABLE } from "./api.js";
import { displays, hasDisplay, loadDisplay } from "./games/index.js";
import { follow } from "./live.js";
import { drawBanner, drawTell } from "./parts/tell.js";
import { drawEye } from "./parts/eye.js";
import { drawHead } from "./parts/head.js";
import { drawLog } from "./parts/log.js";
import { drawQuestion } from "./parts/question.js";
import { drawSeats } from "./parts/seats.js";
import { drawSheet } from "./parts/sheet.js";
import { drawStart } from "./parts/start.js";
import { h, patch } from "./parts/dom.js";
import { change, onChange, state, takeSnapshot, takeYou } from "./store.js";
import { openWords, t } from "./words.js";

const root = document.getElementById("page");

function render() {
  patch(
    root,
    h("div", { id: "page", class: "page", "data-version": state.snapshot?.version }, content()),
  );
  showTop();
  focusSheet();
}

/** A sheet that opens takes the keyboard, so that Escape closes it and Tab goes round in it. */
function focusSheet() {
  const sheet = document.querySelector(".sheet");
  if (sheet && !sheet.contains(document.activeElement)) sheet.focus();
}

let stageShown = "";

/** A new stage is looked at from its top. */
function showTop() {
  const { snapshot, ui } = state;
  const now = [
    snapshot?.game,
    snapshot?.phase,
    ui.panel === "start",
    ui.told,
    snapshot?.eye?.question?.number,
  ].join();
  if (now === stageShown) return;
  stageShown = now;
  window.scrollTo(0, 0);
  document.querySelector(".stage")?.scrollTo(0, 0);
}

function content() {
  const { snapshot, ui } = state;
  if (!snapshot) return [drawBanner(), h("p", { class: "waiting" }, t("opening"))];
  const display = displays[snapshot.game];
  if (!display && hasDisplay(snapshot.game)) {
    fetchDisplay(snapshot.game);
    return [drawBanner(), h("p", { class: "waiting" }, t("opening"))];
  }
  const starting = !display || ui.panel === "start";
  return [
    drawBanner(),
    drawHead(snapshot, starting ? null : display),
    starting ? drawStart(snapshot) : drawTable(snapshot, display),
    drawLog(snapshot),
    drawSheet(),
    drawTell(),
  ];
}

async function fetchDisplay(game) {
  try {
    await loadDisplay(game);
    change({});
  } catch {
    setTimeout(() => change({ link: "lost" }), RETRY_MS);
  }
}

function drawTable(snapshot, display) {
  const asked = snapshot.eye?.question;
  return h(
    "div",
    { class: display.whole ? "table whole" : "table" },
    h(
      "main",
      { class: "stage", key: "stage" },
      asked ? drawQuestion(snapshot, asked) : display.stage(snapshot),
    ),
    display.whole
      ? null
      : h("aside", { class: "side", key: "side" }, drawSeats(snapshot, display), drawEye(snapshot)),
  );
}

const RETRY_MS = 1500;

async function begin() {
  await insist(openWords);
  onChange(render);
  render();
  await insist(async () => takeYou(await get("/api/me")));
  follow();
  if (state.you.role === null) return; // the page opens anew when the code was right
  await insist(async () => {
    change({ games: (await get("/api/games")).games ?? [] });
    takeSnapshot(await get(TABLE));
  });
}

/** Do `step` until it succeeds: at first the server may still be waking up. */
async function insist(step) {
  for (;;) {
    try {
      return await step();
    } catch {
      change({ link: "lost" });
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
    }
  }
}

begin();
