/** The display of Yacht: the dice, the sheet of whose turn it is, and what is seen around them. */

import { actionButton, sentenceOf } from "../parts/controls.js";
import { die } from "../parts/dice.js";
import { h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { chosenDice, drawKeepDice, drawThrowOthers } from "../parts/roll.js";
import { seatName } from "../parts/seats.js";
import { sentencesOf } from "../sentences.js";
import { changeUi, legalChoices, state } from "../store.js";
import { formatAmount, formatTenths, t } from "../words.js";

const JOY = 25; // so many points in one box are a reason to be glad

// What a banker says aloud, with its sound.
const VOICE = {
  rolled: "dice",
  joker_rolled: "win",
  box_scored: ({ points }) => (points >= JOY ? "win" : "sold"),
  further_yacht_scored: "win",
  bonus_reached: "win",
};

export const display = {
  stage,
  progress,
  accounts: () => [],
  notes,
  purse: (_, seat) => h("span", { class: "seat-cash heavy" }, formatAmount(seat.total)),
  voice: VOICE,
  position,
  switches: ["allSheets", "advice"],
};

function stage(snapshot) {
  if (!snapshot.over) return drawTurn(snapshot);
  return drawEnding(snapshot, { below: drawAllSheets(snapshot) });
}

function progress({ over, round, rounds }) {
  return over ? t("game_over") : t("yacht_round", { round, rounds });
}

/** The points outside the boxes: the bonus, and further yachts. */
function notes(_, { bonus, extra }) {
  return [
    bonus ? h("span", { class: "note", key: "bonus" }, t("yacht_bonus"), ` ${bonus}`) : null,
    extra ? h("span", { class: "note", key: "extra" }, t("yacht_further"), ` ${extra}`) : null,
  ];
}

/** Each roll is a moment of its own. */
function position({ dice, throws_left: left, turn }) {
  return [dice.map(({ face }) => face), left, turn];
}

// A turn: the dice, which of them stay, the next roll, and the sheet to score in.

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
function keptIndices(snapshot) {
  const before = snapshot.dice.flatMap(({ kept }, index) => (kept ? [index] : []));
  return chosenDice(snapshot) ?? before;
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

// The score sheet: that of whose turn it is, with what each box would bring; and that of all.

const UPPER = new Set(["ones", "twos", "threes", "fours", "fives", "sixes"]);

/** Draw the sheet of whose turn it is; with `advice` (odds) also what each box costs. */
export function drawSheet(snapshot, advice) {
  const seat = snapshot.seats[snapshot.turn];
  const [choice] = legalChoices(snapshot, "score");
  const draw = (box) => drawBox(snapshot, seat, box, choice, advice);
  const upper = snapshot.boxes.filter((box) => UPPER.has(box));
  const lower = snapshot.boxes.filter((box) => !UPPER.has(box));
  return h(
    "div",
    { class: "yacht-sheet grid", key: "sheet", role: "group", "aria-label": t("yacht_sheet") },
    h("div", { class: "stack tight" }, upper.map(draw), drawUpperSum(snapshot, seat)),
    h("div", { class: "stack tight" }, lower.map(draw)),
  );
}

function drawBox(snapshot, { seat, sheet }, box, choice, advice) {
  const name = h("span", { class: "grow left" }, t(`box_${box}`));
  const props = { key: box, "data-box": box };
  if (sheet[box] !== null) {
    const points = h("b", { class: "yacht-points large" }, formatAmount(sheet[box]));
    return h("div", { ...props, class: "yacht-box full plate line filled" }, name, points);
  }
  const would = snapshot.would_score?.[box];
  if (would === undefined) {
    return h("div", { ...props, class: "yacht-box full plate line soft" }, name);
  }
  const best = advice?.keep === null && advice?.box === box;
  const shown = [
    name,
    advice ? h("small", { class: "soft" }, costs(advice.boxes[box])) : null,
    h("b", { class: `yacht-points large ${would ? "lit" : "soft"}` }, formatAmount(would)),
  ];
  const style = `yacht-box plate line ${best ? "best" : ""}`;
  if (!choice) return h("div", { ...props, class: style }, shown);
  const label = t("yacht_score_in", { box: t(`box_${box}`), points: would });
  return actionButton(
    { ...props, class: style, "aria-label": label },
    { type: "score", seat, box },
    shown,
  );
}

/** What a choice gives away on average, in words; nothing where it is the best. */
export function costs(points) {
  return points < 0.05 ? t("yacht_best_choice") : `−${formatTenths(points)}`;
}

function drawUpperSum({ options }, { upper, bonus }) {
  if (!options.upper_bonus) return null;
  const text = bonus
    ? t("yacht_bonus_made", { points: bonus })
    : t("yacht_bonus_to_go", { upper, points: options.upper_bonus });
  return h("p", { class: "yacht-upper soft", key: "upper" }, text);
}

/** Draw the sheets of all players side by side. */
export function drawAllSheets(snapshot) {
  const { seats, boxes } = snapshot;
  const row = (key, title, cell) =>
    h(
      "tr",
      { key },
      h("th", { scope: "row" }, title),
      seats.map((seat) => h("td", {}, cell(seat) ?? "")),
    );
  return h(
    "div",
    { class: "yacht-all wide-table full", key: "all", tabindex: 0 },
    h(
      "table",
      { "aria-label": t("yacht_sheet") },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          seats.map(({ seat }) => h("th", { scope: "col" }, seatName(snapshot, seat))),
        ),
      ),
      h(
        "tbody",
        {},
        boxes.map((box) => row(box, t(`box_${box}`), ({ sheet }) => sheet[box])),
        row("bonus", t("yacht_bonus"), ({ bonus }) => bonus || ""),
        row("extra", t("yacht_further"), ({ extra }) => extra || ""),
        row("total", t("yacht_total"), ({ total }) => total),
      ),
    ),
  );
}
