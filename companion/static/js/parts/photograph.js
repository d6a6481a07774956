/** Photographs of the dice by this device, if the table's camera is a phone. */

import { sendPhotograph, showMessage } from "../actions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { drawFileButton } from "./controls.js";
import { h } from "./dom.js";

const LONGEST = 1600; // pixels: more only takes longer to send
const QUALITY = 0.85;

/**
 * Draw the button that opens the device's camera, and the outcome of the last photograph. While
 * that is asked about, another photograph can replace it.
 * @param {Snapshot} snapshot
 */
export function drawPhotographButton({ eye }) {
  const again = Boolean(eye.question);
  const busy = state.ui.photographing || eye.state === "reading";
  const nothing = !busy && eye.preview_count > 0 && (eye.state === "empty" || eye.state === "dark");
  return h(
    "div",
    { class: "photograph stack center", key: "photograph" },
    nothing ? h("p", { class: "warn", role: "alert" }, t(`photograph_${eye.state}`)) : null,
    drawOpener(
      t(busy ? "photograph_reading" : again ? "photograph_again" : "photograph_do"),
      Boolean(busy),
      sendPhotograph,
      again ? "second link" : "main",
    ),
  );
}

/**
 * Draw the button that photographs for a lesson; `then` is called when the photograph has arrived.
 * @param {string} words
 * @param {() => unknown} [then]
 */
export function drawLessonPhotograph(words, then) {
  return drawOpener(words, Boolean(state.ui.photographing), async (picture) => {
    if ((await sendPhotograph(picture, "taught/photograph")) && then) await then();
  });
}

/**
 * @param {string} words
 * @param {boolean} busy
 * @param {(picture: Blob) => Promise<unknown>} use
 * @param {"main" | "second link"} [look]
 */
function drawOpener(words, busy, use, look = "main") {
  const given = { accept: "image/*", capture: "environment", disabled: busy };
  return drawFileButton(words, (file) => send(file, use), given, `${look} middle`);
}

/** @param {File} file @param {(picture: Blob) => Promise<unknown>} use */
async function send(file, use) {
  changeUi({ photographing: true });
  try {
    const picture = await shrink(file);
    if (picture) await use(picture);
    else showMessage(t("photograph_unreadable"));
  } finally {
    changeUi({ photographing: false });
  }
}

/**
 * Return the picture as an upright JPEG of at most `LONGEST` pixels; null if this browser cannot
 * read it.
 * @param {File} file
 * @returns {Promise<Blob | null>}
 */
async function shrink(file) {
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  drawShrunk(canvas, picture, [picture.width, picture.height], LONGEST);
  picture.close();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

/**
 * Draw `picture` on `canvas`, its longer side at most `longest` pixels; return the canvas's pen.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasImageSource} picture
 * @param {readonly [number, number]} size of the picture: its width and height
 * @param {number} longest
 */
export function drawShrunk(canvas, picture, [width, height], longest) {
  const share = Math.min(1, longest / Math.max(width, height));
  canvas.width = Math.round(width * share);
  canvas.height = Math.round(height * share);
  const pen = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true }) // it is only read, never shown
  );
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return pen;
}
