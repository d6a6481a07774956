/** The display of Yacht: the dice, and below them the sheet with a column for each player. */

import { actionButton, drawAdviceButton, drawDock, sentenceOf } from "../parts/controls.js";
import { die } from "../parts/dice.js";
import { button, h } from "../parts/dom.js";
import { drawEnding, drawWarning } from "../parts/overlays.js";
import { chosenDice, drawKeepDice, drawThrowOthers } from "../parts/roll.js";
import { seatName, seatSign } from "../parts/seats.js";
import { sentencesOf } from "../sentences.js";
import { changeUi, legalChoices, mayAct, state } from "../store.js";
import { formatTenths, t } from "../words.js";

const JOY = 25; // points in one box that are a reason to be glad
const UPPER = 6; // boxes, the first ones
const FEW = 4; // players: the columns of more are narrow
const TAPPED = "minmax(56px, 1fr)"; // the width of a column with boxes to tap
const NOTHING = 0.05; // points that are written as 0.0

// The events that the banker says aloud, with their sounds.
/** @type {Voice} */
const VOICE = {
  rolled: "dice",
  joker_rolled: "win",
  box_scored: ({ points }) => (Number(points) >= JOY ? "win" : "sold"),
  further_yacht_scored: "win",
  bonus_reached: "win",
};

/** @type {Display<Yacht.View>} */
export const display = {
  stage,
  progress,
  notes: (_, { saved }) => [
    saved ? h("span", { class: "note", key: "saved" }, t("yacht_saved", { count: saved })) : null,
  ],
  voice: VOICE,
  switches: ["sheetOf", "advice"],
};

/** @param {Yacht.View} snapshot */
function stage(snapshot) {
  if (!snapshot.over) return drawTurn(snapshot);
  return drawEnding(snapshot, { below: [drawWhose(snapshot), drawSheet(snapshot)] });
}

/** @param {Yacht.View} snapshot */
function progress({ round, rounds }) {
  return t("yacht_round", { round, rounds });
}

// A turn: the question, the dice, the sheet, and the button that rolls.

/** @param {Playing<Yacht.View>} snapshot */
function drawTurn(snapshot) {
  const { dice, phase } = snapshot;
  const kept = chosenDice(snapshot) ?? dice.flatMap((one, index) => (one.kept ? [index] : []));
  const advice = state.ui.advice ? snapshot.odds : null;
  const all = dice.length > 0 && kept.length === dice.length;
  const why = all ? t("yacht_all_kept") : null;
  const more =
    (snapshot.odds || snapshot.odds_follow) && dice.length ? drawAdviceButton(snapshot) : null;
  const [roll] = legalChoices(snapshot, "throw");
  const name = seatName(snapshot, snapshot.turn);
  return h(
    "section",
    { class: "yacht fits", key: "yacht" },
    drawZeroWarning(snapshot),
    h(
      "div",
      { class: "hero line rigid", key: "hero" },
      h(
        "div",
        { class: "stack tight grow" },
        h("h2", { class: "ask small" }, sentenceOf(`yacht_ask_${phase}`, { name })),
        drawRemark(snapshot, advice, kept),
      ),
      drawKeepDice(snapshot, { kept, mayThrow: Boolean(roll) }),
    ),
    drawWhose(snapshot),
    drawSheet(snapshot, advice),
    roll
      ? h(
          "div",
          { class: "dock line entry", key: "dock" },
          drawThrowOthers(snapshot, kept, roll.seat, { why, more }),
        )
      : drawDock(more),
  );
}

/**
 * Draw one line of news: the previous player's score, a joker, or the best play.
 * @param {Yacht.View} snapshot
 * @param {Yacht.Advice | null} advice
 * @param {number[]} kept
 */
function drawRemark(snapshot, advice, kept) {
  const { dice, scene, seats, prompts, game } = snapshot;
  const scored = scene.events.some(({ type }) => type === "box_scored");
  const names = seats.map(({ name }) => name);
  const parts = dice.length || !scored ? [] : sentencesOf({ events: scene.events, game, names });
  if (prompts.some(({ code }) => code === "joker")) parts.push(t("prompt_yacht_joker"));
  else if (snapshot.phase === "choose")
    parts.push(t("yacht_left", { count: snapshot.throws_left }));
  return h(
    "div",
    { class: "yacht-remark in-words soft little", key: "remark", role: "status" },
    advice && dice.length ? drawAdvice(snapshot, advice, kept) : parts.join(" · "),
  );
}

