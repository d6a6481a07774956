/** The one decision of the game: is the sum enough, or are the black dice thrown too? */

import { sendAction } from "../../actions.js";
import { h } from "../../parts/dom.js";
import { eyeReads } from "../../parts/roll.js";
import { changeUi, legalChoices, mayAct, state } from "../../store.js";
import { formatPercent, t } from "../../words.js";
import { drawDie, drawSum } from "./dice.js";
import { sentence } from "./sentences.js";
import { drawThrow, throwDemo } from "./throwing.js";

const AFTERWARDS = ["caught", "nearest", "farthest"];

/** Draw the question with what is known of both answers, or the entry of the black dice. */
export function drawChoose(snapshot) {
  const { turn, sum } = snapshot;
  const two = snapshot.stop[0].how === "stayed";
  return [
    h(
      "h2",
      { class: "ask", key: "ask" },
      state.ui.black
        ? sentence(snapshot, "hunt_throws_black", { name: turn })
        : sentence(
            snapshot,
            two ? "hunt_two_dogs" : "prompt_den_letzten_choose",
            { name: turn },
            { sum },
          ),
    ),
    drawSum(snapshot),
    state.ui.black ? drawBlack(snapshot) : drawAnswers(snapshot, two),
  ];
}

function drawBlack(snapshot) {
  return [
    drawThrow(snapshot, "black"),
    h(
      "button",
      { class: "quiet", key: "back", onclick: () => changeUi({ black: false, pair: {} }) },
      t("hunt_think_again"),
    ),
  ];
}

function drawAnswers(snapshot, two) {
  const stop = legalChoices(snapshot, "stop")[0];
  const more = legalChoices(snapshot, "throw_black")[0];
  return h(
    "div",
    { class: "answers-two stack full", key: "answers" },
    drawAnswer({
      run: stop && (() => sendAction({ type: "stop", seat: stop.seat })),
      title: two ? t("hunt_stop_pays") : t("hunt_stop", { count: snapshot.sum }),
      figures: drawOutcome(snapshot, two),
    }),
    drawAnswer({
      run: more && (() => throwMore(snapshot)),
      title: t("hunt_more"),
      pictures: [1, 2].map(() => drawDie(snapshot, " ", "black", "blank")),
      figures: snapshot.odds ? drawChances(snapshot.odds.black) : null,
    }),
    snapshot.odds?.invented ? h("p", { class: "hint" }, t("hunt_odds_invented")) : null,
  );
}

/** One answer: a button for whoever may give it, for all others the same to look at. */
function drawAnswer({ run, title, pictures = [], figures }) {
  return h(
    run ? "button" : "div",
    {
      class: "choice-card full stack tight center",
      waits: run && state.busy,
      onclick: run || null,
    },
    h("b", { class: "line center large dice-s" }, pictures, h("span", {}, title)),
    figures,
  );
}

/** At the demo tray the answer throws at once; real dice are thrown, or tapped in. */
function throwMore(snapshot) {
  changeUi({ black: true, pair: {} });
  const reads = eyeReads(snapshot);
  if (reads && snapshot.eye.demo && mayAct(null)) throwDemo(snapshot);
}

/** What to stop means: whom it meets is always told, the rest only with the odds. */
function drawOutcome(snapshot, two) {
  const { stop } = snapshot.odds ?? {};
  const will = [
    two ? null : drawMeeting(snapshot),
    stop?.farthest ? t("hunt_then_farthest") : stop?.nearest ? t("hunt_then_nearest") : null,
  ].filter(Boolean);
  return will.length
    ? h(
        "span",
        { class: "stack tight" },
        will.map((one) => h("span", {}, one)),
      )
    : null;
}

/** Whom the move ends on: the dog or another character, if anybody. */
function drawMeeting(snapshot) {
  const [mover, pushed] = snapshot.stop;
  if (mover.caught) return t("hunt_onto_dog");
  return pushed ? sentence(snapshot, "hunt_pushes", { name: pushed.seat }) : null;
}

/** How likely the black dice cost or bring a bone; what cannot be is not said. */
function drawChances(plan) {
  const sum = AFTERWARDS.reduce((all, one) => all + (plan[one] ?? 0), 0);
  return [
    AFTERWARDS.filter((one) => plan[one]).map((one) =>
      h(
        "span",
        { class: "risk line left" },
        h("b", {}, formatPercent(plan[one])),
        h("span", {}, t(`hunt_then_${one}`)),
      ),
    ),
    sum > 1 ? h("span", { class: "soft" }, t("hunt_then_several")) : null,
  ];
}
