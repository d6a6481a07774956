/** The auction: the high bid for all to see, the count, and one row to tap for each player. */

import { sendAction, showMessage } from "../../actions.js";
import { actionButton, drawSand } from "../../parts/controls.js";
import { h, icon } from "../../parts/dom.js";
import { drawDialog, openAmountSheet } from "../../parts/overlays.js";
import { seatColour, seatName, seatSign } from "../../parts/seats.js";
import { changeUi, choiceOf, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { drawLot } from "./card.js";
import { drawBills, drawPayment } from "./settlement.js";

const STEPS = [1, 5, 10]; // in smallest bills

/** Draw the auction. @param {LastChance} snapshot */
export function drawAuction(snapshot) {
  const bidders = snapshot.seats.filter((seat) => seat.active && mayAct(seat.seat));
  return h(
    "section",
    { class: "auction", key: "auction" },
    drawLot(snapshot, drawHigh(snapshot)),
    state.ui.over ? drawOverbidWarning(snapshot, state.ui.over) : null,
    typeof state.ui.calling === "number" ? drawCallWarning(snapshot, state.ui.calling) : null,
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

/** @param {LastChance} snapshot */
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

/** @param {LastChance} snapshot */
function drawClock(snapshot) {
  const { clock, count } = snapshot;
  const [choice] = legalChoices(snapshot, "count");
  const waits = waitsFor(snapshot);
  if (waits) return [h("span", { class: "waits", role: "status" }, waits)];
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

/** What the count waits for, in a sentence; null: for its time alone. @param {LastChance} snapshot */
function waitsFor({ clock, seats }) {
  if (!clock) return null;
  if (state.link === "lost" && mayAct()) return t("waits_offline");
  const { what, seat } = clock.waits_for ?? {};
  if (what === "banker") return t("waits_for_banker");
  if (what !== "question") return null;
  return seat === null || seat === undefined
    ? t("waits_for_answer")
    : t("waits_for_seat", { name: seats[seat].name });
}

/** @param {LastChance} snapshot @param {LastChanceSeat} seat */
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

/**
 * Whether `seat` has no call left; where the house rules have none at all, nothing was spent.
 * @param {LastChance} snapshot
 * @param {LastChanceSeat} seat
 */
export function hasSpent(snapshot, seat) {
  return snapshot.options.lc_enabled && seat.last_chances_left === 0;
}

/** @param {LastChance} snapshot @param {LastChanceSeat} seat @param {OfType<LastChanceAction, "bid">} bid */
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
            seat: seat.seat,
            ...span,
            onDone: (value) => raise(seat, value),
          }),
      },
      "…",
    ),
  ];
}

/**
 * Send a bid; one that the bidder cannot pay is asked about first.
 * @param {LastChanceSeat} seat
 * @param {number} value
 */
function raise(seat, value) {
  if (value > seat.cash) changeUi({ over: { seat: seat.seat, amount: value } });
  else sendAction({ type: "bid", seat: seat.seat, amount: value });
}

