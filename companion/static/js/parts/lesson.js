/**
 * A lesson: people lay dice with one face up, again and again in new places. Each time they rest,
 * a still of each die is kept and shown. A tap removes a bad one.
 */

import { throwDemoDice } from "../actions.js";
import { Failed, pause, Refused } from "../api.js";
import { changeOpen, changeState, state } from "../store.js";
import { formatAmount, t, titleOf } from "../words.js";
import { layInDemo, whyNot } from "./card_eye.js";
import { drawDock, drawNameForm } from "./controls.js";
import { calledFace, die, facesOfGames } from "./dice.js";
import { button, h, icon } from "./dom.js";
import { drawLessonPhotograph } from "./photograph.js";
import { addressOf, catchCard, catchDice, forget, taughtSets } from "./taught_sets.js";
import { drawEyeState, drawLivePicture, eyeWatches } from "./tray.js";

const ENOUGH = 5; // stills of a face from which it is known well
const OF_EACH = 2; // of each colour of dice, if there are several: a single still is not enough
const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const AGAIN_MS = 700; // until the next look
const MAX_NAME = 24; // letters

/** @type {Lesson | null} */
let looking = null; // the lesson for which the eye looks
/** @type {({ face: string } & (API.LessonView | { why: string })) | null} */
let outcome = null; // its last result, or why nothing was learned

/**
 * Draw the lesson of `set`: its faces, the tray with the stills of this face, and the button that
 * goes on.
 * @param {Snapshot} snapshot
 * @param {TaughtSet} set
 * @param {Lesson} lesson
 */
export function drawLesson(snapshot, set, lesson) {
  const { face = null } = lesson;
  if (face !== null && eyeWatches(snapshot) && looking !== lesson) look(lesson);
  const end = button("quiet", t("lesson_end"), leave, { key: "end" });
  if (face === null) {
    return h(
      "section",
      { key: "lesson" },
      h("h2", { class: "ask" }, t("lesson_which", { name: set.name })),
      h("p", { class: "hint" }, t("lesson_hint")),
      drawFaces(set, face),
      drawOther(set),
      drawDock(end),
    );
  }
  const enough = isKnown(set, face);
  const { demo } = snapshot.eye;
  const rank = (/** @type {boolean} */ next) => (next ? "main" : "second");
  return h(
    "section",
    { key: "lesson" },
    drawFaces(set, face),
    drawStep(snapshot, t("lesson_lay", { face: calledFace(face) }), drawCaught(set, face)),
    drawDock(
      end,
      demo && eyeWatches(snapshot)
        ? button(rank(!enough), t("lesson_demo"), () => throwDemoDice([], face), { key: "lay" })
        : null,
      button(rank(enough || !demo), t("lesson_next"), () => choose(set, nextFace(set, face)), {
        key: "next",
      }),
    ),
  );
}

/**
 * Draw one step of a lesson: the eye's picture, and next to it the request and the stills.
 * @param {Snapshot} snapshot
 * @param {string} asked
 * @param {Child} caught
 */
function drawStep(snapshot, asked, caught) {
  return h(
    "div",
    { class: "grid apart", key: "step", vars: { "--least": "20rem" } },
    h("div", { class: "stack", key: "seen" }, drawSeen(snapshot)),
    h("div", { class: "stack", key: "caught" }, h("h2", { class: "ask" }, asked), caught),
  );
}

/** Draw the eye's current picture. @param {Snapshot} snapshot */
function drawSeen(snapshot) {
  const { eye } = snapshot;
  if (!eyeWatches(snapshot)) return h("p", { class: "warn" }, t("lesson_no_eye"));
  if (eye.photographs) return drawLessonPhotograph(t("lesson_photograph"));
  return [
    // Unsure readings are normal here, as the reader is still learning.
    state.open.lesson && "order" in state.open.lesson
      ? null
      : drawEyeState(eye.state === "unsure" ? { state: "sure" } : eye),
    h("div", { class: "tray full cut-off" }, drawLivePicture(eye, null)),
  ];
}

/** Go on with `face` of `set`; null asks for one. @param {TaughtSet} set @param {string | null} face */
function choose(set, face) {
  changeOpen({ lesson: { set: set.name, face } }, { newFace: "" });
}

/** Return the faces to choose from: the known and the usual ones. @param {TaughtSet} set */
function facesOf({ parts }) {
  return [...new Set([...parts.map(({ name }) => name), ...facesOfGames(), ...NUMBERS])];
}

