/** The camera: what it sees and how well, which one it is, where the tray lies, and a test of it. */

import { showMessage } from "../actions.js";
import { Failed, get, post, TABLE } from "../api.js";
import { changeState, changeUi, state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { drawCameraTest } from "./camera_test.js";
import { drawTrayBorder, drawTrayFrame } from "./camera_tray.js";
import { h } from "./dom.js";
import { mark } from "./health.js";
import { radio } from "./radio.js";
import { drawEyeState, eyeWatches } from "./tray.js";

const LOOK_MS = 1000; // between two questions how it is
const BLURRED = 0.002; // sharpness below which dice are out of focus,
const SHARP = 0.004; // and from which there is nothing to gain
const SHARPEST = 0.02;
const ADDRESS = /^(https?|rtsp):\/\/[!-~]+$/;

let view = null; // what the table tells of the camera
let looking = false;
let picture = 0; // counts the pictures that were asked for
let told = Promise.resolve(); // kept once all that was told is answered

/** Draw the page. */
export function drawCamera(snapshot) {
  if (!looking) look();
  if (!view) return h("p", { class: "waiting" }, t("opening"));
  return h(
    "main",
    { class: "stage camera stack", key: "camera" },
    h("h2", { class: "ask" }, t("camera")),
    h(
      "div",
      { class: "grid apart full left" },
      h(
        "section",
        { class: "stack tight", "aria-label": t("tray_picture") },
        view.camera ? drawPicture() : h("p", { class: "plate" }, t(noneWord())),
        view.camera ? drawTrayBorder(view, setBorder) : null,
      ),
      h(
        "section",
        { class: "stack camera-told" },
        view.test.on ? null : drawChecks(snapshot),
        drawCameraTest(view.test, { watches: eyeWatches(snapshot), demo: view.demo, tell }),
      ),
      drawChoice(),
    ),
    h("button", { class: "second", onclick: leave }, t("camera_close")),
  );
}

function leave() {
  changeUi({ panel: null });
  view = null;
}

async function look() {
  looking = true;
  while (state.ui.panel === "camera") {
    try {
      const before = told;
      await before;
      const seen = await get(`${TABLE}/camera`);
      if (before === told) view = seen; // or it may be older than what was told meanwhile
      changeState({});
    } catch (error) {
      if (!(error instanceof Failed)) throw error; // the page's banner says that there is no link
    }
    await new Promise((resume) => setTimeout(resume, LOOK_MS));
  }
  looking = false;
}

/** POST `body` to the camera's `path` after all before it; says so where that fails. */
function tell(path, body) {
  const sent = told.then(() => send(path, body, () => told === mine));
  const mine = sent.catch(() => {});
  told = mine;
  return sent;
}

async function send(path, body, isNewest) {
  try {
    const answer = await post(`${TABLE}/camera${path}`, body);
    if (isNewest()) view = answer; // or it would show again what was changed meanwhile
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(t(error.status === 503 ? "refusal_log_unwritable" : "unreachable"));
  }
  changeUi({});
}

function noneWord() {
  return view.chosen === "none" ? "camera_off" : "camera_opening";
}

/** The picture, one after the other as fast as they come. */
function drawPicture() {
  const next = (wait) => () =>
    setTimeout(() => {
      picture += 1;
      changeState({});
    }, wait);
  return h(
    "div",
    { class: "tray camera-picture cut-off anchor full" },
    h("img", {
      alt: t("tray_picture"),
      src: `${TABLE}/camera/picture.jpg?n=${picture}`,
      onload: next(50),
      onerror: next(LOOK_MS),
    }),
    // Who says what lies there is not told what was read.
    view.test.on ? null : (view.seen?.dice ?? []).map(drawDie),
    drawTrayFrame(view, setBorder),
  );
}

function drawDie({ face, box: [x1, y1, x2, y2] }) {
  const share = (value) => `${value * 100}%`;
  const vars = { "--x": share(x1), "--y": share(y1), "--w": share(x2 - x1), "--h": share(y2 - y1) };
  return h("span", { class: "camera-die", vars }, h("b", {}, face));
}

function setBorder(border) {
  view.border = border;
  changeUi({});
  return tell("/border", { border });
}

function drawChecks(snapshot) {
  const { seen, demo, throws, asked, elsewhere } = view;
  return h(
    "div",
    { class: "stack tight" },
    drawEyeState(snapshot.eye),
    h(
      "ul",
      {},
      demo ? check(demo === "chosen" ? "info" : "warning", t(`camera_demo_${demo}`)) : null,
      seen
        ? check(seen.light === "good" ? "ok" : "warning", t(`camera_light_${seen.light}`))
        : null,
      seen ? drawSharpness(seen.sharpness) : null,
      seen
        ? check(seen.dice.length ? "ok" : "info", t("look_dice", { count: seen.dice.length }))
        : null,
      check(
        "info",
        throws
          ? t("camera_asked", { asked: formatAmount(asked), throws: formatAmount(throws) })
          : t("camera_asked_none"),
      ),
      elsewhere ? check("info", t("camera_elsewhere")) : null,
    ),
  );
}

function check(level, ...words) {
  return h(
    "li",
    { class: "line left ruled finding" },
    mark(level),
    h("div", { class: "grow" }, words),
  );
}

function drawSharpness(sharpness) {
  if (sharpness === null) return check("info", t("camera_sharp_unknown"));
  const word = sharpness < BLURRED ? "blurred" : sharpness < SHARP ? "fair" : "good";
  const level = { blurred: "problem", fair: "warning", good: "ok" }[word];
  const most = Math.log(SHARPEST / BLURRED);
  const share = (Math.log(sharpness / BLURRED) + most) / (2 * most);
  return check(
    level,
    h("p", {}, t(`camera_sharp_${word}`)),
    h(
      "div",
      { class: "camera-meter", "aria-hidden": "true" },
      h("span", { vars: { "--share": `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` } }),
    ),
  );
}

/** Which camera; a picture from another machine is chosen there. */
function drawChoice() {
  if (view.elsewhere) return null;
  const named = view.cameras.map(({ camera, name }) => [camera, name || `/dev/video${camera}`]);
  const known = [
    ["auto", t("camera_auto")],
    ...named,
    ["demo", t("camera_demo")],
    ["none", t("camera_none")],
  ];
  const other = known.every(([camera]) => camera !== view.chosen);
  return h(
    "section",
    { class: "stack tight" },
    h(
      "fieldset",
      { class: "setting" },
      h("legend", {}, t("camera_choice")),
      h(
        "div",
        { class: "row" },
        [...known, ...(other ? [[view.chosen, view.chosen]] : [])].map(([camera, name]) =>
          radio("camera", name, camera === view.chosen, () => tell("", { camera })),
        ),
      ),
    ),
    drawAddress(),
  );
}

/** A camera in the network, for instance an old phone. */
function drawAddress() {
  const address = state.ui.cameraAddress ?? "";
  return h(
    "form",
    {
      class: "stack tight",
      onsubmit: (event) => {
        event.preventDefault();
        if (ADDRESS.test(address)) tell("", { camera: address });
        else showMessage(t("camera_address_wrong"));
      },
    },
    h("label", { for: "camera-address", class: "soft" }, t("camera_address")),
    h(
      "div",
      { class: "line" },
      h("input", {
        id: "camera-address",
        class: "name grow",
        type: "url",
        placeholder: "http://",
        autocomplete: "off",
        value: address,
        oninput: (event) => changeUi({ cameraAddress: event.target.value.trim() }),
      }),
      h("button", { class: "second", type: "submit" }, t("camera_address_use")),
    ),
  );
}
