/** The betting token: a clover on one side, black on the other. */

import { h } from "../../parts/dom.js";
import { t } from "../../words.js";

/** Draw its clover ("yes": he will make it) or its black side ("no"). */
export function token(on) {
  const leaf = (cx, cy) => h("circle", { cx, cy, r: 9.5, fill: "#2e8b3d" });
  return h(
    "svg",
    {
      class: "token rigid",
      viewBox: "0 0 60 60",
      role: "img",
      "aria-label": t(on === "yes" ? "bet_yes" : "bet_no"),
    },
    h("circle", {
      cx: 30,
      cy: 30,
      r: 28,
      fill: on === "yes" ? "#f6efd9" : "#17151a",
      stroke: "#d9a441",
      "stroke-width": 3,
    }),
    on === "yes"
      ? [
          leaf(22, 22),
          leaf(38, 22),
          leaf(22, 37),
          leaf(38, 37),
          h("path", {
            d: "M30 30 Q32 44 40 50",
            stroke: "#2e8b3d",
            "stroke-width": 4,
            fill: "none",
          }),
        ]
      : h("path", {
          d: "M20 20 L40 40 M40 20 L20 40",
          stroke: "#f3ead6",
          "stroke-width": 7,
          "stroke-linecap": "round",
        }),
  );
}
