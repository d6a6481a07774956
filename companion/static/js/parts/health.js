/** The health check, for the banker: what was looked at, and what to do about it. */

import { restoreBackup, showMessage } from "../actions.js";
import { Failed, get, LONG_MS, post, TABLE, upload } from "../api.js";
import { changeOpen, changeState, changeUi, state } from "../store.js";
import { formatBytes, formatWhen, t, whyFailed } from "../words.js";
import { h } from "./dom.js";
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
  lookForUpdate();
  lookAtWifi();
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
      drawBackups(),
      drawUpdate(),
      drawWifi(),
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
    h("button", { class: "second", key: "again", onclick: again }, t("health_again")),
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
    h(
      "a",
      { class: "second link", href: `${TABLE}/bundle${query}`, download: "" },
      t("bundle_download"),
    ),
  );
}

// Updates, where the table can install them by itself.

const INSTALLING_MS = 5000;

/** @type {API.UpdateView | null} */
let update = null;

async function lookForUpdate() {
  await showUpdate(get(`${TABLE}/update`, LONG_MS));
}

/** @param {Promise<API.Updates>} asked */
async function showUpdate(asked) {
  try {
    update = (await asked).update;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (!update?.running) showMessage(whyFailed(error)); // the table restarts during an update
  }
  changeState({});
  if (update?.running && state.open.panel === "health") setTimeout(lookForUpdate, INSTALLING_MS);
}

function drawUpdate() {
  if (!update) return null;
  const { running, failed, newer } = update;
  const stands = newer ? "newer" : newer === null ? "unknown" : "newest";
  return h(
    "section",
    { class: "part stack", key: "update" },
    h("h3", {}, t("update")),
    failed && !running ? h("p", { class: "hint" }, t("update_failed")) : null,
    h("p", { class: "hint", role: "status" }, t(running ? "update_running" : `update_${stands}`)),
    newer && !running
      ? h("button", { class: "second", waits: state.busy, onclick: installUpdate }, t("update_do"))
      : null,
  );
}

async function installUpdate() {
  await showUpdate(post(`${TABLE}/update`, {}));
}

// The Wi-Fi of the table's computer, where the page can choose it.

/** @type {API.WifiView | null} */
let wifi = null;

async function lookAtWifi() {
  await showWifi(get(`${TABLE}/wifi`, LONG_MS));
}

/** @param {Promise<API.Wifi>} asked */
async function showWifi(asked) {
  try {
    wifi = (await asked).wifi;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (!wifi?.running) showMessage(whyFailed(error)); // its network closes while it joins another
  }
  changeState({});
  if (wifi?.running && state.open.panel === "health") setTimeout(lookAtWifi, INSTALLING_MS);
}

function drawWifi() {
  if (!wifi) return null;
  const { running, failed, networks } = wifi;
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
  await showWifi(post(`${TABLE}/wifi`, { name, password, country: String(country).toUpperCase() }));
}

// Backups: one to take home, one to bring back, and those that lie on the machine.

const TYPE = "application/vnd.sqlite3";
const SHOWN = 6; // of the backups on the machine

/** @type {API.BackupFile[]} */
let kept = [];
/** @type {AskedBackup | null} */
let asked = null; // the backup that is to be put back, if that is confirmed
let checking = false;

/** Ask the server which backups lie there. */
export async function lookForBackups() {
  /** @type {API.BackupList} */
  const { backups } = await get(`${TABLE}/backups`, LONG_MS);
  kept = backups;
}

/** Draw everything about backups. */
export function drawBackups() {
  return h(
    "section",
    { class: "part stack", key: "backups" },
    h("h3", {}, t("backup")),
    h("p", { class: "hint" }, t("backup_hint")),
    h(
      "a",
      { class: "second link", key: "down", href: `${TABLE}/backup`, download: "" },
      t("backup_download"),
    ),
    drawUpload(),
    asked ? drawConfirm() : drawKept(),
  );
}

function drawUpload() {
  if (checking) return h("p", { class: "hint", key: "up", role: "status" }, t("backup_checking"));
  return h(
    "label",
    { class: "second link anchor", key: "up" },
    t("backup_upload"),
    h("input", {
      type: "file",
      class: "file-input cover",
      accept: ".sqlite3",
      onchange: (event) => bring(event.target.files?.[0]),
    }),
  );
}

/** @param {File | undefined} file */
async function bring(file) {
  if (!file) return;
  checking = true;
  changeState({ message: null });
  try {
    ask(await upload(`${TABLE}/backups`, file, TYPE));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(whyFailed(error));
  } finally {
    checking = false;
    changeState({});
  }
}

function drawKept() {
  if (!kept.length) return null;
  return [
    h("h4", { key: "title" }, t("backup_kept")),
    h(
      "ul",
      { class: "kept", key: "kept" },
      kept
        .slice(0, SHOWN)
        .map((one) =>
          h(
            "li",
            { class: "row spread ruled", key: one.name },
            h(
              "span",
              {},
              `${formatWhen(one.at, "moment")} · ${t(`backup_why_${one.why}`)} · `,
              h("span", { class: "hint" }, formatBytes(one.bytes)),
            ),
            h("button", { class: "log-do lit", onclick: () => ask(one) }, t("backup_put_back")),
          ),
        ),
    ),
  ];
}

/** @param {AskedBackup | null} one */
function ask(one) {
  asked = one;
  changeState({});
  requestAnimationFrame(() => document.querySelector(".confirm")?.scrollIntoView());
}

function drawConfirm() {
  if (!asked) return null;
  const backup = asked;
  const at = formatWhen(asked.last ?? asked.at, "moment");
  return h(
    "div",
    { class: "confirm plate stack", key: "confirm", role: "group", "aria-label": t("backup_do") },
    h("p", {}, t("backup_sure", { at })),
    asked.names ? h("p", { class: "hint" }, asked.names.join(" · ")) : null,
    h(
      "button",
      { class: "danger", waits: state.busy, onclick: () => putBack(backup, at) },
      t("backup_do"),
    ),
    h("button", { class: "quiet", onclick: () => ask(null) }, t("cancel")),
  );
}

/** @param {AskedBackup} askedBackup @param {string} at */
async function putBack({ name }, at) {
  if (!(await restoreBackup(name))) return;
  asked = null;
  showMessage(t("backup_done", { at }), { done: true });
  await lookForBackups();
  changeState({});
}
