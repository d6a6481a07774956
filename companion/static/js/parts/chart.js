/**
 * Everybody's scores through the game, as SVG. Each line has its seat's colour and its own dashes,
 * and ends in the seat's sign. A slider goes through the game; all figures are also in a table.
 */

import { IN_ROOM } from "../device.js";
import { changeState, changeUi, state } from "../store.js";
import { formatAmount, formatPercent, formatShortAmount, isolate, t } from "../words.js";
import { drawDataTable } from "./controls.js";
import { boxOnScreen, h } from "./dom.js";
import { seatColour, seatSign } from "./seats.js";

const DASHES = ["", "14 7", "3 6", "16 6 3 6", "26 7", "8 4", "2 5 10 5", "20 5 3 5 3 5"];
const BESIDE = 470; // pixels of the height for everything else next to the chart
const ROOM = { top: 20, bottom: 16, right: 58 };

// A rotated screen needs another chart.
addEventListener("resize", () => state.snapshot?.over && changeState({}));

/** Draw the chart of `story` with its slider and its table. @param {Story} story */
export function drawChart(story) {
  const last = story.series.length - 1;
  const at = Math.min(state.ui.chartAt ?? last, last);
  return h(
    "figure",
    { class: "chart plate shrinks stack tight", key: "chart" },
    h("figcaption", { class: "strong" }, t(`ending_chart_${story.unit}`)),
    drawLines(story, at),
    // On a television nobody uses a slider, and final scores are at the seats.
    IN_ROOM ? null : [last > 0 ? drawSlider(story, at) : null, drawReadout(story, at)],
    drawFigures(story),
  );
}

/**
 * Return the place in the series of the act that brought `version`.
 * @param {Story} story
 * @param {number} version
 */
export function stepOf(story, version) {
  const later = story.series.findIndex((step) => step.version > version);
  return later < 0 ? story.series.length - 1 : Math.max(later - 1, 0);
}

/**
 * One unit is one pixel where the chart is drawn, so that its letters have the page's size.
 * @param {Story} story
 */
function measure(story) {
  const small = matchMedia("(max-width: 559px), (orientation: portrait)").matches;
  const root = getComputedStyle(document.documentElement);
  const rem = parseFloat(root.fontSize);
  const zoom = Number(root.getPropertyValue("--zoom"));
  const [across, down] = [innerWidth / zoom, innerHeight / zoom];
  const width = Math.max(280, small ? across - 40 : Math.round(across * 0.68));
  const room = IN_ROOM ? down * 0.22 : Math.max(down * 0.36, down - BESIDE);
  const height = small ? 260 : Math.round(Math.min(room, width * 0.6));
  const { marks, low, high } = scale(story.series.flatMap(({ scores }) => scores.map(Number)));
  const longest = Math.max(...marks.map((mark) => formatShortAmount(mark).length));
  const left = 14 + longest * rem * 0.56;
  const last = Math.max(story.series.length - 1, 1);
  /** @param {number} step */
  const x = (step) => left + (step / last) * (width - left - ROOM.right);
  /** @param {number} value */
  const y = (value) =>
    ROOM.top + ((high - value) / (high - low)) * (height - ROOM.top - ROOM.bottom);
  return { width, height, left, rem, marks, x, y };
}

/** Round marks that enclose all `values`: at most six, including zero. @param {number[]} values */
export function scale(values) {
  const top = Math.max(...values, 0);
  const bottom = Math.min(...values, 0);
  const rough = (top - bottom || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power);
  const low = Math.floor(bottom / step) * step;
  const high = Math.max(Math.ceil(top / step), 1) * step;
  const count = Math.round((high - low) / step) + 1;
  return { low, high, marks: Array.from({ length: count }, (_, at) => low + at * step) };
}

/** @param {Story} story @param {number} at */
function drawLines(story, at) {
  const size = measure(story);
  const { width, height } = size;
  return h(
    "svg",
    {
      class: "chart-lines full",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": t("ending_chart_words"),
      onclick: (event) => pick(event, story, size),
    },
    drawMarks(size),
    h("line", {
      class: "chart-at",
      stroke: "var(--ink)",
      "stroke-width": 3,
      "stroke-dasharray": "3 5",
      x1: size.x(at),
      x2: size.x(at),
      y1: ROOM.top - 8,
      y2: height - ROOM.bottom,
    }),
    story.seats.map(({ seat }) => drawLine(story, seat, size)),
    drawEnds(story, size),
    flags(story, size).map(drawFlag),
  );
}

