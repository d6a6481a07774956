/** A free table while people play: the dice, the turn, and what each player does with the bank. */

import { sendAction, throwDemoDice } from "../../actions.js";
import { actionButton, drawStepper, sentenceOf } from "../../parts/controls.js";
import { die } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { openAmountSheet } from "../../parts/overlays.js";
import { drawThrowEntry, drawThrowPanel } from "../../parts/roll.js";
import { seatName } from "../../parts/seats.js";
import { seenDice } from "../../parts/tray.js";
import { changeUi, choiceOf, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, formatMoney, t } from "../../words.js";
import { drawBoxForm, drawSaveBox } from "./box_choice.js";
import { drawClock, secondsLeft } from "./clock.js";
import { drawPoints, drawSheet } from "./sheet.js";

const REMEMBERED = 8; // throws before the last one that are shown

/** Draw the table as it stands. @param {FreeTable.View} snapshot */
export function drawPlay(snapshot) {
  if (state.ui.box) return drawChange(state.ui.box);
  return h(
    "section",
    { class: "free-table center stack", key: "free" },
    h("h2", { class: "ask" }, headline(snapshot)),
    drawClock(snapshot),
    h(
      "div",
      { class: "grid full", key: "table", vars: { "--least": "17rem" } },
      snapshot.box.dice ? drawDice(snapshot) : null,
      drawPerson(snapshot),
    ),
    drawSheet(snapshot),
    mayAct() ? drawRest(snapshot) : null,
    drawEndTurn(snapshot),
  );
}

/** @param {FreeTable.View} snapshot */
function headline(snapshot) {
  const { prompts, turn, box } = snapshot;
  if (prompts.some(({ code }) => code === "written")) return t("free_written");
  if (turn === null) return box.name;
  const key = prompts[0].code === "time_is_up" ? "free_turn_is_up" : "free_turn";
  return sentenceOf(key, { name: seatName(snapshot, turn) });
}

/** @param {FreeTable.View} snapshot */
function drawDice(snapshot) {
  const { throws, awaited } = snapshot;
  const [choice] = legalChoices(snapshot, "throw");
  const last = throws.at(-1);
  return h(
    "div",
    { class: "stack center tight", key: "dice" },
    last ? drawLast(snapshot, last) : null,
    choice && awaited
      ? drawThrowPanel(snapshot, {
          seat: choice.seat,
          throwDemo: () => throwDemoDice([]),
          byHand: () =>
            drawThrowEntry({
              count: awaited.count,
              act: (faces) => ({ type: "throw", seat: choice.seat, faces }),
            }),
        })
      : null,
    last ? drawHistory(snapshot) : null,
    drawDiceCount(snapshot),
  );
}

/** @param {FreeTable.View} snapshot @param {FreeTable.Roll} last */
function drawLast(snapshot, { faces, sum, doubles }) {
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const size = faces.length > 3 ? "dice-l" : "dice-xl";
  return h(
    "div",
    { class: `row center ${size}`, key: "last", "data-roll": "" },
    faces.map((face, at) => die(face, { body: bodies[at] })),
    faces.length > 1 ? h("b", { class: "largest lit" }, `= ${sum}`) : null,
    doubles ? h("span", { class: "warn" }, t("free_doubles", { count: snapshot.doubles })) : null,
  );
}

/** @param {FreeTable.View} snapshot */
function drawHistory({ throws, throw_count: count }) {
  const before = throws.slice(-REMEMBERED - 1, -1).reverse();
  const sums = before.map(({ faces, sum }) => `${faces.join(" ")} = ${sum}`).join(" · ");
  return h("p", { class: "hint", key: "history" }, t("free_thrown", { count }), " ", sums);
}

/** @param {FreeTable.View} snapshot */
function drawDiceCount(snapshot) {
  const [choice] = legalChoices(snapshot, "take_dice");
  if (!choice) return null;
  const { min, max } = choice.fields.count;
  const count = snapshot.dice_count;
  return drawStepper({
    value: count,
    shown: h("span", {}, t("free_dice_count", { count })),
    low: min,
    high: max,
    steps: [1],
    label: t("free_dice"),
    write: (step) => (step < 0 ? `− ${t("free_fewer_dice")}` : `+ ${t("free_more_dice")}`),
    set: (dice) => sendAction({ type: "take_dice", count: dice }),
  });
}

/**
 * Ending a turn sends what the clock shows at that moment, in the whole seconds that are shown.
 * @param {FreeTable.View} snapshot
 */
function drawEndTurn(snapshot) {
  const [choice] = legalChoices(snapshot, "end_turn");
  if (!choice) return null;
  const most = choice.fields.left?.max;
  const told = () =>
    most === undefined ? {} : { left: Math.min(most, Math.ceil(secondsLeft(snapshot))) };
  const onclick = () => sendAction({ type: "end_turn", seat: choice.seat, ...told() });
  return h(
    "div",
    { class: "dock", key: "end-turn" },
    h("button", { class: "main", waits: state.busy, onclick }, t("free_end_turn")),
  );
}

/** @param {FreeTable.View} snapshot */
function drawRest({ box }) {
  return h(
    "div",
    { class: "row center", key: "rest" },
    h("button", { class: "quiet", onclick: () => changeUi({ box }) }, t("free_change_box")),
    actionButton({ class: "quiet" }, { type: "finish" }, t("free_finish")),
  );
}

/** @param {FreeTable.Box} box */
function drawChange(box) {
  const leave = () => changeUi({ box: null });
  return h(
    "section",
    { class: "free-table stack", key: "change" },
    h("h2", { class: "ask" }, t("free_change_box")),
    drawBoxForm(box, { dealt: true }),
    drawSaveBox(box),
    h(
      "div",
      { class: "dock" },
      h(
        "button",
        {
          class: "main",
          waits: state.busy,
          onclick: async () => (await sendAction({ type: "arrange", box })) && leave(),
        },
        t("free_do_change"),
      ),
      h("button", { class: "quiet", onclick: leave }, t("cancel")),
    ),
  );
}

