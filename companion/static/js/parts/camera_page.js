/** The camera, whose page is fetched when somebody opens it. */

import { loadStyle } from "../games/index.js";
import { changeUi } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { loadLater } from "./load_later.js";

/** The module that draws it; null until it is there. */
const page = loadLater(async () => {
  const [module] = await Promise.all([import("./camera.js"), loadStyle("/static/css/camera.css")]);
  return module;
});

/** Show the camera. */
export function openCamera() {
  changeUi({ panel: "camera", sheet: null });
}

/** Draw the camera in the place of the table. */
export function drawCameraPage(snapshot) {
  return page()?.drawCamera(snapshot) ?? h("p", { class: "waiting" }, t("opening"));
}