/** Return the next face that is not known yet. @param {TaughtSet} set @param {string} face */
function nextFace(set, face) {
  return facesOf(set).find((one) => one !== face && !isKnown(set, one)) ?? null;
}

/** Whether there are enough stills of `face`. @param {TaughtSet} set @param {string} face */
function isKnown({ parts }, face) {
  const { count, all } = progress(grouped(parts.find(({ name }) => name === face)?.stills ?? []));
  return count >= all;
}

/**
 * Draw the faces as the steps of the lesson, each by its picture.
 * @param {TaughtSet} set
 * @param {string | null} face the one that is shown now
 */
function drawFaces(set, face) {
  return h(
    "div",
    {
      class: face === null ? "row" : "line rigid scrolls",
      key: "faces",
      role: "group",
      "aria-label": t("faces"),
    },
    facesOf(set).map((one) =>
      button(
        `line rigid dice-s ${one === face ? "picked" : ""}`,
        [
          drawPicture(set, one),
          calledFace(one),
          isKnown(set, one) ? h("span", { class: one === face ? "" : "good" }, " ✓") : null,
        ],
        () => choose(set, one),
        { key: one, "aria-current": one === face ? "step" : null },
      ),
    ),
  );
}

/** Draw `face` by a still or as pips. @param {TaughtSet} set @param {string} face */
function drawPicture({ name, parts }, face) {
  const still = parts.find((part) => part.name === face)?.stills.at(-1)?.still;
  if (still) return h("img", { class: "still-face", alt: "", src: addressOf(name, face, still) });
  return NUMBERS.includes(face) ? h("span", { "aria-hidden": "true" }, die(face)) : null;
}

/** Draw the form that names another face. @param {TaughtSet} set */
function drawOther(set) {
  return drawNameForm({
    key: "other",
    field: "newFace",
    label: t("lesson_other"),
    longest: MAX_NAME,
    words: t("lesson_show"),
    rank: "second",
    take: (typed) => choose(set, faceCalled(typed)),
  });
}

/** Return the face whose word somebody typed, if it is a face of the game. @param {string} typed */
function faceCalled(typed) {
  /** @param {string} face */
  const same = (face) => calledFace(face).toLowerCase() === typed.toLowerCase();
  return facesOfGames().find(same) ?? typed;
}

/** @param {TaughtSet} set @param {string} face */
function drawCaught(set, face) {
  const stills = set.parts.find(({ name }) => name === face)?.stills ?? [];
  const bodies = grouped(stills);
  const { count, all } = progress(bodies);
  return [
    h("p", { class: "hint", key: "turn" }, t("lesson_turn")),
    h(
      "p",
      { class: `larger ${count < all ? "" : "good"}`, key: "count", role: "status" },
      count < all
        ? t("lesson_count", { count: formatAmount(count), all: formatAmount(all) })
        : t("lesson_enough"),
    ),
    h("p", { class: "warn", key: "outcome" }, outcomeInWords(face)),
    [...bodies].map(([body, these]) =>
      h(
        "div",
        { class: "row dice-s", key: body },
        die("", { body }),
        these.map(({ still }) => drawStill(set.name, face, still)),
        Array.from({ length: Math.max(0, all - these.length) }, () =>
          h("span", { class: "still-place dashed" }),
        ),
      ),
    ),
    stills.length ? h("p", { class: "hint", key: "bad" }, t("lesson_bad")) : null,
  ];
}

/**
 * Return how many of the needed stills there are: with several colours, those of the one with
 * fewest. A lone still of one colour, if all others have enough, is taken for a mistaken colour.
 * @param {Map<string, API.StillView[]>} bodies
 */
function progress(bodies) {
  const counts = [...bodies.values()].map(({ length }) => length).sort((a, b) => a - b);
  if (counts.length > 1 && counts[0] === 1 && counts[1] >= ENOUGH) counts.shift();
  if (counts.length < 2) return { count: counts[0] ?? 0, all: ENOUGH };
  return { count: counts[0], all: OF_EACH };
}

/** @param {API.StillView[]} stills */
function grouped(stills) {
  /** @type {Map<string, API.StillView[]>} */
  const found = new Map();
  for (const one of stills) found.set(one.body, [...(found.get(one.body) ?? []), one]);
  return found;
}

/**
 * Draw the picture `still` of a part of `set`; a tap takes it `away`, which is called `words`.
 * @param {string} set
 * @param {string} part
 * @param {string} still
 */
