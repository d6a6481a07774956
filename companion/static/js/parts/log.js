/** What happened, newest first: undo to here, correct an old roll. */

import { send } from "../act.js";
import { TABLE } from "../api.js";
import { changeUi, state } from "../store.js";
import { t, tOr } from "../words.js";
import { h } from "./dom.js";
import { openFaces } from "./sheet.js";

/** Draw the log if it is open. */
export function drawLog(snapshot) {
  if (state.ui.panel !== "log") return null;
  const rows = [...(snapshot.log ?? [])].reverse();
  return h(
    "section",
    {
      class: "log",
      key: "log",
      "aria-label": t("log"),
      onkeydown: (event) => event.key === "Escape" && changeUi({ panel: null }),
    },
    h(
      "div",
      { class: "log-head" },
      h("h2", {}, t("log")),
      h(
        "button",
        { class: "tool", "aria-label": t("close"), onclick: () => changeUi({ panel: null }) },
        "✕",
      ),
    ),
    h(
      "ol",
      { class: "log-rows", reversed: true },
      rows.map((row, index) => drawRow(snapshot, row, index === 0)),
    ),
  );
}

/** An undo says what it went back to, not a row's number. */
function lineOf(snapshot, row) {
  if (row.kind !== "undo") return row.line;
  const back = snapshot.log.find((one) => one.version === row.to);
  return back ? t("undone", { line: lineOf(snapshot, back) }) : row.to ? row.line : t("undone_all");
}

function drawRow(snapshot, row, newest) {
  return h(
    "li",
    {
      class: `log-row kind-${row.kind} ${row.counts || row.kind === "undo" || row.kind === "correct" ? "" : "gone"}`,
      key: `row${row.version}`,
    },
    h("span", { class: "log-line" }, lineOf(snapshot, row)),
    h("small", { class: "log-source" }, tOr(`source_${row.source}`, row.source)),
    row.evidence
      ? h(
          "a",
          {
            class: "log-do",
            href: `${TABLE}/evidence/${row.version}.jpg`,
            target: "_blank",
            rel: "noopener",
          },
          t("picture"),
        )
      : null,
    row.dice && row.counts
      ? h("button", { class: "log-do", onclick: () => openFaces(snapshot, row) }, t("correct"))
      : null,
    newest
      ? null
      : h(
          "button",
          { class: "log-do", onclick: () => send({ type: "undo", to: row.version }) },
          t("undo_to_here"),
        ),
  );
}
