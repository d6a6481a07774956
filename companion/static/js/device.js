/** Whether this page is `/table`, for a television, and what this device remembers. */

/** Whether this is a display for the whole room. */
export const IN_ROOM = document.documentElement.dataset.view === "room";

// In pixels before enlarging: all stages fit into this size, as on a small tablet.
const WIDTH = 1280;
const HEIGHT = 740;

/**
 * Whatever this device may do elsewhere, on this page it is a spectator.
 * @param {You} you
 * @returns {You}
 */
export function asSeenInRoom(you) {
  const { role, taken } = you;
  return IN_ROOM && role ? { role: "spectator", seat: null, taken, own: {} } : you;
}

function fill() {
  const zoom = Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
  document.documentElement.style.setProperty("--zoom", zoom.toFixed(3));
}

if (IN_ROOM && CSS.supports("zoom", "1")) {
  addEventListener("resize", fill);
  fill();
}

// Preferences on this device, kept only in the browser.

/**
 * Return the preference `name`, or `usual` if there is none.
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function loadPreference(name, usual) {
  return load("localStorage", name) ?? usual;
}

/**
 * Store `value` (any JSON) as the preference `name`.
 * @param {string} name
 * @param {unknown} value
 */
export function savePreference(name, value) {
  save("localStorage", name, value);
}

/**
 * Return what was unfinished as `name` in this tab before a reload, or null.
 * @param {string} name
 */
export function loadUnfinished(name) {
  return load("sessionStorage", name);
}

/**
 * Keep `value` as unfinished as long as this tab is open; null: it is finished.
 * @param {string} name
 * @param {unknown} value
 */
export function saveUnfinished(name, value) {
  save("sessionStorage", name, value);
}

/** @param {"localStorage" | "sessionStorage"} storage @param {string} name */
function load(storage, name) {
  try {
    return JSON.parse(window[storage].getItem(`croupier.${name}`) ?? "null");
  } catch {
    return null; // no storage (a private window), or foreign text in it
  }
}

/**
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {string} name
 * @param {unknown} value
 */
function save(storage, name, value) {
  try {
    window[storage].setItem(`croupier.${name}`, JSON.stringify(value));
  } catch {
    // Without storage, people choose again next time.
  }
}

// The theme of the page: evening, unless somebody chose another.

/** The themes; `auto` follows the device. */
export const THEMES = ["auto", "dark", "light"];

const light = matchMedia("(prefers-color-scheme: light)");

/** Return the theme that was chosen on this device. */
export function chosenTheme() {
  return loadPreference("theme", "dark");
}

/** Use the theme `chosen`, and remember it on this device. @param {string} chosen */
export function chooseTheme(chosen) {
  savePreference("theme", chosen);
  applyTheme();
}

function applyTheme() {
  const chosen = chosenTheme();
  const now = chosen === "auto" ? (light.matches ? "light" : "dark") : chosen;
  document.documentElement.dataset.theme = now;
  // The next page has this theme from the start.
  // biome-ignore lint/suspicious/noDocumentCookie: the cookieStore is newer than our browsers
  document.cookie = `theme=${now}; path=/; max-age=31536000; samesite=lax`;
  const edge = getComputedStyle(document.documentElement).getPropertyValue("--wood").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", edge);
}

light.addEventListener("change", applyTheme);
applyTheme();
