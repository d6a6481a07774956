/** The log, newest first: look at the evidence, correct an old roll, undo to here. */

import { sendAction } from "../actions.js";
import { rowsOf } from "../log.js";
import { logLine } from "../sentences.js";
import { mayAct } from "../store.js";
import { formatWhen, t, translateOr } from "../words.js";
import { isRoll, openEvidence, openFacesCorrection } from "./correct.js";
import { button, h, icon } from "./dom.js";
import { drawDrawer } from "./overlays.js";

/** Draw the log. @param {Snapshot} snapshot */
export function drawLog(snapshot) {
  const rows = [...rowsOf(snapshot)].reverse();
  return drawDrawer(
    "log",
    t("log"),
    h(
      "ol",
      { class: "log-rows drawer-body grow", reversed: true },
      rows.map((row) => drawRow(row, rows[0])),
    ),
  );
}

/** @param {Row} row @param {Row} newest */
function drawRow(row, newest) {
  const done = !row.undone;
  // No tap in the log may lead to another game, and lose what was played since.
  const leadsBack = row !== newest && row.game_start === newest.game_start;
  return h(
    "li",
    { class: `log-row row ruled kind-${row.kind} ${done ? "" : "soft"}`, key: `row${row.version}` },
    h(
      "p",
      { class: "log-told" },
      h(done ? "span" : "s", {}, logLine(row)),
      h(
        "small",
        { class: "log-source own-line soft" },
        h("time", { datetime: row.at }, formatWhen(row.at, "time")),
        ` · ${translateOr(`source_${row.source}`, row.source)}`,
      ),
    ),
    row.has_picture ? tool("eye", t("picture"), () => openEvidence(row)) : null,
    isRoll(row) && row.counts && mayAct()
      ? tool("die", t("correct"), () => openFacesCorrection(row))
      : null,
    leadsBack && mayAct()
      ? tool("back", t("undo_to_here"), () => sendAction({ type: "undo", to: row.version }))
      : null,
  );
}

/** @param {string} picture @param {string} word @param {() => unknown} onclick */
function tool(picture, word, onclick) {
  return button("log-do line", [icon(picture), h("span", {}, word)], onclick);
}
