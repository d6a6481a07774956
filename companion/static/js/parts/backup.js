/** Backups: one to take home, one to bring back, and those that lie on the machine. */

import { restoreBackup, showMessage } from "../actions.js";
import { Failed, get, LONG_MS, Refused, TABLE, upload } from "../api.js";
import { changeState, state } from "../store.js";
import { language, t, translateOr } from "../words.js";
import { h } from "./dom.js";

const TYPE = "application/vnd.sqlite3";
const SHOWN = 6; // of the backups on the machine

let kept = [];
let asked = null; // the backup that is to be put back, if that is confirmed
let checking = false;

/** Ask the server which backups lie there. */
export async function lookForBackups() {
  kept = (await get(`${TABLE}/backups`, LONG_MS)).backups;
}

/** Figures of backups as the page's language writes them. */
export const backupWords = {
  at: (time) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
      new Date(time),
    ),
  size: (bytes) => {
    const [unit, value] =
      bytes < 1e6
        ? ["kilobyte", bytes / 1e3]
        : bytes < 1e9
          ? ["megabyte", bytes / 1e6]
          : ["gigabyte", bytes / 1e9];
    const style = { style: "unit", unit, maximumFractionDigits: 1 };
    return new Intl.NumberFormat(language, style).format(value);
  },
};

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
      onchange: (event) => bring(event.target.files[0]),
    }),
  );
}

async function bring(file) {
  if (!file) return;
  checking = true;
  changeState({ message: null });
  try {
    ask(await upload(`${TABLE}/backups`, file, TYPE));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    const refused = error instanceof Refused;
    showMessage(
      refused ? translateOr(`refusal_${error.body.code}`, error.message) : t("unreachable"),
    );
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
              `${backupWords.at(one.at)} · ${t(`backup_why_${one.why}`)} · `,
              h("span", { class: "hint" }, backupWords.size(one.bytes)),
            ),
            h("button", { class: "log-do lit", onclick: () => ask(one) }, t("backup_put_back")),
          ),
        ),
    ),
  ];
}

function ask(one) {
  asked = one;
  changeState({});
  requestAnimationFrame(() => document.querySelector(".confirm")?.scrollIntoView());
}

function drawConfirm() {
  const at = backupWords.at(asked.last ?? asked.at);
  return h(
    "div",
    { class: "confirm plate stack", key: "confirm", role: "group", "aria-label": t("backup_do") },
    h("p", {}, t("backup_sure", { at })),
    asked.names ? h("p", { class: "hint" }, asked.names.join(" · ")) : null,
    h(
      "button",
      { class: "danger", waits: state.busy, onclick: () => putBack(asked, at) },
      t("backup_do"),
    ),
    h("button", { class: "quiet", onclick: () => ask(null) }, t("cancel")),
  );
}

async function putBack({ name }, at) {
  if (!(await restoreBackup(name))) return;
  asked = null;
  showMessage(t("backup_done", { at }), { done: true });
  await lookForBackups();
  changeState({});
}
