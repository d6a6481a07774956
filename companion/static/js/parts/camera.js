/**
 * The camera: its picture and quality, the choice of a camera, the border of the tray, and a test.
 */

import { attempt, showMessage, throwDemoDice } from "../actions.js";
import { Failed, get, pause, post, TABLE } from "../api.js";
import { changeOpen, changeState, changeUi, state } from "../store.js";
import { formatAmount, formatList, t } from "../words.js";
import { drawDownload, drawWaiting, radio } from "./controls.js";
import { die } from "./dice.js";
import { boxOnScreen, button, h } from "./dom.js";
import { drawAnswer, mark } from "./findings.js";
import { drawFacePad } from "./roll.js";
import { drawEyeState, drawLivePicture, drawPhotographButton, eyeWatches } from "./tray.js";

const LOOK_MS = 1000; // between two requests for its state
const BLURRED = 0.002; // sharpness below which dice are out of focus,
const SHARP = 0.004; // and from which there is nothing to gain
const SHARPEST = 0.02;
const SMALL = 0.022; // a die's share of the picture's width; smaller dice are read less surely
const ADDRESS = /^(https?|rtsp):\/\/[!-~]+$/;

/** @type {API.CameraView | null} */
let view = null; // the table's view of the camera
let looking = false;
/** The files of /static/print, with the sentence that explains them. */
/** @type {[word: string, files: string[]][]} */
const PRINTS = [
  ["camera_print_sheet", ["tray-a4.pdf", "tray-a3.pdf", "tray-letter.pdf"]],
  ["camera_print_mount", ["gallows.pdf", "arm.pdf"]],
  ["camera_print_parts", ["plate.stl", "clamp.stl", "segment.stl", "head.stl"]],
];

let picture = 0; // counts the pictures that were asked for
/** @type {Promise<unknown>} */
let sent = Promise.resolve(); // settles once every request is answered

/** Draw the page. @param {Snapshot} snapshot */
export function drawCamera(snapshot) {
  if (!looking) look();
  if (!view) return drawWaiting();
  return h(
    "main",
    { class: "stage camera stack", key: "camera" },
    h("h2", { class: "ask" }, t("camera")),
    h(
      "div",
      { class: "grid apart full left" },
      h(
        "div",
        { class: "stack" },
        h(
          "section",
          { class: "stack tight", "aria-label": t("tray_picture") },
          drawSight(snapshot.eye),
        ),
        drawChoice(),
      ),
      h(
        "div",
        { class: "stack" },
        view.test.on ? null : drawChecks(snapshot),
        drawCameraTest(view.test, { snapshot, demo: view.demo, tell }),
        drawPrints(),
      ),
    ),
    button("second", t("camera_close"), leave),
  );
}

function leave() {
  changeOpen({ panel: null });
  view = null;
}

async function look() {
  looking = true;
  while (state.open.panel === "camera") {
    try {
      const before = sent;
      await before;
      const seen = await get(`${TABLE}/camera`);
      if (before === sent) view = seen; // otherwise it may be older than a request sent meanwhile
      changeState({});
    } catch (error) {
      if (!(error instanceof Failed)) throw error; // the page's banner says that there is no link
    }
    await pause(LOOK_MS);
  }
  looking = false;
}

/**
 * POST `body` to the camera's `path` after all earlier requests; show a message if that fails.
 * @param {string} path
 * @param {object} body
 */
function tell(path, body) {
  /** @type {Promise<void>} */
  const answered = sent.then(() => send(path, body, () => sent === mine));
  /** @type {Promise<unknown>} */
  const mine = answered.catch(() => {});
  sent = mine;
  return answered;
}

/** @param {string} path @param {object} body @param {() => boolean} isNewest */
async function send(path, body, isNewest) {
  await attempt(async () => {
    const answer = await post(`${TABLE}/camera${path}`, body);
    if (isNewest()) view = answer; // otherwise it would revert a later change on screen
  });
  changeUi({});
}

