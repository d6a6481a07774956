/**
 * A deck is taught: its cards are turned over one after another, and each is caught as soon as it
 * lies still. What it is called comes from the usual order of such a deck, or is typed.
 */

import { Failed, Refused } from "../api.js";
import { changeState, changeUi, state } from "../store.js";
import { t } from "../words.js";
import { layInDemo } from "./card_follower.js";
import { h } from "./dom.js";
import { drawNameForm } from "./name_form.js";
import { addressOf, catchCard, forget, taughtSets, whyNot } from "./taught_sets.js";
import { drawEyeState, drawLivePicture, eyeWatches } from "./tray.js";

const AGAIN_MS = 300; // until the next look
const BACK = "card back"; // as `vision.card_reader` calls it
const MOST_NUMBERS = 150;
const SHOWN = 6; // of the cards that were caught last

let looking = null; // the lesson for which the eye looks
let why = null; // why nothing was learned

/** The usual orders of cards: those of the games, and numbers as far as one likes. */
function orders() {
  const numbers = Array.from({ length: MOST_NUMBERS }, (_, at) => String(at + 1));
  return [...state.games.map((game) => game.card_names).filter((names) => names.length), numbers];
}

/** Draw the kinds of decks, to begin with the one that is called `name`. */
export function drawNewDeck(name) {
  const begin = (order) => changeUi({ lesson: { set: name, order, skipped: [] }, newSet: "" });
  const kind = (words, order) =>
    h(
      "button",
      { class: "second", key: words, type: "button", disabled: !name, onclick: () => begin(order) },
      words,
    );
  return h(
    "div",
    { class: "row", key: "decks", role: "group", "aria-label": t("pack_kind") },
    t("pack_kind"),
    orders().map((order) => kind(inShort(order), order)),
    kind(t("pack_own_names"), null),
  );
}

function inShort(order) {
  if (order.length === MOST_NUMBERS) return t("pack_numbers");
  return t("pack_of", { first: order[0], second: order[1], last: order.at(-1) });
}

/** Go on with a deck that is known in part. */
export function teachMore({ name, parts }) {
  const order = orders().find((names) => parts.some((part) => names.includes(part.name))) ?? null;
  changeUi({ lesson: { set: name, order, skipped: [] } });
}

function deckOf(name) {
  return taughtSets("cards")?.find((set) => set.name === name) ?? { name, parts: [] };
}

/** Draw the lesson of a deck: which card is to be laid, and what was caught. */
export function drawDeckLesson(snapshot, lesson) {
  const set = deckOf(lesson.set);
  if (eyeWatches(snapshot) && looking !== lesson) look(lesson);
  const next = nextName(set, lesson);
  return h(
    "div",
    { class: "grid apart", key: "lesson", vars: { "--least": "20rem" } },
    h(
      "div",
      { class: "stack" },
      h("h2", { class: "ask" }, next ? t("pack_lay", { card: calledCard(next) }) : t("pack_ask")),
      h("p", { class: "hint" }, t("pack_hint")),
      lesson.order ? null : drawTyped(lesson),
      h("p", { class: "warn", key: "why" }, why),
      h("p", { class: "larger", key: "count" }, t("taught_cards", { count: set.parts.length })),
      drawCaught(set),
      drawActs(set, lesson, next),
    ),
    h("div", { class: "stack", key: "seen" }, drawSeen(snapshot, next)),
  );
}

function calledCard(name) {
  return name === BACK ? t("pack_back") : name;
}

/** The card that is asked for: the first that is not known, its back at the end. */
function nextName(set, { order, skipped, typed }) {
  const done = (name) => skipped.includes(name) || set.parts.some((part) => part.name === name);
  return order
    ? [...order, BACK].find((name) => !done(name))
    : typed && !done(typed)
      ? typed
      : null;
}

function drawTyped(lesson) {
  return drawNameForm(
    {
      key: "typed",
      field: "cardName",
      label: t("pack_name"),
      longest: 60,
      words: t("lesson_show"),
      rank: "main",
      take: (typed) => changeUi({ lesson: { ...lesson, typed }, cardName: "" }),
    },
    h("p", { class: "hint" }, t("pack_name_hint")),
  );
}

function drawCaught({ name, parts }) {
  return h(
    "div",
    { class: "row", key: "caught" },
    parts.slice(-SHOWN).map((part) =>
      h(
        "figure",
        { class: "stack center tight", key: part.name },
        h("img", {
          class: "still",
          alt: "",
          src: addressOf(name, part.name, part.stills.at(-1).still),
        }),
        h("figcaption", {}, calledCard(part.name)),
      ),
    ),
  );
}

function drawActs({ name, parts }, lesson, next) {
  const last = parts.at(-1);
  const button = (key, onclick, className = "second") =>
    h("button", { class: className, key, onclick }, t(key));
  const skip = () =>
    changeUi({ lesson: { ...lesson, skipped: [...lesson.skipped, next], typed: "" } });
  const end = () => changeUi({ lesson: null });
  return h(
    "div",
    { class: "row", key: "acts" },
    next ? [button("pack_take", () => take(lesson, next, true)), button("pack_skip", skip)] : null,
    last ? button("pack_back_one", () => forget(name, last.name)) : null,
    button("lesson_end", end, next && lesson.order ? "quiet" : "main"),
  );
}

/** What the eye sees now; in the demo tray a button lays the card. */
function drawSeen(snapshot, next) {
  const { eye } = snapshot;
  if (!eyeWatches(snapshot)) return h("p", { class: "warn" }, t("lesson_no_eye"));
  return [
    drawEyeState(eye),
    h("div", { class: "tray full" }, drawLivePicture(eye)),
    eye.demo && next
      ? h("button", { class: "main", onclick: () => layInDemo(next) }, t("card_demo"))
      : null,
  ];
}

/** Look again and again while this deck is taught; each card that lies there anew is caught. */
async function look(lesson) {
  looking = lesson;
  why = null;
  const goesOn = () =>
    state.ui.panel === "taught" && state.ui.lesson === lesson && looking === lesson;
  while (goesOn()) {
    const next = nextName(deckOf(lesson.set), lesson);
    if (next && !(await take(lesson, next, false))) break;
    await new Promise((resume) => setTimeout(resume, AGAIN_MS));
  }
  if (looking === lesson) looking = null;
}

/** Catch what lies there as `name`; false where the table cannot be reached. */
async function take({ set }, name, again) {
  try {
    const { new: caught } = await catchCard(set, name, again);
    if (caught) why = null;
  } catch (error) {
    if (!(error instanceof Refused)) {
      if (!(error instanceof Failed)) throw error;
      return false;
    }
    why = error.body.code === "no_still" ? null : whyNot(error);
    changeState({});
  }
  return true;
}
