/** The first roll and the attempts: what is kept, what is thrown, what is needed. */

import { sendAction, showMessage } from "../../actions.js";
import { actionButton, sentenceOf } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { drawKeepDice, drawThrowOthers } from "../../parts/roll.js";
import { seatName } from "../../parts/seats.js";
import { legalChoices, mayAct, state } from "../../store.js";
import { t } from "../../words.js";
import { drawCard, drawChance, drawDiceLying, drawNeeds } from "./card.js";
import { fittingDice, needsBeside } from "./fitting.js";

/** Draw the first roll of all five dice beside a fresh card. */
export function drawFirstRoll(snapshot) {
  return h(
    "section",
    { class: "cracking center", key: "cracking" },
    drawCard(snapshot),
    h("h2", { class: "ask" }, seatName(snapshot, snapshot.flipper), " ", t("throws_all")),
    drawThrowing(snapshot, [], true),
  );
}

/** Draw an attempt: tap the dice to keep, throw the others; who may not do it sees how it stands. */
export function drawCrack(snapshot) {
  if (!mayAct(snapshot.cracker)) return drawWatched(snapshot);
  const kept = keptIndices(snapshot);
  const thrown = snapshot.awaited.count - kept.length;
  const first = !snapshot.dice.length;
  return h(
    "section",
    { class: "cracking center", key: "cracking" },
    drawLay(snapshot, kept),
    h(
      "h2",
      { class: "ask" },
      seatName(snapshot, snapshot.cracker),
      " ",
      first ? t("throws_all") : t("throws", { count: thrown }),
    ),
    drawAttempts(snapshot, kept),
    first ? null : drawKeepDice(snapshot, { kept, fixed: ({ locked }) => locked }),
    drawNeeds(needsBeside(snapshot, facesAt(snapshot, kept))),
    thrown ? drawThrowing(snapshot, kept, first) : h("p", { class: "hint warn" }, t("throw_one")),
    drawStop(snapshot),
  );
}

/** What stays for the next throw is decided by who tries, so nothing of it is told elsewhere. */
function drawWatched(snapshot) {
  const name = seatName(snapshot, snapshot.cracker);
  return h(
    "section",
    { class: "cracking center", key: "cracking" },
    drawCard(snapshot),
    h("h2", { class: "ask" }, sentenceOf("attempt_of", { name })),
    drawAttempts(snapshot, null),
    drawDiceLying(snapshot),
    drawNeeds(snapshot.needs),
  );
}

/** Draw what the dice are thrown for: the card, and the attempts that are left. */
export function drawTask(snapshot) {
  return [drawCard(snapshot), snapshot.phase === "crack" ? drawLeft(snapshot) : null];
}

/** Which dice (indices) stay for the next throw: what was tapped, and always what is locked. */
function keptIndices(snapshot) {
  const { dice, attempts_left: left, card, options } = snapshot;
  const before = left < card.attempts;
  // Where a die that stays is locked for good, nobody chooses it but the player.
  const usual =
    options.lock === "free"
      ? fittingDice(snapshot)
      : dice.flatMap((one, index) => (before && one.kept ? [index] : []));
  const chosen = state.ui.keep ?? usual;
  return dice.flatMap((one, index) => (one.locked || chosen.includes(index) ? [index] : []));
}

/** The attempts that are left, and the chance with the dice (indices) `kept`; null: with the best. */
function drawAttempts(snapshot, kept) {
  return drawLeft(snapshot, drawChance(snapshot, kept && facesAt(snapshot, kept)));
}

function facesAt({ dice }, kept) {
  return kept.map((index) => dice[index].face);
}

function drawLeft({ attempts_left: left, card }, ...more) {
  return h(
    "p",
    { class: "row center large strong", key: "attempts", role: "status" },
    h("span", {}, t("attempts_left", { count: left })),
    h(
      "span",
      { class: "line", "aria-hidden": "true" },
      Array.from({ length: card.attempts }, (_, at) =>
        h("i", { class: at < left ? "dot" : "dot used" }),
      ),
    ),
    more,
  );
}

/** The card; under a lock, the places where a kept die may be laid are buttons. */
function drawLay(snapshot, kept) {
  const laying = legalChoices(snapshot, "lay");
  if (!laying.length) return drawCard(snapshot);
  const faces = new Set(
    kept
      .filter((index) => snapshot.dice[index].slot === null)
      .map((index) => snapshot.dice[index].face),
  );
  const lays = laying.flatMap(({ fields }) =>
    values(fields.slot).flatMap((slot) => values(fields.face).map((face) => ({ slot, face }))),
  );
  const possible = lays.filter(({ face }) => faces.has(face));
  const onSlot = (slot) => {
    const here = possible.filter((lay) => lay.slot === slot);
    if (here.length === 1) sendAction({ type: "lay", seat: snapshot.cracker, ...here[0] });
    else showMessage(t("lay_one"));
  };
  return [
    drawCard(snapshot, { open: possible.map(({ slot }) => slot), onSlot }),
    possible.length ? h("p", { class: "hint", key: "lay-hint" }, t("lay_hint")) : null,
  ];
}

function values(spec) {
  if (spec?.one_of) return spec.one_of;
  return Array.from({ length: spec.max - spec.min + 1 }, (_, at) => spec.min + at);
}

function drawThrowing(snapshot, kept, first) {
  const seat = snapshot.phase === "roll" ? snapshot.flipper : snapshot.cracker;
  if (!mayAct(seat)) return null; // the dice are told by whose they are, or at the table
  const roll = snapshot.phase === "roll";
  return drawThrowOthers(snapshot, kept, seat, {
    slots: first,
    soon: state.ui.throwsSoon,
    ...(roll && { act: (thrown) => ({ type: "roll", seat, faces: thrown }) }),
  });
}

function drawStop(snapshot) {
  const [choice] = legalChoices(snapshot, "stop");
  return choice
    ? actionButton({ class: "quiet" }, { type: "stop", seat: choice.seat }, t("give_up"))
    : null;
}
