/** The time that is left, as a bar that runs out. */

import { h } from "./dom.js";

/** Draw how long the running clock of the table still counts. */
export function drawSand({ clock, version }) {
  return h("i", {
    class: "sand",
    key: `sand${version}`,
    vars: { "--seconds": `${clock.seconds}s` },
    "aria-hidden": "true",
  });
}
