/**
 * This phone as the table's camera: on a stand, it sends the table its live picture. Without a
 * secure context, which browsers require for that, it photographs each roll.
 */

import { Failed, get, pause, Refused, TABLE, upload } from "../api.js";
import { loadUnfinished, saveUnfinished } from "../device.js";
import { changeOpen, changeUi, state } from "../store.js";
import { t, whyFailed } from "../words.js";
import { check, drawSeen } from "./camera.js";
import { button, h } from "./dom.js";
import { drawPhotographButton, drawShrunk } from "./photograph.js";
import { drawEyeState } from "./tray.js";

const FRAME_MS = 100;
const ALIVE_MS = 800; // between two messages that nothing has changed: after 2 s, the phone counts as lost
const WHOLE_MS = 4000; // between two pictures of a still tray, and
const SETTLE_MS = 4000; // for how long they come as fast as they can after a movement
const AIM_MS = 2000; // between two requests for the quality of the picture
const PATIENCE_MS = 3000;
const STUCK_MS = 3000; // without a new picture, after which the camera is opened again
const AGAIN_MS = 2000; // until the next try to open a camera that could not be opened
const LONGEST = 1280; // pixels
const QUALITY = 0.75;
const CELLS = 160; // of the small picture in which a movement is seen, along its longer side
const CHANGE = 24; // levels of grey
const MIN_CELLS = 3;

const SHOWN = { audio: false, video: { facingMode: "environment", width: { ideal: LONGEST } } };

/** @type {MediaStream | null} */
let camera = null;
let wanted = loadUnfinished("stand") === true; // whether the picture is to be shown
let opening = false;
let trouble = ""; // what stands in the way
/** @type {API.InspectionView | null} */
let seen = null;

const may = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** Draw the page. @param {Snapshot} snapshot */
export function drawStand(snapshot) {
  const { eye } = snapshot;
  if (wanted && may && !camera && !opening) begin();
  return h(
    "main",
    { class: "stage camera stack center", key: "stand" },
    h("h2", { class: "ask" }, t("stand")),
    camera
      ? h(
          "div",
          { class: "grid apart full", key: "live" },
          h(
            "div",
            { class: "stack center" },
            h(
              "div",
              { class: "tray cut-off" },
              h("video", { class: "tray-picture", playsinline: true, "aria-label": t("eye") }),
            ),
            drawEyeState(eye),
          ),
          h("ul", {}, drawAim()),
        )
      : h("p", { class: "hint", key: "hint" }, t(may ? "stand_hint" : "stand_insecure")),
    trouble ? h("p", { class: "warn", role: "alert" }, trouble) : null,
    eye.photographs && !camera ? drawPhotographButton(snapshot) : null,
    h(
      "div",
      { class: "row center" },
      may
        ? button(camera ? "quiet" : "main", t(camera ? "stand_stop" : "stand_begin"), () =>
            want(!camera),
          )
        : null,
      button("second", t("camera_close"), leave),
    ),
  );
}

function drawAim() {
  return [
    seen ? drawSeen(seen) : check("info", t("camera_opening")),
    seen?.found ? check("ok", t("stand_tray")) : null,
    "wakeLock" in navigator ? null : check("info", t("stand_awake")),
  ];
}

function leave() {
  want(false);
  changeOpen({ panel: null });
}

/** @param {boolean} on */
function want(on) {
  wanted = on;
  trouble = "";
  saveUnfinished("stand", on);
  if (!on) end();
  changeUi({});
}

function end() {
  for (const track of camera?.getTracks() ?? []) track.stop();
  camera = null;
  seen = null;
}

/** Open the camera, and send its picture as long as people want that. */
async function begin() {
  opening = true;
  try {
    camera = await navigator.mediaDevices.getUserMedia(SHOWN);
    trouble = "";
  } catch (error) {
    const { name } = /** @type {DOMException} */ (error);
    trouble = t(name === "NotAllowedError" ? "stand_denied" : "stand_none");
  }
  changeUi({});
  if (!camera) await pause(AGAIN_MS);
  opening = false;
  stayAwake();
  look();
  const frames = new Frames();
  try {
    while (camera && wanted && state.open.panel === "stand") {
      const began = performance.now();
      const [track] = camera.getVideoTracks();
      if (track.readyState === "ended" || frames.isStuck())
        end(); // the phone rang: it is opened again
      else if (document.hidden) frames.forget();
      else await show(frames);
      await pause(began + FRAME_MS - performance.now());
    }
  } finally {
    end();
    changeUi({});
  }
}

