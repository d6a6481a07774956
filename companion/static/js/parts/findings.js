/** The findings of a health check with advice, on a table's page and on a hub's. */

import { formatBytes, formatFigure, formatWhen, t, translateOr } from "../words.js";
import { h } from "./dom.js";

// The sign of each level, its colour and how round its frame is: never colour alone.
/** @type {Record<Level, [sign: string, tone: string, round: string]>} */
const MARKS = {
  ok: ["✓", "var(--good)", "50%"],
  info: ["i", "var(--ink-soft)", "50%"],
  warning: ["!", "var(--brass-lit)", "8px"],
  problem: ["✕", "var(--red-ink)", "2px"],
};
const RANK = ["problem", "warning", "info", "ok"];

/**
 * Draw `findings`, the worst first, with the limits, which few people need, folded away.
 * @param {API.Finding[]} findings
 */
export function drawFindings(findings) {
  const ranked = [...findings].sort((a, b) => RANK.indexOf(a.level) - RANK.indexOf(b.level));
  const limits = ranked.filter(isLimit);
  return [
    h("ul", { key: "findings" }, ranked.filter((one) => !isLimit(one)).map(drawFinding)),
    limits.length
      ? h(
          "details",
          { key: "limits" },
          h("summary", { class: "link" }, t("health_limits")),
          h("ul", {}, limits.map(drawFinding)),
        )
      : null,
  ];
}

/** @param {API.Finding} finding */
function isLimit({ code }) {
  return code.startsWith("budget");
}

/** Draw the answer of a driver or camera after a sentence. @param {string} answer */
export function drawAnswer(answer) {
  return h("span", { class: "soft", lang: "en" }, ` (${answer})`);
}

/** @param {API.Finding} finding */
function drawFinding({ code, level, figures }) {
  const words = inWords(figures ?? {});
  const advice = level === "ok" ? "" : translateOr(`health_${code}_do`, "", words);
  return h(
    "li",
    { class: "finding line ruled", key: code },
    mark(level),
    h(
      "div",
      { class: "grow" },
      h(
        "p",
        {},
        t(`health_${code}`, words),
        words.answer ? drawAnswer(String(words.answer)) : null,
      ),
      advice ? h("p", { class: "hint" }, advice) : null,
    ),
  );
}

/** Return the sign of a level: ok, info, warning or problem. @param {Level} level */
export function mark(level) {
  const [sign, tone, round] = MARKS[level];
  return h(
    "span",
    {
      class: "health-mark strong rigid middle",
      role: "img",
      "aria-label": t(`health_level_${level}`),
      vars: { "--tone": tone, "--round": round },
    },
    sign,
  );
}

const BYTES = ["free", "used", "bytes"];

/** @param {Figures} figures */
function inWords(figures) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      if (name === "at") return [name, formatWhen(String(value), "moment")];
      if (Array.isArray(value)) return [name, value.join(", ")];
      if (typeof value !== "number") return [name, value];
      return [name, BYTES.includes(name) ? formatBytes(value) : formatFigure(value)];
    }),
  );
}