// What one player does at a free table: buttons, payments, loans, counters.

const MOST = 99_999_999; // as many digits as the keypad takes

/**
 * The player whose acts are shown: who was tapped, else one's own seat, else the turn.
 * @param {FreeTable.View} snapshot
 */
function personOf({ seats, turn }) {
  const { who } = state.ui;
  const may = seats.filter(({ active, seat }) => active && mayAct(seat)).map(({ seat }) => seat);
  return [who, state.you.seat, turn, ...may].find((seat) => may.includes(seat ?? -1)) ?? null;
}

/** Draw the players to choose from, and what the chosen one may do. @param {FreeTable.View} snapshot */
export function drawPerson(snapshot) {
  const { box } = snapshot;
  const seat = personOf(snapshot);
  if (seat === null || !(box.money || box.counters.length || box.sheet !== "none")) return null;
  return h(
    "section",
    { class: "plate stack", key: "person" },
    drawPeople(snapshot, seat),
    box.money ? [drawButtons(snapshot, seat), drawPayments(snapshot, seat)] : null,
    drawPoints(snapshot, seat),
    box.counters.length ? drawCounters(snapshot, seat) : null,
  );
}

/**
 * The players as buttons, of whom one is chosen; nothing where there is no choice.
 * @param {FreeTable.View} snapshot
 * @param {number} chosen
 */
function drawPeople(snapshot, chosen) {
  const may = snapshot.seats.filter(({ active, seat }) => active && mayAct(seat));
  if (may.length < 2) return null;
  return h(
    "div",
    { class: "row center", role: "group", "aria-label": t("free_who") },
    may.map(({ seat }) =>
      h(
        "button",
        {
          class: seat === chosen ? "picked" : "",
          "aria-pressed": seat === chosen ? "true" : "false",
          onclick: () => changeUi({ who: seat }),
        },
        seatName(snapshot, seat),
      ),
    ),
  );
}

/** @param {FreeTable.View} snapshot @param {number} seat */
function drawButtons(snapshot, seat) {
  const { buttons } = snapshot.box;
  if (!buttons.length) return null;
  const can = choiceOf(snapshot, "press", seat)?.fields.button.one_of ?? [];
  return h(
    "div",
    { class: "grid", key: "buttons", vars: { "--least": "7rem" } },
    buttons.map(({ label, amount: sum, way }, button) =>
      actionButton(
        { class: "second free-button", disabled: !can.includes(button) },
        { type: "press", seat, button },
        h("b", {}, label, ` ${formatMoney(sum, snapshot.box.currency)}`),
        h("small", { class: "soft" }, t(`free_way_${way}`)),
      ),
    ),
  );
}

/** @param {FreeTable.View} snapshot @param {number} seat */
function drawPayments(snapshot, seat) {
  const pay = choiceOf(snapshot, "pay", seat);
  const [payOut] = legalChoices(snapshot, "pay_out");
  const borrow = choiceOf(snapshot, "borrow", seat);
  const repay = choiceOf(snapshot, "repay", seat);
  const name = snapshot.seats[seat].name;
  /**
   * @param {{ fields: { amount: Span } } | undefined} choice
   * @param {string} title
   * @param {Action} action
   * @param {Child} words
   */
  const key = (choice, title, action, words) => {
    if (!choice) return null;
    const { amount } = choice.fields;
    const onDone = (/** @type {number} */ sum) => sendAction({ ...action, amount: sum });
    const onclick = () =>
      openAmountSheet({ title, ...amount, max: Math.min(amount.max, MOST), onDone });
    return h("button", { class: "second", onclick }, words);
  };
  /** @param {number | null} payee */
  const to = (payee) => (payee === null ? t("free_bank") : snapshot.seats[payee].name);
  return h(
    "div",
    { class: "stack tight", key: "payments" },
    h(
      "div",
      { class: "row center", role: "group", "aria-label": t("free_pays_to") },
      h("span", { class: "soft" }, t("free_pays_to")),
      (pay?.fields.to.one_of ?? []).map((payee) =>
        key(
          pay,
          t("free_pay_how_much", { name, to: to(payee) }),
          { type: "pay", seat, to: payee },
          payee === null ? t("free_bank") : seatName(snapshot, payee),
        ),
      ),
    ),
    h(
      "div",
      { class: "row center" },
      key(
        payOut,
        t("free_gets_how_much", { name }),
        { type: "pay_out", to: seat },
        t("free_from_bank"),
      ),
      key(borrow, t("free_borrows_how_much", { name }), { type: "borrow", seat }, t("free_borrow")),
      key(repay, t("free_repays_how_much", { name }), { type: "repay", seat }, t("free_repay")),
    ),
  );
}

/** @param {FreeTable.View} snapshot @param {number} seat */
function drawCounters(snapshot, seat) {
  const { counters } = snapshot.seats[seat];
  return h(
    "div",
    { class: "row center", key: "counters" },
    snapshot.box.counters.map((name, counter) =>
      h(
        "div",
        { class: "line", role: "group", "aria-label": name },
        h("span", {}, name),
        [-1, 1].flatMap((by) => [
          actionButton(
            { class: "step", "aria-label": `${name} ${by < 0 ? "−" : "+"}1` },
            { type: "count", seat, counter, by },
            by < 0 ? "−" : "+",
          ),
          by < 0 ? h("b", { class: "large" }, formatAmount(counters[counter])) : null,
        ]),
      ),
    ),
  );
}
