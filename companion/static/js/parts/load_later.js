/** Parts of the page that are fetched when they are first wanted. */

import { Failed } from "../api.js";
import { loadModule } from "../reload.js";
import { changeState } from "../store.js";

const RETRY_MS = 3000;

/**
 * Make a function that returns the module which `load` fetches, null until it is there; then the page
 * is drawn again. Without a network it is asked for again a little later.
 */
export function loadLater(load) {
  let part = null;
  let asked = false;
  const fetchPart = async () => {
    asked = true;
    try {
      part = await loadModule(load);
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
  return () => {
    if (!asked) fetchPart();
    return part;
  };
}
