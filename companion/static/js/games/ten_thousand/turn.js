/** A turn: the dice, which are set aside, the next throw with its risk, and the bank. */

import { actionButton, sentenceOf } from "../../parts/controls.js";
import { die } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { drawKeepDice, drawThrowOthers } from "../../parts/roll.js";
import { seatName } from "../../parts/seats.js";
import { legalChoices, state } from "../../store.js";
import { formatAmount, formatPercent, t } from "../../words.js";
import { happened } from "./announcements.js";

/** Draw the turn as it stands. */
export function drawTurn(snapshot) {
  const { phase, turn, dice, must_throw_on: mustThrow } = snapshot;
  const kept = state.ui.keep ?? dice.flatMap(({ counts }, index) => (counts ? [index] : []));
  const ask = `ten_thousand_ask_${mustThrow ? "on" : phase}`;
  const [choice] = legalChoices(snapshot, "throw");
  return h(
    "section",
    { class: "center stack", key: "ten_thousand" },
    h("h2", { class: "ask" }, sentenceOf(ask, { name: seatName(snapshot, turn) })),
    dice.length
      ? drawKeepDice(snapshot, { kept, mayThrow: Boolean(choice), fixed: ({ aside }) => aside })
      : drawBefore(snapshot),
    dice.length ? drawPoints(snapshot) : null,
    choice
      ? drawThrowing(snapshot, kept, choice.seat)
      : drawRisk(snapshot, snapshot.odds?.best ?? []),
  );
}

/** What became of the turn before, while no dice of this one lie there. */
function drawBefore(snapshot) {
  const told = happened(snapshot);
  if (!told.length) return null;
  const { farkle } = snapshot.last ?? {};
  return h(
    "div",
    { class: "stack tight center", key: "before", role: "status" },
    farkle?.length
      ? h(
          "p",
          { class: "line tight center dice-m out" },
          farkle.map((face) => die(face)),
        )
      : null,
    told.map(({ text }) => h("p", { class: "hint" }, text)),
  );
}

/** What the turn has brought, and the button that writes it down. */
function drawPoints(snapshot) {
  const { points, needed, hot } = snapshot;
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

/** The throw of the dice that do not stay at `kept`, or why these cannot be set aside. */
function drawThrowing(snapshot, kept, seat) {
  const { dice, choices } = snapshot;
  if (!dice.length) return [drawRisk(snapshot, []), drawThrowOthers(snapshot, [], seat)];
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

/** What it means to set `faces` aside and throw on, and what is best on average. */
function drawRisk(snapshot, faces) {
  const throwing = snapshot.odds?.throws[faces.join(" ")];
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
    snapshot.dice.length
      ? h("span", { class: "row center soft" }, drawBest(snapshot.odds.best))
      : null,
  );
}

function drawBest(best) {
  if (!best) return t("ten_thousand_best_bank");
  const dice = h(
    "span",
    { class: "line tight" },
    best.map((face) => die(face)),
  );
  return sentenceOf("ten_thousand_best_throw", { dice });
}
