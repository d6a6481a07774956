/**
 * The sentences of the page in the language of this device; amounts as that language writes them.
 */

import { get, LONG_MS, Refused } from "./api.js";
import { loadPreference, savePreference } from "./device.js";
import { ownName } from "./store.js";

/** The languages on offer, by two letters, each under its own name. */
/** @type {Record<string, string>} */
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages ?? "{}");

// "[{name} rolls|You roll]": the second form is for the device of that player.
const FORMS = /\[([^|\]]*)\|([^\]]*)\]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/; // Hebrew, Arabic and their like

/** @type {Record<string, Sentence>} */
let words = {};
let formats = formatsOf("en");

/** The language that the page speaks, as two letters. */
export let language = "en";

/**
 * The formats of a time: of the day, a day, both, and a month.
 * @type {Record<string, Intl.DateTimeFormatOptions>}
 */
const TIMES = {
  time: { timeStyle: "short" },
  day: { dateStyle: "full" },
  moment: { dateStyle: "medium", timeStyle: "short" },
  evening: { dateStyle: "full", timeStyle: "short" },
  month: { month: "long", year: "numeric" },
};
/** Currencies by the sign that a box of the free table has. @type {Record<string, string>} */
const CURRENCIES = { $: "USD", "€": "EUR", "£": "GBP", "¥": "JPY" };

/** Use the language chosen on this device, else the browser's; throws as `get` does. */
export async function openWords() {
  const asked = [loadPreference("language", null), chosenInOldVersion(), ...navigator.languages];
  await learn(asked.map((tag) => tag?.slice(0, 2) ?? "").find((tag) => tag in LANGUAGES) ?? "en");
}

/** Use the language `chosen`, and remember it on this device. @param {string} chosen */
export async function chooseLanguage(chosen) {
  await learn(chosen);
  savePreference("language", chosen);
}

/** Return the setting of this device in version 0.1, which stored it separately. */
function chosenInOldVersion() {
  try {
    return localStorage.getItem("language");
  } catch {
    return null; // no storage (a private window)
  }
}

/** @param {string} chosen */
async function learn(chosen) {
  words = await get(`/words/${chosen}.json`, LONG_MS, "default");
  language = chosen;
  formats = formatsOf(chosen);
  document.documentElement.lang = chosen;
}

/** Return the number and list formats of `language`. @param {string} language */
function formatsOf(language) {
  return {
    plural: new Intl.PluralRules(language),
    figures: new Intl.NumberFormat(language, { maximumFractionDigits: 0 }),
    tenths: new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    shares: new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }),
    upToTenths: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
    short: new Intl.NumberFormat(language, { notation: "compact" }),
    list: new Intl.ListFormat(language, { type: "conjunction" }),
  };
}

/**
 * Return the sentence `key` with `{name}` replaced by `figures.name`. An entry of forms (`one`,
 * `other`) is chosen by `figures.count`. The player at this device is "you", not their name. An
 * unknown key is an error of ours: the key itself is shown.
 * @param {string} key
 * @param {Figures} [given]
 * @param {Figures} [players] the player at each placeholder for which `given` has other text
 */
export function t(key, given = {}, players = given) {
  return fill(words[key] ?? key, given, players);
}

/**
 * Return the sentence `entry` of a catalogue, filled in as `t` does.
 * @param {Sentence} entry
 * @param {Figures} given
 * @param {Figures} [players]
 */
export function fill(entry, given, players = given) {
  const text =
    typeof entry === "string"
      ? entry
      : (entry[formats.plural.select(Number(given.count))] ?? entry.other);
  const own = ownName();
  /** @param {string} _ @param {string} others @param {string} you */
  const form = (_, others, you) => {
    const player = players[/\{(\w+)\}/.exec(others)?.[1] ?? "name"];
    return own && (player === own || player === isolate(own)) ? you : others;
  };
  return text.replace(FORMS, form).replace(/\{(\w+)\}/g, (_, name) => isolate(given[name] ?? ""));
}

/**
 * `text`, isolated if it is written from right to left, so that its neighbours keep their places.
 * @param {unknown} text
 */
export function isolate(text) {
  return RIGHT_TO_LEFT.test(String(text)) ? `\u2068${text}\u2069` : String(text);
}

/**
 * Return the sentence `key`, or `fallback` if there is none (words from the server).
 * @template {string | null} T
 * @param {string} key
 * @param {T} fallback
 * @param {Figures} [given]
 * @returns {string | T}
 */
export function translateOr(key, fallback, given = {}) {
  return key in words ? t(key, given) : fallback;
}

/**
 * The sentence of a refusal by its `code`, never the server's own words.
 * @param {unknown} code
 * @param {Figures} [figures]
 */
