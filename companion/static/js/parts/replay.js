/** A game of before on the table once more, act by act: to be looked at, with nothing to do. */

import { Failed, get, LONG_MS, TABLE } from "../api.js";
import { loadDisplay } from "../games/index.js";
import { LOOKING_BACK } from "../permissions.js";
import { changeState, changeUi, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { drawPlaces } from "./ending_page.js";
import { icon } from "./icons.js";
import { logLine } from "./log_lines.js";
import { drawSeats } from "./seats.js";

const STEP_MS = 1800;
const WATCHER = { role: LOOKING_BACK, seat: null, taken: [], own: {} };
const NO_EYE = { state: "none", demo: false, preview_count: 0, roll: null, question: null };

let playing = 0; // the timer of the next act; 0: it stands still

/** Show the open game as it stood after the act number `act`. */
export async function openReplay(act, plays = false) {
  clearTimeout(playing);
  playing = 0;
  const { past } = state.ui;
  try {
    const shown = await get(`${TABLE}/replay?game=${past.game}&act=${act}`, LONG_MS);
    await loadDisplay(shown.game);
    if (state.ui.past?.game !== past.game) return;
    const more = plays && shown.act < past.story.acts;
    const goOn = () => state.ui.past?.replay === shown && openReplay(shown.act + 1, true); // unless Back closed it
    if (more) playing = setTimeout(goOn, STEP_MS);
    changeUi({ past: { ...past, replay: shown } });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    changeState({ message: { text: t("unreachable"), x: innerWidth / 2, y: innerHeight / 3 } });
  }
}

/** Draw the table as it stood, and under it what goes through the game. */
export function drawReplay(snapshot, past) {
  const { replay, story } = past;
  const shown = {
    ...snapshot,
    clock: null,
    ...replay,
    ...STILL,
    version: replay.act,
    run: "replay",
  };
  const display = state.displays[shown.game];
  const whole = display.whole || shown.over;
  return [
    h(
      "div",
      { class: whole ? "table fill whole" : "table fill", key: "replay" },
      h(
        "main",
        { class: "stage", key: "stage" },
        shown.over
          ? h(
              "div",
              { class: "ending" },
              drawPlaces(story, () => null),
            )
          : watched(shown, display, () => display.stage(shown)),
      ),
      whole
        ? null
        : h(
            "aside",
            { class: "side stack", key: "side" },
            watched(shown, display, () => drawSeats(shown, display)),
          ),
    ),
    drawBar(replay, story),
  ];
}

const STILL = {
  legal: [],
  people: { leave: [], join: false },
  eye: NO_EYE,
  last_roll: null,
  undo_to: null,
  redo_to: null,
};

/** What `draw` gives to somebody who only watches the table as it is `shown`, and may switch the view. */
function watched(shown, { switches = [] }, draw) {
  const { snapshot, you, ui } = state;
  const view = Object.fromEntries(switches.map((name) => [name, ui[name]]));
  Object.assign(state, { snapshot: shown, you: WATCHER, ui: view });
  try {
    return draw();
  } finally {
    Object.assign(state, { snapshot, you, ui });
  }
}

function drawBar({ act, last_row: row }, { acts }) {
  const go = (to) => () => openReplay(to);
  return h(
    "section",
    { class: "replay-bar rigid wood stack tight", key: "bar", "aria-label": t("replay") },
    h("p", { class: "strong", role: "status" }, logLine(row)),
    h(
      "div",
      { class: "line" },
      tool("replay_back", "M15 5 L8 12 L15 19", go(act - 1), act === 0),
      playing
        ? tool("replay_hold", "M8 5 V19 M16 5 V19", go(act))
        : tool("replay_play", "M8 5 L18 12 L8 19 Z", () => openReplay(act + 1, true), act === acts),
      tool("replay_on", "M9 5 L16 12 L9 19", go(act + 1), act === acts),
      h("input", {
        class: "grow",
        type: "range",
        min: 0,
        max: acts,
        value: act,
        "aria-label": t("ending_slider"),
        "aria-valuetext": t("ending_step", { number: act, all: acts }),
        onchange: (event) => openReplay(Number(event.target.value)),
      }),
      h("span", { class: "soft" }, `${act}/${acts}`),
      tool("close", "cross", leave),
    ),
  );
}

function tool(word, path, onclick, disabled = false) {
  return h(
    "button",
    { class: "tool anchor", key: word, "aria-label": t(word), disabled, onclick },
    icon(path),
  );
}

function leave() {
  clearTimeout(playing);
  playing = 0;
  changeUi({ past: { ...state.ui.past, replay: null } });
}