/** Draw the camera's picture; for a phone that photographs, its last one. @param {Eye} eye */
function drawSight(eye) {
  /** @param {string} word */
  const say = (word) => h("p", { class: "plate" }, t(word));
  if (!view?.camera)
    return view?.trouble
      ? h(
          "p",
          { class: "plate warn", role: "alert" },
          t("health_camera_fails"),
          drawAnswer(view.trouble),
        )
      : say(view?.chosen === "none" ? "camera_off" : "camera_opening");
  if (!eye.photographs) return [drawPicture(view), drawTrayBorder(view, setBorder)];
  if (!eye.preview_count) return say("camera_photographs");
  return h("div", { class: "tray cut-off full" }, drawLivePicture(eye, null));
}

/** Draw the newest picture, as fast as they come. @param {API.CameraView} view */
function drawPicture(view) {
  /** @param {number} wait */
  const next = (wait) => () =>
    setTimeout(() => {
      picture += 1;
      changeState({});
    }, wait);
  return h(
    "div",
    { class: "tray camera-picture cut-off anchor full" },
    h("img", {
      class: "full",
      alt: t("tray_picture"),
      src: `${TABLE}/camera/picture.jpg?n=${picture}`,
      onload: next(50),
      onerror: next(LOOK_MS),
    }),
    // The reading is hidden until people have entered the dice.
    view.test.on ? null : (view.seen?.dice ?? []).map(drawDie),
    drawTrayFrame(view, setBorder),
  );
}

/** @param {API.InspectedDie} inspectedDie */
function drawDie({ face, box: [x1, y1, x2, y2] }) {
  /** @param {number} value */
  const share = (value) => `${value * 100}%`;
  const vars = { "--x": share(x1), "--y": share(y1), "--w": share(x2 - x1), "--h": share(y2 - y1) };
  return h("span", { class: "camera-die atop", vars }, h("b", { class: "atop" }, face));
}

/** @param {Box | null} border */
function setBorder(border) {
  if (view) view.border = border;
  changeUi({});
  return tell("/border", { border });
}

