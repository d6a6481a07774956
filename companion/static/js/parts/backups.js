/** Backups: downloading one, uploading one, and those on the machine. */

import { attempt, restoreBackup, showMessage } from "../actions.js";
import { get, LONG_MS, TABLE, upload } from "../api.js";
import { changeState, openPanel, state } from "../store.js";
import { formatBytes, formatWhen, t } from "../words.js";
import { drawDownload, drawFileButton } from "./controls.js";
import { button, h } from "./dom.js";
import { drawDrawer } from "./overlays.js";

const TYPE = "application/vnd.sqlite3";
const SHOWN = 6; // of the backups on the machine

/** @type {API.BackupFile[]} */
let kept = [];
/** @type {AskedBackup | null} */
let asked = null; // the backup to be restored, once people confirm it
let checking = false;

/** Ask the server for its backups. */
async function lookForBackups() {
  /** @type {API.BackupList} */
  const { backups } = await get(`${TABLE}/backups`, LONG_MS);
  kept = backups;
}

/** Open the drawer. */
export async function openBackups() {
  asked = null;
  openPanel("backups");
  await attempt(lookForBackups);
  changeState({});
}

/** Draw the drawer. */
export function drawBackups() {
  return drawDrawer(
    "backups",
    t("backup"),
    h(
      "div",
      { class: "drawer-body stack" },
      h("p", { class: "hint" }, t("backup_hint")),
      drawDownload(`${TABLE}/backup`, t("backup_download")),
      drawUpload(),
      asked ? drawConfirm() : drawKept(),
    ),
  );
}

function drawUpload() {
  if (checking) return h("p", { class: "hint", key: "up", role: "status" }, t("backup_checking"));
  return drawFileButton(t("backup_upload"), bring, { accept: ".sqlite3" });
}

/** @param {File} file */
async function bring(file) {
  checking = true;
  changeState({ message: null });
  await attempt(async () => ask(await upload(`${TABLE}/backups`, file, TYPE)));
  checking = false;
  changeState({});
}

function drawKept() {
  if (!kept.length) return null;
  return [
    h("h4", { key: "title" }, t("backup_kept")),
    h(
      "ul",
      { class: "kept", key: "kept" },
      kept.slice(0, SHOWN).map((one) =>
        h(
          "li",
          { class: "row spread ruled", key: one.name },
          h(
            "span",
            {},
            `${formatWhen(one.at, "moment")} · ${t(`backup_why_${one.why}`)} · `,
            h("span", { class: "hint" }, formatBytes(one.bytes)),
          ),
          button("log-do", t("backup_put_back"), () => ask(one)),
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
    button("danger", t("backup_do"), () => putBack(backup, at), { waits: state.busy }),
    button("quiet", t("cancel"), () => ask(null)),
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
