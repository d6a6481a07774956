/** Figures of the look back in words: scores in their unit, chances in percent. */

import { formatAmount, formatPercent, t } from "../words.js";

const CHANCES = new Set(["chance", "share"]);
const MEANS = new Set(["gain"]);

/** A score in its unit: "1 200 000", "7 bones", "19 points". */
export function scored(score, unit) {
  return t(`ending_unit_${unit}`, { amount: formatAmount(score), count: score });
}

/** A turning point as `[title, sentence]`; `name` is whose it is. */
export function featWords({ code, figures }, name) {
  const told = Object.entries(figures).map(([key, value]) => [key, inWords(key, value)]);
  const given = { name, ...Object.fromEntries(told) };
  return [t(`feat_${code}`), t(`feat_${code}_told`, given)];
}

function inWords(key, value) {
  if (typeof value !== "number") return value;
  if (CHANCES.has(key)) return formatPercent(value);
  return MEANS.has(key) ? formatRounded(value) : formatAmount(value);
}

/** An average: more than three figures of it say nothing. */
export function formatRounded(value) {
  return formatAmount(Number(value.toPrecision(3)));
}
