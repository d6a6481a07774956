/**
 * A sheet over the table for one small question: which faces, which amount. Only one is open at a
 * time; it lives in `ui.sheet` as `{ kind, … }`.
 */

import { send, tell } from "../act.js";
import { Refused, TABLE, get } from "../api.js";
import { changeUi, state } from "../store.js";
import { amount, t } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";
import { drawPad } from "./pad.js";

/** Draw the sheet that is open, if one is. */
export function drawSheet() {
  const sheet = state.ui.sheet;
  if (!sheet) return null;
  const kinds = { faces: drawFaces, amount: drawAmount };
  return h(
    "div",
    {
      class: "sheet-ground",
      key: "sheet",
      onclick: (event) => event.target === event.currentTarget && close(),
    },
    h(
      "section",
      {
        class: "sheet",
        role: "dialog",
        "aria-modal": "true",
        tabindex: -1,
        "aria-label": sheet.title,
        onkeydown: (event) => event.key === "Escape" && close(),
      },
      h("h2", {}, sheet.title),
      kinds[sheet.kind](sheet),
      h("button", { class: "quiet", onclick: close }, t("cancel")),
    ),
  );
}

function close() {
  changeUi({ sheet: null });
}

/** The last row of the log that says what the dice show, or null. */
export function lastRollRow(snapshot) {
  return [...(snapshot.log ?? [])].reverse().find((row) => row.counts && row.dice) ?? null;
}

/** Ask for the true faces of a row (the last one that told dice); die `at` is asked first. */
export function openFaces(snapshot, row = lastRollRow(snapshot), at = null) {
  if (!row) return;
  changeUi({
    sheet: {
      kind: "faces",
      title: t("correct_title"),
      faces: [...row.dice.faces],
      row: row.version,
      at,
      changes: null,
    },
  });
}

function drawFaces(sheet) {
  return [
    h("p", { class: "hint" }, t("correct_hint")),
    h(
      "div",
      { class: "row faces-row" },
      sheet.faces.map((face, index) =>
        h(
          "button",
          {
            class: `die-button ${sheet.at === index ? "picked" : ""}`,
            "aria-pressed": sheet.at === index ? "true" : "false",
            "aria-label": t("die_shows", { number: index + 1, face }),
            onclick: () => changeUi({ sheet: { ...sheet, at: sheet.at === index ? null : index } }),
          },
          die(face),
        ),
      ),
    ),
    sheet.at === null
      ? null
      : drawPad((face) => {
          const faces = sheet.faces.map((old, index) => (index === sheet.at ? face : old));
          changeUi({ sheet: { ...sheet, faces, at: null } });
          preview(sheet.row, faces);
        }),
    drawChanges(sheet),
    h(
      "button",
      {
        class: "main",
        disabled: state.busy || !sheet.changes,
        onclick: async () => {
          if (await send({ type: "correct", row: sheet.row, faces: sheet.faces })) close();
        },
      },
      t("correct_do"),
    ),
  ];
}

/** Show what the correction would change for whom, before it is confirmed. */
async function preview(row, faces) {
  try {
    const { changes } = await get(`${TABLE}/preview?row=${row}&faces=${faces.join(",")}`);
    if (state.ui.sheet?.row === row) changeUi({ sheet: { ...state.ui.sheet, changes } });
  } catch (error) {
    if (state.ui.sheet?.row === row) changeUi({ sheet: { ...state.ui.sheet, changes: null } });
    tell(error instanceof Refused ? error.message : t("unreachable"));
  }
}

function drawChanges({ changes }) {
  if (!changes) return h("p", { class: "hint" }, t("correct_same"));
  const money = changes.flatMap(({ what, before, after }) => {
    const seat = /^seat:(\d+)\.cash$/.exec(what);
    if (!seat) return [];
    const { name } = state.snapshot.seats[Number(seat[1])];
    return [
      h("li", {}, t("correct_changes", { name, before: amount(before), after: amount(after) })),
    ];
  });
  return h(
    "ul",
    { class: "change-list", role: "status" },
    money.length ? money : h("li", {}, t("correct_no_change")),
  );
}

/** Ask for an amount; `onDone(value)` gets it. `warn(value)` may name a line about it. */
export function openAmount({ title, min, max, step, onDone, warn = () => null }) {
  changeUi({ sheet: { kind: "amount", title, min, max, step, onDone, warn, digits: "" } });
}

function drawAmount(sheet) {
  const { digits, min, max, step } = sheet;
  const value = Number(digits || 0);
  const zeros = String(step).slice(1);
  const good = digits !== "" && value >= min && value <= max && (value - min) % step === 0;
  const type = (more) =>
    changeUi({ sheet: { ...sheet, digits: (digits + more).replace(/^0+(?=\d)/, "").slice(0, 8) } });
  return [
    h("p", { class: "amount-shown", role: "status" }, digits === "" ? "–" : amount(value)),
    h(
      "p",
      { class: "hint" },
      (good && sheet.warn(value)) ||
        t("amount_hint", { min: amount(min), max: amount(max), step: amount(step) }),
    ),
    h(
      "div",
      { class: "keypad" },
      ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((key) =>
        h("button", { class: `key key-${key}`, onclick: () => type(key) }, key),
      ),
      h(
        "button",
        { class: "key", onclick: () => type(zeros) },
        zeros.replace(/(000)$/, "\u202f$1").trim(),
      ),
      h(
        "button",
        {
          class: "key",
          "aria-label": t("delete"),
          onclick: () => changeUi({ sheet: { ...sheet, digits: digits.slice(0, -1) } }),
        },
        "⌫",
      ),
    ),
    h(
      "button",
      {
        class: "main",
        disabled: !good,
        onclick: () => {
          close();
          sheet.onDone(value);
        },
      },
      t("amount_do", { amount: digits === "" ? "…" : amount(value) }),
    ),
  ];
}
