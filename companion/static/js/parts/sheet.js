/**
 * A sheet over the table for one small question: which faces, which amount. Only one is open at a
 * time; it lives in `ui.sheet` as `{ kind, … }`. While it is open Tab goes round in it.
 */

import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { drawAmountSheet } from "./amount_sheet.js";
import { drawEvidence, drawFacesCorrection } from "./correct.js";
import { h } from "./dom.js";
import { drawTraySheet } from "./tray_sheet.js";

export { openAmountSheet } from "./amount_sheet.js";
export { openEvidence, openFacesCorrection } from "./correct.js";

const SHOWN = new Set(["evidence", "look"]); // what asks nothing
const KINDS = {
  faces: drawFacesCorrection,
  amount: drawAmountSheet,
  evidence: drawEvidence,
  look: drawTraySheet,
};

/** Draw the sheet that is open, if one is. */
export function drawSheet() {
  const sheet = state.ui.sheet;
  if (!sheet) return null;
  return drawDialog(
    { title: sheet.title, leave: close, className: `sheet-${sheet.kind}` },
    h("h2", {}, sheet.title),
    KINDS[sheet.kind](sheet),
    h("button", { class: "quiet", onclick: close }, t(SHOWN.has(sheet.kind) ? "close" : "cancel")),
  );
}

/**
 * Draw a dialog over the table; Escape and a tap beside it `leave` it, Tab goes round in it. `key`
 * tells it from another that may be open.
 */
export function drawDialog(props, ...content) {
  const { title, leave, role = "dialog", key = role, className = "" } = props;
  return h(
    "div",
    {
      class: "sheet-ground middle",
      key,
      onclick: (event) => event.target === event.currentTarget && leave(),
    },
    h(
      "section",
      {
        class: `sheet stack center wood ${className}`,
        role,
        "aria-modal": "true",
        tabindex: -1,
        "aria-label": title,
        onkeydown: (event) => (event.key === "Escape" ? leave() : keepInside(event)),
      },
      content,
    ),
  );
}

/** The ground of the dialog that is open on top, which a tap leaves. */
export function openDialog() {
  return [...document.querySelectorAll(".sheet-ground")].at(-1);
}

function close() {
  changeUi({ sheet: null, sure: null });
}

/** Let Tab go round inside the dialog that `event` happened in. */
function keepInside(event) {
  if (event.key !== "Tab") return;
  const found = event.currentTarget.querySelectorAll(
    "button:not(:disabled), a[href], input, [tabindex='0']",
  );
  const [first, last] = [found[0], found[found.length - 1]];
  const at = document.activeElement;
  if (event.shiftKey && (at === first || at === event.currentTarget)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && at === last) {
    event.preventDefault();
    first?.focus();
  }
}