/**
 * Draw the best dice to keep or box to score on average, and the cost of the kept dice.
 * @param {Yacht.View} snapshot
 * @param {Yacht.Advice} advice
 * @param {number[]} kept
 */
function drawAdvice({ dice }, advice, kept) {
  const faces = kept.map((index) => dice[index].face).sort();
  const cost = advice.keeps[faces.join(" ")];
  return [
    h("b", {}, drawBest(advice)),
    " · ",
    t("yacht_expected", { points: Math.round(advice.expected) }),
    cost > NOTHING
      ? h("b", { class: "warn" }, " · ", t("yacht_kept_costs", { cost: formatTenths(cost) }))
      : null,
  ];
}

/** @param {Yacht.Advice} advice */
function drawBest({ keep, box }) {
  if (keep === null) return t("yacht_score_best", { box: t(`box_${box}`) });
  if (!keep.length) return t("yacht_throw_all_best");
  const dice = h(
    "span",
    { class: "yacht-best" },
    keep.map((face) => die(face)),
  );
  return sentenceOf("yacht_keep_best", { dice });
}

// The sheet, as on paper: two halves, in each a row for each box and a column for each player.
// A narrow display, or one with three columns per player, shows one player: the one whose chip is
// tapped, or else the one who uses this device.

/**
 * Draw it; the current player's column shows what each box would score, and with `advice` what it
 * costs.
 * @param {Yacht.View} snapshot
 * @param {Yacht.Advice | null} [advice]
 */
function drawSheet(snapshot, advice = null) {
  const { seats, options } = snapshot;
  const several = Boolean(seats[0].columns);
  const boxes = snapshot.boxes.filter((box) => !box.includes("*"));
  const would = Object.values(snapshot.would_score ?? {});
  const most = Math.max(...would, 1);
  /** @param {string} box @returns {Yacht.Row} */
  const row = (box) => ({
    key: box,
    title: t(`box_${box}`),
    cell: (seat, at) => drawBox(snapshot, seat, at ? `${box}*${at + 1}` : box, most, advice),
  });
  /** @type {Yacht.Row} */
  const bonus = {
    key: "bonus",
    title: t("yacht_bonus", { points: options.upper_bonus, needed: snapshot.bonus_needs }),
    cell: (seat, at) => {
      const { bonus, upper } = columnsOf(seat)[at];
      return bonus ? h("b", {}, `+${bonus}`) : upper;
    },
  };
  /** @type {Yacht.Row} */
  const total = {
    key: "total",
    title: t("yacht_total"),
    cell: (seat, at) => h("b", {}, columnsOf(seat)[at].total),
  };
  const rows = [
    ...boxes.slice(0, UPPER).map(row),
    ...(options.upper_bonus ? [bonus] : []),
    ...boxes.slice(UPPER).map(row),
    total,
  ];
  const half = Math.floor(rows.length / 2);
  const shown = several ? [seats[shownSeat(snapshot)]] : seats;
  /** @type {Yacht.Column[]} */
  const columns = shown.flatMap((seat) => columnsOf(seat).map((_, at) => ({ seat, at })));
  const widths = columns.map(({ seat: { seat } }) =>
    seat === snapshot.turn ? TAPPED : "minmax(0, 1fr)",
  );
  return h(
    "div",
    {
      class: `yacht-sheet grow ${columns.length > FEW ? "many" : ""} ${several ? "several" : ""}`,
      key: "sheet",
      role: "group",
      "aria-label": t("yacht_sheet"),
      vars: { "--columns": widths.join(" ") },
    },
    drawHalf(snapshot, columns, rows.slice(0, half)),
    drawHalf(snapshot, columns, rows.slice(half)),
  );
}

/**
 * Return the sums of each column of `seat`; those of a single one are the seat's own.
 * @param {Yacht.Seat} seat
 * @returns {Yacht.Sums[]}
 */
function columnsOf(seat) {
  return seat.columns ?? [seat];
}

/** The player whose columns are shown if there is room for one. @param {Yacht.View} snapshot */
function shownSeat({ turn }) {
  return state.ui.sheetOf ?? state.you.seat ?? turn ?? 0;
}

/**
 * Draw the players' chips, if there is room for one column.
 * @param {Yacht.View} snapshot
 */
