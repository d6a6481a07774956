/**
 * If the eye is not sure, it asks one thing at a time: first whether the roll counts, if that is in
 * doubt, then what the dice show, with likely answers in order.
 */

import { sendAction } from "../actions.js";
import { changeUi, state } from "../store.js";
import { refusal, t, translateOr } from "../words.js";
import { actionButton } from "./controls.js";
import { die } from "./dice.js";
import { button, h } from "./dom.js";
import { drawFacePad } from "./roll.js";
import {
  drawDieMarks,
  drawLivePicture,
  drawPhotographButton,
  drawReadingPicture,
  isAtRest,
} from "./tray.js";

const WHETHER = new Set(["thrown unclear", "too early", "unheard", "earlier throw unanswered"]);
// Of several reasons, the first of these is shown, else the first of all.
const TELLING = ["fixed die gone", "kept unclear", "beside moved", "beside changed"];
const COUNTED = new Set(["too few", "too many"]); // the heading says as much

/**
 * Draw the eye's open question. It rises over the dock; the game stays in sight above it.
 * @param {Snapshot} snapshot
 * @param {API.QuestionView} question
 */
export function drawQuestion(snapshot, question) {
  const { whether, reason } = asked(question);
  const wanted = snapshot.awaited?.count ?? question.dice.length;
  const own = whether ? null : ownAnswer(question, wanted);
  return h(
    "section",
    { class: "question wood", key: "question" },
    h(
      "div",
      { class: "tray cut-off anchor" },
      // The still that was read, as dice may have been taken up since.
      question.picture ? drawReadingPicture(question) : drawLivePicture(snapshot.eye, question),
      question.picture || isAtRest(snapshot.eye)
        ? drawDieMarks(question, whether ? null : (index) => edit(question, own, wanted, index))
        : null,
    ),
    h(
      "div",
      { class: "question-words" },
      h("h2", { class: "ask" }, headingOf(question, own, whether, wanted)),
      reason ? h("p", { class: "hint" }, inWords(reason, snapshot.eye)) : null,
    ),
    h(
      "div",
      { class: "answers row" },
      whether
        ? drawWhether(question)
        : own
          ? drawOwn(snapshot, question, own, wanted)
          : drawAnswers(question, wanted),
      actionButton(
        whether ? "second" : "quiet",
        t(
          question.thrown === null && !snapshot.eye.photographs
            ? "question_pushed"
            : "question_no_throw",
        ),
        { type: "dismiss", number: question.number },
        { key: "dismiss" },
      ),
      snapshot.eye.photographs ? drawPhotographButton(snapshot) : null,
    ),
  );
}

/**
 * Return `whether` the question is if the roll counts, and the `reason` that is shown.
 * @param {API.QuestionView} question
 */
function asked({ why, number }) {
  const doubted = why.filter((name) => WHETHER.has(name));
  const whether = doubted.length > 0 && state.ui.counts !== number;
  if (whether) return { whether, reason: doubted[0] };
  const others = why.filter((name) => !WHETHER.has(name) && !COUNTED.has(name));
  return { whether, reason: TELLING.find((name) => others.includes(name)) ?? others[0] };
}

/**
 * Return a doubt in words, or why the rules refuse these dice.
 * @param {string} reason
 * @param {Eye} eye
 */
function inWords(reason, { photographs }) {
  const name = `doubt_${reason.replace(/ /g, "_")}`;
  const doubt = translateOr(photographs ? `${name}_in_photograph` : name, translateOr(name, null));
  return doubt ?? refusal(reason);
}

/**
 * @param {API.QuestionView} question
 * @param {Answer | null} own
 * @param {boolean} whether
 * @param {number} wanted
 */
function headingOf(question, own, whether, wanted) {
  const seen = question.dice.length;
  if (whether) return t("question_counts");
  if (!own) return t("question_title");
  if (own.dice.length > wanted) return t("question_too_many", { count: own.dice.length - wanted });
  const missing = own.dice.filter(({ face }) => face === null).length;
  if (seen && missing) return t("question_missing", { count: missing });
  return t("question_nothing");
}

/**
 * If nothing else is in doubt, the first answer plays the roll; else it leads to the next question.
 * @param {API.QuestionView} question
 */
function drawWhether(question) {
  const sure = question.why.every((name) => WHETHER.has(name));
  const [faces] = sure ? question.answers : [];
  if (faces) return drawAnswer(question, faces, 0, t("question_counts_yes"));
  const next = () => changeUi({ counts: question.number });
  return button("main counts", t("question_counts_yes"), next, { key: "counts" });
}

