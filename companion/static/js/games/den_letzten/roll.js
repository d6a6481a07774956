/**
 * The dice of this game, with dogs or ordinary ones whose six is a dog; how they get to the table;
 * and the one decision: to stop, or to roll the black dice too.
 */

import { throwDemoDice } from "../../actions.js";
import { actionButton, drawDock, sentenceOf } from "../../parts/controls.js";
import { die, faceName } from "../../parts/dice.js";
import { button, h } from "../../parts/dom.js";
import { drawThrowPanel, eyeReads, sendThrow } from "../../parts/roll.js";
import { seatName } from "../../parts/seats.js";
import { changeUi, legalChoices, mayAct, state } from "../../store.js";
import { formatPercent, t } from "../../words.js";
import { bone, dogHead } from "./figures.js";

/** @type {DenLetzten.Outcome[]} */
const AFTERWARDS = ["caught", "nearest", "farthest"];

/**
 * The face that is not a number, for all parts of the page that draw and name faces.
 * @type {Record<string, FaceOf>}
 */
export const dogFace = { dog: { name: () => t("face_dog"), draw: dogHead } };

/**
 * Whether `face`, as the dice show it, is a dog.
 * @param {DenLetzten.Table} snapshot
 * @param {string} face
 */
function isDog(snapshot, face) {
  return face === (snapshot.options.dog_is === "six" ? "6" : "dog");
}

/**
 * Draw a die of `body`, its face as the game knows it or as the dice show it.
 * @param {DenLetzten.Table} snapshot
 * @param {string} face
 * @param {DenLetzten.Body} body
 */
export function drawDie(snapshot, face, body, className = "") {
  return snapshot.options.dog_is === "six" && (face === "dog" || face === "6")
    ? sixAsDog(body, className)
    : die(face, { body, className });
}

/**
 * Draw the dice and their sum, "3 + dog = 3".
 * @param {DenLetzten.Table} snapshot
 */
function drawSum(snapshot) {
  if (!snapshot.dice.length) return null;
  return h(
    "p",
    {
      class: "throw-sum row center largest dice-l",
      key: "sum",
      role: "img",
      "aria-label": sumInWords(snapshot),
      "data-roll": true,
    },
    snapshot.dice.map((one) => drawDie(snapshot, one.face, one.body)),
    h("span", { class: "equals" }, "="),
    h("b", { class: "lit" }, snapshot.sum),
  );
}

/** @param {DenLetzten.Table} snapshot */
function sumInWords(snapshot) {
  const faces = snapshot.dice.map(({ face }) => faceName(face)).join(", ");
  return t("hunt_sum", { faces, sum: snapshot.sum });
}

/**
 * Draw the six of a die of `body` with a dog's head in its corner.
 * @param {DenLetzten.Body} body
 * @param {string} className
 */
function sixAsDog(body, className) {
  const six = die("6", { body, className });
  six.setAttribute("aria-label", t("face_dog"));
  six.append(
    h(
      "g",
      { transform: "translate(52 46) scale(.5)" },
      h("circle", { cx: 50, cy: 52, r: 54, fill: "#ffd785", stroke: "#2a1d10", "stroke-width": 5 }),
      dogHead("#2a1d10", "#ffd785"),
    ),
  );
  return six;
}

/**
 * Return the sentence `key` as nodes: `seats` are filled in as signs with names, `figures` as text.
 * @param {DenLetzten.Table} snapshot
 * @param {string} key
 * @param {Record<string, number>} seats
 */
export function sentence(snapshot, key, seats, figures = {}) {
  const names = Object.entries(seats).map(([name, seat]) => [name, seatName(snapshot, seat)]);
  return sentenceOf(key, Object.fromEntries(names), figures);
}

/**
 * Draw how the two dice of `body` get to the table; nothing on a device that may not roll.
 * @param {DenLetzten.Table} snapshot
 * @param {DenLetzten.Body} body
 */
export function drawRoll(snapshot, body) {
  const [choice] = legalChoices(snapshot, body === "white" ? "throw_white" : "throw_black");
  if (!choice) return [null, null];
  return drawThrowPanel(snapshot, {
    seat: choice.seat,
    throwDemo: () => throwDemo(snapshot),
    byHand: () => drawByHand(snapshot, body, choice),
  });
}

/**
 * Draw the button that lets chance roll where the dice are tapped in: above the faces, which may
 * reach below the edge of the display.
 * @param {DenLetzten.Table} snapshot
 */
