/**
 * The sheet that corrects an old roll shows what would change for whom, and where replaying would
 * stop.
 */

import { sendAction, showMessage } from "../actions.js";
import { Failed, get, pause, Refused, TABLE } from "../api.js";
import { readLog } from "../log.js";
import { logLine } from "../sentences.js";
import { changeOpen, changeState, mayAct, state } from "../store.js";
import { formatAmount, phaseOf, refusal, t, translateOr } from "../words.js";
import { actionButton } from "./controls.js";
import { die } from "./dice.js";
import { button, h } from "./dom.js";
import { drawFacePad } from "./roll.js";

/**
 * Ask for the true faces of a `row` with dice; die `at` is asked first.
 * @param {RollRow} row
 * @param {number} [at]
 */
export function openFacesCorrection(row, at = 0) {
  if (!mayAct()) return;
  changeOpen({
    sheet: {
      kind: "faces",
      title: t("correct_title"),
      counted: row.dice.faces,
      thrown: row.thrown,
      faces: [...row.dice.faces],
      row: row.version,
      at,
    },
  });
}

/**
 * Ask for the true faces of the roll that `version` brought, first for die `index` of those `read`;
 * throws as `get` does.
 * @param {{ version: number }} given
 * @param {SeenDie[]} read
 * @param {number} index
 */
export async function openDieCorrection({ version }, read, index) {
  const row = (await readLog()).find((one) => one.version === version);
  if (!isRoll(row)) return;
  const { faces } = row.dice;
  // If more dice were read than counted, one was not a die, and only its face shows which.
  const at = read.length <= faces.length ? index : faces.indexOf(read[index].face);
  openFacesCorrection(row, Math.max(0, at));
}

/**
 * Whether `row` brought dice.
 * @param {Row | undefined} row
 * @returns {row is RollRow}
 */
export function isRoll(row) {
  return Boolean(row?.dice && row.thrown);
}

/** Show a large version of the picture from which a row was read. @param {Row} row */
export function openEvidence(row) {
  changeOpen({ sheet: { kind: "evidence", title: logLine(row), row } });
}

/** Draw the inside of the sheet with a row's picture. @param {EvidenceSheet} evidenceSheet */
export function drawEvidence({ row }) {
  return [
    h("img", {
      class: "evidence",
      alt: t("tray_picture"),
      src: `${TABLE}/evidence/${row.version}.jpg`,
    }),
    isRoll(row) && row.counts && mayAct()
      ? button("second", t("correct"), () => openFacesCorrection(row))
      : null,
  ];
}

/** Draw the inside of the sheet that asks for the true faces. @param {FacesSheet} sheet */
export function drawFacesCorrection(sheet) {
  const same = sheet.faces.join() === sheet.counted.join();
  return [
    h("p", { class: "hint" }, t("correct_hint")),
    h(
      "div",
      { class: "row center dice-l faces-row" },
      sheet.faces.map((face, index) => drawDie(sheet, face, index)),
    ),
    drawFaceChoice(sheet),
    same ? h("p", { class: "hint" }, t("correct_same")) : drawOutlook(sheet),
    button(
      "main",
      t("correct_do"),
      async () => {
        const done = await sendAction({ type: "correct", row: sheet.row, faces: sheet.faces });
        if (done) changeOpen({ sheet: null });
      },
      { disabled: same || !isCurrent(sheet) || !sheet.changes, waits: state.busy },
    ),
  ];
}

/** @param {FacesSheet} sheet @param {string} face @param {number} index */
function drawDie(sheet, face, index) {
  const asked = sheet.at === index;
  return button(
    `die-button quiet middle ${asked ? "picked" : ""} ${face === sheet.counted[index] ? "" : "mended"}`,
    die(face, { body: bodyOf(sheet, index) }),
    () => changeOpen({ sheet: { ...sheet, at: index } }),
    {
      "aria-pressed": asked,
      "aria-label": t("die_shows", { number: index + 1, face }),
    },
  );
}

/** @param {FacesSheet} facesSheet @param {number} index */
function bodyOf({ thrown }, index) {
  return thrown.bodies?.[index] || thrown.body || "white";
}

