/** A throw that is likely: its dice, large, in a ring that runs out. Any tap stops it. */

import { send } from "../actions.js";
import { mayAct } from "../permissions.js";
import { state } from "../store.js";
import { t } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";

let first = {}; // when the ring of a reading was first drawn here: { number, seconds } left then

/** Whether the table counts until the eye's reading is played. */
export function isCounted({ eye, clock }) {
  return Boolean(eye?.question?.likely && clock?.running);
}

/** Draw what is played in a moment. */
export function drawLikely({ eye: { question }, clock }) {
  const { number, faces, dice } = question;
  if (first.number !== number) first = { number, seconds: clock.seconds };
  return h(
    "section",
    { class: "likely stack center", key: `likely${number}` },
    h("h2", { class: "ask" }, t("likely_title")),
    h(
      "div",
      { class: "likely-dice anchor dice-l" },
      h(
        "svg",
        { class: "likely-ring", viewBox: "0 0 100 100", "aria-hidden": "true", vars: { "--seconds": `${first.seconds}s` } },
        h("circle", { cx: 50, cy: 50, r: 47, pathLength: 1 }),
      ),
      h(
        "div",
        { class: "row center" },
        faces.map((face, at) => die(face, { body: dice[at]?.body })),
      ),
    ),
    mayAct() ? h("p", { class: "hint large" }, t("likely_stop")) : null,
  );
}

for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(
    kind,
    () => {
      const { snapshot } = state;
      if (snapshot && mayAct() && isCounted(snapshot) && document.querySelector(".likely"))
        send({ type: "clock", running: false });
    },
    true,
  );
}