export function drawChance(snapshot) {
  if (!snapshot.can_draw || !mayAct(null) || eyeReads(snapshot)) return null;
  return actionButton(
    snapshot.eye.demo ? "main" : "second",
    t("hunt_table_throws"),
    { type: "draw" },
    { key: "draw" },
  );
}

/** @param {DenLetzten.Table} snapshot @param {DenLetzten.Body} body @param {DenLetzten.Roll} choice */
function drawByHand(snapshot, body, choice) {
  return [
    // After the first roll, people know.
    snapshot.last_roll
      ? null
      : h("p", { class: "hint how" }, t("hand_throw", { count: snapshot.awaited?.count })),
    drawPads(snapshot, body, choice),
  ];
}

/**
 * Let the demo tray roll the dice of the awaited body; all others stay where they lie, if the table
 * knows where.
 * @param {DenLetzten.Table} snapshot
 */
export function throwDemo({ eye, awaited }) {
  if (!awaited) return null;
  const lying = eye.roll ? [...eye.roll.dice, ...eye.roll.beside] : [];
  const some = lying.filter(({ body }) => body === awaited.body);
  const other = awaited.body === "white" ? "black" : "white";
  // In lamp light or shade a colour may be mistaken, so only dice surely of the other colour stay.
  /** @param {{ body: string }} die */
  const stays = ({ body }) =>
    some.length < awaited.count ? body === other : body !== awaited.body;
  return throwDemoDice(lying.filter(stays).map(({ box }) => box));
}

/**
 * One row of faces for each die; with the second answer the roll is complete and is played.
 * @param {DenLetzten.Table} snapshot
 * @param {DenLetzten.Body} body
 * @param {DenLetzten.Roll} choice
 */
function drawPads(snapshot, body, choice) {
  const entered = state.ui.pair ?? {};
  const { count = 0, each = [] } = snapshot.awaited ?? {};
  /** @param {number} at @param {string} face */
  const take = (at, face) => {
    const faces = { ...entered, [at]: face };
    if (Object.keys(faces).length < count) changeUi({ pair: faces });
    else play(snapshot, choice, [faces[0], faces[1]]);
  };
  return each.map((sides, at) => {
    const faces = [...new Set(sides)].sort(dogFirst);
    return h(
      "div",
      {
        class: "die-row dice-l plate grid full",
        key: `die${at}`,
        vars: { "--across": faces.length > IN_A_ROW ? Math.ceil(faces.length / 2) : faces.length },
        role: "group",
        "aria-label": t(`hunt_die_${body}`, { number: at + 1 }),
      },
      faces.map((face) =>
        button(
          `pad-key quiet middle ${entered[at] === face ? "picked" : ""}`,
          drawDie(snapshot, face, body),
          () => take(at, face),
          {
            "aria-pressed": entered[at] === face,
            "aria-label": isDog(snapshot, face) ? t("face_dog") : faceName(face),
            waits: state.busy,
          },
        ),
      ),
    );
  });
}

const IN_A_ROW = 6; // faces of a die

/** @param {string} one @param {string} other */
function dogFirst(one, other) {
  return Number(other === "dog") - Number(one === "dog") || one.localeCompare(other);
}

/** @param {DenLetzten.Table} snapshot @param {DenLetzten.Roll} choice @param {string[]} faces */
async function play(snapshot, choice, faces) {
  changeUi({ pair: {} });
  const { type, seat } = choice;
  const meant = faces.map((face) => (isDog(snapshot, face) ? "dog" : face));
  await sendThrow(faces, [], { type, seat, faces: meant });
}

/**
 * Draw the question with the facts about both answers, or the entry of the black dice.
 * @param {Playing<DenLetzten.View>} snapshot
 * @returns {DenLetzten.Asked}
 */
export function drawChoose(snapshot) {
  const { turn, sum: count } = snapshot;
  const two = snapshot.stop?.[0].how === "stayed";
  const { black = false } = state.ui;
  const ask = black
    ? sentence(snapshot, "hunt_throws_black", { name: turn })
    : sentence(
        snapshot,
        two ? "hunt_two_dogs" : "prompt_den_letzten_choose",
        { name: turn },
        { sum: count },
      );
  const [more, dock] = black ? drawBlack(snapshot) : drawAnswers(snapshot, two);
  const sum = [drawSum(snapshot), black ? drawChance(snapshot) : null];
  // Without buttons, there is room for the whole board.
  const look = black ? "taps-faces" : mayAct(turn) ? "weighs" : "";
  return { ask, sum, more, dock, look };
}

