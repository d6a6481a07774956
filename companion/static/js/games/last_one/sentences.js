/** Sentences with a player in them, and what this device may do for whom. */

import { changeUi, state } from "../../store.js";
import { legalChoices } from "../../permissions.js";
import { seatName } from "../../parts/seats.js";
import { t } from "../../words.js";
import { suitSign } from "./cards.js";

const MARK = "\u0001"; // stands where a picture goes

/** The sentence `key` as nodes: the name of `seat` with its sign, `{suit}` as its picture. */
export function sentence(snapshot, key, seat, figures = {}) {
  const drawn = { name: seat === null ? "" : seatName(snapshot, seat) };
  if (figures.suit) drawn.suit = [suitSign(figures.suit, "inline"), t(`suit_${figures.suit}`)];
  const marks = Object.fromEntries(Object.keys(drawn).map((name) => [name, MARK + name + MARK]));
  return t(key, { ...figures, ...marks })
    .split(MARK)
    .map((part, at) => (at % 2 ? drawn[part] : part));
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
export function half(snapshot) {
  const { one } = state.ui;
  return one?.at === position(snapshot) ? one : null;
}

/** Remember `values` as half chosen at this position; null: nothing any more. */
export function setHalf(snapshot, values) {
  changeUi({ one: values && { ...values, at: position(snapshot) } });
}

/** What a half chosen card depends on: a call or its end beside it does not touch it. */
function position({ run, hand_number: hand, phase, turn, top, discard, suit, owed }) {
  return JSON.stringify([run, hand, phase, turn, top, discard, suit, owed]);
}
