/** A throw that is likely: its dice, large, in a ring that runs out. Any tap stops it. */

import { sendAction } from "../actions.js";
import { mayAct } from "../permissions.js";
import { state } from "../store.js";
import { t } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";

/** Draw what is played in a moment; null where nothing is. */
export function drawLikely({ eye }) {
  if (!eye?.question?.delay) return null;
  const { number, faces, dice, delay } = eye.question;
  return h(
    "section",
    { class: "likely grow stack center", key: `likely${number}`, role: "status" },
    h("h2", { class: "ask" }, t("likely_title")),
    h(
      "div",
      { class: "likely-dice middle anchor dice-l" },
      h(
        "svg",
        {
          class: "likely-ring cover",
          viewBox: "0 0 100 100",
          "aria-hidden": "true",
          vars: { "--seconds": `${delay.seconds}s` },
        },
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
      const { number, delay } = state.snapshot?.eye?.question ?? {};
      if (delay && mayAct() && document.querySelector(".likely"))
        sendAction({ type: "ask", number });
    },
    true,
  );
}
