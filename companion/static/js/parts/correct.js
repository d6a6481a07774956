/** An old roll is looked at and corrected: what would change for whom, and what would stop. */

import { send, showMessage } from "../actions.js";
import { Failed, Refused, TABLE, get } from "../api.js";
import { readLog } from "../log.js";
import { mayAct } from "../permissions.js";
import { changeUi, state } from "../store.js";
import { amount, t, tOr } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";
import { logLine } from "./log_lines.js";
import { drawFacePad } from "./throw_entry.js";

/** Ask for the true faces of a `row` that told dice; die `at` is asked first. */
export function openFaces(row, at = null) {
  if (!mayAct()) return;
  changeUi({
    sheet: {
      kind: "faces",
      title: t("correct_title"),
      told: row.dice.faces,
      thrown: row.thrown,
      faces: [...row.dice.faces],
      row: row.version,
      at,
      changes: null,
      stop: null,
    },
  });
}

/** Ask for the true faces of the roll that `version` brought, first for the die read as `face`. */
export async function openDie({ version }, index, face) {
  try {
    const row = (await readLog()).find((one) => one.version === version);
    if (!row) return;
    const { faces } = row.dice;
    const at = faces[index] === face ? index : faces.indexOf(face);
    openFaces(row, at < 0 ? null : at);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(t("unreachable"));
  }
}

/** Show the picture from which a row was read, large. */
export function openEvidence(row) {
  changeUi({ sheet: { kind: "evidence", title: logLine(row), row } });
}

/** The inside of the sheet with a row's picture. */
export function drawEvidence({ row }) {
  return [
    h("img", {
      class: "evidence",
      alt: t("tray_picture"),
      src: `${TABLE}/evidence/${row.version}.jpg`,
    }),
    row.dice && row.counts && mayAct()
      ? h(
          "button",
          { class: "second", onclick: () => openFaces(row) },
          t("correct"),
        )
      : null,
  ];
}

/** The inside of the sheet that asks for the true faces. */
export function drawFaces(sheet) {
  const same = sheet.faces.join() === sheet.told.join();
  return [
    h("p", { class: "hint" }, t("correct_hint")),
    h(
      "div",
      { class: "row faces-row" },
      sheet.faces.map((face, index) => drawDie(sheet, face, index)),
    ),
    sheet.at === null ? null : drawFacePad((face) => setFace(sheet, face), sheet.thrown.faces),
    same ? h("p", { class: "hint" }, t("correct_same")) : drawOutlook(sheet),
    h(
      "button",
      {
        class: "main",
        disabled: !sheet.changes,
        waits: state.busy,
        onclick: async () => {
          const done = await send({ type: "correct", row: sheet.row, faces: sheet.faces });
          if (done) changeUi({ sheet: null });
        },
      },
      t("correct_do"),
    ),
  ];
}

function drawDie(sheet, face, index) {
  const asked = sheet.at === index;
  return h(
    "button",
    {
      class: `die-button ${asked ? "picked" : ""} ${face === sheet.told[index] ? "" : "mended"}`,
      "aria-pressed": asked ? "true" : "false",
      "aria-label": t("die_shows", { number: index + 1, face }),
      onclick: () => changeUi({ sheet: { ...sheet, at: asked ? null : index } }),
    },
    die(face, { body: sheet.thrown.body || "white" }),
  );
}

function setFace(sheet, face) {
  const faces = sheet.faces.map((old, index) => (index === sheet.at ? face : old));
  changeUi({ sheet: { ...sheet, faces, at: null, changes: null, stop: null } });
  if (faces.join() !== sheet.told.join()) preview(sheet.row, faces);
}

/** The `changes` that the correction would make, or the `stop` it meets and at which `later` row. */
async function outlook(row, faces) {
  try {
    const { changes } = await get(`${TABLE}/preview?row=${row}&faces=${faces.join(",")}`);
    return { changes };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const stop = error.body;
    if (stop.code !== "later_act_refused") return { stop };
    return { stop, later: (await readLog()).find(({ version }) => version === stop.row) };
  }
}

/** Ask what the correction would change for whom, before it is confirmed. */
async function preview(row, faces) {
  let found;
  try {
    found = await outlook(row, faces);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return showMessage(t("unreachable"));
  }
  const { sheet } = state.ui;
  if (sheet?.row === row && sheet.faces?.join() === faces.join()) {
    changeUi({ sheet: { ...sheet, ...found } });
  }
}

function drawOutlook(sheet) {
  const { changes, stop } = sheet;
  if (stop) return drawStop(sheet);
  if (!changes) return null;
  const lines = changes.flatMap(drawChange);
  return h(
    "div",
    { role: "status" },
    h("ul", { class: "change-list" }, lines.length ? lines : h("li", {}, t("correct_no_change"))),
  );
}

/** One line for what a seat gains or loses, and for another thing to be done then. */
function drawChange({ what, before, after }) {
  if (what === "phase") {
    const phase = tOr(`phase_${state.snapshot.game}_${after}`, after);
    return [h("li", {}, t("correct_then", { phase }))];
  }
  const [, seat, field] = /^seat:(\d+)\.(\w+)$/.exec(what) ?? [];
  if (seat === undefined || typeof before !== "number" || typeof after !== "number") return [];
  const { name } = state.snapshot.seats[Number(seat)];
  const thing = field === "cash" ? "" : tOr(`what_${field}`, null);
  if (thing === null) return [];
  const given = { name, thing, before: amount(before), after: amount(after) };
  return [h("li", {}, t(thing ? "correct_changes_of" : "correct_changes", given))];
}

/** A later act would become illegal: say which, and how the correction is possible all the same. */
function drawStop(sheet) {
  const { code, row, why, message, ...figures } = sheet.stop;
  const { later } = sheet;
  if (!later) {
    return h("p", { class: "hint warn", role: "status" }, refusal(code, message, figures));
  }
  return h(
    "div",
    { class: "stop", role: "status" },
    h("p", { class: "warn" }, t("correct_stop", { line: logLine(later) })),
    h("p", { class: "hint" }, refusal(why, "", figures)),
    h(
      "button",
      {
        class: "second",
        waits: state.busy,
        onclick: async () => {
          if (!(await send({ type: "undo", to: later.version - 1 })) || !state.ui.sheet) return;
          changeUi({ sheet: { ...sheet, changes: null, stop: null } });
          preview(sheet.row, sheet.faces);
        },
      },
      t("correct_undo_first"),
    ),
  );
}

function refusal(code, message, figures) {
  return tOr(`refusal_${code}`, message, figures);
}
