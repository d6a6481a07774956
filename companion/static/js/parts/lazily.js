/** What is drawn by a module that few people need at first: it is fetched when it is drawn first. */

import { change } from "../store.js";

const RETRY_MS = 1500;

/** The function `name` of the module that `load` brings; while it comes, nothing is drawn. */
export function lazily(load, name) {
  let module = null;
  let coming = false;
  const fetchModule = async () => {
    coming = true;
    try {
      module = await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // so a browser says that it did not come
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
    }
    coming = false;
    change({});
  };
  return (...given) => {
    if (module) return module[name](...given);
    if (!coming) fetchModule();
    return null;
  };
}
