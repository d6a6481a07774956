/** Which box is played: a ready one, one's own, or any of them changed. */

import { sendAction } from "../../actions.js";
import { loadPreference, savePreference } from "../../device.js";
import { radio } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { changeUi, legalChoices, state } from "../../store.js";
import { t, translateOr } from "../../words.js";
import { aboutBox, drawBoxForm } from "./box_form.js";
import { drawSaveBox, savedBoxes } from "./saved_boxes.js";

/** Draw the boxes to choose from, the chosen one to be changed, and the button that begins. */
export function drawBoxChoice(snapshot) {
  const [choice] = legalChoices(snapshot, "arrange");
  if (!choice) return h("h2", { class: "ask center", key: "waiting" }, t("free_which_box"));
  const ready = choice.fields.box.one_of.map(inWords);
  const own = savedBoxes();
  const box = state.ui.box ?? loadPreference("box") ?? own[0] ?? ready[0];
  const open = Boolean(state.ui.boxOpen);
  return h(
    "section",
    { class: "free-table stack", key: "box-choice" },
    h("h2", { class: "ask" }, t("free_which_box")),
    h(
      "div",
      {
        class: "grid",
        role: "radiogroup",
        "aria-label": t("free_which_box"),
        vars: { "--least": "15rem" },
      },
      [...own, ...ready].map((one) =>
        radio(
          "box",
          h("b", {}, one.name),
          one.name === box.name,
          () => changeUi({ box: one }),
          aboutBox(one),
        ),
      ),
    ),
    h(
      "button",
      {
        class: "second line spread",
        "aria-expanded": open ? "true" : "false",
        onclick: () => changeUi({ boxOpen: !open }),
      },
      t("free_change_box"),
      h("span", { "aria-hidden": "true" }, open ? "▴" : "▾"),
    ),
    open ? drawBoxForm(box) : null,
    drawSaveBox(box),
    h(
      "div",
      { class: "foot" },
      h(
        "button",
        { class: "main", waits: state.busy, onclick: () => begin(box) },
        t("free_play", { name: box.name }),
      ),
    ),
  );
}

/** Play with `box`, which this device offers first the next time. */
async function begin(box) {
  if (await sendAction({ type: "arrange", box })) savePreference("box", box);
}

/** A ready box, its names in the language of this device. */
function inWords(box) {
  const said = (name) => translateOr(`free_called_${name.toLowerCase().replace(/ /g, "_")}`, name);
  const buttons = box.buttons.map((one) => ({ ...one, label: said(one.label) }));
  return { ...box, name: said(box.name), buttons };
}
