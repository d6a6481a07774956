/** The auction: the high bid for all to see, the count, and one row to tap for each player. */

import { sendAction } from "../../actions.js";
import { actionButton, drawSand } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { drawDialog, openAmountSheet } from "../../parts/overlays.js";
import { seatColour, seatName, seatSign } from "../../parts/seats.js";
import { changeUi, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { drawBills } from "./bills.js";
import { drawLot } from "./card.js";

const STEPS = [1, 5, 10]; // in smallest bills

/** Draw the auction. */
export function drawAuction(snapshot) {
  const bidders = snapshot.seats.filter((seat) => seat.active && mayAct(seat.seat));
  return h(
    "section",
    { class: "auction", key: "auction" },
    drawLot(snapshot, drawHigh(snapshot)),
    state.ui.over ? drawOverbidWarning(snapshot, state.ui.over) : null,
    Number.isInteger(state.ui.calling) ? drawCallWarning(snapshot, state.ui.calling) : null,
    bidders.length
      ? h(
          "ul",
          { class: "bidders stack tight" },
          bidders.map((seat) => drawBidder(snapshot, seat)),
        )
      : null,
    drawNobody(snapshot),
  );
}

function drawHigh(snapshot) {
  const { high_bid: high, count, opener } = snapshot;
  if (!high) {
    const ask =
      opener === null || opener === undefined
        ? t("who_bids")
        : [seatName(snapshot, opener), " ", t("must_open")];
    return h(
      "div",
      { class: "high plate stack center", key: "high" },
      h("h2", { class: "ask" }, ask),
    );
  }
  return h(
    "div",
    {
      class: "high plate of-seat stack tight spread left",
      key: "high",
      vars: { "--seat": seatColour(high.seat) },
    },
    h(
      "p",
      { class: "row larger" },
      seatSign(high.seat),
      h("span", { class: "high-name strong grow clip" }, snapshot.seats[high.seat].name),
      h("span", { class: "high-sum heavy one-line whole-row lit" }, formatAmount(high.amount)),
    ),
    h(
      "div",
      { class: "count row" },
      h(
        "span",
        { class: `count-word strong soft one-line ${count >= 1 ? "called" : ""}` },
        t("once"),
      ),
      h(
        "span",
        { class: `count-word strong soft one-line ${count >= 2 ? "called" : ""}` },
        t("twice"),
      ),
      drawClock(snapshot),
    ),
  );
}

function drawClock(snapshot) {
  const { clock, count } = snapshot;
  const [choice] = legalChoices(snapshot, "count");
  if (clock && !mayAct()) return h("span", { class: "clock cut-off" });
  if (clock) {
    return actionButton(
      { class: `clock cut-off strong anchor ${clock.running ? "running" : ""}` },
      { type: "clock", running: !clock.running },
      clock.running ? drawSand(snapshot) : null,
      h("span", { class: "anchor" }, t(clock.running ? "hold" : "go_on_counting")),
    );
  }
  if (!choice) return null;
  const words = [t("count_once"), t("count_twice"), t("count_sold")];
  return actionButton({ class: "second" }, { type: "count", k: count + 1 }, words[count]);
}

function drawBidder(snapshot, seat) {
  const bid = choiceOf(snapshot, "bid", seat.seat);
  const call = choiceOf(snapshot, "last_chance", seat.seat);
  const pass = choiceOf(snapshot, "pass", seat.seat);
  const open = state.ui.bidder === seat.seat || state.you.seat === seat.seat;
  return h(
    "li",
    {
      class: `bidder plate of-seat row ${open ? "open" : ""}`,
      key: `bidder${seat.seat}`,
      vars: { "--seat": seatColour(seat.seat) },
    },
    h(
      "button",
      {
        class: "bidder-name bare shrinks line left",
        "aria-expanded": open ? "true" : "false",
        onclick: () => changeUi({ bidder: open ? null : seat.seat }),
      },
      seatSign(seat.seat),
      h("b", { class: "clip grow" }, seat.name),
      bid ? h("span", { class: "bidder-open lit", "aria-hidden": "true" }, t("bid_word")) : null,
    ),
    bid
      ? h("span", { class: "bidder-steps line" }, drawSteps(snapshot, seat, bid))
      : h("span", { class: "bidder-steps hint" }, t("no_bidding")),
    pass ? actionButton({ class: "pass" }, { type: "pass", seat: seat.seat }, t("pass")) : null,
    call
      ? h(
          "button",
          { class: "last-chance", onclick: () => changeUi({ calling: seat.seat }) },
          t(snapshot.money.call),
        )
      : h(
          "span",
          { class: "last-chance spent soft" },
          hasSpent(snapshot, seat) ? t(`${snapshot.money.call}_spent`) : "",
        ),
  );
}

/** Whether `seat` has no call left; where the house rules have none at all, nothing was spent. */
export function hasSpent(snapshot, seat) {
  return snapshot.options.lc_enabled && seat.last_chances_left === 0;
}

function choiceOf(snapshot, type, seat) {
  return legalChoices(snapshot, type).find((choice) => choice.seat === seat);
}

function drawSteps(snapshot, seat, bid) {
  const span = bid.fields.amount;
  const high = snapshot.high_bid?.amount ?? 0;
  const unit = snapshot.money.bid_step;
  const opens =
    span.min === 0 && !snapshot.high_bid
      ? h(
          "button",
          { class: "step", key: 0, waits: state.busy, onclick: () => raise(seat, 0) },
          formatAmount(0),
        )
      : null;
  return [
    opens,
    STEPS.map((times) => {
      const value = high + times * unit;
      return h(
        "button",
        {
          class: `step ${value > seat.cash ? "too-much" : ""}`,
          key: times,
          disabled: value > span.max,
          waits: state.busy,
          "aria-label": t(value > seat.cash ? "raise_beyond" : "raise", {
            name: seat.name,
            amount: formatAmount(value),
          }),
          onclick: () => raise(seat, value),
        },
        `+${formatAmount(times * unit)}`,
      );
    }),
    h(
      "button",
      {
        class: "step typed",
        "aria-label": t("type_bid", { name: seat.name }),
        onclick: () =>
          openAmountSheet({
            title: t("type_bid", { name: seat.name }),
            ...span,
            onDone: (value) => raise(seat, value),
          }),
      },
      "…",
    ),
  ];
}

/** Send a bid; one that the bidder cannot pay is asked about first. */
function raise(seat, value) {
  if (value > seat.cash) changeUi({ over: { seat: seat.seat, amount: value } });
  else sendAction({ type: "bid", seat: seat.seat, amount: value });
}

function drawOverbidWarning(snapshot, { seat, amount: value }) {
  const { cash } = snapshot.seats[seat];
  const span = choiceOf(snapshot, "bid", seat)?.fields.amount;
  if (!span || value < span.min) {
    state.ui.over = null; // somebody else was faster
    return null;
  }
  return drawWarning({
    title: t("overbid"),
    leave: () => changeUi({ over: null }),
    action: { type: "bid", seat, amount: value },
    heading: [seatName(snapshot, seat), " ", t("overbid_title", { cash: formatAmount(cash) })],
    lines: [
      t("overbid_warning", { amount: formatAmount(value) }),
      snapshot.options.overbid === "eliminate_at_call" ? t("overbid_at_call") : null,
    ],
    no: t("no_bid_less"),
    yes: t("bid_anyway", { amount: formatAmount(value) }),
  });
}

/** A call stakes all that one has, and a phone cannot take it back: so it wants two taps. */
function drawCallWarning(snapshot, seat) {
  if (!choiceOf(snapshot, "last_chance", seat)) {
    state.ui.calling = null; // this device plays for that seat no more
    return null;
  }
  const call = t(snapshot.money.call);
  const { name, cash } = snapshot.seats[seat];
  const amount = formatAmount(cash);
  return drawWarning({
    title: call,
    leave: () => changeUi({ calling: null }),
    action: { type: "last_chance", seat },
    heading: [seatName(snapshot, seat), ": ", call],
    lines: [t("call_warning", { name, amount })],
    no: t("call_no"),
    yes: t("call_do", { amount }),
  });
}

/** Ask whether `action` is meant: `no` leaves, `yes` does it. */
function drawWarning({ title, leave, action, heading, lines, no, yes }) {
  const run = () => {
    leave();
    sendAction(action);
  };
  return drawDialog(
    { role: "alertdialog", title, leave },
    h("h2", {}, heading),
    lines.filter(Boolean).map((line) => h("p", {}, line)),
    h("button", { class: "main", onclick: leave }, no),
    h("button", { class: "danger", onclick: run }, yes),
  );
}

function drawNobody(snapshot) {
  const [choice] = legalChoices(snapshot, "no_bid");
  return choice
    ? h(
        "div",
        { class: "row center" },
        actionButton({ class: "quiet" }, { type: "no_bid" }, t("nobody_bids")),
      )
    : null;
}

/** Draw the moment when the buyer cannot pay. */
export function drawOverbid(snapshot) {
  const { seat, amount: value } = snapshot.high_bid;
  const {
    cash,
    to_bank: due,
    bills,
  } = snapshot.prompts.find(({ code }) => code === "overbid").figures;
  return h(
    "section",
    { class: "ask-block center", key: "overbid" },
    h(
      "h2",
      { class: "ask" },
      seatName(snapshot, seat),
      " ",
      t("cannot_pay", { amount: formatAmount(value) }),
    ),
    h("p", { class: "hint" }, t("cannot_pay_hint", { cash: formatAmount(cash) })),
    due ? drawBills(bills, snapshot.money.bills) : null,
    mayAct()
      ? [
          actionButton(
            { class: "main danger" },
            { type: "eliminate", seat },
            t("eliminate", { name: snapshot.seats[seat].name }),
          ),
          h("p", { class: "hint" }, t("or_undo")),
        ]
      : null,
  );
}