/** @param {Snapshot} snapshot */
function drawChecks(snapshot) {
  if (!view) return null;
  const { seen, demo, throws, asked, elsewhere } = view;
  return h(
    "div",
    { class: "stack tight" },
    drawEyeState(snapshot.eye),
    h(
      "ul",
      {},
      demo ? check(demo === "chosen" ? "info" : "warning", t(`camera_demo_${demo}`)) : null,
      seen ? drawSeen(seen) : null,
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

/** Draw how well the dice are `seen`. @param {API.InspectionView} seen */
export function drawSeen({ light, sharpness, dice }) {
  const small = dice.some(({ box: [x1, , x2] }) => x2 - x1 < SMALL);
  return [
    check(light === "good" ? "ok" : "warning", t(`camera_light_${light}`)),
    drawSharpness(sharpness),
    check(dice.length ? "ok" : "info", t("look_dice", { count: dice.length })),
    small ? check("warning", t("camera_small")) : null,
  ];
}

/** Draw a finding. @param {Level} level @param {...Child} words */
export function check(level, ...words) {
  return h(
    "li",
    { class: "line left ruled finding" },
    mark(level),
    h("div", { class: "grow" }, words),
  );
}

/** @param {number | null} sharpness */
function drawSharpness(sharpness) {
  if (sharpness === null) return check("info", t("camera_sharp_unknown"));
  const word = sharpness < BLURRED ? "blurred" : sharpness < SHARP ? "fair" : "good";
  const level = word === "blurred" ? "problem" : word === "fair" ? "warning" : "ok";
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

/** Draw what can be printed: the sheet for the tray, and the mounts. */
function drawPrints() {
  return h(
    "section",
    { class: "stack tight", key: "prints" },
    h("h3", {}, t("camera_print")),
    PRINTS.map(([word, files]) => [
      h("p", { class: "hint", key: word }, t(word)),
      h(
        "p",
        { class: "row", key: `${word} files` },
        files.map((file) => drawDownload(`/static/print/${file}`, file)),
      ),
    ]),
  );
}

/** Draw the choice of a camera; a picture from another machine is chosen there. */
function drawChoice() {
  if (!view || view.elsewhere) return null;
  const { chosen } = view;
  const named = view.cameras.map(({ camera, name }) => [camera, name || `/dev/video${camera}`]);
  const known = [
    ["auto", t("camera_auto")],
    ...named,
    ["phone", t("camera_phone")],
    ["demo", t("camera_demo")],
    ["none", t("camera_none")],
  ];
  const other = known.every(([camera]) => camera !== chosen);
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
        [...known, ...(other ? [[chosen, chosen]] : [])].map(([camera, name]) =>
          radio("camera", name, camera === chosen, () => tell("", { camera })),
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
      novalidate: true, // the browser would only say that this is not an address
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

// The test of the eye: roll, enter the dice, and see how often it was right.

/** @type {{ number: number | null, faces: string[] }} */
let tapped = { number: null, faces: [] }; // the faces tapped so far for the roll asked about

/**
 * Draw the test; `tell(path, body)` sends an answer.
 * @param {API.EyeTestView} test
 * @param {{ snapshot: Snapshot, demo: unknown, tell: Tell }} given
 */
export function drawCameraTest(test, { snapshot, demo, tell }) {
  /** @param {boolean} on */
  const run = (on) => tell("/test", { on });
  const watches = eyeWatches(snapshot);
  const asked = test.on
    ? drawAsked(test, snapshot, demo, tell)
    : h("p", { class: "hint" }, t("camera_test_hint"));
  return h(
    "section",
    { class: "plate stack tight", key: "test" },
    h("h3", {}, t("camera_test")),
    watches ? asked : h("p", { class: "warn", key: "no-eye" }, t("lesson_no_eye")),
    test.last ? drawResults(/** @type {TestResults} */ (test)) : null,
    test.on
      ? button("second", t("camera_test_end"), () => run(false), { key: "end" })
      : watches
        ? button("second", t("camera_test_begin"), () => run(true), { key: "begin" })
        : null,
  );
}

/**
 * @param {API.EyeTestView} test
 * @param {Snapshot} snapshot
 * @param {unknown} demo
 * @param {Tell} tell
 */
function drawAsked(test, snapshot, demo, tell) {
  if (test.number === undefined) {
    return [
      h("p", { class: "large strong", key: "throw", role: "status" }, t("camera_test_throw")),
      demo
        ? button("main", t("throw"), () => throwDemoDice([]), { key: "demo" })
        : snapshot.eye.photographs
          ? drawPhotographButton(snapshot)
          : null,
    ];
  }
  if (tapped.number !== test.number) tapped = { number: test.number, faces: [] };
  const { number, faces } = tapped;
  /** @param {string[]} next */
  const put = (next) => {
    tapped = { number, faces: next };
    changeUi({});
  };
  return [
    h("p", { class: "large strong", key: "ask", role: "status" }, t("camera_test_ask")),
    h(
      "div",
      { class: "row", key: "tapped" },
      faces.map((face, at) =>
        button("hand-slot middle", die(face), () => put(faces.filter((_, other) => other !== at)), {
          "aria-label": t("take_back", { face }),
        }),
      ),
    ),
    drawFacePad((face) => put([...faces, face])),
    h(
      "div",
      { class: "row", key: "done" },
      button("main", t("camera_test_done"), () => tell("/test/answer", { number, faces }), {
        disabled: !faces.length,
      }),
      button("quiet", t("camera_test_skip"), () => tell("/test/answer", { number, faces: [] })),
    ),
  ];
}

/** @param {TestResults} testResults */
function drawResults({ throws, right, asked, sure_and_wrong: wrong, low, high, last, mistakes }) {
  /** @param {number} share */
  const percent = (share) => formatAmount(Math.round(share * 100));
  const same = last.truth.join() === last.read.join();
  return h(
    "div",
    { class: "stack tight", key: "results" },
    h(
      "p",
      { class: same ? "good strong" : "warn", role: "status" },
      same
        ? t("camera_test_right")
        : t("camera_test_wrong", { read: formatList(last.read), truth: formatList(last.truth) }),
    ),
    h(
      "p",
      { class: "large strong" },
      t("camera_test_score", { right: formatAmount(right), throws: formatAmount(throws) }),
    ),
    h("p", { class: "soft" }, t("camera_test_share", { low: percent(low), high: percent(high) })),
    h(
      "p",
      { class: "soft" },
      t("camera_test_asked", { asked: formatAmount(asked), wrong: formatAmount(wrong) }),
    ),
    mistakes.map(({ truth, read, count }) =>
      h(
        "p",
        { class: "line soft dice-s", key: `${truth}${read}` },
        truth === "none" ? t("camera_test_no_die") : die(truth),
        "→",
        read === "none" ? t("camera_test_no_die") : die(read),
        `× ${formatAmount(count)}`,
      ),
    ),
  );
}

// The border of the tray: drawn over the camera's picture, dragged by its corners, or found.

const WHOLE = [0, 0, 1, 1];
const LEAST = 0.1; // the least share of the picture that remains
const STEP = 0.01; // of the picture by a key
/** @type {Record<string, [x: number, y: number] | undefined>} */
const KEYS = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const CORNERS = [
  [0, 1],
  [2, 1],
  [0, 3],
  [2, 3],
];

/** @type {Box | null} */
let dragged = null; // the border while a corner is under a finger,
let held = [0, 0]; // and from there to the corner, in shares of the picture

/**
 * Draw the border over the picture; `set` keeps another one.
 * @param {API.CameraView} camera
 * @param {(border: Box) => void} set
 */
export function drawTrayFrame({ border }, set) {
  const shown = dragged ?? border ?? WHOLE;
  const [x1, y1, x2, y2] = shown.map((share) => `${share * 100}%`);
  return [
    h("div", {
      class: "camera-tray atop",
      vars: { "--x1": x1, "--y1": y1, "--x2": x2, "--y2": y2 },
    }),
    CORNERS.map((corner, number) => drawCorner(shown, corner, number, set)),
  ];
}

/**
 * @param {Box} shown
 * @param {number[]} corner
 * @param {number} number
 * @param {(border: Box) => void} set
 */
function drawCorner(shown, corner, number, set) {
  const finish = () => {
    if (!dragged) return;
    set(dragged);
    dragged = null;
  };
  return h("button", {
    class: "camera-corner atop round",
    key: number,
    vars: { "--at-x": `${shown[corner[0]] * 100}%`, "--at-y": `${shown[corner[1]] * 100}%` },
    "aria-label": t("camera_corner", { number: number + 1 }),
    onpointerdown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = place(event);
      dragged = shown;
      held = corner.map((side, axis) => shown[side] - at[axis]);
    },
    onpointermove: (event) => {
      if (!dragged) return;
      dragged = moved(
        dragged,
        corner,
        place(event).map((share, axis) => share + held[axis]),
      );
      changeUi({});
    },
    onpointerup: finish,
    onpointercancel: finish,
    onkeydown: (event) => {
      const step = KEYS[event.key];
      if (!step) return;
      event.preventDefault();
      set(moved(shown, corner, [shown[corner[0]] + step[0], shown[corner[1]] + step[1]]));
    },
  });
}

/** Return where a finger is, x and y in shares of the picture. @param {On<PointerEvent>} on */
function place({ currentTarget, clientX, clientY }) {
  const picture = currentTarget.closest(".camera-picture") ?? currentTarget;
  const box = boxOnScreen(picture);
  return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
}

/**
 * `border` with a `corner` (which of its sides) at `at`, x and y in shares of the picture.
 * @param {Box} border
 * @param {number[]} corner
 * @param {number[]} at
 */
function moved(border, corner, at) {
  const next = [...border];
  corner.forEach((side, axis) => {
    const [low, high] = side < 2 ? [0, border[side + 2] - LEAST] : [border[side - 2] + LEAST, 1];
    next[side] = Math.round(Math.min(high, Math.max(low, at[axis])) * 1000) / 1000;
  });
  return next;
}

/**
 * Draw the buttons below it: find it, or take the whole picture.
 * @param {API.CameraView} camera
 * @param {(border: Box | null) => void} set
 */
export function drawTrayBorder({ border, seen }, set) {
  return [
    h("p", { class: "hint", key: "hint" }, t("camera_border_hint")),
    h(
      "div",
      { class: "row", key: "border" },
      button("second", t("camera_border_find"), () => set(seen?.found ?? null), {
        disabled: !seen?.found,
      }),
      border ? button("quiet", t("camera_border_whole"), () => set(null)) : null,
    ),
  ];
}
