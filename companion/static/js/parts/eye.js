/** What the eye sees: its state in a word, the tray, and the last reading drawn on it. */

import { TABLE } from "../api.js";
import { t, tOr } from "../words.js";
import { h } from "./dom.js";
import { openFaces } from "./sheet.js";

const AWAY = new Set(["none", "lost", "absent", "off"]);
const RESTING = new Set(["sure", "unsure", "still", "reading"]);

/** Tell whether an eye is watching the tray. */
export function eyeWatches(snapshot) {
  return Boolean(snapshot.eye?.state) && !AWAY.has(snapshot.eye.state);
}

/** Tell whether the picture shows dice at rest, so that a reading may be drawn on it. */
export function rests(eye) {
  return RESTING.has(eye.state);
}

/** Draw the eye's corner of the page. */
export function drawEye(snapshot) {
  const eye = snapshot.eye ?? {};
  const watches = eyeWatches(snapshot);
  const word = watches ? eye.state : "none";
  return h(
    "section",
    { class: `eye ${watches ? "" : "eye-away"}`, key: "eye", "aria-label": t("eye") },
    h(
      "p",
      { class: `eye-state is-${word.replace(/ /g, "-")}` },
      h("span", { class: "lamp", "aria-hidden": "true" }),
      h("span", {}, tOr(`eye_${word.replace(/ /g, "_")}`, word)),
    ),
    watches ? drawTray(snapshot, eye) : h("p", { class: "eye-hint" }, t("eye_none_hint")),
  );
}

function drawTray(snapshot, eye) {
  return h(
    "div",
    { class: "tray" },
    picture(eye),
    rests(eye) && eye.roll ? marks(snapshot, eye.roll) : null,
  );
}

/**
 * For each die of the table the die of the last reading that shows its face (equal faces in order);
 * what is left over goes to dice whose face was corrected. Null where nothing was read.
 */
export function seenDice(snapshot) {
  const left = [...(snapshot.eye?.roll?.dice ?? [])];
  const found = snapshot.dice.map(({ face }) => {
    const at = left.findIndex((one) => one.face === face);
    return at < 0 ? null : left.splice(at, 1)[0];
  });
  return found.map((one) => one ?? left.shift() ?? null);
}

/** The eye's last picture; its number tells when there is a newer one. */
export function picture(eye) {
  return h("img", {
    class: "tray-picture",
    alt: t("tray_picture"),
    src: `${TABLE}/eye.jpg?n=${eye.preview ?? 0}`,
  });
}

/** The picture that reading `number` was read from. */
export function readPicture(number) {
  return h("img", {
    class: "tray-picture",
    alt: t("tray_picture"),
    src: `${TABLE}/readings/${number}.jpg`,
  });
}

/** The reading drawn over the picture; a tap on a die corrects it. */
export function marks(snapshot, roll, onPick = (index) => openFaces(snapshot, undefined, index)) {
  const [width, height] = roll.size ?? [640, 480];
  const unit = width / 100;
  return h(
    "svg",
    { class: "marks", viewBox: `0 0 ${width} ${height}` },
    roll.dice.map((one, index) => {
      const [x1, y1, x2, y2] = one.box;
      const label = t("read_as", { face: one.face });
      return h(
        "g",
        {
          class: "mark",
          role: "button",
          tabindex: 0,
          "aria-label": label,
          onclick: () => onPick(index),
          onkeydown: press(() => onPick(index)),
        },
        h("rect", {
          x: x1,
          y: y1,
          width: x2 - x1,
          height: y2 - y1,
          rx: unit,
          "stroke-width": unit * 0.9,
        }),
        h("circle", { cx: x2 + unit * 3, cy: y1 - unit * 2.5, r: unit * 4.2 }),
        h(
          "text",
          {
            x: x2 + unit * 3,
            y: y1 - unit * 0.2,
            "text-anchor": "middle",
            "font-size": unit * 6.6,
          },
          one.face,
        ),
      );
    }),
  );
}

function press(run) {
  return (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      run();
    }
  };
}
