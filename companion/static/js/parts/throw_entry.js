/** Dice by hand: tap what lies on the table. */

import { sendAction } from "../actions.js";
import { mayAct } from "../permissions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { die, faceName } from "./dice.js";
import { h } from "./dom.js";

const FACES = ["1", "2", "3", "4", "5", "6"];

/** The six faces as buttons; `onFace(face)` gets the one that was tapped. */
export function drawFacePad(onFace, faces = FACES, draw = die) {
  return h(
    "div",
    { class: "pad", role: "group", "aria-label": t("faces") },
    faces.map((face) =>
      h(
        "button",
        { class: "pad-key", "aria-label": faceName(face), onclick: () => onFace(face) },
        draw(face),
      ),
    ),
  );
}

/**
 * Entry of a whole throw: `count` dice, of which `kept` (faces) stay. The draft lives in `ui.hand`,
 * so that a fresh snapshot does not lose it. With `slots` the dice are shown here; without, the
 * caller shows the draft in the places of the dice that are thrown. `act(thrown)` is the game's own
 * action that tells them, with the seat whose it is: what a player's device sends. `bodies` are the
 * colours of the dice that are thrown, in order; without, they are what the game awaits.
 */
export function drawThrowEntry(props) {
  const { count, kept = [], faces = FACES, bodies = [], slots = true, act } = props;
  const missing = count - kept.length;
  const draft = (state.ui.hand ?? []).slice(0, missing);
  const full = draft.length === missing;
  const draw = (face, at) => die(face, { body: bodies[at] ?? state.snapshot.awaited?.body });
  return h(
    "section",
    { class: "hand stack center dice-l", key: "hand", "aria-label": t("by_hand") },
    h(
      "p",
      { class: "hand-title large strong" },
      full
        ? t("hand_full")
        : draft.length
          ? t("hand_more", { count: missing - draft.length })
          : t("hand_throw", { count: missing }),
    ),
    slots ? drawSlots(draft, missing, draw) : null,
    full
      ? h(
          "button",
          { class: "main", waits: state.busy, onclick: () => play(kept, draft, act) },
          t("hand_do"),
        )
      : drawFacePad(
          (face) => changeUi({ hand: [...draft, face] }),
          faces,
          (face) => draw(face, draft.length),
        ),
    draft.length
      ? h(
          "button",
          { class: "quiet", onclick: () => changeUi({ hand: draft.slice(0, -1) }) },
          t("hand_back"),
        )
      : null,
  );
}

function drawSlots(draft, missing, draw) {
  return h(
    "div",
    { class: "row center" },
    Array.from({ length: missing }, (_, index) =>
      index < draft.length
        ? h(
            "button",
            {
              class: "slot middle",
              "aria-label": t("take_back", { face: draft[index] }),
              onclick: () => changeUi({ hand: draft.filter((_, at) => at !== index) }),
            },
            draw(draft[index], index),
          )
        : h("span", { class: "slot middle dashed larger soft" }, "?"),
    ),
  );
}

async function play(kept, draft, act) {
  const stays = kept.map((_, index) => index);
  const done = await sendThrow([...kept, ...draft], stays, act?.(draft));
  if (done) changeUi({ hand: [], byHand: false });
}

/**
 * Tell a throw: by the banker as dice, which can be corrected later like what the eye read; by a
 * player as `act`, the game's own action with his seat.
 */
export function sendThrow(faces, kept, act) {
  return sendAction(mayAct(null) ? { type: "dice", faces, kept } : act);
}
