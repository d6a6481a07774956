/** The eye is not sure: it asks, with its likely answers in order. One tap answers. */

import { send } from "../act.js";
import { changeUi, state } from "../store.js";
import { listed, t, tOr } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";
import { marks, picture } from "./eye.js";
import { drawPad } from "./pad.js";

const ANSWERS = 3;

/** Draw the eye's open question. */
export function drawQuestion(snapshot, question) {
  const own = state.ui.answer?.number === question.number ? state.ui.answer : null;
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
        { class: "tray large" },
        picture(snapshot.eye),
        marks(snapshot, question, (index) => edit(question, own, index)),
      ),
      own ? drawOwn(snapshot, question, own) : drawAnswers(snapshot, question),
    ),
    h(
      "button",
      { class: "quiet", onclick: () => send({ type: "dismiss", number: question.number }) },
      t(question.thrown === null ? "question_pushed" : "question_no_throw"),
    ),
  );
}

function reasons(question) {
  const why = question.why ?? [];
  return listed(why.map((name) => tOr(`doubt_${name.replace(/ /g, "_")}`, name)));
}

function drawAnswers(snapshot, question) {
  const wanted = snapshot.awaited?.count ?? question.dice.length;
  const sets = question.dice.length === wanted ? ranked(question.dice) : [];
  return h(
    "div",
    { class: "answers" },
    sets.map((faces, place) =>
      h(
        "button",
        {
          class: place ? "answer" : "answer best",
          "aria-label": t("answer", { faces: faces.join(" ") }),
          onclick: () => play(question, faces),
        },
        faces.map((face) => die(face)),
      ),
    ),
    h(
      "button",
      { class: "quiet", onclick: () => edit(question, null, null, wanted) },
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

function edit(question, own, index, wanted = question.dice.length) {
  const faces =
    own?.faces ?? Array.from({ length: wanted }, (_, at) => question.dice[at]?.face ?? null);
  const empty = faces.indexOf(null);
  changeUi({ answer: { number: question.number, faces, at: index ?? (empty < 0 ? 0 : empty) } });
}

function drawOwn(snapshot, question, own) {
  const set = (face) => {
    const faces = own.faces.map((old, index) => (index === own.at ? face : old));
    const empty = faces.indexOf(null);
    changeUi({ answer: { ...own, faces, at: empty < 0 ? own.at : empty } });
  };
  return h(
    "div",
    { class: "answers" },
    h(
      "div",
      { class: "row faces-row" },
      own.faces.map((face, index) =>
        h(
          "button",
          {
            class: `die-button ${own.at === index ? "picked" : ""}`,
            "aria-pressed": own.at === index ? "true" : "false",
            "aria-label": t("die_shows", { number: index + 1, face: face ?? "?" }),
            onclick: () => changeUi({ answer: { ...own, at: index } }),
          },
          die(face),
        ),
      ),
    ),
    drawPad(set, snapshot.awaited?.faces),
    h(
      "button",
      {
        class: "main",
        disabled: own.faces.includes(null),
        onclick: () => play(question, own.faces),
      },
      t("hand_do"),
    ),
  );
}

async function play(question, faces) {
  const answer = { type: "dice", faces, kept: question.kept ?? [], number: question.number };
  if (await send(answer)) changeUi({ answer: null });
}
