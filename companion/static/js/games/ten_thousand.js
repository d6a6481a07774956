/** The display of Ten Thousand: the dice, their points, and the risk of rolling again. */

import { keepDice } from "../actions.js";
import { actionButton, drawAdviceButton, drawDock, sentenceOf } from "../parts/controls.js";
import { die } from "../parts/dice.js";
import { button, h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { chosenDice, drawKeepDice, drawThrowOthers } from "../parts/roll.js";
import { seatColour, seatName, seatSign } from "../parts/seats.js";
import { sentencesOf } from "../sentences.js";
import { legalChoices, state } from "../store.js";
import { formatAmount, formatPercent, t } from "../words.js";

// The events that the banker says aloud, with their sounds.
/** @type {Voice} */
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
  notes,
  voice: VOICE,
  switches: ["advice"],
  seconds: {
    farkled: ({ seat, points, dice }) => ({
      look: "farkle",
      seat: Number(seat),
      title: t("ten_thousand_farkle"),
      faces: /** @type {string[]} */ (dice),
      sum: Number(points) ? `−${formatAmount(Number(points))}` : "",
    }),
  },
};

/** @param {TenThousand.View} snapshot */
function progress({ last_round: last, options }) {
  if (last) return t("ten_thousand_last_turns");
  return t("ten_thousand_progress", { target: formatAmount(Number(options.target)) });
}

/**
 * Return the note next to the points: farkles in a row, if they cost something.
 * @param {TenThousand.View} snapshot
 * @param {TenThousand.Seat} seat
 */
function notes({ options }, { farkles }) {
  const counts = options.three_farkles && farkles;
  return [counts ? h("span", { class: "note", key: "farkles" }, `Farkle ${farkles}/3`) : null];
}

// A turn: the dice, those set aside with their points and risk, and everybody's progress.

// How a turn ends.
const ENDINGS = ["banked", "farkled", "farkles_penalised"];

/** Draw the turn as it stands. @param {Playing<TenThousand.View>} snapshot */
function drawTurn(snapshot) {
  const { phase, turn, dice, choices, gathered, seats } = snapshot;
  const offered = phase === "throw" && dice.length > 0; // the dice of the player before
  const counted = dice.flatMap(({ counts }, index) => (counts ? [index] : []));
  const chosen = chosenDice(snapshot) ?? counted;
  const kept = offered && chosen.length ? counted : chosen; // all of them are taken over, or none
  const newly = kept.filter((index) => !dice[index].aside).map((index) => dice[index].face);
  newly.sort();
  const choice = choices.find(({ faces }) => faces.join() === newly.join());
  const why = newly.length ? "refusal_no_points" : "refusal_nothing_aside";
  const points = choice ? gathered + choice.points : null;
  const stake = points ?? (offered && !kept.length ? 0 : gathered);
  const hot = !offered && dice.length > 0 && kept.length === dice.length; // all are rolled again
  const [roll] = legalChoices(snapshot, "throw");
  const ask = `ten_thousand_ask_${snapshot.must_throw_on ? "on" : offered ? "offered" : phase}`;
  const taken = formatAmount(gathered);
  return h(
    "section",
    { class: "ten-thousand", key: "ten_thousand" },
    h(
      "div",
      { class: "hero line", key: "hero" },
      h(
        "div",
        { class: "hero-words little stack tight grow", role: "status" },
        h(
          "h2",
          { class: "ask small" },
          sentenceOf(ask, { name: seatName(snapshot, turn) }, { points: taken }),
        ),
        dice.length && !offered
          ? [points === null ? null : drawPoints(snapshot, points), drawRisk(snapshot, newly)]
          : [drawBefore(snapshot), drawRisk(snapshot, offered && !kept.length ? null : [])],
      ),
      drawKeepDice(snapshot, {
        kept: hot && state.ui.hand?.length ? [] : kept,
        mayThrow: Boolean(roll),
        fixed: ({ aside }) => aside && !hot && !offered,
      }),
    ),
    h(
      "ol",
      { class: "lanes fits", key: "lanes" },
      seats.map((seat) => drawLane(snapshot, seat, stake)),
    ),
    drawRolling(
      snapshot,
      hot ? [] : kept,
      dice.length && !choice && !offered ? t(why) : null,
      offered ? drawOther(kept.length ? [] : counted, taken) : null,
    ),
  );
}

/**
 * Draw the button that chooses between all dice and those of the player before, of which `keep`
 * stay then.
 * @param {number[]} keep
 * @param {string} points that would be taken over
 */
function drawOther(keep, points) {
  return button(
    "paper strong one-line",
    keep.length ? t("ten_thousand_take_over", { points }) : t("ten_thousand_roll_all"),
    () => keepDice(keep),
    { key: "other" },
  );
}

/**
 * Until dice are rolled, draw the result of the previous turn and, in the last turns, the score to
 * beat.
 * @param {TenThousand.Table} snapshot
 */
