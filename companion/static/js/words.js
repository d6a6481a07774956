/** The sentences of the page in the language of this device; amounts as that language writes them. */

import { get, LONG_MS } from "./api.js";
import { loadPreference, savePreference } from "./device.js";

/** What there is to choose from, by two letters, each in its own words. */
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages);

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/; // Hebrew, Arabic and their like

let words = {};
let plural, figures, tenths, shares, short, list;

/** The language that the page speaks, as two letters. */
export let language = "en";

/** Speak what was chosen on this device, else what its browser asks for; throws as `get` does. */
export async function openWords() {
  const asked = [loadPreference("language"), chosenInOldVersion(), ...navigator.languages];
  await learn(asked.map((tag) => tag?.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? "en");
}

/** Speak `chosen` from now on, and remember it on this device. */
export async function chooseLanguage(chosen) {
  await learn(chosen);
  savePreference("language", chosen);
}

/** What was chosen on this device in version 0.1, which kept it by itself. */
function chosenInOldVersion() {
  try {
    return localStorage.getItem("language");
  } catch {
    return null; // no storage (a private window)
  }
}

async function learn(chosen) {
  words = await get(`/words/${chosen}.json`, LONG_MS, "default");
  language = chosen;
  plural = new Intl.PluralRules(chosen);
  figures = new Intl.NumberFormat(chosen, { maximumFractionDigits: 0 });
  tenths = new Intl.NumberFormat(chosen, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  shares = new Intl.NumberFormat(chosen, { style: "percent", maximumFractionDigits: 0 });
  short = new Intl.NumberFormat(chosen, { notation: "compact" });
  list = new Intl.ListFormat(chosen, { type: "conjunction" });
  document.documentElement.lang = chosen;
}

/**
 * The sentence `key` with `{name}` replaced by `figures.name`. An entry of forms (`one`, `other`)
 * is chosen by `figures.count`. An unknown key is an error of ours: the key itself is shown.
 */
export function t(key, given = {}) {
  return fill(words[key] ?? key, given);
}

/** The sentence `entry` of a catalogue, filled in as `t` does. */
export function fill(entry, given) {
  const text =
    typeof entry === "string" ? entry : (entry[plural.select(given.count)] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => isolate(given[name] ?? ""));
}

/** `text` so that what stands beside it keeps its place, also where it is written from right to left. */
export function isolate(text) {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : String(text);
}

/** The sentence `key`, or `fallback` where there is none (words that came from the server). */
export function translateOr(key, fallback, given = {}) {
  return key in words ? t(key, given) : fallback;
}

/** What a game is called here: a proper name as it stands, words in the language of this device. */
export function titleOf(title) {
  return translateOr(`title_${title.toLowerCase().replace(/ /g, "_")}`, title);
}

/** `value` units of money, as the language writes it ("800,000" in English). */
export function formatAmount(value) {
  return figures.format(value);
}

/** `value` with one digit after the point, as the language writes it. */
export function formatTenths(value) {
  return tenths.format(value);
}

/** `value` in as few letters as the language has for it ("1.5M"), for the marks of a chart. */
export function formatShortAmount(value) {
  return short.format(value);
}

/** A chance from 0 to 1 in whole percent; what may happen or fail is never written as sure. */
export function formatPercent(chance) {
  if (chance > 0 && chance < 0.005) return `<\u202f${shares.format(0.01)}`;
  if (chance < 1 && chance > 0.995) return `>\u202f${shares.format(0.99)}`;
  return shares.format(chance);
}

/** Several names or sentences as one list ("Ana, Ben and Cleo"). */
export function formatList(items) {
  return list.format(items.map(isolate));
}

/** Who has how much, on one line ("Ana 8 · Ben 13"). */
export function formatScores({ names, scores }) {
  return names
    .map((name, seat) => `${isolate(name)}\u00a0${formatAmount(scores[seat])}`)
    .join(" · ");
}
