/**
 * Events as sentences in the language of this device. An event's sentence is
 * `event_<game>_<sentence>`, or `event_<sentence>` if games share it. A word in it is looked up as
 * `<field>_<word>` or `face_<word>`.
 * companion/words/sentences.py does the same for the server.
 */

import { faceName } from "./parts/dice.js";
import { state } from "./store.js";
import { formatAmount, formatList, t, titleOf, translateOr } from "./words.js";

const PLAYING_CARD = /^(10|[2-9JQKA])([CDHS])$/;

/**
 * The sign of a suit, by its letter in a card.
 * @type {Record<string, string>}
 */
export const SUIT_SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/**
 * Return the events of `row` on one line; an undo names the first act that it took back.
 * @param {Act | Row} row
 * @returns {string}
 */
export function logLine(row) {
  if (!("undo" in row && row.undo)) return lineOf(row);
  const { acts: count, redo } = row.undo;
  return t(redo ? "redone" : "undone", { line: lineOf(row.undo, 1), count });
}

/** @param {Act} act @param {number} [most] of its sentences */
function lineOf(act, most) {
  const line = sentencesOf(act).slice(0, most).join(" · ") || act.line;
  return act.kind === "correct" ? t("line_corrected", { line }) : line;
}

/**
 * Return the sentences of all events of an act that have one.
 * @param {Pick<Act, "events" | "game" | "names">} act
 */
export function sentencesOf({ events = [], game, names }) {
  return events.flatMap((event) => eventSentence(event, game, names) ?? []);
}

/**
 * `sentences` as one text, with a full stop after each without a mark, except the last.
 * @param {string[]} sentences
 */
export function joinSentences(sentences) {
  return sentences.join(". ").replace(/([.!?])\. /g, "$1 ");
}

/**
 * Return the sentence of `event`, or its short form for the voice; nothing if it has none.
 * @param {GameEvent} event
 * @param {string | undefined} game
 * @param {string[] | undefined} names
 * @param {{ aloud?: boolean }} [given]
 */
export function eventSentence(event, game, names = [], { aloud = false } = {}) {
  const sentence = event.sentence ?? event.type;
  if (!sentence) return null;
  const given = eventFigures(event, game, names);
  /** @param {string} key */
  const spoken = (key) =>
    (aloud ? translateOr(`${key}_aloud`, null, given) : null) ?? translateOr(key, null, given);
  return spoken(`event_${game}_${sentence}`) ?? spoken(`event_${sentence}`);
}

/**
 * Return the values of a sentence's placeholders: the event's fields, with names for seats.
 * @param {GameEvent} event
 * @param {string | undefined} game
 * @param {string[]} names
 */
export function eventFigures(event, game, names) {
  const title = titleOf(state.games.find((one) => one.id === game)?.title ?? game ?? "");
  /** @type {Figures} */
  const given = { title, names: formatList(names), count: event.count };
  for (const [field, value] of Object.entries(event)) {
    if (field === "seats")
      given.names = formatList(/** @type {number[]} */ (value).map((seat) => names[seat]));
    else if (field === "seat") given.name ??= names[Number(value)] ?? "";
    else if (field.endsWith("_seat"))
      given[field.slice(0, -"_seat".length)] = names[Number(value)] ?? "";
    else if (field === "name") given.name = value;
    else if (field !== "count") given[field] = say(value, game, field);
  }
  return given;
}

/** @param {unknown} value @param {string | undefined} game @param {string} [field] @returns {string} */
function say(value, game, field = "face") {
  if (value === null) return "";
  if (Array.isArray(value)) return value.map((one) => say(one, game, field)).join(" ");
  if (typeof value === "number") return formatAmount(value);
  const [card, rank, suit] = PLAYING_CARD.exec(String(value)) ?? [];
  if (card) return translateOr(`index_${rank}`, rank) + SUIT_SIGNS[suit];
  return (
    translateOr(`${field}_${value}`, null) ?? translateOr(`face_${value}`, faceName(value, game))
  );
}