/** @param {On<MouseEvent>} event @param {Story} story @param {Measure} measure */
function pick(event, story, { width, left }) {
  const box = boxOnScreen(event.currentTarget);
  const x = ((event.clientX - box.left) / box.width) * width;
  const last = story.series.length - 1;
  const step = Math.round(((x - left) / (width - left - ROOM.right)) * last);
  changeUi({ chartAt: Math.min(Math.max(step, 0), last) });
}

/** @param {Measure} measure */
function drawMarks({ width, left, marks, rem, y }) {
  return marks.map((mark) => [
    h("line", {
      x1: left,
      x2: width - ROOM.right,
      y1: y(mark),
      y2: y(mark),
      stroke: "var(--line)",
    }),
    h(
      "text",
      { fill: "var(--ink-soft)", x: left - 8, y: y(mark) + rem * 0.33, "text-anchor": "end" },
      formatShortAmount(mark),
    ),
  ]);
}

/**
 * A score stays until an act changes it, so the line goes in steps, from when the player joined.
 * @param {Story} story
 * @param {number} seat
 * @param {Measure} measure
 */
function drawLine(story, seat, { x, y }) {
  const steps = story.series.flatMap(({ scores: { [seat]: score } }, step) =>
    score === null ? [] : [[x(step), y(score)]],
  );
  const path = steps
    .map(([left, top], step) => (step ? `H${round(left)} V${round(top)}` : `M${left} ${top}`))
    .join(" ");
  const line = {
    fill: "none",
    "stroke-linejoin": "round",
    "stroke-dasharray": DASHES[seat % DASHES.length],
    d: path,
  };
  return [
    // In daylight, a dark edge makes every seat's colour visible.
    h("path", { ...line, stroke: "var(--paper-ink)", "stroke-width": 8 }),
    h("path", { ...line, class: "chart-line", "stroke-width": 5, stroke: seatColour(seat) }),
  ];
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/**
 * The signs at the ends of the lines, moved apart where lines end together.
 * @param {Story} story
 * @param {Measure} measure
 */
function drawEnds(story, { width, height, y }) {
  const signs = 26;
  const scores = story.series.at(-1)?.scores ?? [];
  const ends = scores
    .map((score, seat) => ({ seat, top: y(Number(score)) }))
    .sort((a, b) => a.top - b.top);
  const apart = Math.min(signs + 2, (height - signs) / Math.max(ends.length - 1, 1));
  ends.forEach((end, at) => {
    if (at) end.top = Math.max(end.top, ends[at - 1].top + apart);
  });
  const over = Math.max((ends.at(-1)?.top ?? 0) - (height - signs / 2 - 2), 0);
  [...ends].reverse().forEach((end, at) => {
    const below = at ? ends[ends.length - at].top - apart : end.top - over;
    end.top = Math.min(end.top, below);
  });
  return ends.map(({ seat, top }) => {
    const sign = seatSign(seat);
    const place = { x: width - ROOM.right + 22, y: top - signs / 2, width: signs, height: signs };
    for (const [name, value] of Object.entries(place)) sign.setAttribute(name, String(value));
    return sign;
  });
}

/**
 * Return the places of the turning points; one that would hide another goes above it.
 * @param {Story} story
 * @param {Measure} measure
 */
function flags(story, { x, y, rem }) {
  const r = rem * 0.55;
  /** @type {Flag[]} */
  const placed = [];
  story.feats.forEach(({ code, seat, version }, at) => {
    const step = stepOf(story, version);
    const flag = {
      code,
      seat,
      number: at + 1,
      r,
      cx: x(step),
      cy: y(Number(story.series[step].scores[seat])),
    };
    /** @param {Flag} other */
    const hides = (other) => Math.hypot(other.cx - flag.cx, other.cy - flag.cy) < 2 * r;
    while (placed.some(hides) && flag.cy > 2 * r) flag.cy -= r;
    placed.push(flag);
  });
  return placed;
}

/** Draw a turning point by its number in the list. @param {Flag} flag */
function drawFlag({ code, seat, number, r, cx, cy }) {
  return h(
    "g",
    { class: "chart-flag", key: `${code}${seat}` },
    h("circle", { cx, cy, r, fill: "#14201b", "stroke-width": 3, stroke: seatColour(seat) }),
    h(
      "text",
      { x: cx, y: cy + r * 0.55, "text-anchor": "middle", "font-weight": 800, fill: "#fff3d0" },
      number,
    ),
  );
}

/** @param {Story} story @param {number} at */
function drawSlider(story, at) {
  const { seats, series, unit } = story;
  const values = seats.flatMap(({ seat, name }) => {
    const score = series[at].scores[seat];
    return score === null ? [] : `${isolate(name)} ${scored(score, unit)}`;
  });
  return h("input", {
    class: "chart-slider full",
    type: "range",
    min: 0,
    max: series.length - 1,
    value: at,
    "aria-label": t("ending_slider"),
    "aria-valuetext": [stepWords(story, at), ...values].join(", "),
    oninput: (event) => changeUi({ chartAt: Number(event.target.value) }),
  });
}

/** @param {Story} story @param {number} at */
function stepWords(story, at) {
  if (at === 0) return t("ending_start");
  if (at === story.series.length - 1) return t("ending_end");
  return t("ending_step", { number: at, all: story.series.length - 1 });
}

/** @param {Story} story @param {number} at */
function drawReadout(story, at) {
  return h(
    "p",
    { class: "chart-readout row", "aria-hidden": "true" },
    h("b", {}, stepWords(story, at)),
    story.seats.map(({ seat }) =>
      h(
        "span",
        { class: "chart-value line tight", key: `value${seat}` },
        seatSign(seat),
        formatScore(story.series[at].scores[seat]),
      ),
    ),
  );
}

/** @param {Story} story */
function drawFigures(story) {
  return h(
    "details",
    { class: "chart-table" },
    h("summary", { class: "soft" }, t("ending_table")),
    h(
      "div",
      {
        class: "table-scroll scrolls",
        tabindex: 0,
        role: "region",
        "aria-label": t("ending_table"),
      },
      drawDataTable(
        "full",
        [
          h("th", { scope: "col" }, t("ending_step_word")),
          story.seats.map(({ seat, name }) => h("th", { scope: "col" }, seatSign(seat), " ", name)),
        ],
        story.series.map(drawStep),
      ),
    ),
  );
}

/** @param {API.StoryStep} storyStep @param {number} at */
function drawStep({ scores }, at) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, at),
    scores.map((score) => h("td", {}, formatScore(score))),
  );
}