function drawStill(
  set,
  part,
  still,
  words = t("lesson_away"),
  away = () => forget(set, part, still),
) {
  return button(
    "bare anchor",
    [
      h("img", { class: "still", alt: "", src: addressOf(set, part, still) }),
      h("span", { class: "away atop middle" }, icon("cross")),
    ],
    away,
    { key: still, "aria-label": words },
  );
}

function leave() {
  changeOpen({ lesson: null });
}

/** @param {string} face */
function outcomeInWords(face) {
  if (!outcome || outcome.face !== face) return null;
  if ("why" in outcome) return outcome.why;
  if (outcome.others.length) return t("lesson_others", { faces: outcome.others.join(", ") });
  return outcome.seen ? null : t("lesson_empty");
}

/**
 * Look again and again while this lesson is open, and keep stills whenever dice have moved.
 * @param {Lesson} lesson
 */
async function look(lesson) {
  const { face } = lesson;
  if (!face) return;
  looking = lesson;
  outcome = null;
  const goesOn = () => state.open.panel === "taught" && state.open.lesson === lesson;
  while (goesOn()) {
    try {
      outcome = { face, ...(await catchDice(lesson.set, face)) };
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      if (!(error instanceof Refused)) {
        outcome = { face, why: whyNot(error) };
        break; // a broken link: the person looks again
      }
      // Nobody has photographed anything yet.
      const waits = error.body.code === "no_still" && state.snapshot?.eye.photographs;
      if (!waits) outcome = { face, why: whyNot(error) };
    }
    changeState({});
    await pause(AGAIN_MS);
  }
  if (looking === lesson) looking = null;
}

// A deck is taught: its cards are turned over one after another, and each is learned as soon as it
// lies still. Its name comes from the usual order of such a deck, or is typed.

const NEXT_CARD_MS = 300; // until the next look
const BACK = "card back"; // as `vision.card_reader` calls it
const MOST_NUMBERS = 150;

/** @type {Lesson | null} */
let watched = null; // the lesson for which the eye looks
/** @type {string | null} */
let why = null; // the reason why nothing was learned
let dice = false; // whether dice must be removed first

/**
 * Return the usual orders of cards, each with its words: those of the games, and the numbers
 * from 1.
 * @returns {[words: string, order: string[]][]}
 */
function orders() {
  const numbers = Array.from({ length: MOST_NUMBERS }, (_, at) => String(at + 1));
  return [
    ...state.games.flatMap(({ title, card_names: names }) =>
      names?.length ? [packOf(titleOf(title), names)] : [],
    ),
    [t("pack_numbers"), numbers],
  ];
}

/** @param {string} game @param {string[]} order @returns {[string, string[]]} */
function packOf(game, order) {
  return [t("pack_of", { game, first: order[0], last: String(order.at(-1)) }), order];
}

/** Draw a button for each kind of deck, in the form that asks for a deck's name. */
export function drawKindsOfDeck() {
  const kinds = [...orders().map(([kind]) => kind), t("pack_own_names")];
  return h(
    "div",
    {
      class: "grid full",
      key: "decks",
      role: "group",
      "aria-label": t("pack_kind"),
      vars: { "--least": "9rem" },
    },
    h("p", { class: "soft middle" }, t("pack_kind")),
    kinds.map((kind) => h("button", { class: "second", key: kind, value: kind }, kind)),
  );
}

/** Teach a new deck. @param {string} set @param {string} kind its button's value */
export function beginDeck(set, kind) {
  const [, order = null] = orders().find(([words]) => words === kind) ?? [];
  changeOpen({ lesson: { set, order, skipped: [] } }, { newSet: "" });
}

/** Go on with a deck that is known in part. @param {API.SetView} set */
export function teachMore({ name, parts }) {
  const [, order = null] =
    orders().find(([, names]) => parts.some((part) => names.includes(part.name))) ?? [];
  changeOpen({ lesson: { set: name, order, skipped: [] } });
}

/** @param {string} name */
function deckOf(name) {
  return taughtSets("cards")?.find((set) => set.name === name) ?? { name, parts: [] };
}

/**
 * Draw the lesson of a deck: the next card to lay, and the known ones.
 * @param {Snapshot} snapshot
 * @param {Lesson} lesson
 */
