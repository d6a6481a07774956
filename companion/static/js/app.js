/** The page: who is where on it. Everything that belongs to one game is in its display. */

import { announceChanges, lastAnnouncement } from "./announcer.js";
import { Failed, get, TABLE } from "./api.js";
import { followBack } from "./back.js";
import { hasDisplay, loadDisplay } from "./games/index.js";
import { followTable } from "./live.js";
import { drawCameraPage } from "./parts/camera_page.js";
import { h, patch } from "./parts/dom.js";
import { drawEveningsPage } from "./parts/evenings_page.js";
import { drawEyePanel } from "./parts/eye_panel.js";
import { fitPage } from "./parts/fit.js";
import { drawHead } from "./parts/head.js";
import { drawHealth } from "./parts/health.js";
import {
  choosesSeat,
  drawJoin,
  drawSeatChoice,
  drawSetupElsewhere,
  joinByAddress,
} from "./parts/join.js";
import { drawLikely } from "./parts/likely.js";
import { loadLater } from "./parts/load_later.js";
import { drawLog } from "./parts/log.js";
import { drawBanner, drawMessage, placeNotices } from "./parts/messages.js";
import { balancesOnPage, moveMoney, tumbleDice } from "./parts/motion.js";
import { drawPeople } from "./parts/people.js";
import { drawPause, drawPlayers } from "./parts/players.js";
import { drawQuestion } from "./parts/question.js";
import { drawRules, openRules } from "./parts/rules.js";
import { drawSeats } from "./parts/seats.js";
import { drawSettings } from "./parts/settings.js";
import { drawSheet } from "./parts/sheet.js";
import { drawTaughtPage } from "./parts/taught_page.js";
import { drawWelcome, isNew } from "./parts/welcome.js";
import { mayAct } from "./permissions.js";
import { changeState, onChange, state, takeSnapshot, takeYou } from "./store.js";
import { openWords, t } from "./words.js";

const startForm = loadLater(() => import("./parts/start.js"));

/** What is drawn in the place of the table while its panel is open. */
const PAGES = { evenings: drawEveningsPage, camera: drawCameraPage, taught: drawTaughtPage };

const root = document.getElementById("page");

function render() {
  const { snapshot, drawn, busy } = state;
  const rollOf = (shown) => shown.last_roll?.version ?? 0;
  const moved = drawn && snapshot?.run === drawn.run && snapshot.version > drawn.version;
  const before = moved ? balancesOnPage() : null;
  const page = { id: "page", class: "page", "data-version": snapshot?.version, "data-busy": busy };
  patch(root, h("div", page, content()));
  fitPage();
  showTop();
  focusOver();
  if (moved) moveMoney(before);
  if (moved && rollOf(snapshot) > rollOf(drawn)) tumbleDice();
  placeNotices();
  followBack();
  state.drawn = snapshot;
  announceChanges(snapshot, state.displays[snapshot?.game]);
}

let opener = null; // what had the keyboard before something opened over the page
let over = null;

/** What opens over the page takes the keyboard, and gives it back to where it was. */
function focusOver() {
  const now = document.querySelector(".sheet") ?? document.querySelector(".drawer");
  const inside = now?.contains(document.activeElement);
  if (now && !inside && (now !== over || now.matches(".sheet"))) {
    opener ??= document.activeElement;
    now.focus();
  } else if (!now && opener) {
    if (opener.isConnected && document.activeElement === document.body) opener.focus();
    opener = null;
  }
  over = now;
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
  if (state.you.role === null) return [drawBanner(), drawJoin(), drawMessage()];
  if (!snapshot) return [drawBanner(), h("p", { class: "waiting" }, t("opening"))];
  const display = state.displays[snapshot.game];
  if (!display && hasDisplay(snapshot.game)) {
    fetchDisplay(snapshot.game);
    return [drawBanner(), h("p", { class: "waiting" }, t("opening"))];
  }
  const starting = !display || ui.panel === "start";
  const page = PAGES[ui.panel];
  const place = page
    ? page(snapshot)
    : starting
      ? drawSetup(snapshot)
      : drawPlace(snapshot, display);
  return [
    drawBanner(),
    drawHead(snapshot, starting || page ? null : display),
    place,
    drawLog(snapshot),
    drawSettings(),
    drawHealth(),
    drawPeople(snapshot),
    drawPlayers(snapshot),
    drawRules(snapshot, place),
    drawSheet(),
    drawMessage(),
    h(
      "p",
      { class: "aloud unseen", key: "aloud", role: "status", "aria-live": "polite" },
      lastAnnouncement(),
    ),
  ];
}

function drawSetup(snapshot) {
  if (!mayAct()) return drawSetupElsewhere();
  return isNew(snapshot) ? drawWelcome(snapshot) : (startForm()?.drawStart(snapshot) ?? null);
}

async function fetchDisplay(game) {
  try {
    await loadDisplay(game);
    changeState({});
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    setTimeout(() => changeState({ link: "lost" }), RETRY_MS);
  }
}

function drawPlace(snapshot, display) {
  return choosesSeat(snapshot) ? drawSeatChoice(snapshot) : drawTable(snapshot, display);
}

function drawTable(snapshot, display) {
  const asked = mayAct() ? snapshot.eye.question : null;
  const whole = display.whole || snapshot.over;
  return h(
    "div",
    { class: whole ? "table fill whole" : "table fill" },
    h(
      "main",
      { class: "stage", key: "stage" },
      drawStage(snapshot, display, asked),
      mayAct() && snapshot.last_row?.kind === "start" ? drawSetUp(snapshot) : null,
    ),
    whole
      ? null
      : h(
          "aside",
          { class: "side stack", key: "side" },
          drawSeats(snapshot, display),
          drawEyePanel(snapshot),
        ),
  );
}

function drawStage(snapshot, display, asked) {
  if (snapshot.paused) return drawPause();
  const likely = drawLikely(snapshot);
  if (likely) return likely;
  return asked
    ? drawQuestion(snapshot, asked, display.beside?.(snapshot))
    : display.stage(snapshot);
}

/** Before the first act: what goes where on the table. */
function drawSetUp({ game }) {
  return h(
    "button",
    { class: "quiet set-up", key: "set-up", onclick: () => openRules(game) },
    t("rules_set_up"),
  );
}

const RETRY_MS = 1500;

async function begin() {
  await Promise.all([insist(openWords), insist(async () => takeYou(await get("/api/me")))]);
  onChange(render);
  render();
  followTable();
  window.addEventListener("hashchange", joinByAddress);
  await joinByAddress();
  if (state.you.role === null) return; // the page opens anew when the code was right
  await insist(async () => {
    const [{ games }, snapshot] = await Promise.all([get("/api/games"), get(TABLE)]);
    changeState({ games: games.filter((one) => hasDisplay(one.id)) });
    takeSnapshot(snapshot);
  });
}

/** Do `step` until it succeeds: at first the server may still be waking up. */
async function insist(step) {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      changeState({ link: "lost" });
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
    }
  }
}

begin();
