/** All tables of the café, those that need somebody first, and the page of one table. */

import { Failed, get } from "../api.js";
import { drawDownload, textField } from "../parts/controls.js";
import { button, h } from "../parts/dom.js";
import { drawFindings } from "../parts/findings.js";
import { changeState, changeUi, state } from "../store.js";
import { formatAmount, formatList, language, t, titleOf, translateOr } from "../words.js";
import { drawGame, timeOf } from "./archive.js";
import { answerOf, fieldsOf, hasRole, send } from "./requests.js";

const EYE_TROUBLE = ["lost", "covered", "dark", "moved_camera"];

/** Draw all tables, or the one that is open. */
export function drawTables() {
  const open = location.hash.split("/")[1] ?? "";
  if (open in tables) return drawTable(open, tables[open]);
  if (open === "sheets") return drawSheets();
  const ids = Object.keys(tables).sort(
    (one, other) => rankOf(tables[one]) - rankOf(tables[other]) || byName(one, other),
  );
  if (!ids.length) return drawNoTables();
  return [
    h(
      "h2",
      { class: "ask" },
      t("hub_count", { count: ids.filter((id) => tables[id].online).length, all: ids.length }),
    ),
    h(
      "ul",
      { class: "grid hub-tables", vars: { "--least": "16rem" } },
      ids.map((id) => drawTile(id, tables[id])),
    ),
    ids.some((id) => tables[id].url)
      ? button("quiet", t("hub_sheets"), () => (location.hash = "tables/sheets"), { key: "sheets" })
      : null,
  ];
}

function drawNoTables() {
  return [
    h("h2", { class: "ask" }, t("hub_no_tables")),
    hasRole("admin")
      ? button("main", t("hub_join"), () => (location.hash = "management"))
      : h("p", { class: "hint" }, t("hub_admin_adds")),
  ];
}

/** Draw a sheet for each table, to be printed. */
function drawSheets() {
  const ids = Object.keys(tables).filter((id) => tables[id].online && tables[id].url);
  return [
    h(
      "div",
      { class: "row", key: "print" },
      drawBack(),
      button("second", t("hub_print"), () => print()),
    ),
    h("p", { class: "hint", key: "how" }, t("hub_sheets_how")),
    ids.sort(byName).map((id) =>
      h(
        "section",
        { class: "hub-sheet stack center", key: id },
        h("h2", { class: "title larger" }, nameOf(id)),
        h("img", {
          class: "qr",
          alt: t("hub_join_picture"),
          src: `/api/tables/${id}/address.svg`,
        }),
        h("p", { class: "large" }, tables[id].url),
        h("p", {}, t("hub_sheet_scan")),
      ),
    ),
  ];
}

function drawBack() {
  return button("quiet", t("hub_all_tables"), () => (location.hash = "tables"));
}

/** @param {Hub.Table} table */
function rankOf(table) {
  if (!table.online) return 3;
  if (table.help && !table.coming) return 0;
  return troubles(table).length ? 1 : 2;
}

/** @param {string} one @param {string} other */
function byName(one, other) {
  return nameOf(one).localeCompare(nameOf(other), language, { numeric: true });
}

/** Return the problems of a table, most urgent first. @param {Hub.Table} table */
function troubles(table) {
  if (!table.online) return [t("hub_offline")];
  return [
    table.help ? t(table.coming ? "hub_coming" : "hub_help_asked") : null,
    EYE_TROUBLE.includes(table.eye ?? "") ? t("hub_eye", { state: t(`eye_${table.eye}`) }) : null,
    table.trouble ? translateOr(`refusal_${table.trouble}`, table.trouble) : null,
  ].filter((one) => one !== null);
}

/** @param {string} id @param {Hub.Table} table */
function drawTile(id, table) {
  return h(
    "li",
    { key: id },
    button(
      `hub-table plate stack tight left full ${table.help && !table.coming && table.online ? "calls" : ""}`,
      [
        h("b", { class: "large clip" }, nameOf(id)),
        drawWhat(table),
        troubles(table).map((trouble) => h("span", { class: "warn" }, trouble)),
      ],
      () => (location.hash = `tables/${id}`),
    ),
  );
}

/** Draw which game is on, who leads, and since when. @param {Hub.Table} table */
function drawWhat(table) {
  if (!table.game) return h("span", { class: "soft" }, t("hub_free"));
  const names = (table.leads ?? []).flatMap((seat) => table.seats?.[seat]?.name ?? []);
  const time = table.since && timeOf(table.since);
  const since = time && t("hub_since", { time });
  return [
    h("span", { class: "lit" }, titleOf(table.title)),
    names.length
      ? h(
          "span",
          {},
          t(table.over ? "winner" : "hub_leads", { names: formatList(names), count: names.length }),
        )
      : null,
    h(
      "span",
      { class: "soft" },
      [table.over ? t("hub_over") : table.paused ? t("hub_paused") : null, since]
        .filter(Boolean)
        .join(" · "),
    ),
  ];
}

