/** A page that was opened before the server was updated is loaded anew. */

import { Unreachable } from "./api.js";
import { state } from "./store.js";

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