/** Return a score, or a dash where there is none. @param {number | null} score */
export function formatScore(score) {
  return score === null ? "–" : formatAmount(score);
}

// Figures of turning points in words: scores with their unit, chances in percent.

const CHANCES = new Set(["chance", "share"]);
const MEANS = new Set(["gain"]);
const LATE = 0.95; // of the game: as good as its end

/**
 * Return a score in its unit: "1 200 000", "7 bones", "19 points".
 * @param {number} score
 * @param {string} unit
 */
export function scored(score, unit) {
  return t(`ending_unit_${unit}`, { amount: formatAmount(score), count: score });
}

/**
 * Return a turning point as `[title, sentence]`; `name` is whose it is.
 * @param {Feat} feat
 * @param {string} name
 */
export function featWords({ code, figures }, name) {
  const inText = Object.entries(figures).map(([key, value]) => [key, inWords(key, value)]);
  const given = { name, ...Object.fromEntries(inText) };
  const late = code === "took_lead" && Number(figures.share) > LATE;
  return [t(`feat_${code}`), t(late ? "feat_took_lead_last" : `feat_${code}_told`, given)];
}

/** @param {string} key @param {unknown} value */
function inWords(key, value) {
  if (typeof value !== "number") return value;
  if (CHANCES.has(key)) return formatPercent(value);
  return MEANS.has(key) ? formatRounded(value) : formatAmount(value);
}

/** An average, to three figures. @param {number} value */
export function formatRounded(value) {
  return formatAmount(Number(value.toPrecision(3)));
}
