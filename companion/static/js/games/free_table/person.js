/** What one player does at a free table: buttons, payments, loans, counters. */

import { sendAction } from "../../actions.js";
import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { openAmountSheet } from "../../parts/overlays.js";
import { seatName } from "../../parts/seats.js";
import { changeUi, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { drawPoints } from "./sheet.js";

const MOST = 99_999_999; // as many digits as the keypad takes

/** The player whose acts are shown: whom somebody tapped, else one's own seat, else the turn. */
function personOf({ seats, turn }) {
  const { who } = state.ui;
  const may = seats.filter(({ active, seat }) => active && mayAct(seat)).map(({ seat }) => seat);
  return [who, state.you.seat, turn].find((seat) => may.includes(seat)) ?? may[0] ?? null;
}

/** Draw the players to choose from, and what the chosen one may do. */
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

/** The players as buttons, of whom one is chosen; nothing where there is no choice. */
export function drawPeople(snapshot, chosen) {
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

function ofSeat(snapshot, type, seat) {
  return legalChoices(snapshot, type).find((choice) => choice.seat === seat);
}

function drawButtons(snapshot, seat) {
  const { buttons } = snapshot.box;
  if (!buttons.length) return null;
  const can = ofSeat(snapshot, "press", seat)?.fields.button.one_of ?? [];
  return h(
    "div",
    { class: "grid", key: "buttons", vars: { "--least": "7rem" } },
    buttons.map(({ label, amount: sum, way }, button) =>
      actionButton(
        { class: "second free-button", disabled: !can.includes(button) },
        { type: "press", seat, button },
        h("b", {}, label, ` ${formatAmount(sum)}`),
        h("small", { class: "soft" }, t(`free_way_${way}`)),
      ),
    ),
  );
}

function drawPayments(snapshot, seat) {
  const pay = ofSeat(snapshot, "pay", seat);
  const [payOut] = legalChoices(snapshot, "pay_out");
  const borrow = ofSeat(snapshot, "borrow", seat);
  const repay = ofSeat(snapshot, "repay", seat);
  const name = snapshot.seats[seat].name;
  const ask = (title, { fields }, action) =>
    openAmountSheet({
      title,
      min: 1,
      max: Math.min(fields.amount.max, MOST),
      step: 1,
      onDone: (sum) => sendAction({ ...action, amount: sum }),
    });
  const key = (choice, title, action, ...words) =>
    choice
      ? h("button", { class: "second", onclick: () => ask(title, choice, action) }, words)
      : null;
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