/** @param {LastChance} snapshot @param {{ seat: number, amount: number }} given */
function drawOverbidWarning(snapshot, { seat, amount: value }) {
  const { cash } = snapshot.seats[seat];
  const span = choiceOf(snapshot, "bid", seat)?.fields.amount;
  if (!span || value < span.min) {
    state.ui.over = null; // somebody else was faster
    return null;
  }
  return drawWarning({
    seat,
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

/**
 * A call stakes all that one has, and a phone cannot take it back: so it wants two taps.
 * @param {LastChance} snapshot
 * @param {number} seat
 */
function drawCallWarning(snapshot, seat) {
  if (!choiceOf(snapshot, "last_chance", seat)) {
    state.ui.calling = null; // this device plays for that seat no more
    return null;
  }
  const call = t(snapshot.money.call);
  const { name, cash } = snapshot.seats[seat];
  const amount = formatAmount(cash);
  return drawWarning({
    seat,
    title: call,
    leave: () => changeUi({ calling: null }),
    action: { type: "last_chance", seat },
    heading: [seatName(snapshot, seat), ": ", call],
    lines: [t("call_warning", { name, amount })],
    no: t("call_no"),
    yes: t("call_do", { amount }),
  });
}

/** Ask whether `action` is meant: `no` leaves, `yes` does it. @param {Warning} warning */
function drawWarning({ seat, title, leave, action, heading, lines, no, yes }) {
  const run = () => {
    leave();
    sendAction(action);
  };
  return drawDialog(
    { role: "alertdialog", title, leave, asks: seat },
    h("h2", {}, heading),
    lines.filter(Boolean).map((line) => h("p", {}, line)),
    h("button", { class: "main", onclick: leave }, no),
    h("button", { class: "danger", onclick: run }, yes),
  );
}

/** @param {LastChance} snapshot */
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

/** Draw the moment when the buyer cannot pay. @param {LastChance} snapshot */
export function drawOverbid(snapshot) {
  if (!snapshot.high_bid) return null;
  const { seat, amount: value } = snapshot.high_bid;
  const prompt = snapshot.prompts.find(({ code }) => code === "overbid");
  const figures = /** @type {{ cash: number, to_bank: number, bills: Bills }} */ (prompt?.figures);
  const { cash, to_bank: due, bills } = figures;
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

// Sold: the stake is laid, and everybody else may bet on it.

const CHIPS = [1, 2, 5, 10]; // in smallest bills

/** Draw stake and bets. @param {LastChance} snapshot */
export function drawBets(snapshot) {
  const others = snapshot.seats
    .filter((seat) => seat.active && seat.seat !== snapshot.cracker)
    .sort(
      (one, other) => Number(other.seat === state.you.seat) - Number(one.seat === state.you.seat),
    );
  return h(
    "section",
    { class: "betting", key: "betting" },
    drawLot(snapshot, drawStake(snapshot)),
    h("h2", { class: "ask" }, t("who_bets", { name: snapshot.seats[snapshot.cracker].name })),
    h(
      "ul",
      { class: "bettors stack tight" },
      others.map((seat) => drawBettor(snapshot, seat)),
    ),
    mayAct()
      ? h(
          "div",
          { class: "foot" },
          h(
            "button",
            { class: "main", waits: state.busy, onclick: () => closeAndThrow(snapshot) },
            t("close_bets"),
          ),
        )
      : null,
  );
}

/**
 * At the demo tray dice need no hand; but whose they are sees first which of them would stay.
 * @param {LastChance} snapshot
 */
async function closeAndThrow(snapshot) {
  // A side without an amount is no bet yet: closing now would drop it.
  const half = snapshot.seats.find(({ seat }) => pickedSide(snapshot, seat));
  if (half) return showMessage(t("bet_without_amount", { name: half.name }));
  if (!(await sendAction({ type: "close_bets" }))) return;
  const { run, version, cracker } = /** @type {LastChance} */ (state.snapshot);
  if (state.you.taken.includes(cracker) && state.you.seat !== cracker) return; // he chooses on his phone
  changeUi({ throwsSoon: `${run}-${version}` });
}

/**
 * What was laid for `account`, with the change when that was the last thing done; else `bills`.
 * @param {LastChance} snapshot
 * @param {string} account
 * @param {Bills} bills
 * @returns {LaidBills}
 */
function laidFor({ scene }, account, bills) {
  const payments = /** @type {Payment[]} */ (scene.events.filter(({ transfer }) => transfer));
  const laid = payments.find(({ transfer, change }) => transfer.payee === account && change.length);
  return laid ?? { bills, change: [] };
}

/** @param {LastChance} snapshot */
function drawStake(snapshot) {
  const { cracker, stake, last_chance_call: called } = snapshot;
  const key = called
    ? stake
      ? `lays_${snapshot.money.call}`
      : "lays_nothing_call"
    : stake
      ? "lays"
      : "lays_nothing";
  return h(
    "p",
    { class: "high plate stack tight center large" },
    h("span", {}, seatName(snapshot, cracker), " ", t(key)),
    stake ? h("b", { class: "largest lit" }, formatAmount(stake)) : null,
    stake
      ? drawPayment(laidFor(snapshot, "stake", snapshot.stake_bills), snapshot.money.bills)
      : null,
  );
}

/** @param {LastChance} snapshot @param {LastChanceSeat} seat */
function drawBettor(snapshot, seat) {
  const bet = snapshot.bets.find((one) => one.seat === seat.seat);
  const choice = choiceOf(snapshot, "bet", seat.seat);
  const on = pickedSide(snapshot, seat.seat);
  return h(
    "li",
    {
      class: "bettor plate of-seat row",
      key: `bettor${seat.seat}`,
      vars: { "--seat": seatColour(seat.seat) },
    },
    h(
      "span",
      { class: "bidder-name shrinks line" },
      seatSign(seat.seat),
      h("b", { class: "clip" }, seat.name),
    ),
    bet
      ? drawPlaced(snapshot, seat, bet, choice)
      : choice
        ? drawTokens(seat, choice, on)
        : mayAct(seat.seat)
          ? h("span", { class: "hint" }, t("cannot_bet"))
          : null,
    on && choice ? drawChips(seat, choice, on) : null,
  );
}

/**
 * The side that `seat` chose on this device, while its bet has no amount yet.
 * @param {LastChance} snapshot
 * @param {number} seat
 */
function pickedSide(snapshot, seat) {
  const placed = snapshot.bets.some((bet) => bet.seat === seat);
  return placed || !choiceOf(snapshot, "bet", seat) ? null : state.ui.sides?.[seat];
}

/** @param {number} seat @param {string | null} on */
function pickSide(seat, on) {
  changeUi({ sides: { ...state.ui.sides, [seat]: on } });
}

/**
 * The side of the bet of `seat` as far as this device knows it: only the phone of `seat` does.
 * @param {number} seat
 * @param {BetSide} bet
 */
export function knownSide(seat, bet) {
  return bet.on ?? (seat === state.you.seat ? (ownBet()?.on ?? null) : null);
}

/** The bet of this device's own player, whose side is a secret. */
function ownBet() {
  return /** @type {BetSide | undefined} */ (state.you.own.bet);
}

/**
 * A bet that lies: until the first roll its token can be turned over, and all be taken back.
 * @param {LastChance} snapshot
 * @param {Seat} seat
 * @param {LastChanceBet} bet
 * @param {BetChoice | undefined} choice
 */
function drawPlaced(snapshot, { seat, name }, bet, choice) {
  const side = knownSide(seat, bet);
  const turned = { type: "bet", seat, amount: bet.amount, on: side === "yes" ? "no" : "yes" };
  return h(
    "span",
    { class: "placed line" },
    side && choice
      ? actionButton(
          { class: "token-button", "aria-label": t("turn_bet", { name }) },
          turned,
          token(side),
        )
      : side
        ? token(side)
        : t("secret"),
    h("b", {}, formatAmount(bet.amount)),
    drawPayment(laidFor(snapshot, `bet:${seat}`, bet.bills), snapshot.money.bills),
    choice
      ? actionButton(
          { class: "tool anchor", "aria-label": t("take_back_bet", { name }) },
          { type: "take_back", seat },
          icon("cross"),
        )
      : null,
  );
}

/** @param {Seat} seat @param {BetChoice} choice @param {string | null | undefined} picked */
function drawTokens({ seat, name }, choice, picked) {
  const sides = choice.fields.on.one_of;
  return h(
    "span",
    { class: "line tight" },
    sides.map((on) =>
      h(
        "button",
        {
          class: `token-button line strong ${picked === on ? "picked" : ""}`,
          "aria-pressed": picked === on ? "true" : "false",
          "aria-label": t(`name_bets_${on}`, { name }),
          onclick: () => pickSide(seat, picked === on ? null : on),
        },
        token(on),
        h("span", {}, t(`bet_${on}`)),
      ),
    ),
  );
}

/** @param {Seat} seat @param {BetChoice} choice @param {string} on */
function drawChips({ seat, name }, choice, on) {
  const span = choice.fields.amount;
  /** @param {number} value */
  const place = async (value) => {
    if (await sendAction({ type: "bet", seat, amount: value, on })) pickSide(seat, null);
  };
  return h(
    "span",
    { class: "chips row", role: "group", "aria-label": t("type_bet", { name }) },
    CHIPS.map((times) => times * span.step)
      .filter((value) => value <= span.max)
      .map((value) =>
        h(
          "button",
          { class: "step", waits: state.busy, onclick: () => place(value) },
          formatAmount(value),
        ),
      ),
    h(
      "button",
      {
        class: "step typed",
        "aria-label": t("type_bet", { name }),
        onclick: () => openAmountSheet({ title: t("type_bet", { name }), ...span, onDone: place }),
      },
      "…",
    ),
  );
}

// The betting token: a clover on one side, black on the other.

/** Draw its clover ("yes": it will be cracked) or its black side ("no"). @param {string} on */
export function token(on) {
  /** @param {number} cx @param {number} cy */
  const leaf = (cx, cy) => h("circle", { cx, cy, r: 9.5, fill: "#2e8b3d" });
  return h(
    "svg",
    {
      class: "token rigid",
      viewBox: "0 0 60 60",
      role: "img",
      "aria-label": t(on === "yes" ? "bet_yes" : "bet_no"),
    },
    h("circle", {
      cx: 30,
      cy: 30,
      r: 28,
      fill: on === "yes" ? "#f6efd9" : "#17151a",
      stroke: "#d9a441",
      "stroke-width": 3,
    }),
    on === "yes"
      ? [
          leaf(22, 22),
          leaf(38, 22),
          leaf(22, 37),
          leaf(38, 37),
          h("path", {
            d: "M30 30 Q32 44 40 50",
            stroke: "#2e8b3d",
            "stroke-width": 4,
            fill: "none",
          }),
        ]
      : h("path", {
          d: "M20 20 L40 40 M40 20 L20 40",
          stroke: "#f3ead6",
          "stroke-width": 7,
          "stroke-linecap": "round",
        }),
  );
}