/** @param {Frames} frames */
async function show(frames) {
  const video = document.querySelector("video");
  if (!video) return;
  if (video.srcObject !== camera) video.srcObject = camera;
  video.muted = true; // otherwise a reloaded page may not play it before a tap
  if (video.paused) video.play().catch(() => {}); // it may wait long for the first picture
  const picture = frames.take(video);
  if (!picture) return;
  const before = trouble;
  try {
    /** @type {API.FrameAnswer} */
    const answer = await upload(`${TABLE}/frame`, picture, "image/jpeg", { patience: PATIENCE_MS });
    if (answer.more) frames.forget();
    trouble = "";
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    const unused = error instanceof Refused && error.body.code === "no_photographs";
    if (!unused) frames.forget(); // the table may have missed it
    trouble = error instanceof Refused ? whyFailed(error) : t("link_lost");
  }
  if (trouble !== before) changeUi({});
}

/** Ask for the quality of the picture again and again. */
async function look() {
  const own = camera;
  while (camera === own && own) {
    await pause(AIM_MS);
    if (document.hidden) continue;
    try {
      /** @type {API.AimView} */
      const answer = await get(`${TABLE}/aim`);
      seen = answer.seen;
      changeUi({});
    } catch (error) {
      if (!(error instanceof Failed)) throw error; // the page's banner says that there is no link
    }
  }
}

/** Keep the screen on, if this browser can. */
function stayAwake() {
  if (camera && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

document.addEventListener("visibilitychange", stayAwake); // a hidden page loses it

/** Chooses the frames of a video that are worth sending. */
class Frames {
  canvas = document.createElement("canvas");
  small = document.createElement("canvas");
  at = -1; // in the video
  seen = performance.now(); // when the video last showed something new
  moved = 0; // when something did, and when the table was sent a picture, and any message
  sent = 0;
  messaged = 0;
  /** @type {Uint8ClampedArray | null} */
  before = null;

  /** Begin again with whole pictures. */
  forget() {
    this.before = null;
    this.seen = performance.now();
  }

  /** Whether the camera shows nothing new. */
  isStuck() {
    return performance.now() - this.seen > STUCK_MS;
  }

  /**
   * Return a JPEG of `video`, an empty blob if nothing has changed, or null for no message. A video
   * that stands still gives null, or the table would trust it.
   * @param {HTMLVideoElement} video
   */
  take(video) {
    const now = performance.now();
    if (video.readyState < video.HAVE_CURRENT_DATA || video.currentTime === this.at) return null;
    this.at = video.currentTime;
    this.seen = now;
    const size = /** @type {const} */ ([video.videoWidth, video.videoHeight]);
    const pen = drawShrunk(this.small, video, size, CELLS);
    const cells = pen.getImageData(0, 0, this.small.width, this.small.height).data;
    if (differ(this.before, cells)) [this.moved, this.before] = [now, cells];
    if (now - this.moved < SETTLE_MS || now - this.sent >= WHOLE_MS) {
      this.sent = this.messaged = now;
      drawShrunk(this.canvas, video, size, LONGEST);
      // At once: after a page slept, `toBlob` waits seconds for an idle moment.
      const [, jpeg] = this.canvas.toDataURL("image/jpeg", QUALITY).split(",");
      return new Blob([Uint8Array.from(atob(jpeg), (byte) => byte.charCodeAt(0))]);
    }
    if (now - this.messaged < ALIVE_MS) return null;
    this.messaged = now;
    return new Blob([]);
  }
}

/**
 * Whether more than noise has changed; green stands for the brightness.
 * @param {Uint8ClampedArray | null} before
 * @param {Uint8ClampedArray} now
 */
function differ(before, now) {
  if (before?.length !== now.length) return true;
  let changed = 0;
  for (let at = 1; at < now.length && changed < MIN_CELLS; at += 4) {
    if (Math.abs(now[at] - before[at]) > CHANGE) changed += 1;
  }
  return changed >= MIN_CELLS;
}
