/** Loads modules when they are first wanted, and reloads the page after an update. */

import { Failed, Unreachable } from "./api.js";
import { changeState, state } from "./store.js";

const CHECK_MS = 1000;
const AGAIN_MS = 60_000;
const UNTOUCHED_MS = 20000; // without a touch for so long, nobody is in the middle of something
const TYPED = "input:not([type=radio], [type=checkbox], [type=range], [type=file])";

/** @type {ReturnType<typeof setInterval> | undefined} */
let checking;
let touched = 0;
let broken = false;

for (const kind of ["pointerdown", "keydown"]) {
  window.addEventListener(kind, () => (touched = Date.now()), true);
}
for (const kind of ["error", "unhandledrejection"]) {
  window.addEventListener(kind, () => (broken = true));
}

/**
 * Reload the page if the server has another `version` of it, as soon as nobody is in the middle of
 * something, or at once if the page does not work. This is done once per version, so that a cached
 * page does not reload forever.
 * @param {string} version
 */
export function reloadIfOutdated(version) {
  clearInterval(checking);
  const { dataset } = document.documentElement;
  if (version === dataset.version || version === history.state?.reloadedFor) return;
  const check = () => {
    if (state.busy || !(isBroken() || isIdle())) return;
    clearInterval(checking);
    history.replaceState({ ...history.state, reloadedFor: version }, "");
    location.reload();
  };
  checking = setInterval(check, CHECK_MS);
  check();
}

/**
 * Return what `load` imports; throws `Unreachable` if it does not arrive. That is a `TypeError`,
 * but so are other errors, so it is logged.
 * @template T
 * @param {() => Promise<T>} load
 */
export async function loadModule(load) {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error);
    reloadForModule(/http\S+/.exec(error.message)?.[0] ?? "/");
    throw new Unreachable(String(error));
  }
}

/**
 * If the table has the module at `address`, reload the page after it did not arrive: a browser may
 * remember the failure and never ask again. This waits while an act is being sent, which would be
 * lost, and happens once a minute at most, as not every browser says which module did not arrive,
 * and one may be gone for good. Its time is kept where no storage is needed.
 * @param {string} address
 */
async function reloadForModule(address) {
  if (Date.now() - (history.state?.reloadedAt ?? 0) < AGAIN_MS) return;
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || state.busy) return;
  history.replaceState({ ...history.state, reloadedAt: Date.now() }, "");
  location.reload();
}

/** Whether there was an error, or the page waits for something that may never arrive. */
function isBroken() {
  return broken || document.querySelector("#page > .waiting") !== null;
}

function isIdle() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll(TYPED);
  const typed = [...inputs].some((input) => input.value);
  return !typed && Date.now() - touched > UNTOUCHED_MS;
}

// Modules that are fetched when they are first needed.

const RETRY_MS = 3000;

/** @type {(() => Promise<unknown>)[]} */
const later = []; // what fetches them

/**
 * Return a function that draws like the one called `name` in the module fetched by `load`, with its
 * `styles`, and until they arrive like `meanwhile`. Without a network, they are requested again a
 * little later.
 * @template M
 * @template {keyof M} K
 * @param {() => Promise<M>} load
 * @param {K} name
 * @param {string[]} [styles]
 * @param {() => Child} [meanwhile]
 * @returns {M[K] extends (...given: infer G) => Child ? (...given: G) => Child : never}
 */
export function drawLater(load, name, styles = [], meanwhile = () => null) {
  later.push(load);
  /** @type {any} */
  let draw = null;
  let asked = false;
  const fetchPart = async () => {
    asked = true;
    try {
      const [module] = await Promise.all([loadModule(load), Promise.all(styles.map(loadStyle))]);
      draw = module[name];
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      setTimeout(() => {
        asked = false;
        changeState({});
      }, RETRY_MS);
      return;
    }
    changeState({});
  };
  /** @type {any} */
  const drawn = (/** @type {unknown[]} */ ...given) => {
    if (!asked) fetchPart();
    return draw ? draw(...given) : meanwhile();
  };
  return drawn;
}

/** Fetch everything, so that it is there when the network is not. */
export function loadAhead() {
  for (const load of later) load().catch(() => {}); // asked for again when it is wanted
}

// The display of each game, by the game's id; only the one that is played is loaded.

/** @type {Record<string, Promise<void> | undefined>} */
const loading = {};

/**
 * Load the display of `game` and its style, if it has one, once however often it is asked for.
 * Throws `Unreachable` where they do not come.
 * @param {string} game
 */
export function loadDisplay(game) {
  loading[game] ??= load(game).catch((error) => {
    delete loading[game]; // the network went away: the next call tries again
    throw error;
  });
  return loading[game];
}

/** @param {string} game */
async function load(game) {
  const module = loadModule(() => import(`./games/${game}.js`));
  const styles = (document.documentElement.dataset.styles ?? "").split(" ");
  const [{ display }] = await Promise.all([module, styles.includes(game) && loadStyle(game)]);
  state.displays[game] = display;
}

/** Load the style `name`; throws `Unreachable` where it does not come. @param {string} name */
function loadStyle(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/static/css/${name}.css`;
  return new Promise((done, failed) => {
    link.onload = done;
    link.onerror = () => failed(new Unreachable(link.href));
    document.head.append(link);
  });
}
