/** The first thing a new table shows: which language, and whether the eye sees the tray. */

import { loadPreference, savePreference } from "../preferences.js";
import { changeState, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { drawLanguages } from "./settings.js";
import { drawEyeState, drawTray, eyeWatches } from "./tray.js";

/** Whether this device still has to be welcomed: nothing was ever begun on it, nor on the table. */
export function isNew(snapshot) {
  return !snapshot.game && !loadPreference("welcomed", false);
}

/** Draw the welcome. */
export function drawWelcome(snapshot) {
  const eye = snapshot.eye;
  return h(
    "main",
    { class: "welcome fill stack center", key: "welcome" },
    h("h2", { class: "ask" }, t("welcome")),
    h("section", { class: "shrinks stack" }, drawLanguages()),
    h(
      "section",
      { class: "shrinks stack center welcome-eye", "aria-label": t("eye") },
      drawEyeState(eye),
      eyeWatches(snapshot) ? drawTray(snapshot, "large") : null,
      h("p", { class: "hint" }, t(eyeHint(snapshot))),
    ),
    h(
      "button",
      {
        class: "main",
        onclick: () => {
          savePreference("welcomed", true);
          changeState({});
        },
      },
      t("welcome_go"),
    ),
  );
}

function eyeHint(snapshot) {
  if (!eyeWatches(snapshot)) return "welcome_blind";
  return state.snapshot.eye.demo ? "welcome_demo" : "welcome_sees";
}
