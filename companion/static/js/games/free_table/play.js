/** A free table while people play: the dice, the turn, and what each player does with the bank. */

import { sendAction, throwDemoDice } from "../../actions.js";
import { actionButton, drawStepper, sentenceOf } from "../../parts/controls.js";
import { die } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { drawThrowEntry, drawThrowPanel } from "../../parts/roll.js";
import { seatName } from "../../parts/seats.js";
import { seenDice } from "../../parts/tray.js";
import { changeUi, legalChoices, mayAct, state } from "../../store.js";
import { t } from "../../words.js";
import { drawBoxForm } from "./box_form.js";
import { drawClock, secondsLeft } from "./clock.js";
import { drawPerson } from "./person.js";
import { drawSaveBox } from "./saved_boxes.js";
import { drawSheet } from "./sheet.js";

const REMEMBERED = 8; // throws before the last one that are shown

/** Draw the table as it stands. */
export function drawPlay(snapshot) {
  if (state.ui.box) return drawChange();
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

function headline(snapshot) {
  const { prompts, turn, box } = snapshot;
  if (prompts.some(({ code }) => code === "written")) return t("free_written");
  if (turn === null) return box.name;
  const key = prompts[0].code === "time_is_up" ? "free_turn_is_up" : "free_turn";
  return sentenceOf(key, { name: seatName(snapshot, turn) });
}

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

function drawHistory({ throws, throw_count: count }) {
  const before = throws.slice(-REMEMBERED - 1, -1).reverse();
  const sums = before.map(({ faces, sum }) => `${faces.join(" ")} = ${sum}`).join(" · ");
  return h("p", { class: "hint", key: "history" }, t("free_thrown", { count }), " ", sums);
}

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

/** Whoever ends a turn says what the clock shows at that moment, in the whole seconds that are shown. */
function drawEndTurn(snapshot) {
  const [choice] = legalChoices(snapshot, "end_turn");
  if (!choice) return null;
  const most = choice.fields.left?.max;
  const told = () =>
    most === undefined ? {} : { left: Math.min(most, Math.ceil(secondsLeft(snapshot))) };
  const onclick = () => sendAction({ type: "end_turn", seat: choice.seat, ...told() });
  return h(
    "div",
    { class: "foot", key: "end-turn" },
    h("button", { class: "main", waits: state.busy, onclick }, t("free_end_turn")),
  );
}

function drawRest({ box }) {
  return h(
    "div",
    { class: "row center", key: "rest" },
    h("button", { class: "quiet", onclick: () => changeUi({ box }) }, t("free_change_box")),
    actionButton({ class: "quiet" }, { type: "finish" }, t("free_finish")),
  );
}

function drawChange() {
  const { box } = state.ui;
  const leave = () => changeUi({ box: null });
  return h(
    "section",
    { class: "free-table stack", key: "change" },
    h("h2", { class: "ask" }, t("free_change_box")),
    drawBoxForm(box, { dealt: true }),
    drawSaveBox(box),
    h(
      "div",
      { class: "row center foot" },
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
