/**
 * What happened, one line for each row of the log, in the language of this device. A row brings
 * the act as JSON; its sentence is `line_<game>_<type>`, with the act's fields filled in, `seat` as
 * the name. English has no such sentences: there the line stands that the game itself writes.
 */

import { state } from "../store.js";
import { formatAmount, t, titleOf, translateOr } from "../words.js";
import { faceName } from "./dice.js";

/** The line of `row`; an undo says what it went back to. */
export function logLine(row) {
  if (row.kind === "undo") {
    return row.back ? t("undone", { line: logLine(row.back) }) : t("undone_all");
  }
  const said = sentence(row);
  if (said === null) return row.line.replace(/(?<=\d) (?=\d{3}\b)/g, "\u202f");
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
