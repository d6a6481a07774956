/** Which ground the page stands on: dark in the evening, light by day. */

import { loadPreference, savePreference } from "./preferences.js";

/** What can be chosen; `auto` follows the device. */
export const THEMES = ["auto", "dark", "light"];

const light = matchMedia("(prefers-color-scheme: light)");

/** What was chosen on this device. */
export function chosenTheme() {
  return loadPreference("theme", "auto");
}

/** Stand on `chosen` from now on, and remember it on this device. */
export function chooseTheme(chosen) {
  savePreference("theme", chosen);
  applyTheme();
}

function applyTheme() {
  const chosen = chosenTheme();
  const now = chosen === "auto" ? (light.matches ? "light" : "dark") : chosen;
  document.documentElement.dataset.theme = now;
  const edge = getComputedStyle(document.documentElement).getPropertyValue("--wood").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", edge);
}

light.addEventListener("change", applyTheme);
applyTheme();
