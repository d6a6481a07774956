/** What is loaded late, and the page itself once more: after an update, or where a module did not come. */

import { Failed, Unreachable } from "./api.js";
import { changeState, state } from "./store.js";

const CHECK_MS = 1000;
const AGAIN_MS = 60_000;
const UNTOUCHED_MS = 20000; // long enough that nobody is in the middle of something
const TYPED = "input:not([type=radio], [type=checkbox], [type=range], [type=file])";

let checking = 0;
let touched = 0;
let broken = false;

for (const kind of ["pointerdown", "keydown"]) {
  window.addEventListener(kind, () => (touched = Date.now()), true);
}
for (const kind of ["error", "unhandledrejection"]) {
  window.addEventListener(kind, () => (broken = true));
}

/**
 * Load the page anew where it is another than the server's, of `version`: as soon as nobody is in the
 * middle of something, or at once where it does not work. Once for each version, so that a page which
 * comes out of some cache does not load itself forever.
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
 * Return what `load` imports; throws `Unreachable` where it does not come. That is a `TypeError`, but
 * not each of these is that: so it is logged.
 */
export async function loadModule(load) {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error);
    reloadForModule();
    throw new Unreachable(error.message);
  }
}

/**
 * Load the page anew where the table answers, since a module did not come: a browser may remember
 * that, and never ask for it again. Not while an act is on its way, which would be lost, and not twice
 * in a minute: the module may be gone for good. When that was is kept where no storage is needed.
 */
async function reloadForModule() {
  if (Date.now() - (history.state?.reloadedAt ?? 0) < AGAIN_MS) return;
  const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || state.busy) return;
  history.replaceState({ ...history.state, reloadedAt: Date.now() }, "");
  location.reload();
}

/** Whether there was an error, or the page waits for what may never come. */
function isBroken() {
  return broken || document.querySelector("#page > .waiting") !== null;
}

function isIdle() {
  const typed = [...document.querySelectorAll(TYPED)].some((input) => input.value);
  return !typed && Date.now() - touched > UNTOUCHED_MS;
}

// What is fetched when it is first wanted.

const RETRY_MS = 3000;

/**
 * Make a function that draws as the one that `choose` takes of the module which `load` fetches, with
 * its `styles`; until they are there it draws as `meanwhile`. Without a network they are asked for
 * again a little later.
 */
export function drawLater(load, choose, styles = [], meanwhile = () => null) {
  let draw = null;
  let asked = false;
  const fetchPart = async () => {
    asked = true;
    try {
      const [module] = await Promise.all([loadModule(load), ...styles.map(loadStyle)]);
      draw = choose(module);
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
  return (...given) => {
    if (!asked) fetchPart();
    return (draw ?? meanwhile)(...given);
  };
}

// The display of each game, by the game's id; only the one that is played is loaded.
//
// A display has `stage(snapshot)` (the one thing that is asked now) and `progress(snapshot)` (a short
// text), put together from `parts/` and the classes of `css/kit.css`; what style only it needs is in
// `css/<game>.css`. With `whole` its stage shows the players itself and takes the
// whole table; no dice are thrown then. Without, the page shows them, whose turn it is (the seat of
// the first prompt), `accounts(snapshot)` ([name, sum] pairs) and `notes(snapshot, seat)` (small
// things beside a player's name); where seats have no cash, `purse(snapshot, seat)` draws what they
// have.
//
// It may have `announcements(before, now)` (what a banker says aloud of a step, `[{ text, sound }]`),
// `logFigures(action, names)` (what its line in the log needs beyond the action's own fields, or
// another `key` for that line), `position(snapshot)` (what tells, within a phase, whether something
// half done still belongs to the game as it stands) and `standsAfter(action, other)` (whether `action`
// still means the same when somebody was faster with `other`) and `faces` (of dice and cards that are
// no numbers: by face, its `name()` and what is drawn on a die, `draw(ink, ground)`) and
// `beside(snapshot)` (what stays in sight while the eye asks about its dice) and `switches` (the names
// in `ui` of what only changes how the table is shown, and may be tapped in a game of before, too)
// and `dropDraft(snapshot)` (drop what is half told on this device, and say whether there was any).
// What a display tells only once it remembers as `ui.told`, which outlasts a phase.

const loading = {};

/**
 * Load the display of `game` and its style, once however often it is asked for. Throws `Unreachable`
 * where they do not come.
 */
export function loadDisplay(game) {
  loading[game] ??= load(game).catch((error) => {
    delete loading[game]; // the network went away: the next call tries again
    throw error;
  });
  return loading[game];
}

async function load(game) {
  const module = loadModule(() => import(`./games/${game}.js`));
  const [{ display }] = await Promise.all([module, loadStyle(game)]);
  state.displays[game] = display;
}

/** Load the style `name`; throws `Unreachable` where it does not come. */
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
