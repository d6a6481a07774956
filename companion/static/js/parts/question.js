/** The eye is not sure: it asks, with its likely answers in order. One tap answers. */

import { actionButton } from "./action_button.js";
import { send } from "../actions.js";
import { changeUi, state } from "../store.js";
import { listed, t, tOr } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";
import { marks, picture, readPicture, rests } from "./tray.js";
import { drawFacePad } from "./throw_entry.js";

const ANSWERS = 3;

/** Draw the eye's open question. */
export function drawQuestion(snapshot, question) {
  const own = state.ui.answer?.number === question.number ? state.ui.answer : null;
  const wanted = snapshot.awaited?.count ?? question.dice.length;
  return h(
    "section",
    { class: "question", key: "question" },
    h("h2", { class: "ask" }, question.dice.length ? t("question_title") : t("question_nothing")),
    h("p", { class: "hint" }, reasons(question)),
    h(
      "div",
      { class: "question-body" },
      h(
        "div",
        { class: "tray anchor full" },
        // The still that was read: dice may have been taken up since.
        question.picture ? readPicture(question.number) : picture(snapshot.eye),
        question.picture || rests(snapshot.eye)
          ? marks(question, (index) => edit(question, own, wanted, index))
          : null,
      ),
      own ? drawOwn(snapshot, question, own, wanted) : drawAnswers(question, wanted),
    ),
    actionButton(
      { class: "quiet" },
      { type: "dismiss", number: question.number },
      t(question.thrown === null ? "question_pushed" : "question_no_throw"),
    ),
  );
}

function reasons(question) {
  const why = question.why ?? [];
  return listed(why.map((name) => tOr(`doubt_${name.replace(/ /g, "_")}`, name)));
}

function likely(question, wanted) {
  return question.dice.length === wanted ? ranked(question.dice) : [];
}

function drawAnswers(question, wanted) {
  const sets = likely(question, wanted);
  return h(
    "div",
    { class: "answers stack dice-m" },
    sets.map((faces, place) =>
      h(
        "button",
        {
          class: place ? "answer" : "answer best",
          key: `${question.number}-${place}`,
          "aria-label": t("answer", { faces: faces.join(" ") }),
          onclick: () => play(question, faces, question.kept),
        },
        faces.map((face, index) => die(face, { body: question.dice[index].body })),
      ),
    ),
    h(
      "button",
      { class: "quiet", onclick: () => edit(question, null, wanted, null) },
      t(sets.length ? "question_other" : "question_enter"),
    ),
  );
}

/** The likeliest whole readings, best first: products of the confidences of single dice. */
export function ranked(dice) {
  let sets = [{ faces: [], chance: 1 }];
  for (const one of dice) {
    const options = one.alternatives?.length ? one.alternatives : [[one.face, 1]];
    sets = sets
      .flatMap(({ faces, chance }) =>
        options.map(([face, p]) => ({ faces: [...faces, face], chance: chance * p })),
      )
      .sort((a, b) => b.chance - a.chance)
      .slice(0, 12);
  }
  return sets.slice(0, ANSWERS).map(({ faces }) => faces);
}

/**
 * Begin or go on with an answer of one's own: the dice that were read (`from` is their place in the
 * reading), filled up to `wanted` with dice that nobody has named yet. Die `index` is asked next.
 */
function edit(question, own, wanted, index) {
  const missing = Math.max(wanted - question.dice.length, 0);
  const dice = own?.dice ?? [
    ...question.dice.map(({ face }, from) => ({ face, from })),
    ...Array.from({ length: missing }, () => ({ face: null, from: null })),
  ];
  const at = own ? dice.findIndex((one) => one.from === index) : index;
  take(
    question,
    dice,
    at ??
      Math.max(
        dice.findIndex((one) => one.face === null),
        0,
      ),
  );
}

function take(question, dice, at) {
  changeUi({ answer: { number: question.number, dice, at } });
}

function drawOwn(snapshot, question, { dice, at }, wanted) {
  const set = (face) => {
    const told = dice.map((one, index) => (index === at ? { ...one, face } : one));
    const empty = told.findIndex((one) => one.face === null);
    take(question, told, empty < 0 ? at : empty);
  };
  const remove = () =>
    take(
      question,
      dice.filter((_, index) => index !== at),
      0,
    );
  const right = dice.length === wanted && dice.every((one) => one.face !== null);
  return h(
    "div",
    { class: "answers stack dice-m" },
    h(
      "div",
      { class: "row faces-row" },
      dice.map(({ face, from }, index) =>
        h(
          "button",
          {
            class: `die-button ${at === index ? "picked" : ""}`,
            "aria-pressed": at === index ? "true" : "false",
            "aria-label": t("die_shows", { number: index + 1, face: face ?? "?" }),
            onclick: () => take(question, dice, index),
          },
          die(face, { body: question.dice[from]?.body }),
        ),
      ),
    ),
    dice.length > wanted
      ? [
          h("p", { class: "hint warn" }, t("question_too_many", { count: dice.length - wanted })),
          h("button", { class: "second", onclick: remove }, t("question_remove")),
        ]
      : drawFacePad(set, snapshot.awaited?.faces),
    h(
      "button",
      { class: "main", disabled: !right, onclick: () => playOwn(question, dice) },
      t("hand_do"),
    ),
    likely(question, wanted).length
      ? h("button", { class: "quiet", onclick: () => changeUi({ answer: null }) }, t("question_back"))
      : null,
  );
}

function playOwn(question, dice) {
  const stayed = new Set(question.kept);
  const kept = dice.flatMap(({ from }, index) => (stayed.has(from) ? [index] : []));
  play(
    question,
    dice.map(({ face }) => face),
    kept,
  );
}

async function play(question, faces, kept) {
  if (await send({ type: "dice", faces, kept, number: question.number }))
    changeUi({ answer: null });
}
