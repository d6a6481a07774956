/**
 * The newest rows of the log are fetched when somebody looks at them, and then only new ones. A row
 * is identified by its version; an older one that changed comes again.
 */

import { Failed, get, TABLE } from "./api.js";
import { changeState, MAX_LOG_ROWS, state } from "./store.js";

const RETRY_MS = 1500;

let asked = ""; // the run and version for which rows were last asked

/**
 * Return the rows that are here, oldest first; newer ones of `snapshot` are drawn when they arrive.
 * @param {Snapshot} snapshot
 */
export function rowsOf({ run, version }) {
  if (state.log.run !== run || state.log.version < version) fetchOnce(`${run} ${version}`);
  return state.log.run === run ? state.log.rows : [];
}

/** @param {string} wanted */
async function fetchOnce(wanted) {
  if (wanted === asked) return;
  asked = wanted;
  try {
    await readLog();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    setTimeout(() => {
      asked = "";
      changeState({});
    }, RETRY_MS);
  }
}

/** Fetch the rows that are not here yet, and return all; throws as `get` does. */
export async function readLog() {
  if (!state.snapshot) return [];
  const { run } = state.snapshot;
  /** @type {Pick<Log, "version" | "rows">} */
  const known = state.log.run === run ? state.log : { version: 0, rows: [] };
  /** @type {Log} */
  const fresh = await get(`${TABLE}/log?after=${known.version}`);
  // Rows of another run are requested when its snapshot is here; a late answer has nothing new.
  const late = state.log.run === run && state.log.version > fresh.version;
  if (fresh.run !== state.snapshot?.run || fresh.run !== run || late) return known.rows;
  const rows = new Map([...known.rows, ...fresh.rows].map((row) => [row.version, row]));
  const sorted = [...rows.values()].sort((one, other) => one.version - other.version);
  changeState({ log: { run, version: fresh.version, rows: sorted.slice(-MAX_LOG_ROWS) } });
  return state.log.rows;
}
