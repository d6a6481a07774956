/** Whether all is well, for the banker: what was looked at, and what to do about it. */

import { Failed, get, LONG_MS, TABLE } from "../api.js";
import { changeState, changeUi, state } from "../store.js";
import { language, t, translateOr } from "../words.js";
import { backupWords, drawBackups, lookForBackups } from "./backup.js";
import { h } from "./dom.js";
import { drawDrawer } from "./drawer.js";

// The sign of each level, its colour and how round its frame is: never colour alone.
const MARKS = {
  ok: ["✓", "var(--good)", "50%"],
  info: ["i", "var(--ink-soft)", "50%"],
  warning: ["!", "var(--brass-lit)", "8px"],
  problem: ["✕", "var(--red-ink)", "2px"],
};
const SUMMARY = { ok: "health_fine", warning: "health_warned", problem: "health_needed" };
const RANK = ["problem", "warning", "info", "ok"];

let found = null; // what the server found: { level, findings }
let looking = false;

/** Open the drawer. */
export function openHealth() {
  found = null;
  changeUi({ panel: "health" });
}

/** Draw the drawer if it is open. */
export function drawHealth() {
  if (state.ui.panel !== "health") return null;
  if (!found && !looking) look();
  return drawDrawer(
    "health",
    t("health"),
    h(
      "div",
      { class: "drawer-body stack" },
      found ? drawFindings() : h("p", { class: "hint", role: "status" }, "…"),
      drawBackups(),
      drawBundle(),
    ),
  );
}

async function look() {
  looking = true;
  try {
    [found] = await Promise.all([get(`${TABLE}/health`, LONG_MS), lookForBackups()]);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    found = { level: "problem", findings: [] };
  } finally {
    looking = false;
  }
  changeState({});
}

function drawFindings() {
  const ranked = [...found.findings].sort((a, b) => RANK.indexOf(a.level) - RANK.indexOf(b.level));
  return [
    h(
      "p",
      { class: "line large strong", key: "all", role: "status" },
      mark(found.level),
      t(found.findings.length ? SUMMARY[found.level] : "unreachable"),
    ),
    h("ul", { key: "findings" }, ranked.map(drawFinding)),
    h("button", { class: "second", key: "again", onclick: again }, t("health_again")),
  ];
}

function again() {
  found = null;
  changeState({});
}

function drawFinding({ code, level, figures }) {
  const words = inWords(figures);
  const advice = level === "ok" ? "" : translateOr(`health_${code}_do`, "", words);
  return h(
    "li",
    { class: "finding line ruled", key: code },
    mark(level),
    h(
      "div",
      { class: "grow" },
      h("p", {}, t(`health_${code}`, words)),
      advice ? h("p", { class: "hint" }, advice) : null,
    ),
  );
}

/** The sign of a level: ok, info, warning or problem. */
export function mark(level) {
  const [sign, tone, round] = MARKS[level];
  return h(
    "span",
    {
      class: "health-mark heavy rigid middle",
      role: "img",
      "aria-label": t(`health_level_${level}`),
      vars: { "--tone": tone, "--round": round },
    },
    sign,
  );
}

const BYTES = ["free", "used", "bytes"];

function inWords(figures) {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      if (name === "at") return [name, backupWords.at(value)];
      if (typeof value !== "number") return [name, value];
      return [name, BYTES.includes(name) ? backupWords.size(value) : number.format(value)];
    }),
  );
}

function drawBundle() {
  const query = state.ui.bundleNames ? "?names=1" : "";
  return h(
    "section",
    { class: "part stack", key: "bundle" },
    h("h3", {}, t("bundle")),
    h("p", { class: "hint" }, t("bundle_hint")),
    h(
      "label",
      { class: "check line" },
      h("input", {
        type: "checkbox",
        checked: Boolean(state.ui.bundleNames),
        onchange: (event) => changeUi({ bundleNames: event.target.checked }),
      }),
      h("span", {}, t("bundle_names")),
    ),
    h(
      "a",
      { class: "second link", href: `${TABLE}/bundle${query}`, download: "" },
      t("bundle_download"),
    ),
  );
}