export function drawDeckLesson(snapshot, lesson) {
  const set = deckOf(lesson.set);
  if (eyeWatches(snapshot) && watched !== lesson) watch(lesson);
  const next = nextName(set, lesson);
  return h(
    "section",
    { key: "lesson" },
    drawStep(snapshot, askForCard(next), [
      h("p", { class: "hint" }, t("pack_hint")),
      lesson.order ? null : drawTyped(lesson),
      h("p", { class: "warn", key: "why" }, why),
      h("p", { class: "larger", key: "count" }, t("taught_cards", { count: set.parts.length })),
      drawCaughtCards(set),
    ]),
    drawActs(snapshot, lesson, next),
  );
}

/** @param {string | null | undefined} next */
function askForCard(next) {
  if (dice) return t("refusal_dice_in_tray");
  return next ? t("pack_lay", { card: calledCard(next) }) : t("pack_ask");
}

/** @param {string} name */
function calledCard(name) {
  return name === BACK ? t("pack_back") : name;
}

/**
 * Return the card that is asked for: the first that is not known, its back at the end.
 * @param {TaughtSet} set
 * @param {Lesson} lesson
 */
function nextName(set, { order, skipped = [], typed }) {
  /** @param {string} name */
  const done = (name) => skipped.includes(name) || set.parts.some((part) => part.name === name);
  return order
    ? [...order, BACK].find((name) => !done(name))
    : typed && !done(typed)
      ? typed
      : null;
}

/** @param {Lesson} lesson */
function drawTyped(lesson) {
  return drawNameForm(
    {
      key: "typed",
      field: "cardName",
      label: t("pack_name"),
      longest: 60,
      words: t("lesson_show"),
      rank: "main",
      take: (typed) => changeOpen({ lesson: { ...lesson, typed } }, { cardName: "" }),
    },
    h("p", { class: "hint" }, t("pack_name_hint")),
  );
}

/** The newest first; a bad one is taken away. @param {TaughtSet} taughtSet */
function drawCaughtCards({ name, parts }) {
  return h(
    "div",
    { class: "row caught", key: "caught" },
    [...parts].reverse().map((part) =>
      h(
        "figure",
        { class: "stack center tight", key: part.name },
        drawStill(
          name,
          part.name,
          part.stills.at(-1)?.still ?? "",
          t("setup_remove", { name: calledCard(part.name) }),
          () => forget(name, part.name),
        ),
        h("figcaption", {}, calledCard(part.name)),
      ),
    ),
  );
}

/**
 * Draw the controls for the `next` card; in the demo tray a button lays it.
 * @param {Snapshot} snapshot
 * @param {Lesson} lesson
 * @param {string | null | undefined} next
 */
function drawActs(snapshot, lesson, next) {
  /** @param {string} look @param {string} key @param {() => unknown} onclick */
  const act = (look, key, onclick) => button(look, t(key), onclick, { key });
  if (!next) return drawDock(act("main", "lesson_end", leave));
  const { skipped = [] } = lesson;
  const skip = () => changeOpen({ lesson: { ...lesson, skipped: [...skipped, next], typed: "" } });
  const lays = snapshot.eye.demo && eyeWatches(snapshot);
  return drawDock(
    act("quiet", "lesson_end", leave),
    act("quiet", "pack_skip", skip),
    act(lays ? "second" : "main", "pack_take", () => take(lesson, next, true)),
    lays ? act("main", "card_demo", () => layInDemo(next)) : null,
  );
}

/**
 * Look again and again while this deck is taught, and learn each new card.
 * @param {Lesson} lesson
 */
async function watch(lesson) {
  watched = lesson;
  why = null;
  dice = false;
  const goesOn = () =>
    state.open.panel === "taught" && state.open.lesson === lesson && watched === lesson;
  while (goesOn()) {
    const next = nextName(deckOf(lesson.set), lesson);
    if (next && !(await take(lesson, next, false))) break;
    await pause(NEXT_CARD_MS);
  }
  if (watched === lesson) watched = null;
}

/**
 * Learn the card in the tray as `name`; false if the table cannot be reached.
 * @param {Lesson} lesson
 * @param {string} name
 * @param {boolean} again
 */
async function take({ set }, name, again) {
  try {
    const { new: caught } = await catchCard(set, name, again);
    if (caught) why = null;
    dice = false;
  } catch (error) {
    if (!(error instanceof Refused)) {
      if (!(error instanceof Failed)) throw error;
      return false;
    }
    const { code } = error.body;
    if (code !== "no_still") dice = code === "dice_in_tray";
    why = dice || code === "no_still" ? null : whyNot(error);
    changeState({});
  }
  return true;
}
