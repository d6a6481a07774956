/** Sentences with a player in them, and what this device may do for whom. */

import { sentenceOf } from "../../parts/controls.js";
import { seatName } from "../../parts/seats.js";
import { changeUi, legalChoices, state } from "../../store.js";
import { t } from "../../words.js";
import { suitSign } from "./cards.js";

/** The sentence `key` as nodes: the name of `seat` with its sign, `{suit}` as its picture. */
export function sentence(snapshot, key, seat, { suit, ...figures } = {}) {
  const name = seat === null ? "" : seatName(snapshot, seat);
  const picture = suit && [suitSign(suit, "inline"), t(`suit_${suit}`)];
  return sentenceOf(key, { name, suit: picture }, figures);
}

/** The prompt of `code`, if the banker has it to say now. */
export function prompt(snapshot, code) {
  return snapshot.prompts.find((one) => one.code === code);
}

/** The choice of `type` that this device may take (for `seat`, unless null), if there is one. */
export function choice(snapshot, type, seat = null) {
  return legalChoices(snapshot, type).find((one) => seat === null || one.seat === seat);
}

/** The action of `choice` as far as it is fixed: its type and its seat. */
export function actionOf({ type, seat }) {
  return seat === null ? { type } : { type, seat };
}

/** What is half chosen here at this very position: a card that still needs a suit, a panel. */
export function halfDoneAction(snapshot) {
  const { one } = state.ui;
  return one?.at === position(snapshot) ? one : null;
}

/** Remember `values` as half chosen at this position; null: nothing any more. */
export function setHalfDoneAction(snapshot, values) {
  changeUi({ one: values && { ...values, at: position(snapshot) } });
}

/** What a half chosen card depends on: a call or its end beside it does not touch it. */
function position({ run, hand_number: hand, phase, turn, top, discard, suit, owed }) {
  return JSON.stringify([run, hand, phase, turn, top, discard, suit, owed]);
}
