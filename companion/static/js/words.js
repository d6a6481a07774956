/** All sentences of the page, by language; amounts as the language writes them. */

import { en } from "./words/en.js";

const CATALOGUES = { en };
const language = CATALOGUES[navigator.language?.slice(0, 2)]
  ? navigator.language.slice(0, 2)
  : "en";
const words = CATALOGUES[language];
const plural = new Intl.PluralRules(language);
const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });

/**
 * The sentence `key` with `{name}` replaced by `figures.name`. An entry of forms (`one`, `other`)
 * is chosen by `figures.count`. An unknown key is an error of ours: the key itself is shown.
 */
export function t(key, given = {}) {
  const entry = words[key] ?? key;
  const text =
    typeof entry === "string" ? entry : (entry[plural.select(given.count)] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(given[name] ?? ""));
}

/** The sentence `key`, or `fallback` where there is none (words that came from the server). */
export function tOr(key, fallback, given = {}) {
  return key in words ? t(key, given) : fallback;
}

/** `value` units of money, thousands set apart by a narrow space that never breaks. */
export function amount(value) {
  return figures
    .formatToParts(value)
    .map((part) => (part.type === "group" ? "\u202f" : part.value))
    .join("");
}

/** Several names or sentences as one list ("Ana, Ben and Cleo"). */
export function listed(items) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}

document.documentElement.lang = language;
