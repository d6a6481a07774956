/** A card that is shown to the eye: one it knows is taken, any other is asked for once. */

import { showMessage } from "../actions.js";
import { Failed, LONG_MS, post, TABLE } from "../api.js";
import { changeState, changeUi, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { whyNot } from "./taught_sets.js";
import { eyeWatches } from "./tray.js";

const CARD = `${TABLE}/taught/card`;

/** Draw the button that lets the eye look: `onSeen({ card, picture })`. */
export function drawCardEye(snapshot, onSeen) {
  if (!eyeWatches(snapshot) || snapshot.eye.demo) return null;
  const { looking } = state.ui;
  return [
    h(
      "button",
      { class: "second", key: "eye", waits: looking || state.busy, onclick: () => look(onSeen) },
      t(looking ? "eye_reading" : "card_show"),
    ),
    h("p", { class: "hint", key: "eye-hint" }, t("card_show_hint")),
  ];
}

/** The picture `number` of the card that was seen. */
export function drawSeenCard(number) {
  if (number === undefined) return null;
  return h("img", {
    class: "evidence",
    key: "seen",
    alt: t("card_seen"),
    src: `${CARD}.jpg?n=${number}`,
  });
}

/** Let the eye know from now on the card of picture `number`, which was turned over just now. */
export async function learnCard(number) {
  if (number !== undefined) await ask(() => post(`${CARD}/learn`, { number }));
}

/** Look at the card that lies there; throws as `post` does. */
export function lookAtCard() {
  return post(CARD, {}, LONG_MS);
}

async function look(onSeen) {
  changeUi({ looking: true });
  const seen = await ask(lookAtCard);
  changeUi({ looking: false });
  if (seen) await onSeen(seen);
}

async function ask(what) {
  try {
    return await what();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(whyNot(error));
    changeState({});
    return null;
  }
}
