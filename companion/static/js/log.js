/**
 * The newest rows of the log: fetched when somebody looks at them, and then only what is new. A row
 * is known by its version; an older one that changed comes again.
 */

import { Failed, get, TABLE } from "./api.js";
import { faceName } from "./parts/dice.js";
import { changeState, state } from "./store.js";
import { formatAmount, t, titleOf, translateOr } from "./words.js";

export const MAX_LOG_ROWS = 60; // as many as the table tells
const RETRY_MS = 1500;

let asked = ""; // the run and version for which rows were last asked

/** The rows that are here, oldest first; what `snapshot` has beyond them is drawn when it comes. */
export function rowsOf({ run, version }) {
  if (state.log.run !== run || state.log.version < version) fetchOnce(`${run} ${version}`);
  return state.log.run === run ? state.log.rows : [];
}

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
  const { run } = state.snapshot;
  const known = state.log.run === run ? state.log : { version: 0, rows: [] };
  const fresh = await get(`${TABLE}/log?after=${known.version}`);
  // Rows of another run are asked for when its snapshot is here; a late answer says nothing new.
  const late = state.log.run === run && state.log.version > fresh.version;
  if (fresh.run !== state.snapshot?.run || fresh.run !== run || late) return known.rows;
  const rows = new Map([...known.rows, ...fresh.rows].map((row) => [row.version, row]));
  const sorted = [...rows.values()].sort((one, other) => one.version - other.version);
  changeState({ log: { run, version: fresh.version, rows: sorted.slice(-MAX_LOG_ROWS) } });
  return state.log.rows;
}

// What happened, one line for each row of the log, in the language of this device. A row brings
// the act as JSON; its sentence is `line_<game>_<type>`, with the act's fields filled in, `seat` as
// the name. English has no such sentences: there the line stands that the game itself writes.

/** The line of `row`; an undo says what it went back to. */
export function logLine(row) {
  if (row.kind === "undo") {
    return row.back ? t("undone", { line: logLine(row.back) }) : t("undone_all");
  }
  const said = sentence(row);
  if (said === null) return row.line.replace(/(\d) (?=\d{3}\b)/g, "$1\u202f");
  return row.kind === "correct" ? t("line_corrected", { line: said }) : said;
}

/** The act of `row` in the words of this language, null where it has none. */
function sentence(row) {
  const { action, game, names } = row;
  if (!action) return null;
  if (action.type === "start") {
    const title = titleOf(state.games.find((one) => one.id === game)?.title ?? game);
    return t("line_start", { title, names: names.join(", ") });
  }
  const given = state.displays[game]?.logFigures?.(action, names) ?? {};
  const key = given.key ?? `line_${game}_${action.type}`;
  const words = { ...figures(row), ...given };
  return translateOr(key, null, words) ?? translateOr(`line_${action.type}`, null, words);
}

function figures({ action, game, names }) {
  const said = Object.entries(action).map(([field, value]) => [
    field,
    field === "seat" && value !== null ? (names[value] ?? value) : say(action, value, game),
  ]);
  return Object.fromEntries(said);
}

function say(action, value, game) {
  if (value === null) return "";
  if (Array.isArray(value)) return value.map((one) => say(action, one, game)).join(" ");
  if (typeof value === "number") return formatAmount(value);
  return translateOr(`${action.type}_${value}`, faceName(value, game));
}
