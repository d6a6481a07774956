/** Turning over a card: from the box (tap what is printed on it) or from the demo deck. */

import { actionButton } from "../../parts/action_button.js";
import { send } from "../../actions.js";
import { faceName } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { drawBills } from "./bills.js";
import { drawFacePad } from "../../parts/throw_entry.js";
import { seatName } from "../../parts/seats.js";
import { openAmountSheet } from "../../parts/sheet.js";
import { drawStepper } from "../../parts/stepper.js";
import { mayAct } from "../../permissions.js";
import { changeUi, state } from "../../store.js";
import { amount, t } from "../../words.js";
import { symbol } from "./drinks.js";

/** Draw the choice, or the card being entered. */
export function drawFlip(snapshot) {
  return state.ui.entering && mayAct() ? drawEntry(snapshot) : drawChoice(snapshot);
}

function drawChoice(snapshot) {
  return h(
    "section",
    { class: "ask-block center", key: "flip" },
    mayAct() ? drawDeal(snapshot) : null,
    h("h2", { class: "ask" }, seatName(snapshot, snapshot.flipper), " ", t("turns_card")),
    mayAct() ? drawSources(snapshot) : null,
  );
}

/** Where the card comes from: at a real table from the box, at the demo tray from our own deck. */
function drawSources(snapshot) {
  const demo = snapshot.can_draw && Boolean(snapshot.eye?.demo);
  const box = [
    h(
      "button",
      {
        class: demo ? "second" : "main",
        onclick: () => changeUi({ entering: { symbols: [], prize: null, attempts: null } }),
      },
      t("enter_card"),
    ),
    h("p", { class: "hint" }, t("enter_card_hint")),
  ];
  const deck = snapshot.can_draw
    ? [
        actionButton({ class: demo ? "main" : "second" }, { type: "draw" }, t("draw_demo")),
        h("p", { class: "hint" }, t("draw_demo_hint")),
      ]
    : [];
  return h("div", { class: "choices stack center" }, demo ? [...deck, ...box] : [...box, ...deck]);
}

/** At the very start: the bills that the banker deals to everybody. */
function drawDeal(snapshot) {
  const deal = snapshot.prompts.find((prompt) => prompt.code === "deal");
  if (!deal) return null;
  const { cash } = deal.figures;
  return h(
    "p",
    { class: "deal plate row center" },
    t("deal_title", { cash: amount(cash) }),
    drawBills([...deal.figures.bills].reverse(), snapshot.money.bills),
  );
}

function drawEntry(snapshot) {
  const { entering } = state.ui;
  const { symbols, prize, attempts } = entering;
  const { list_of: printable, max: places } = flipOf(snapshot).fields.symbols;
  const set = (values) => changeUi({ entering: { ...entering, ...values } });
  const whole = symbols.length === places && prize !== null && attempts !== null;
  return h(
    "section",
    { class: "ask-block center entry", key: "entry" },
    h(
      "h2",
      { class: "ask" },
      t(symbols.length < places ? "enter_symbols" : whole ? "enter_right" : "enter_figures"),
    ),
    h(
      "div",
      { class: "card entered" },
      h(
        "div",
        { class: "line" },
        Array.from({ length: places }, (_, place) =>
          place < symbols.length
            ? h(
                "button",
                {
                  class: "card-slot middle bare",
                  "aria-label": t("take_back", { face: faceName(symbols[place]) }),
                  onclick: () => set({ symbols: symbols.filter((_, at) => at !== place) }),
                },
                symbol(symbols[place]),
              )
            : h("span", { class: "card-slot empty" }),
        ),
      ),
    ),
    symbols.length < places
      ? drawFacePad((name) => set({ symbols: [...symbols, name] }), printable, symbol)
      : drawFigures(snapshot, entering, set),
    whole
      ? h(
          "button",
          { class: "main", waits: state.busy, onclick: () => flip(entering) },
          t("enter_do"),
        )
      : null,
    h("button", { class: "quiet", onclick: () => changeUi({ entering: null }) }, t("cancel")),
  );
}

function flipOf(snapshot) {
  return snapshot.legal.find((choice) => choice.type === "flip");
}

function drawFigures(snapshot, { prize, attempts }, set) {
  const { prize: span, attempts: tries } = flipOf(snapshot).fields;
  const numbers = Array.from({ length: tries.max - tries.min + 1 }, (_, at) => tries.min + at);
  const value = h(
    "button",
    {
      class: "figure-value large strong",
      onclick: () =>
        openAmountSheet({ title: t("prize"), ...span, onDone: (typed) => set({ prize: typed }) }),
    },
    prize === null ? t("tap_to_type") : amount(prize),
  );
  const stepper = drawStepper({
    value: prize ?? 18 * span.step,
    shown: value,
    low: span.min,
    high: span.max,
    steps: [span.step, 10 * span.step],
    label: t("prize"),
    write: (step) => (step > 0 ? "+" : "−") + amount(Math.abs(step)),
    set: (chosen) => set({ prize: chosen }),
  });
  const choice = (number) =>
    h(
      "button",
      {
        class: `step ${attempts === number ? "picked" : ""}`,
        "aria-pressed": attempts === number ? "true" : "false",
        onclick: () => set({ attempts: number }),
      },
      number,
    );
  return h(
    "div",
    { class: "figures stack" },
    h("div", { class: "row center" }, t("prize"), stepper),
    h(
      "div",
      { class: "row center", role: "group", "aria-label": t("attempts_word") },
      t("attempts_word"),
      h("span", { class: "row center" }, numbers.map(choice)),
    ),
  );
}

async function flip({ symbols, prize, attempts }) {
  if (await send({ type: "flip", symbols, prize, attempts })) changeUi({ entering: null });
}
