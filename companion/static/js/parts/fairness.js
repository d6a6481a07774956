/** Whether the dice are fair: how often each face came up, and the interval of its true share. */

import { formatAmount, formatPercent, formatTenths, t, translateOr } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";

const TOP = 1 / 3; // the share at the upper edge of the picture
const HEIGHT = 90;
const COLUMN = 40;
const WIDE = 10000; // a count that finds no room below a die: its share does

/**
 * Draw the statistics of the dice of the newest evening and of all games; null without any.
 * @param {API.DiceStatistics} diceStatistics
 */
export function drawFairness({ evening, all }) {
  if (!all.length) return null;
  const more = all[0].thrown > (evening[0]?.thrown ?? 0);
  return h(
    "section",
    { class: "stack tight", key: "dice" },
    h("h3", {}, t("fair_title")),
    h(
      "ul",
      { class: "grid", vars: { "--least": "20rem" } },
      evening.map((group) => drawGroup(group, "evening")),
      more ? all.map((group) => drawGroup(group, "all")) : null,
    ),
    h("p", { class: "soft" }, t("fair_how")),
  );
}

/** @param {API.Fairness} group @param {string} which */
function drawGroup(group, which) {
  const { body, thrown, verdict, needed } = group;
  return h(
    "li",
    { class: "plate stack tight", key: `${which}-${body}` },
    h(
      "p",
      { class: "line spread large" },
      h(
        "b",
        {},
        body ? t("fair_colour", { colour: translateOr(`body_${body}`, body) }) : t("fair_all_dice"),
      ),
      h("span", { class: "soft" }, t(`fair_${which}`, { count: formatAmount(thrown) })),
    ),
    drawBars(group),
    h(
      "p",
      { class: verdict === "nothing" ? "" : "warn" },
      t(`fair_${verdict}`, { face: group.face }),
    ),
    verdict === "loaded" || !needed
      ? null
      : h("p", { class: "soft" }, t("fair_needed", { count: formatAmount(roundUp(needed)) })),
    h(
      "p",
      { class: "soft" },
      t("fair_chi", { chi: formatTenths(group.chi_square), chance: formatPercent(group.p_value) }),
    ),
  );
}

/** Return an estimate without digits that only seem exact. @param {number} figure */
function roundUp(figure) {
  return 50 * Math.ceil(figure / 50);
}

/**
 * Draw a column for each face, with what its true share may be, and a line where a fair die stands.
 * @param {API.Fairness} fairness
 */
function drawBars({ faces, thrown, body }) {
  /** @param {number} share */
  const y = (share) => HEIGHT * (1 - Math.min(share, TOP) / TOP);
  const fair = y(1 / 6);
  return h(
    "div",
    { class: "stack tight" },
    h(
      "svg",
      {
        viewBox: `0 0 ${6 * COLUMN} ${HEIGHT}`,
        preserveAspectRatio: "none", // as wide as the dice below, and no higher
        height: 2 * HEIGHT,
        role: "img",
        "aria-label": faces.map(({ face, count }) => `${face}: ${count}`).join(", "),
      },
      faces.map(({ count, low, high }, at) => {
        const middle = (at + 0.5) * COLUMN;
        const top = y(count / thrown);
        return [
          h("rect", {
            x: middle - 12,
            y: top,
            width: 24,
            height: HEIGHT - top,
            fill: "var(--brass)",
          }),
          h("line", {
            x1: middle,
            x2: middle,
            y1: y(high),
            y2: y(low),
            stroke: "var(--ink)",
            "stroke-width": 2,
          }),
        ];
      }),
      h("line", {
        x1: 0,
        x2: 6 * COLUMN,
        y1: fair,
        y2: fair,
        stroke: "var(--ink)",
        "stroke-dasharray": "5 4",
      }),
    ),
    h(
      "div",
      { class: "line dice-s", "aria-hidden": "true" },
      faces.map(({ face, count }) =>
        h(
          "span",
          { class: "grow stack tight middle" },
          die(face, { body: body || undefined }),
          count < WIDE ? formatAmount(count) : formatPercent(count / thrown),
        ),
      ),
    ),
  );
}