export function refusal(code, figures = {}) {
  return translateOr(`refusal_${code}`, t("refused"), figures);
}

/** Return why a request failed: the refusal, or that nobody answered. @param {unknown} error */
export function whyFailed(error) {
  return error instanceof Refused ? refusal(error.body.code, error.body) : t("unreachable");
}

/**
 * Return the title of a game: a proper name unchanged, words in the language of this device.
 * @param {string} title
 */
export function titleOf(title) {
  return translateOr(`title_${title.toLowerCase().replace(/ /g, "_")}`, inBox("box", title));
}

/**
 * Return what a ready box, or a button of one, is called on this device; people's own words stay.
 * @param {"box" | "button"} what
 * @param {string} word
 */
export function inBox(what, word) {
  return translateOr(`${what}_${word}`, word);
}

/**
 * Return the name of a `phase` of `game`, or `fallback` where it has none.
 * @param {string | null} game
 * @param {string} phase
 * @param {string} fallback
 */
export function phaseOf(game, phase, fallback) {
  return translateOr(`phase_${game}_${phase}`, phase === "over" ? t("game_over") : fallback);
}

/**
 * `value` units of money, as the language writes it ("800,000" in English).
 * @param {number} value
 */
export function formatAmount(value) {
  return withMinus(formats.figures.format(value));
}

/** Use a real minus sign instead of the browser's hyphen. @param {string} figures */
function withMinus(figures) {
  return figures.replace("-", "−");
}

/**
 * `value` units of a `currency`: by its sign as the language writes it ("$1,500", "1.500 €"), else
 * the word of the box after it.
 * @param {number} value
 * @param {string} [currency]
 */
export function formatMoney(value, currency = "") {
  const code = CURRENCIES[currency];
  if (!code) return formatAmount(value) + (currency ? `\u00a0${currency}` : "");
  const money = new Intl.NumberFormat(language, {
    style: "currency",
    currency: code,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  });
  return withMinus(money.format(value));
}

/** `value` with at most one digit after the point. @param {number} value */
export function formatFigure(value) {
  return withMinus(formats.upToTenths.format(value));
}

/** Return a number of `bytes`, with its unit. @param {number} bytes */
export function formatBytes(bytes) {
  /** @type {[string, number]} */
  const [unit, value] =
    bytes < 1e6
      ? ["kilobyte", bytes / 1e3]
      : bytes < 1e9
        ? ["megabyte", bytes / 1e6]
        : ["gigabyte", bytes / 1e9];
  const figures = { style: /** @type {const} */ ("unit"), unit, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language, figures).format(value);
}

/**
 * Format a time as people write it in this device's language and time zone: 15:04 in London.
 * @param {string | number | Date} at
 * @param {keyof typeof TIMES} form
 * @param {string} [timeZone] that of the device if left out
 */
export function formatWhen(at, form, timeZone) {
  const region = navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language;
  const locale = region.split("@")[0]; // Chromium says "en-US@posix" where no locale is set
  return new Intl.DateTimeFormat(locale, { ...TIMES[form], timeZone }).format(new Date(at));
}

/** `value` with one digit after the point, as the language writes it. @param {number} value */
export function formatTenths(value) {
  return formats.tenths.format(value);
}

/**
 * `value` in the language's shortest form ("1.5M"), for the marks of a chart.
 * @param {number} value
 */
export function formatShortAmount(value) {
  return formats.short.format(value);
}

/**
 * Return a chance from 0 to 1 in whole percent; an uncertain one is never 0 or 100.
 * @param {number} chance
 */
export function formatPercent(chance) {
  if (chance > 0 && chance < 0.005) return `<\u202f${formats.shares.format(0.01)}`;
  if (chance < 1 && chance > 0.995) return `>\u202f${formats.shares.format(0.99)}`;
  return formats.shares.format(chance);
}

/** Several names or sentences as one list ("Ana, Ben and Cleo"). @param {string[]} items */
export function formatList(items) {
  return formats.list.format(items.map(isolate));
}

/**
 * Return everybody's scores on one line ("Ana 8 · Ben 13").
 * @param {{ names: string[], scores: number[] }} given
 */
export function formatScores({ names, scores }) {
  if (!scores.some(Boolean)) return formatList(names); // in a game that has hardly begun
  return names
    .map((name, seat) => `${isolate(name)}\u00a0${formatAmount(scores[seat])}`)
    .join(" · ");
}

/**
 * Return a sentence about the end of a game: who won, or that all or none of its `players` did.
 * @param {string[]} winners
 * @param {number} players
 */
export function formatOutcome(winners, players, over = true) {
  if (!winners.length) return t(over ? "no_winner" : "evenings_left");
  if (winners.length === players && players > 1) return t("all_win");
  return t("winner", { names: formatList(winners), count: winners.length });
}