/** @param {API.QuestionView} question @param {number} wanted */
function drawAnswers(question, wanted) {
  return [
    question.answers.map((faces, place) =>
      drawAnswer(question, faces, place, t(place ? "question_these" : "hand_do")),
    ),
    button("quiet", t("question_other"), () => edit(question, null, wanted, null), {
      key: "other",
    }),
  ];
}

/**
 * @param {API.QuestionView} question
 * @param {string[]} faces
 * @param {number} place
 * @param {string} words
 */
function drawAnswer(question, faces, place, words) {
  return button(
    `row center tight ${place ? "" : "best picked"}`,
    [
      h("span", { class: "whole-row strong" }, words),
      faces.map((face, index) => die(face, { body: question.dice[index].body })),
    ],
    () => play(question, faces, question.kept),
    { key: `${question.number}-${place}`, waits: state.busy },
  );
}

/**
 * Return the answer being given; without likely answers, one begins by itself.
 * @param {API.QuestionView} question
 * @param {number} wanted
 */
function ownAnswer(question, wanted) {
  if (state.ui.answer?.number === question.number) return state.ui.answer;
  return question.answers.length ? null : begin(question, wanted);
}

/**
 * Return the start of a manual answer: the dice that were read (`from` is their place in the
 * reading), filled up to `wanted` with unknown dice, of which the first is asked next.
 * @param {API.QuestionView} question
 * @param {number} wanted
 */
function begin(question, wanted) {
  const missing = Math.max(wanted - question.dice.length, 0);
  const dice = [
    ...question.dice.map(({ face }, from) => ({ face, from })),
    ...Array.from({ length: missing }, () => ({ face: null, from: null })),
  ];
  const empty = dice.findIndex((one) => one.face === null);
  return { number: question.number, dice, at: Math.max(empty, 0) };
}

/**
 * Begin or continue a manual answer; die `index` of the reading is asked next.
 * @param {API.QuestionView} question
 * @param {Answer | null} own
 * @param {number} wanted
 * @param {number | null} index
 */
function edit(question, own, wanted, index) {
  const { dice, at } = own ?? begin(question, wanted);
  const found = dice.findIndex((one) => index !== null && one.from === index);
  take(question, dice, found < 0 ? at : found);
}

/** @param {API.QuestionView} question @param {AnswerDie[]} dice @param {number} at */
function take(question, dice, at) {
  changeUi({ answer: { number: question.number, dice, at } });
}

/**
 * @param {Snapshot} snapshot
 * @param {API.QuestionView} question
 * @param {Answer} answer
 * @param {number} wanted
 */
function drawOwn(snapshot, question, { dice, at }, wanted) {
  /** @param {string} face */
  const set = (face) => {
    const changed = dice.map((one, index) => (index === at ? { ...one, face } : one));
    const empty = changed.findIndex((one) => one.face === null);
    take(question, changed, empty < 0 ? at : empty);
  };
  const remove = () =>
    take(
      question,
      dice.filter((_, index) => index !== at),
      0,
    );
  const right = dice.length === wanted && dice.every((one) => one.face !== null);
  /** @param {Partial<AnswerDie>} die */
  const bodyOf = ({ from }) =>
    question.dice[from ?? -1]?.body || snapshot.awaited?.body || undefined;
  /** @param {string} face */
  const draw = (face) => die(face, { body: bodyOf(dice[at] ?? {}) });
  return [
    h(
      "div",
      { class: "row center dice-l faces-row", key: "dice" },
      dice.map((one, index) =>
        button(
          `die-button quiet middle ${at === index ? "picked" : ""}`,
          die(one.face, { body: bodyOf(one) }),
          () => take(question, dice, index),
          {
            "aria-pressed": at === index,
            "aria-label": t("die_shows", { number: index + 1, face: one.face ?? "?" }),
          },
        ),
      ),
    ),
    dice.length > wanted
      ? button("second", t("question_remove"), remove, { key: "remove" })
      : drawFacePad(set, snapshot.awaited?.faces, draw),
    button("main", t("hand_do"), () => playOwn(question, dice), {
      key: "own",
      disabled: !right,
      waits: state.busy,
    }),
    question.answers.length
      ? button("quiet", t("question_back"), () => changeUi({ answer: null }), { key: "back" })
      : null,
  ];
}

/** @param {API.QuestionView} question @param {AnswerDie[]} dice */
function playOwn(question, dice) {
  const stayed = new Set(question.kept);
  const kept = dice.flatMap(({ from }, index) =>
    from !== null && stayed.has(from) ? [index] : [],
  );
  play(
    question,
    dice.map(({ face }) => face),
    kept,
  );
}

/** @param {API.QuestionView} question @param {(string | null)[]} faces @param {number[]} kept */
async function play(question, faces, kept) {
  if (await sendAction({ type: "dice", faces, kept, number: question.number }))
    changeUi({ answer: null });
}
