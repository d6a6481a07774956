/** The health check, for the banker: its findings, and what to do about them. */

import { showMessage } from "../actions.js";
import { Failed, get, LONG_MS, post, TABLE } from "../api.js";
import { changeOpen, changeState, changeUi, state } from "../store.js";
import { t, whyFailed } from "../words.js";
import { drawDownload } from "./controls.js";
import { button, h } from "./dom.js";
import { drawFindings, mark } from "./findings.js";
import { drawDrawer } from "./overlays.js";

/** @type {Record<string, string>} */
const SUMMARY = { ok: "health_fine", warning: "health_warned", problem: "health_needed" };

/** @type {API.TableHealth | null} */
let found = null; // what the server found: { level, findings }
let looking = false;

/** Open the drawer. */
export function openHealth() {
  found = null;
  update.look();
  wifi.look();
  changeOpen({ panel: "health" });
}

/** Draw the drawer. */
export function drawHealth() {
  if (!found && !looking) look();
  return drawDrawer(
    "health",
    t("health"),
    h(
      "div",
      { class: "drawer-body stack" },
      found ? drawFound() : h("p", { class: "hint", role: "status" }, "…"),
      drawUpdate(),
      drawWifi(),
      drawBundle(),
    ),
  );
}

async function look() {
  looking = true;
  try {
    found = await get(`${TABLE}/health`, LONG_MS);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    found = { level: "problem", findings: [] };
  } finally {
    looking = false;
  }
  changeState({});
}

function drawFound() {
  if (!found) return null;
  return [
    h(
      "p",
      { class: "line large strong", key: "all", role: "status" },
      mark(found.level),
      t(found.findings.length ? SUMMARY[found.level] : "unreachable"),
    ),
    drawFindings(found.findings),
    button("second", t("health_again"), again, { key: "again" }),
  ];
}

function again() {
  found = null;
  changeState({});
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
    drawDownload(`${TABLE}/bundle${query}`, t("bundle_download")),
  );
}

// The table can only ask its computer for updates and another Wi-Fi.

const ASK_AGAIN_MS = 5000;

/**
 * Keep the table's last answer to GET and POST of `path` as `seen`, and ask again while the request
 * is being carried out.
 * @template {{ running: boolean }} V
 * @param {string} path
 * @param {(answer: any) => V | null} viewOf
 */
function requested(path, viewOf) {
  const kept = {
    seen: /** @type {V | null} */ (null),
    look: () => show(get(`${TABLE}/${path}`, LONG_MS)),
    /** @param {object} body */
    request: (body) => show(post(`${TABLE}/${path}`, body)),
  };
  /** @param {Promise<unknown>} asked */
  async function show(asked) {
    try {
      kept.seen = viewOf(await asked);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      // The table restarts during an update, and its network closes while it joins another.
      if (!kept.seen?.running) showMessage(whyFailed(error));
    }
    changeState({});
    if (kept.seen?.running && state.open.panel === "health") setTimeout(kept.look, ASK_AGAIN_MS);
  }
  return kept;
}

const update = requested("update", (answer) => /** @type {API.Updates} */ (answer).update);
const wifi = requested("wifi", (answer) => /** @type {API.WifiAnswer} */ (answer).wifi);

function drawUpdate() {
  if (!update.seen) return null;
  const { running, failed, newer } = update.seen;
  const stands = newer ? "newer" : newer === null ? "unknown" : "newest";
  return h(
    "section",
    { class: "part stack", key: "update" },
    h("h3", {}, t("update")),
    failed && !running ? h("p", { class: "hint" }, t("update_failed")) : null,
    h("p", { class: "hint", role: "status" }, t(running ? "update_running" : `update_${stands}`)),
    newer && !running
      ? button("second", t("update_do"), () => update.request({}), { waits: state.busy })
      : null,
  );
}

function drawWifi() {
  if (!wifi.seen) return null;
  const { running, failed, networks } = wifi.seen;
  return h(
    "form",
    { class: "part stack", key: "wifi", onsubmit: joinWifi },
    h("h3", {}, t("wifi")),
    running || failed
      ? h("p", { class: "hint", role: "status" }, t(running ? "wifi_running" : "wifi_failed"))
      : null,
    drawField("name", { list: "networks", required: true, maxlength: 32 }),
    h(
      "datalist",
      { id: "networks" },
      networks.map((name) => h("option", { value: name })),
    ),
    drawField("password", { type: "password", minlength: 8, maxlength: 63 }),
    drawField("country", { pattern: "[A-Za-z]{2}", maxlength: 2 }),
    h("p", { class: "hint" }, t("wifi_hint")),
    h("button", { class: "second", waits: state.busy }, t("wifi_do")),
  );
}

/** @param {string} name @param {Record<string, any>} more */
function drawField(name, more) {
  const input = h("input", { class: "name", name, autocomplete: "off", ...more });
  return h("label", { class: "stack tight" }, t(`wifi_${name}`), input);
}

/** @param {SubmitEvent} event */
async function joinWifi(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { name, password, country } = Object.fromEntries(new FormData(form));
  await wifi.request({ name, password, country: String(country).toUpperCase() });
}
