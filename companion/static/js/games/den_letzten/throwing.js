/** A throw of one colour: by the eye, tapped in, or by the table's own dice. */

import { throwDemoDice } from "../../actions.js";
import { actionButton } from "../../parts/controls.js";
import { faceName } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { drawThrowPanel, sendThrow } from "../../parts/roll.js";
import { changeUi, legalChoices, mayAct, state } from "../../store.js";
import { t } from "../../words.js";
import { drawDie, isDog } from "./dice.js";

/** Draw how the two dice of `body` get to the table; nothing on a device that may not throw. */
export function drawThrow(snapshot, body) {
  const choice = legalChoices(snapshot, `throw_${body}`)[0];
  if (!choice) return null;
  return drawThrowPanel(snapshot, {
    seat: choice.seat,
    throwDemo: () => throwDemo(snapshot),
    byHand: () => drawByHand(snapshot, body, choice),
  });
}

function drawByHand(snapshot, body, choice) {
  return [
    // Above the faces, which may reach below the edge of the display.
    snapshot.can_draw && mayAct(null)
      ? actionButton(
          { class: snapshot.eye.demo ? "main" : "second" },
          { type: "draw" },
          t("hunt_table_throws"),
        )
      : null,
    // Who has thrown once knows.
    snapshot.last_roll
      ? null
      : h("p", { class: "hint how" }, t("hand_throw", { count: snapshot.awaited.count })),
    drawPads(snapshot, body, choice),
  ];
}

/**
 * Let the demo tray throw the dice of the awaited body; all others stay where they lie, if the
 * table knows where.
 */
export function throwDemo({ eye, awaited }) {
  const lying = eye.roll ? [...eye.roll.dice, ...eye.roll.beside] : [];
  const some = lying.filter(({ body }) => body === awaited.body);
  const other = awaited.body === "white" ? "black" : "white";
  // Under a lamp or in the shade a colour may be mistaken: then only those of the other stay.
  const stays = ({ body }) =>
    some.length < awaited.count ? body === other : body !== awaited.body;
  return throwDemoDice(lying.filter(stays).map(({ box }) => box));
}

/** One row of faces for each die; with the second answer the throw is whole and is played. */
function drawPads(snapshot, body, choice) {
  const told = state.ui.pair ?? {};
  const take = (at, face) => {
    const faces = { ...told, [at]: face };
    if (Object.keys(faces).length < snapshot.awaited.count) changeUi({ pair: faces });
    else play(snapshot, choice, [faces[0], faces[1]]);
  };
  return snapshot.awaited.each.map((sides, at) =>
    h(
      "div",
      {
        class: "die-row plate grid full",
        key: `die${at}`,
        role: "group",
        "aria-label": t(`hunt_die_${body}`, { number: at + 1 }),
      },
      [...new Set(sides)].sort(dogFirst).map((face) =>
        h(
          "button",
          {
            class: `pad-key ${told[at] === face ? "picked" : ""}`,
            "aria-pressed": told[at] === face ? "true" : "false",
            "aria-label": isDog(snapshot, face) ? t("dog") : faceName(face),
            waits: state.busy,
            onclick: () => take(at, face),
          },
          drawDie(snapshot, face, body),
        ),
      ),
    ),
  );
}

function dogFirst(one, other) {
  return (other === "dog") - (one === "dog") || one.localeCompare(other);
}

async function play(snapshot, choice, faces) {
  changeUi({ pair: {} });
  const { type, seat } = choice;
  const meant = faces.map((face) => (isDog(snapshot, face) ? "dog" : face));
  await sendThrow(faces, [], { type, seat, faces: meant });
}
