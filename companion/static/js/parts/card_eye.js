/** A card that is shown to the eye: one it knows is taken, any other is asked for once. */

import { showMessage } from "../actions.js";
import { Failed, LONG_MS, post, TABLE, uuid } from "../api.js";
import { loadPreference, savePreference } from "../device.js";
import { changeState, changeUi, mayAct, state } from "../store.js";
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

// Cards that are laid before the camera come into the game by themselves, where somebody at this
// device wants it. What is not sure, or may mean two things, is asked beside the card's picture; and
// a card that is told while its picture is asked about is known from then on.

const REMEMBERED = "cards.follow";
const AGAIN_MS = 500; // until the next look

let wanted = null; // what may come, after which act
let looking = false;
let first = true; // nothing was seen yet: what lies there may have come into the game before
let laid = ""; // in the demo tray: the same card once more would be nothing new
let asked = null; // the card that is asked about, and after which act it was seen

/**
 * Draw how cards are followed. `waysOf(card)` are the `{ words, act }` in which that card may come
 * into the game now, `nameOf(card)` is how one says it, `names` are those that may come, as decks
 * call them; null: no card may come.
 */
export function drawCardFollower(snapshot, game) {
  if (asked && asked.at !== placeOf(snapshot)) settle(snapshot);
  const may = game && mayAct() && eyeWatches(snapshot);
  wanted = may && loadPreference(REMEMBERED, false) ? { ...game, at: placeOf(snapshot) } : null;
  if (!may) return null;
  if (wanted && !looking) follow();
  return h(
    "div",
    { class: "row center", key: "follower" },
    wanted ? [drawAsked(game), drawDemo(snapshot, game)] : null,
    h(
      "button",
      { class: "quiet", key: "follow", "aria-pressed": wanted ? "true" : "false", onclick: toggle },
      t(wanted ? "cards_unfollow" : "cards_follow"),
    ),
  );
}

/** What tells one act from the next: the row of the last; what the eye reads makes rows too. */
function placeOf({ run, last_row: last }) {
  return `${run} ${last?.version}`;
}

function toggle() {
  asked = null;
  first = true;
  savePreference(REMEMBERED, !loadPreference(REMEMBERED, false));
  changeState({});
}

/**
 * Whoever told a card while its picture was asked about has said what it shows; where the eye had
 * guessed another, the one that lay there may have been taken back, and nothing is learned.
 */
function settle({ last_row: row }) {
  const { card, picture } = asked;
  asked = null;
  const told = row?.kind === "action" ? row.action.card : undefined;
  if (told !== undefined && (!card || card.card === told)) learnCard(picture);
}

function drawAsked({ waysOf, nameOf }) {
  if (!asked) return h("p", { class: "hint", key: "hint" }, t("cards_lay"));
  const { card, picture } = asked;
  const value = card?.card;
  const ways = card ? waysOf(value) : [];
  const words = !card ? "card_which" : ways.length ? "card_is_it" : "card_not_now";
  return h(
    "div",
    { class: "row center", key: "asked", role: "group", "aria-label": t("card_seen") },
    drawSeenCard(picture),
    h("p", { class: "large" }, t(words, { card: card ? nameOf(value) : "" })),
    ways.map((way) =>
      h(
        "button",
        { class: "main", key: way.words, waits: state.busy, onclick: way.act },
        way.words,
      ),
    ),
  );
}

function drawDemo({ eye }, { names }) {
  if (!eye.demo || !names.length) return null;
  const others = names.filter((name) => name !== laid);
  const lay = () => layInDemo(others[Math.floor(Math.random() * others.length)] ?? laid);
  return h(
    "button",
    { class: "second", key: "demo", waits: state.busy, onclick: lay },
    t("card_demo"),
  );
}

/** Lay the card of that `name` in the demo tray. */
export function layInDemo(name) {
  laid = name;
  return post(`${TABLE}/tray`, { id: uuid(), card: name });
}

/** Look again and again while a card may come. */
async function follow() {
  looking = true;
  while (wanted) {
    await lookOnce(wanted);
    await new Promise((resume) => setTimeout(resume, AGAIN_MS));
  }
  looking = false;
}

async function lookOnce({ at }) {
  let seen;
  try {
    seen = await lookAtCard();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (error.body?.count === 0) first = false; // no card lies there
    return;
  }
  const { snapshot } = state;
  const here = wanted?.at === at && placeOf(snapshot) === at && !state.busy;
  if (!here || !seen.new || (asked?.picture === seen.picture && asked.sure === seen.sure)) return;
  const ways = seen.card ? wanted.waysOf(seen.card.card) : [];
  const clear = seen.sure && ways.length === 1 && !first;
  first = false;
  asked = clear ? null : { ...seen, at };
  if (clear) await ways[0].act();
  changeState({});
}
