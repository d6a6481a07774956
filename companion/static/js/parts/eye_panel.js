/** The eye's corner of the page: its state, the tray, and the way to a larger picture. */

import { mayAct, maySeeTray } from "../permissions.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { eyeKnowsFaces } from "./throw_panel.js";
import { drawEyeState, drawTray, eyeWatches } from "./tray.js";
import { openTraySheet } from "./tray_sheet.js";

/**
 * Draw the eye's corner of the page; a spectator learns its state and sees no picture. Of dice that
 * it cannot read nothing is shown, as that would look like a throw that counts.
 */
export function drawEyePanel(snapshot) {
  const eye = snapshot.eye;
  const watches = eyeWatches(snapshot);
  if (watches && !eyeKnowsFaces(snapshot)) {
    return h(
      "section",
      { class: "eye eye-away stack tight", key: "eye", "aria-label": t("eye") },
      h("p", { class: "eye-hint soft" }, t("eye_knows_no_faces")),
    );
  }
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