function drawBefore({ scene, prompts, game, seats }) {
  const events = scene.events.filter(({ type }) => ENDINGS.includes(type));
  const farkle = events.find(({ type }) => type === "farkled");
  const faces = /** @type {string[]} */ (farkle?.dice ?? []);
  const said = sentencesOf({ events, game, names: seats.map(({ name }) => name) });
  const last = prompts.find(({ code }) => code === "last_turns");
  if (last) {
    const total = formatAmount(Number(last.figures.total));
    said.push(t("prompt_ten_thousand_last_turns", { total }));
  }
  return h(
    "p",
    { class: `strong in-words ${farkle ? "warn large" : ""}`, key: "before" },
    faces.map((face) => die(face)),
    " ",
    said.join(" · "),
  );
}

/**
 * Draw the points of the turn with the current choice.
 * @param {TenThousand.Table} snapshot
 * @param {number} points
 */
function drawPoints({ points: most, needed, hot, unconfirmed }, points) {
  const sum = h("b", { class: "ten-thousand-sum" }, formatAmount(points));
  const figures = { needed: formatAmount(needed) };
  const short = most !== null && most < needed;
  return h(
    "p",
    { class: "strong", key: "points" },
    sentenceOf(
      short ? "ten_thousand_too_little" : "ten_thousand_gathered",
      { points: sum },
      figures,
    ),
    unconfirmed ? h("b", { class: "warn" }, " ", t("ten_thousand_unconfirmed")) : null,
    hot ? h("b", { class: "warn" }, " ", t("ten_thousand_hot")) : null,
  );
}

/**
 * Draw the effect of setting `faces` aside and rolling again, or of rolling all dice instead of the
 * previous player's (null), and the best play on average.
 * @param {TenThousand.Table} snapshot
 * @param {string[] | null} faces
 */
function drawRisk({ odds, dice }, faces) {
  const rolling = faces ? odds?.throws[faces.join(" ")] : odds?.fresh;
  if (!odds || !rolling) return null;
  const figures = {
    dice: formatAmount(rolling.dice),
    chance: formatPercent(rolling.farkle),
    points: formatAmount(rolling.expected),
  };
  return h(
    "p",
    { class: "ten-thousand-risk soft", key: "risk" },
    t("ten_thousand_risk", figures),
    dice.length && state.ui.advice ? h("b", {}, " · ", drawBest(odds)) : null,
  );
}

/** @param {TenThousand.Advice} odds */
function drawBest({ best, fresh }) {
  if (fresh) return t(best ? "ten_thousand_best_take_over" : "ten_thousand_best_all");
  if (!best) return t("ten_thousand_best_bank");
  const dice = h(
    "span",
    { class: "in-words" },
    best.map((face) => die(face)),
  );
  return sentenceOf("ten_thousand_best_throw", { dice });
}

/**
 * Draw a player's progress towards the target, and what is at stake now.
 * @param {TenThousand.Table} snapshot
 * @param {TenThousand.Seat} seat
 * @param {number} stake
 */
function drawLane({ turn, options }, { seat, name, total, active, entered }, stake) {
  const target = Number(options.target);
  /** @param {number} points */
  const share = (points) => `${Math.min(100, (100 * points) / target)}%`;
  const on = seat === turn;
  return h(
    "li",
    {
      class: `ten-thousand-lane line ${on ? "strong" : "soft"} ${active ? "" : "out"}`,
      key: seat,
      vars: {
        "--seat": seatColour(seat),
        "--total": share(total),
        "--stake": share(total + (on ? stake : 0)),
      },
    },
    seatSign(seat),
    h("span", { class: "bar grow" }),
    h("span", { class: "unseen" }, name),
    h(
      "span",
      {},
      entered || !options.entry
        ? t("ten_thousand_to_go", { points: formatAmount(Math.max(0, target - total)) })
        : t("ten_thousand_not_in"),
    ),
  );
}

/**
 * Draw the buttons: the roll of the dice that do not stay at `kept`, unless there is a reason `why`
 * not, and the bank, or the `other` roll. Both are equal answers.
 * @param {TenThousand.Table} snapshot
 * @param {number[]} kept
 * @param {string | null} why
 * @param {Child} other
 */
function drawRolling(snapshot, kept, why, other) {
  const { points, odds, dice } = snapshot;
  const [roll] = legalChoices(snapshot, "throw");
  const [bank] = legalChoices(snapshot, "bank");
  const answer = bank
    ? actionButton(
        "paper strong one-line",
        t("ten_thousand_bank", { points: formatAmount(points ?? 0) }),
        { type: "bank", seat: bank.seat },
        { key: "bank" },
      )
    : other;
  if (!roll) return drawDock();
  return h(
    "div",
    { class: "dock line entry", key: "dock" },
    drawThrowOthers(snapshot, kept, roll.seat, {
      slots: Boolean(other),
      why,
      more: [odds && dice.length ? drawAdviceButton(snapshot) : null, answer],
      look: answer ? "paper" : "throw",
    }),
  );
}
