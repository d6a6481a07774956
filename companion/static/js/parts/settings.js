/**
 * The settings of this device (language, theme, voice) and of the table.
 */

import { attempt, sendAction, showMessage, tellCafe } from "../actions.js";
import { chooseTheme, chosenTheme, savePreference, THEMES } from "../device.js";
import { announce, chooseLoudness, LOUDNESS, loudness } from "../effects.js";
import { changeState, mayAct, openPanel, state } from "../store.js";
import { chooseLanguage, formatAmount, LANGUAGES, language, t } from "../words.js";
import { openBackups } from "./backups.js";
import { PACES, pressPace, radio } from "./controls.js";
import { button, h } from "./dom.js";
import { openHealth } from "./health.js";
import { drawDrawer } from "./overlays.js";

/** @type {(string | number)[]} */
const ON_LIKELY_SECONDS = [3, 6, 10];
const ON_LIKELY = [...ON_LIKELY_SECONDS, "ask", "play"];

/** Draw the settings. */
export function drawSettings() {
  return drawDrawer(
    "settings",
    t("settings"),
    h(
      "div",
      { class: "drawer-body grow stack" },
      drawCafe(state.snapshot?.cafe),
      mayAct() ? drawOfTable() : null,
      h("h3", {}, t("settings_hint")),
      drawLanguages(),
      choice("theme", t("theme"), THEMES, chosenTheme(), (one) => t(`theme_${one}`), chooseTheme),
      choice(
        "loudness",
        t("loudness"),
        LOUDNESS,
        loudness(),
        (one) => t(`loudness_${one}`),
        chooseLoudness,
      ),
      loudness() === "off" ? null : button("second", t("loudness_try"), tryIt),
      choice(
        "pace",
        t("pace"),
        PACES,
        pressPace(),
        (one) => t(`pace_${one}`),
        (chosen) => savePreference("pace", chosen),
      ),
      mayAct() && state.snapshot
        ? [h("h3", { key: "all" }, t("table")), drawOnLikely(state.snapshot.settings)]
        : null,
    ),
  );
}

/** Draw the buttons to the camera, health check, backups and taught sets. */
function drawOfTable() {
  return h(
    "section",
    { class: "stack", key: "table" },
    h(
      "div",
      { class: "grid", vars: { "--least": "8rem" } },
      button("second", t("camera"), () => openPanel("camera")),
      button("second", t("health"), openHealth),
      button("second", t("backup"), openBackups),
      button("second", t("taught"), () => openPanel("taught")),
    ),
  );
}

/**
 * Draw the requests and reports to the café, if the table belongs to one.
 * @param {API.CafeView | null | undefined} cafe
 */
function drawCafe(cafe) {
  if (!cafe) return null;
  const report = async () => {
    if (await tellCafe({ report: true })) showMessage(t("cafe_report_sent"), { done: true });
  };
  return h(
    "section",
    { class: "stack", key: "cafe" },
    cafe.away ? h("p", { class: "hint", role: "status" }, t("health_cafe_away")) : null,
    button(
      "main",
      t(cafe.help ? "cafe_help_came" : "cafe_help"),
      () => tellCafe({ help: !cafe.help }),
      { waits: state.busy },
    ),
    cafe.help
      ? h(
          "p",
          { class: "hint", role: "status" },
          t(cafe.coming ? "cafe_help_coming" : "cafe_help_asked"),
        )
      : null,
    button("second", t("cafe_report"), report, { waits: state.busy }),
    h("p", { class: "hint" }, t("cafe_report_hint")),
    cafe.newer ? h("p", { class: "hint" }, t("cafe_newer", { version: cafe.newer })) : null,
  );
}

/** Draw the languages, each in its own words. */
export function drawLanguages() {
  return choice(
    "language",
    t("language"),
    Object.keys(LANGUAGES),
    language,
    (one) => h("span", { lang: one }, LANGUAGES[one]),
    (one) => attempt(() => chooseLanguage(one)),
  );
}

/**
 * Draw what the table does with a roll that the eye is almost sure of.
 * @param {API.LikelyRollSettings} settings
 */
function drawOnLikely({ on_likely: now, seconds }) {
  return choice(
    "on_likely",
    t("on_likely"),
    ON_LIKELY,
    now === "count" ? seconds : now,
    (one) =>
      ON_LIKELY_SECONDS.includes(one)
        ? t("on_likely_count", { count: one })
        : t(`on_likely_${one}`),
    (one) =>
      ON_LIKELY_SECONDS.includes(one)
        ? sendAction({ type: "set", on_likely: "count", seconds: one })
        : sendAction({ type: "set", on_likely: one }),
  );
}

/**
 * @template {string | number} T
 * @param {string} name
 * @param {string} title
 * @param {T[]} values
 * @param {T} now
 * @param {(one: T) => Node | string} word
 * @param {(one: T) => unknown} choose
 */
function choice(name, title, values, now, word, choose) {
  return h(
    "fieldset",
    { class: "setting", key: name },
    h("legend", {}, title),
    h(
      "div",
      { class: "row tight" },
      values.map((one) =>
        radio(name, word(one), one === now, async () => {
          await choose(one);
          changeState({});
        }),
      ),
    ),
  );
}

function tryIt() {
  announce([{ text: t("loudness_sample", { amount: formatAmount(210000) }), sound: "bid" }]);
}
