/** The eye's corner of the page: its state, the tray, and the way to a larger picture. */

import { maySeeTray, mayAct } from "../permissions.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openTraySheet } from "./tray_sheet.js";
import { drawEyeState, drawTray, eyeWatches } from "./tray.js";

/** Draw the eye's corner of the page; a spectator learns its state and sees no picture. */
export function drawEyePanel(snapshot) {
  const eye = snapshot.eye ?? {};
  const watches = eyeWatches(snapshot);
  const shown = watches && maySeeTray();
  return h(
    "section",
    { class: `eye stack tight ${watches ? "" : "eye-away"}`, key: "eye", "aria-label": t("eye") },
    h(
      "div",
      { class: "line spread" },
      drawEyeState(eye),
      shown
        ? h(
            "button",
            { class: "tool anchor look", "aria-label": t("look_open"), onclick: openTraySheet },
            icon("eye"),
          )
        : null,
    ),
    shown ? drawTray(snapshot) : null,
    watches || !mayAct() ? null : h("p", { class: "eye-hint soft" }, t("eye_none_hint")),
  );
}
