/** Photographs of the dice, taken with this device where the table's camera is a phone. */

import { sendPhotograph, showMessage } from "../actions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";

const LONGEST = 1600; // pixels: more only takes longer to send
const QUALITY = 0.85;

/**
 * Draw the button that opens the device's camera, and what became of the last photograph.
 * @param {Snapshot} snapshot
 */
export function drawPhotographButton({ eye }) {
  const busy = state.ui.photographing || eye.state === "reading";
  const nothing = !busy && eye.preview_count > 0 && (eye.state === "empty" || eye.state === "dark");
  return h(
    "div",
    { class: "stack center", key: "photograph" },
    nothing ? h("p", { class: "warn", role: "alert" }, t(`photograph_${eye.state}`)) : null,
    h(
      "label",
      { class: "main anchor middle", "aria-busy": String(Boolean(busy)) },
      t(busy ? "photograph_reading" : "photograph_do"),
      h("input", {
        type: "file",
        class: "file-input cover",
        accept: "image/*",
        capture: "environment",
        disabled: busy,
        onchange: ({ target }) => {
          const [file] = target.files ?? [];
          target.value = ""; // or the same file could not be taken again
          if (file) send(file);
        },
      }),
    ),
  );
}

/** @param {File} file */
async function send(file) {
  changeUi({ photographing: true });
  try {
    const picture = await shrink(file);
    if (picture) await sendPhotograph(picture);
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
  const share = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * share);
  canvas.height = Math.round(picture.height * share);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}