/** @param {DenLetzten.Table} snapshot */
function drawBlack(snapshot) {
  const [entry, dock] = drawRoll(snapshot, "black");
  const back = button("quiet", t("hunt_think_again"), () => changeUi({ black: false, pair: {} }), {
    key: "back",
  });
  return [[entry, back], dock];
}

/** @param {DenLetzten.Table} snapshot @param {boolean} two */
function drawAnswers(snapshot, two) {
  const stop = legalChoices(snapshot, "stop")[0];
  const more = legalChoices(snapshot, "throw_black")[0];
  const words = two ? t("hunt_stop_pays") : t("hunt_stop", { count: snapshot.sum });
  const black = [1, 2].map(() => drawDie(snapshot, " ", "black", "blank"));
  const known = [
    drawKnown("stop", words, drawOutcome(snapshot, two)),
    snapshot.odds ? drawKnown("more", t("hunt_more"), drawChances(snapshot.odds.black)) : null,
    snapshot.odds?.invented ? h("p", { class: "hint" }, t("hunt_odds_invented")) : null,
  ];
  return [
    known,
    drawDock(
      stop ? actionButton("paper", words, { type: "stop", seat: stop.seat }) : null,
      more
        ? button("paper line center dice-s", [black, t("hunt_more")], () => rollMore(snapshot), {
            waits: state.busy,
          })
        : null,
    ),
  ];
}

/**
 * Draw the facts about an answer.
 * @param {string} key
 * @param {string} title
 * @param {Child} figures
 */
function drawKnown(key, title, figures) {
  if (!figures) return null;
  return h(
    "section",
    { class: "known plate stack tight", key },
    h("b", { class: "soft" }, title),
    figures,
  );
}

/**
 * At the demo tray the answer rolls at once; real dice are rolled, or tapped in.
 * @param {DenLetzten.Table} snapshot
 */
function rollMore(snapshot) {
  changeUi({ black: true, pair: {} });
  const reads = eyeReads(snapshot);
  if (reads && snapshot.eye.demo && mayAct(null)) throwDemo(snapshot);
}

/**
 * Draw the effect of stopping. Whom the mover would meet is always shown; the rest needs the odds.
 * @param {DenLetzten.Table} snapshot
 * @param {boolean} two
 */
function drawOutcome(snapshot, two) {
  const { stop } = snapshot.odds ?? {};
  const will = [
    two ? null : drawMeeting(snapshot),
    stop?.farthest ? drawAfterwards("farthest") : stop?.nearest ? drawAfterwards("nearest") : null,
  ].filter(Boolean);
  return will.length
    ? h(
        "span",
        { class: "stack tight" },
        will.map((one) => h("span", {}, one)),
      )
    : null;
}

/**
 * Draw whom the move would end on: the dog, another character, or nobody.
 * @param {DenLetzten.Table} snapshot
 */
function drawMeeting(snapshot) {
  const [mover, pushed] = snapshot.stop ?? [];
  if (mover?.caught) return t("hunt_onto_dog");
  return pushed ? sentence(snapshot, "hunt_pushes", { name: pushed.seat }) : null;
}

/**
 * Draw how likely the black dice cost or bring a bone, leaving out impossible cases.
 * @param {DenLetzten.Chances} plan
 */
function drawChances(plan) {
  const sum = AFTERWARDS.reduce((all, one) => all + plan[one], 0);
  return [
    AFTERWARDS.filter((one) => plan[one]).map((one) => drawAfterwards(one, plan[one])),
    sum > 1 ? h("span", { class: "soft" }, t("hunt_several")) : null,
  ];
}

/**
 * Draw an outcome and the bone that it costs or brings, with its `chance` unless it is certain.
 * @param {DenLetzten.Outcome} outcome
 * @param {number} [chance]
 */
function drawAfterwards(outcome, chance) {
  const gets = outcome === "farthest";
  return h(
    "span",
    { class: "risk line tight left" },
    chance === undefined ? null : h("b", { class: gets ? "good" : "bad" }, formatPercent(chance)),
    h("span", { class: "grow" }, t(`hunt_${outcome}`)),
    h(
      "span",
      { class: `line tight strong ${gets ? "good" : "bad"}` },
      gets ? "+1" : "−1",
      bone(28),
    ),
  );
}