function drawWhose(snapshot) {
  const several = snapshot.seats[0].columns ? "several" : "";
  return h(
    "div",
    { class: `yacht-whose row center tight ${several}`, key: "whose" },
    snapshot.seats.map(({ seat, name }) =>
      button(
        `sign-button bare middle ${seat === shownSeat(snapshot) ? "picked" : ""}`,
        seatSign(seat),
        () => changeUi({ sheetOf: seat }),
        { "aria-label": name, "aria-pressed": seat === shownSeat(snapshot) },
      ),
    ),
  );
}

/** @param {Yacht.View} snapshot @param {Yacht.Column[]} columns @param {Yacht.Row[]} rows */
function drawHalf(snapshot, columns, rows) {
  /** @param {Yacht.Seat} one */
  const classOf = ({ seat, active }) =>
    `anchor middle ${seat === snapshot.turn ? "turn" : ""} ${seat === shownSeat(snapshot) ? "shown" : ""} ${active ? "" : "out"}`;
  /** @param {string} role @param {Yacht.Row["cell"]} cell */
  const cells = (role, cell) =>
    columns.map(({ seat, at }) => h("span", { class: classOf(seat), role }, cell(seat, at)));
  return h(
    "div",
    { class: "yacht-half paper cut-off", role: "table" },
    h(
      "div",
      { class: "yacht-row yacht-head anchor grid", role: "row" },
      h("span", { class: "anchor middle", role: "cell" }),
      cells("columnheader", ({ seat, name, columns: several }, at) => [
        several ? `×\u00a0${at + 1}` : seatSign(seat),
        h("span", { class: "unseen" }, name),
      ]),
    ),
    rows.map(({ key, title, cell }) =>
      h(
        "div",
        { class: `yacht-row yacht-${key} anchor grid`, key, role: "row" },
        h("span", { class: "anchor middle", role: "rowheader" }, title),
        cells("cell", cell),
      ),
    ),
  );
}

/**
 * @param {Yacht.View} snapshot
 * @param {Yacht.Seat} seat
 * @param {string} box
 * @param {number} most
 * @param {Yacht.Advice | null} advice
 */
function drawBox(snapshot, { seat, sheet, extra }, box, most, advice) {
  const written = sheet[box];
  if (written !== null) {
    const further =
      box === "yacht" && extra ? h("small", { class: "own-line strong" }, `+${extra}`) : null;
    return h("b", { class: written ? "" : "zero" }, written || "–", further);
  }
  const would = seat === snapshot.turn ? snapshot.would_score?.[box] : undefined;
  if (would === undefined) return null;
  const best = advice ? advice.keep === null && advice.box === box : would === most;
  const look = `yacht-box bare lit middle ${best ? "best next" : would ? "" : "zero"}`;
  const cost = advice ? h("small", { class: "own-line strong" }, costs(advice.boxes[box])) : null;
  const [choice] = legalChoices(snapshot, "score");
  if (!choice) return h("span", { class: look, "data-box": box }, would, cost);
  const label = t("yacht_score_in", { box: nameOf(box), points: would });
  const named = { "data-box": box, "aria-label": label };
  return would || mayAct()
    ? actionButton(look, [would, cost], { type: "score", seat, box }, named)
    : button(look, [would, cost], () => changeUi({ zero: box }), named);
}

/** Return a box's name, with its column if there are several. @param {string} box */
function nameOf(box) {
  const [name, column] = box.split("*");
  return column ? `${t(`box_${name}`)} ×\u00a0${column}` : t(`box_${name}`);
}

/** A zero crosses a box out, and a phone cannot undo it. @param {Yacht.View} snapshot */
function drawZeroWarning(snapshot) {
  const box = /** @type {string | undefined} */ (state.ui.zero);
  const [choice] = legalChoices(snapshot, "score");
  if (!box || !choice) return null;
  const title = t("yacht_zero", { box: nameOf(box) });
  return drawWarning({
    seat: choice.seat,
    title,
    leave: () => changeUi({ zero: undefined }),
    action: { type: "score", seat: choice.seat, box },
    heading: title,
    lines: [],
    no: t("cancel"),
    yes: t("yacht_score_in", { box: nameOf(box), points: 0 }),
  });
}

/**
 * Return in words what a choice costs on average; nothing for the best choice.
 * @param {number} points
 */
function costs(points) {
  return points < NOTHING ? t("yacht_best_choice") : `−${formatTenths(points)}`;
}
