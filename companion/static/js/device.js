/** The page at `/table`, for a television: everything large, and nothing to tap. */

/** Whether this is a display for the whole room. */
export const IN_ROOM = document.documentElement.dataset.view === "room";

// In pixels, before it is enlarged: what all stages fit into, as on a small tablet.
const WIDTH = 1280;
const HEIGHT = 740;

/**
 * Whatever this device may do elsewhere, here it looks on.
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

// What somebody chose on this device and wants to find again: kept in the browser alone.

/**
 * Return what was kept as `name`, or `usual` where there is nothing.
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function loadPreference(name, usual) {
  return load("localStorage", name) ?? usual;
}

/**
 * Keep `value` (anything that JSON can say) as `name`.
 * @param {string} name
 * @param {unknown} value
 */
export function savePreference(name, value) {
  save("localStorage", name, value);
}

/**
 * Return what was left half done as `name` in this tab before it was reloaded, or null.
 * @param {string} name
 */
export function loadUnfinished(name) {
  return load("sessionStorage", name);
}

/**
 * Keep what is half done as `name` as long as this tab is open; null: it is done.
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
    return null; // no storage (a private window), or somebody else's text in it
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
    // Without storage it is chosen again next time.
  }
}

// Which ground the page stands on: that of the evening, unless somebody chose otherwise.

/** The themes; `auto` follows the device. */
export const THEMES = ["auto", "dark", "light"];

const light = matchMedia("(prefers-color-scheme: light)");

/** Return the theme that was chosen on this device. */
export function chosenTheme() {
  return loadPreference("theme", "dark");
}

/** Stand on `chosen` from now on, and remember it on this device. @param {string} chosen */
export function chooseTheme(chosen) {
  savePreference("theme", chosen);
  applyTheme();
}

function applyTheme() {
  const chosen = chosenTheme();
  const now = chosen === "auto" ? (light.matches ? "light" : "dark") : chosen;
  document.documentElement.dataset.theme = now;
  // The next page comes on that ground at once.
  // biome-ignore lint/suspicious/noDocumentCookie: the cookieStore is newer than our browsers
  document.cookie = `theme=${now}; path=/; max-age=31536000; samesite=lax`;
  const edge = getComputedStyle(document.documentElement).getPropertyValue("--wood").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", edge);
}

light.addEventListener("change", applyTheme);
applyTheme();
