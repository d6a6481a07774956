/** A closer look at what the eye sees: the tray large; where one may, a tap on a die corrects it. */

import { mayAct } from "../permissions.js";
import { changeUi, state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { openCamera } from "./camera_page.js";
import { h } from "./dom.js";
import { drawEyeState, drawTray, mayCorrectReading } from "./tray.js";

/** Show the tray large. */
export function openTraySheet() {
  changeUi({ sheet: { kind: "look", title: t("eye") } });
}

/** The inside of the sheet that shows the tray large. */
export function drawTraySheet() {
  const { snapshot } = state;
  return [
    drawEyeState(snapshot.eye),
    drawTray(snapshot, "large"),
    mayCorrectReading(snapshot) ? h("p", { class: "hint" }, t("look_hint")) : null,
    drawCamera(snapshot.eye),
  ];
}

/** Which camera it is, how fast it is, and how many dice were read; and why dice are virtual. */
function drawCamera({ camera, fps, demo, roll }) {
  if (!camera) return null;
  return h(
    "div",
    { class: "stack tight" },
    h("p", { class: "soft" }, t("look_camera", { camera, fps: formatAmount(Math.round(fps)) })),
    roll ? h("p", { class: "soft" }, t("look_dice", { count: roll.dice.length })) : null,
    demo ? h("p", { class: "hint" }, t("look_demo")) : null,
    mayAct() ? h("button", { class: "second", onclick: openCamera }, t("camera")) : null,
  );
}
