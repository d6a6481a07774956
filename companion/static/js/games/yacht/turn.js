/** A turn: the dice, which of them stay, the next roll, and the sheet to score in. */

import { sentenceOf } from "../../parts/controls.js";
import { die } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { drawKeepDice, drawThrowOthers } from "../../parts/roll.js";
import { seatName } from "../../parts/seats.js";
import { sentencesOf } from "../../sentences.js";
import { changeUi, legalChoices, state } from "../../store.js";
import { formatTenths, t } from "../../words.js";
import { drawAllSheets, drawSheet } from "./sheet.js";

/** Draw the turn as it stands. */
export function drawTurn(snapshot) {
  const kept = keptIndices(snapshot);
  const advice = state.ui.advice ? snapshot.odds : null;
  const name = seatName(snapshot, snapshot.turn);
  const figures = { count: snapshot.throws_left };
  return h(
    "section",
    { class: "yacht center stack", key: "yacht" },
    h("h2", { class: "ask" }, sentenceOf(`yacht_ask_${snapshot.phase}`, { name }, figures)),
    snapshot.dice.length
      ? drawKeepDice(snapshot, { kept, mayThrow: legalChoices(snapshot, "throw").length > 0 })
      : drawScored(snapshot),
    drawJoker(snapshot),
    drawAdvice(snapshot, advice, kept),
    drawThrowing(snapshot, kept),
    state.ui.allSheets ? drawAllSheets(snapshot) : drawSheet(snapshot, advice),
    drawSwitch(),
  );
}

/** Which dice (indices) stay for the next roll: what was tapped, else what stayed before. */
function keptIndices({ dice }) {
  const before = dice.flatMap(({ kept }, index) => (kept ? [index] : []));
  return state.ui.keep ?? before;
}

/** What the player before scored, until the next dice lie there. */
function drawScored({ scene, game, seats }) {
  if (!scene.events.some(({ type }) => type === "box_scored")) return null;
  const said = sentencesOf({ events: scene.events, game, names: seats.map(({ name }) => name) });
  return h("p", { class: "hint", key: "scored", role: "status" }, said.join(" · "));
}

function drawJoker({ prompts }) {
  if (!prompts.some(({ code }) => code === "joker")) return null;
  return h("p", { class: "hint warn", key: "joker" }, t("prompt_yacht_joker"));
}

function drawThrowing(snapshot, kept) {
  const [choice] = legalChoices(snapshot, "throw");
  if (!choice) return null;
  if (kept.length === snapshot.awaited.count) return h("p", { class: "hint" }, t("yacht_all_kept"));
  return drawThrowOthers(snapshot, kept, choice.seat);
}

/** Best play, for who asks: what to keep or where to score, and what the kept dice cost. */
function drawAdvice(snapshot, advice, kept) {
  if (!snapshot.odds || !snapshot.dice.length) return null;
  if (!advice) {
    return h(
      "button",
      { class: "quiet", key: "advice", onclick: () => changeUi({ advice: true }) },
      t("yacht_advice"),
    );
  }
  const faces = kept.map((index) => snapshot.dice[index].face).sort();
  const cost = advice.keeps[faces.join(" ")];
  return h(
    "div",
    { class: "yacht-advice plate row center dice-s", key: "advice", role: "status" },
    drawBest(advice),
    h("span", { class: "soft" }, t("yacht_expected", { points: Math.round(advice.expected) })),
    cost > 0.05
      ? h("span", { class: "warn" }, t("yacht_kept_costs", { cost: formatTenths(cost) }))
      : null,
  );
}

function drawBest({ keep, box }) {
  if (keep === null) return h("b", {}, t("yacht_score_best", { box: t(`box_${box}`) }));
  if (!keep.length) return h("b", {}, t("yacht_throw_all_best"));
  return h(
    "b",
    { class: "line" },
    sentenceOf("yacht_keep_best", {
      dice: h(
        "span",
        { class: "line tight" },
        keep.map((face) => die(face)),
      ),
    }),
  );
}

function drawSwitch() {
  const { allSheets } = state.ui;
  return h(
    "button",
    { class: "quiet", key: "switch", onclick: () => changeUi({ allSheets: !allSheets }) },
    t(allSheets ? "yacht_own_sheet" : "yacht_all_sheets"),
  );
}
