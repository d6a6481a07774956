/** Which ground the page stands on: dark in the evening, light by day. */

import { keep, kept } from "./device.js";

/** What can be chosen; `auto` follows the device. */
export const GROUNDS = ["auto", "dark", "light"];

const light = matchMedia("(prefers-color-scheme: light)");

/** What was chosen on this device. */
export function ground() {
  return kept("ground", "auto");
}

/** Stand on `chosen` from now on, and remember it on this device. */
export function chooseGround(chosen) {
  keep("ground", chosen);
  lay();
}

function lay() {
  const chosen = ground();
  const now = chosen === "auto" ? (light.matches ? "light" : "dark") : chosen;
  document.documentElement.dataset.ground = now;
  const edge = getComputedStyle(document.documentElement).getPropertyValue("--wood").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", edge);
}

light.addEventListener("change", lay);
lay();