/** @param {FacesSheet} sheet */
function drawFaceChoice(sheet) {
  /** @param {string} face */
  const set = (face) => {
    const faces = sheet.faces.map((old, index) => (index === sheet.at ? face : old));
    changeOpen({ sheet: { ...sheet, faces } });
  };
  const body = bodyOf(sheet, sheet.at);
  return drawFacePad(set, sheet.thrown.faces, (face) => die(face, { body }));
}

/**
 * Return the key of an outlook: the faces and the act for which the changes were requested.
 * @param {{ row: number, faces: string[] }} given
 */
function outlookKey({ row, faces }) {
  return [state.snapshot?.run, state.snapshot?.version, row, ...faces].join();
}

/** @param {FacesSheet} sheet */
function isCurrent(sheet) {
  return sheet.outlook === outlookKey(sheet);
}

/**
 * Return the `changes` that the correction would make, or the `stop` it meets and at which `later`
 * row.
 * @param {number} row
 * @param {string[]} faces
 */
async function readOutlook(row, faces) {
  try {
    /** @type {API.CorrectionPreview} */
    const { changes } = await get(`${TABLE}/preview?row=${row}&faces=${faces.join(",")}`);
    return { changes };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const stop = error.body;
    if (stop.code !== "later_act_refused") return { stop };
    return { stop, later: (await readLog()).find(({ version }) => version === stop.row) };
  }
}

const RETRY_MS = 1500;

let asked = ""; // the last request, see `outlookKey`

/**
 * Ask what the correction would change for whom: before people confirm it, and after each action.
 * @param {FacesSheet} facesSheet
 */
async function askOutlook({ row, faces }) {
  const outlook = outlookKey({ row, faces });
  if (outlook === asked) return;
  asked = outlook;
  try {
    const found = await readOutlook(row, faces);
    const { sheet } = state.open;
    if (sheet?.kind !== "faces" || sheet.row !== row || outlookKey(sheet) !== outlook) return;
    changeOpen({ sheet: { ...sheet, changes: null, stop: null, ...found, outlook } });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(t("unreachable"));
    await pause(RETRY_MS);
    changeState({}); // draws, and asks again
  } finally {
    if (asked === outlook) asked = "";
  }
}

/** @param {FacesSheet} sheet */
function drawOutlook(sheet) {
  if (!isCurrent(sheet)) {
    askOutlook(sheet);
    return null;
  }
  if (sheet.stop) return drawStop(sheet);
  const lines = (sheet.changes ?? []).flatMap(drawChange);
  return h(
    "div",
    { role: "status" },
    h("ul", { class: "change-list" }, lines.length ? lines : h("li", {}, t("correct_no_change"))),
  );
}

/**
 * One line for what a seat gains or loses, and for another thing to be done then.
 * @param {API.CorrectionEffect} correctionEffect
 */
function drawChange({ what, before, after }) {
  if (what === "phase") {
    const phase = phaseOf(state.snapshot?.game ?? null, String(after), String(after));
    return [h("li", {}, t("correct_then", { phase }))];
  }
  const [, seat, field] = /^seat:(\d+)\.(\w+)$/.exec(what) ?? [];
  if (seat === undefined || typeof before !== "number" || typeof after !== "number") return [];
  const name = state.snapshot?.seats[Number(seat)]?.name;
  const thing = field === "cash" ? "" : translateOr(`what_${field}`, null);
  if (thing === null) return [];
  const given = { name, thing, before: formatAmount(before), after: formatAmount(after) };
  return [h("li", {}, t(thing ? "correct_changes_of" : "correct_changes", given))];
}

/**
 * A later act would become illegal: show which, and how the correction is still possible.
 * @param {FacesSheet} sheet
 */
function drawStop(sheet) {
  const { stop, later } = sheet;
  if (!stop) return null;
  const { code, row, why, message, ...figures } = stop;
  if (!later) {
    return h("p", { class: "hint warn", role: "status" }, refusal(code, figures));
  }
  return h(
    "div",
    { class: "stop", role: "status" },
    h("p", { class: "warn" }, t("correct_stop", { line: logLine(later) })),
    h("p", { class: "hint" }, refusal(why, figures)),
    actionButton("second", t("correct_undo_first"), { type: "undo", to: later.version - 1 }),
  );
}
