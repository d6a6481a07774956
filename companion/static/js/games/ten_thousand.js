/** The display of Ten Thousand: the dice, what they bring, and what rolling again risks. */

import { actionButton, sentenceOf } from "../parts/controls.js";
import { die } from "../parts/dice.js";
import { h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { chosenDice, drawKeepDice, drawThrowOthers } from "../parts/roll.js";
import { seatName } from "../parts/seats.js";
import { sentencesOf } from "../sentences.js";
import { legalChoices } from "../store.js";
import { formatAmount, formatPercent, t } from "../words.js";

// What a banker says aloud, with its sound.
const VOICE = {
  rolled: "dice",
  farkled: "lose",
  farkles_penalised: "lose",
  banked: "sold",
  last_turns_began: "win",
  six_ones_rolled: "win",
};

/** @type {Display<TenThousand.View>} */
export const display = {
  stage: (snapshot) => (snapshot.over ? drawEnding(snapshot) : drawTurn(snapshot)),
  progress,
  accounts: () => [],
  notes,
  purse: (_, seat) => h("span", { class: "seat-cash" }, formatAmount(seat.total)),
  voice: VOICE,
  position: ({ dice, gathered, turn }) => [dice.map(({ face }) => face), gathered, turn],
};

/** @param {TenThousand.View} snapshot */
function progress({ over, last_round: last, options }) {
  if (over) return t("game_over");
  if (last) return t("ten_thousand_last_turns");
  return t("ten_thousand_progress", { target: formatAmount(Number(options.target)) });
}

/**
 * What is seen next to the points: who has none yet, and farkles in a row where they cost something.
 * @param {TenThousand.View} snapshot
 * @param {TenThousand.Seat} seat
 */
function notes({ options }, { entered, farkles }) {
  const counts = options.three_farkles && farkles;
  return [
    entered || !options.entry
      ? null
      : h("span", { class: "note", key: "in" }, t("ten_thousand_not_in")),
    counts ? h("span", { class: "note", key: "farkles" }, `Farkle ${farkles}/3`) : null,
  ];
}

// A turn: the dice, which are set aside, the next roll with its risk, and the bank.

// How a turn ends.
const ENDINGS = ["banked", "farkled", "farkles_penalised"];

/** Draw the turn as it stands. @param {Playing<TenThousand.View>} snapshot */
function drawTurn(snapshot) {
  const { phase, turn, dice, must_throw_on: mustThrow } = snapshot;
  const kept = chosenDice(snapshot) ?? dice.flatMap(({ counts }, index) => (counts ? [index] : []));
  const ask = `ten_thousand_ask_${mustThrow ? "on" : phase}`;
  const [choice] = legalChoices(snapshot, "throw");
  return h(
    "section",
    { class: "center stack", key: "ten_thousand" },
    h("h2", { class: "ask" }, sentenceOf(ask, { name: seatName(snapshot, turn) })),
    dice.length
      ? drawKeepDice(snapshot, { kept, mayThrow: Boolean(choice), fixed: ({ aside }) => aside })
      : drawBefore(snapshot),
    drawPoints(snapshot),
    choice
      ? drawThrowing(snapshot, kept, choice.seat)
      : drawRisk(snapshot, snapshot.odds?.best ?? []),
  );
}

/**
 * What became of the turn before, and in the last turns what is to beat, until dice lie there.
 * @param {TenThousand.Table} snapshot
 */
function drawBefore({ scene, prompts, game, seats }) {
  const events = scene.events.filter(({ type }) => ENDINGS.includes(type));
  const farkled = events.find(({ type }) => type === "farkled");
  const said = sentencesOf({ events, game, names: seats.map(({ name }) => name) });
  const last = prompts.find(({ code }) => code === "last_turns");
  if (last) {
    const total = formatAmount(Number(last.figures.total));
    said.push(t("prompt_ten_thousand_last_turns", { total }));
  }
  if (!said.length) return null;
  return h(
    "div",
    { class: "stack tight center", key: "before", role: "status" },
    farkled
      ? h(
          "p",
          { class: "line tight center dice-m out" },
          farkled.dice?.map((face) => die(face)),
        )
      : null,
    said.map((text) => h("p", { class: "hint" }, text)),
  );
}

/** What the turn has brought, and the button that banks it. @param {TenThousand.Table} snapshot */
function drawPoints(snapshot) {
  const { points, needed, hot } = snapshot;
  if (points === null) return null;
  const [bank] = legalChoices(snapshot, "bank");
  const figures = { points: formatAmount(points), needed: formatAmount(needed) };
  return h(
    "div",
    { class: "row center", key: "points" },
    bank
      ? actionButton(
          { class: "main" },
          { type: "bank", seat: bank.seat },
          t("ten_thousand_bank", figures),
        )
      : h("b", { class: "larger" }, t("ten_thousand_gathered", figures)),
    points < needed ? h("span", { class: "hint" }, t("ten_thousand_too_little", figures)) : null,
    hot ? h("span", { class: "warn" }, t("ten_thousand_hot")) : null,
  );
}

/**
 * The roll of the dice that do not stay at `kept`, or why these cannot be set aside.
 * @param {TenThousand.Table} snapshot
 * @param {number[]} kept
 * @param {number} seat
 */
function drawThrowing(snapshot, kept, seat) {
  const { dice, choices } = snapshot;
  if (!dice.length)
    return [drawRisk(snapshot, []), drawThrowOthers(snapshot, [], seat, { slots: true })];
  const all = kept.length === dice.length;
  const anew = kept.filter((index) => !dice[index].aside).map((index) => dice[index].face);
  anew.sort();
  if (!choices.some(({ faces }) => faces.join() === anew.join())) {
    const why = anew.length ? "refusal_no_points" : "refusal_nothing_aside";
    return h("p", { class: "hint", key: "why", role: "status" }, t(why));
  }
  return [
    drawRisk(snapshot, anew),
    drawThrowOthers(snapshot, all ? [] : kept, seat, { slots: all }),
  ];
}

/**
 * What it means to set `faces` aside and roll again, and what is best on average.
 * @param {TenThousand.Table} snapshot
 * @param {string[]} faces
 */
function drawRisk({ odds, dice }, faces) {
  const throwing = odds?.throws[faces.join(" ")];
  if (!throwing) return null;
  return h(
    "div",
    { class: "plate row center dice-s", key: "risk", role: "status" },
    h(
      "b",
      {},
      t("ten_thousand_risk", {
        dice: formatAmount(throwing.dice),
        chance: formatPercent(throwing.farkle),
        points: formatAmount(throwing.expected),
      }),
    ),
    dice.length ? h("span", { class: "row center soft" }, drawBest(odds.best)) : null,
  );
}

/** @param {string[] | null} best */
function drawBest(best) {
  if (!best) return t("ten_thousand_best_bank");
  const dice = h(
    "span",
    { class: "line tight" },
    best.map((face) => die(face)),
  );
  return sentenceOf("ten_thousand_best_throw", { dice });
}