/** @param {string} id @param {Hub.Table} table */
function drawTable(id, table) {
  /** @type {Hub.History | null} */
  const history = answerOf(`/api/tables/${id}`);
  return [
    h("p", { class: "row", key: "back" }, drawBack()),
    h("h2", { class: "ask" }, nameOf(id)),
    h(
      "div",
      { class: "plate stack tight", key: "what" },
      drawWhat(table),
      troubles(table).map((one) => h("p", { class: "warn" }, one)),
      table.help && table.online && !table.coming
        ? button("main", t("hub_coming_do"), () => send(`/api/tables/${id}/coming`, {}))
        : null,
      table.url ? h("a", { class: "link second", href: table.url }, t("hub_address")) : null,
      drawSeats(table),
    ),
    table.version
      ? h("p", { class: "soft" }, t("hub_version", { version: table.version, id }))
      : null,
    hasRole("admin") ? [drawHealth(id, table), drawCare(id, table)] : null,
    history?.notices.length
      ? h(
          "section",
          { class: "stack tight", key: "notices" },
          h("h3", {}, t("hub_notices")),
          h("ul", {}, history.notices.map(drawNotice)),
        )
      : null,
    history
      ? h(
          "section",
          { class: "stack tight", key: "games" },
          h("h3", {}, t("evenings")),
          history.games.length ? null : h("p", { class: "hint" }, t("evenings_none")),
          h("ul", { class: "grid", vars: { "--least": "20rem" } }, history.games.map(drawGame)),
        )
      : null,
  ];
}

/** @param {Hub.Table} table */
function drawSeats(table) {
  if (!table.seats?.length) return null;
  return h(
    "ul",
    {},
    table.seats.map(({ name, score }, seat) =>
      h(
        "li",
        { class: "ruled line spread", key: `seat${seat}` },
        h("b", { class: "clip" }, name),
        typeof score === "number" ? formatAmount(score) : null,
      ),
    ),
  );
}

/** Draw what the table's health check found when it sent it. @param {string} id @param {Hub.Table} table */
function drawHealth(id, table) {
  /** @type {API.Finding[] | null} */
  const findings = table.reports?.includes("doctor")
    ? answerOf(`/api/tables/${id}/reports/doctor`)
    : null;
  return findings
    ? h(
        "section",
        { class: "stack tight", key: "health" },
        h("h3", {}, t("health")),
        drawFindings(findings),
      )
    : null;
}

/** @param {Hub.Notice} hub */
function drawNotice({ at, code }) {
  return h(
    "li",
    { class: "ruled" },
    h("span", { class: "soft" }, timeOf(at)),
    " ",
    translateOr(`hub_notice_${code}`, code),
  );
}

/**
 * Draw an admin's controls for a table: rename it, fetch its reports, remove it.
 * @param {string} id
 * @param {Hub.Table} table
 */
function drawCare(id, table) {
  const { sure } = state.ui;
  return h(
    "section",
    { class: "stack tight", key: "care" },
    h(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          send(`/api/tables/${id}/name`, { name: fieldsOf(event).name });
        },
      },
      textField(t("hub_table_name"), { name: "name", maxlength: 40, required: true }),
      h("button", { class: "second" }, t("hub_rename")),
    ),
    h(
      "div",
      { class: "row" },
      table.reports?.includes("bug_report")
        ? drawDownload(`/api/tables/${id}/reports/bug_report`, t("hub_report_bug_report"))
        : null,
      sure === id
        ? button("danger", t("hub_remove_sure"), () =>
            send(`/api/tables/${id}/remove`, {}, () => (location.hash = "tables")),
          )
        : button("quiet", t("hub_remove"), () => changeUi({ sure: id })),
    ),
  );
}

// The states of all tables, which the hub sends while somebody is logged in.

const REOPEN_MS = 1500;
const SHORT_ID = 4; // letters that distinguish tables of one name

/** The last state of every table, by its id. */
/** @type {Record<string, Hub.Table>} */
export const tables = {};

/**
 * Return the name of a table, with the start of its id if others have the same name.
 * @param {string} id
 */
export function nameOf(id) {
  const name = tables[id]?.name ?? id;
  const others = Object.entries(tables).some(
    ([other, table]) => other !== id && table.name === name,
  );
  return others ? `${name} (${id.slice(0, SHORT_ID)})` : name;
}

/** @type {EventSource | null} */
let stream = null;
/** @type {string | null | undefined} */
let seen = null; // whose tables are known

/** Follow all tables for as long as the page lives. */
export function followTables() {
  setInterval(keepOpen, REOPEN_MS);
  document.addEventListener("visibilitychange", keepOpen);
  window.addEventListener("pagehide", close);
  keepOpen();
}

function close() {
  stream?.close();
  stream = null;
}

/** Keep a stream open while somebody looks, and ask who we are if the server ended it. */
async function keepOpen() {
  const { role, name } = state.you;
  if (!role || document.hidden) return close();
  if (name !== seen) close();
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  close();
  seen = name;
  stream = new EventSource("/api/events");
  let begun = false; // the first event is whole
  stream.onerror = lost;
  stream.onopen = () => {
    begun = false;
    changeState({ link: "live" });
  };
  stream.addEventListener("archive", ({ data }) => changeState({ kept: JSON.parse(data) }));
  stream.addEventListener("tables", ({ data }) => {
    if (!begun) for (const id of Object.keys(tables)) delete tables[id];
    begun = true;
    for (const [id, table] of Object.entries(JSON.parse(data))) {
      if (table) tables[id] = table;
      else delete tables[id];
    }
    changeState({ link: "live" });
  });
}

async function lost() {
  changeState({ link: "lost" });
  try {
    changeState({ you: await get("/api/me") });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  }
}
