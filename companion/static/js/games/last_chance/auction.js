/** The auction: the high bid for all to see, the count, and one row to tap for each player. */

import { sendAction, showMessage } from "../../actions.js";
import { actionButton, drawDock, RING_LEFT, sentenceOf } from "../../parts/controls.js";
import { button, h, icon } from "../../parts/dom.js";
import { drawWarning, openAmountSheet } from "../../parts/overlays.js";
import { seatName, seatSign } from "../../parts/seats.js";
import { changeUi, choiceOf, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { drawChance, drawLegend, drawLot } from "./card.js";
import { drawBills, drawLaneName, drawPayment, isSettlementUnread } from "./settlement.js";

const STEPS = [1, 5, 10]; // in smallest bills
const OPENING = [0, 1, 5]; // if the first bid may be 0
const CALLS = ["once", "twice"];
const STAR =
  "M12 3 L14.700 9.200 L21 9.800 L16.200 14 L17.700 20.500 L12 17 L6.300 20.500 L7.800 14 L3 9.800 L9.300 9.200 Z";
const GAVEL = "M13 4 L20 11 M10 7 L17 14 M15 8 L5 18 M4 21 H14";
const PAUSE = "M8 5 V19 M16 5 V19";
const BIN = "M4 7 H20 M9 7 V4 H15 V7 M6 7 L7 20 H17 L18 7 M10 11 V16 M14 11 V16"; // a cross says no

/**
 * Draw the auction. Its controls stay in place before, during and after the bids.
 * @param {LastChanceOpen} snapshot
 * @param {Child} notes what else is said
 */
export function drawAuction(snapshot, notes) {
  const { seats, options } = snapshot;
  const first = seats.find(bids)?.seat;
  const passes = Boolean(options.pass_is_final) || options.opener === "banker";
  const { calling, over } = state.ui;
  return h(
    "section",
    { class: "auction", key: "auction" },
    over ? drawOverbidWarning(snapshot, over) : null,
    typeof calling === "number" ? drawCallWarning(snapshot, calling) : null,
    h(
      "div",
      { class: "hero line lot-hero" },
      drawLot(snapshot),
      drawHigh(snapshot),
      drawRing(snapshot),
    ),
    h(
      "ul",
      { class: `lanes bidders ${alone()}` },
      seats.map((seat) => drawLane(snapshot, seat, first, passes)),
    ),
    drawDock(
      drawNobody(snapshot),
      drawChance(snapshot),
      notes,
      isSettlementUnread(snapshot) ? null : drawLegend(snapshot), // the card is known then
    ),
  );
}

/** Return the class of lanes of which this device plays one. */
function alone() {
  return state.you.role === "player" ? "alone" : "";
}

/** Return the class of sums to tap: on a player's own device, each is a next step. */
function next() {
  return alone() && "next";
}

/** Whether this device bids for the seat. @param {LastChanceSeat} seat */
function bids({ active, seat }) {
  return active && mayAct(seat);
}

/** @param {LastChance} snapshot */
function drawHigh(snapshot) {
  const { high_bid: high, count, opener } = snapshot;
  if (!high) {
    const ask =
      opener === null || opener === undefined
        ? t("who_bids")
        : sentenceOf("must_open", { name: seatName(snapshot, opener) });
    return h(
      "div",
      { class: "high stack grow tight", key: "high" },
      h("h2", { class: "ask" }, ask),
    );
  }
  const sum = formatAmount(high.amount);
  const waits = waitsFor(snapshot);
  return h(
    "div",
    { class: "high stack grow tight", key: "high", vars: { "--letters": sum.length } },
    h(
      "p",
      { class: "high-who line one-line" },
      seatSign(high.seat),
      h("span", { class: "high-name strong clip" }, snapshot.seats[high.seat].name),
    ),
    h("p", { class: "high-sum lit one-line", key: sum }, sum),
    waits
      ? h("p", { class: "waits clip lit", key: "waits", role: "status" }, waits)
      : h("p", { class: "count clip", key: "count" }, count ? t(CALLS[count - 1]) : ""),
  );
}

/**
 * Draw the count: a figure in a ring that runs out; the banker holds it.
 * @param {LastChance} snapshot
 */
function drawRing(snapshot) {
  const { clock, count, prompts, version } = snapshot;
  const [choice] = legalChoices(snapshot, "count");
  if (!clock && !choice) return h("span", { class: "ring middle rigid anchor", key: "ring" });
  const all = Number(prompts.find(({ code }) => code === "count")?.figures.seconds);
  const { running, seconds } = clock ?? { running: true, seconds: all };
  const round = {
    cx: 50,
    cy: 50,
    r: 46,
    fill: "var(--panel)",
    stroke: "var(--line)",
    "stroke-width": 8,
    transform: "rotate(-90 50 50)",
  };
  const left = h("circle", {
    ...round,
    class: clock && running ? "ring-left runs" : "ring-left",
    key: `${version}${running}`,
    ...RING_LEFT,
    vars: { "--gone": clock ? 1 - seconds / all : 0, "--seconds": `${seconds}s` },
  });
  const inside = [
    h("svg", { class: "ring-time", viewBox: "0 0 100 100", "aria-hidden": "true" }, [
      h("circle", round),
      left,
    ]),
    h("b", { class: "ring-figure atop", key: count }, running ? count || icon(GAVEL) : icon(PAUSE)),
  ];
  if (!mayAct()) return h("span", { class: "ring middle rigid anchor", key: "ring" }, inside);
  const words = [t("count_once"), t("count_twice"), t("count_sold")];
  return actionButton(
    "ring middle rigid anchor bare",
    [
      inside,
      clock
        ? h("span", { class: "ring-word soft" }, t(running ? "hold" : "go_on_counting"))
        : h("span", { class: "ring-word lit strong" }, words[count]),
    ],
    clock ? { type: "clock", running: !running } : { type: "count", k: count + 1 },
    { key: "ring" },
  );
}

/**
 * Return in a sentence what the count waits for; null if only for time to pass.
 * @param {LastChance} snapshot
 */
function waitsFor({ clock, seats }) {
  if (!clock) return null;
  if (state.link === "lost" && mayAct()) return t("waits_offline");
  const { what, seat } = clock.waits_for ?? {};
  if (what === "banker") return t("waits_for_banker");
  if (what === "question")
    return typeof seat === "number"
      ? t("waits_for_seat", { name: seats[seat].name })
      : t("waits_for_answer");
  return clock.running ? null : t("waits_held");
}

/**
 * Draw the lane of `seat`, next to its plate in the rail: its possible bids, or that it leads.
 * @param {LastChance} snapshot
 * @param {LastChanceSeat} seat
 * @param {number | undefined} first the first seat that bids on this device
 * @param {boolean} passes whether a lane has a place for this
 */
function drawLane(snapshot, seat, first, passes) {
  const high = snapshot.high_bid;
  const leading = high?.seat === seat.seat ? drawLeading(high) : null;
  const leads = leading ? "leads" : "";
  const key = `bidder${seat.seat}`;
  if (!bids(seat)) return h("li", { class: `lane idle ${leads}`, key }, leading);
  const bid = choiceOf(snapshot, "bid", seat.seat);
  const call = choiceOf(snapshot, "last_chance", seat.seat);
  const pass = choiceOf(snapshot, "pass", seat.seat);
  const open = (state.ui.bidder ?? state.you.seat ?? first) === seat.seat;
  return h(
    "li",
    { class: `bidder lane ${leads} ${open ? "open" : ""}`, key },
    button(
      `bidder-name lane-name line left ${open ? "picked" : ""}`,
      [seatSign(seat.seat), h("b", { class: "clip grow" }, seat.name)],
      () => changeUi({ bidder: seat.seat }),
      { "aria-pressed": open },
    ),
    leading ??
      h(
        "span",
        { class: bid ? "bidder-steps parts" : "bidder-steps hint middle", key: "steps" },
        bid ? drawSteps(snapshot, seat, bid) : t("no_bidding"),
      ),
    bid ? drawTyped(seat, bid) : h("span", { class: "typed" }),
    pass ? actionButton("pass", t("pass"), { type: "pass", seat: seat.seat }) : null,
    passes && !pass ? h("span", { class: "pass", key: "no-pass" }) : null,
    call
      ? button("last-chance", t(snapshot.money.call), () => changeUi({ calling: seat.seat }), {
          key: "call",
        })
      : h(
          "span",
          { class: "last-chance spent soft middle center", key: "call" },
          hasSpent(snapshot, seat) ? t("call_spent") : "",
        ),
  );
}

/**
 * Draw the mark on the lane that has the highest bid.
 * @param {NonNullable<LastChance["high_bid"]>} highBid
 */
function drawLeading({ seat, amount }) {
  return h(
    "p",
    { class: "bidder-steps plate leading row", key: "leading" },
    icon(STAR),
    h("span", { class: "grow strong" }, t(seat === state.you.seat ? "you_lead" : "highest_bid")),
    h("b", { class: "one-line large" }, formatAmount(amount)),
  );
}

/**
 * Whether `seat` has used its call; not if the house rules have none at all.
 * @param {LastChance} snapshot
 * @param {LastChanceSeat} seat
 */
function hasSpent(snapshot, seat) {
  return snapshot.options.lc_enabled && seat.last_chances_left === 0;
}

/**
 * Draw the sums that `seat` may bid next, always the same number.
 * @param {LastChance} snapshot
 * @param {LastChanceSeat} seat
 * @param {OfType<LastChanceAction, "bid">} bid
 */
function drawSteps(snapshot, seat, bid) {
  const span = bid.fields.amount;
  const high = snapshot.high_bid?.amount ?? 0;
  const unit = snapshot.money.bid_step;
  const opens = span.min === 0 && !snapshot.high_bid;
  return (opens ? OPENING : STEPS).map((times) => {
    const value = high + times * unit;
    return button(
      `step ${value > seat.cash ? "too-much bad" : next()}`,
      [
        h("b", { class: "own-line" }, formatAmount(value)),
        high ? h("small", {}, `+${formatAmount(times * unit)}`) : null,
      ],
      () => raise(seat, value),
      {
        disabled: value > span.max,
        waits: state.busy,
        "aria-label": t(value > seat.cash ? "raise_beyond" : "raise", {
          name: seat.name,
          amount: formatAmount(value),
        }),
      },
    );
  });
}

/** @param {LastChanceSeat} bidder @param {OfType<LastChanceAction, "bid">} bid */
function drawTyped(bidder, { fields }) {
  const { seat, name, cash: has } = bidder;
  const title = t("type_bid", { name });
  /** @param {LastChance} now */
  const limits = (now) => choiceOf(now, "bid", seat)?.fields.amount;
  /** @param {number} value */
  const onDone = (value) => raise(bidder, value);
  return button(
    "typed",
    t("other_amount"),
    () => openAmountSheet({ title, seat, has, ...fields.amount, limits, onDone }),
    { key: "typed", "aria-label": title },
  );
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
    heading: sentenceOf(
      "overbid_title",
      { name: seatName(snapshot, seat) },
      { cash: formatAmount(cash) },
    ),
    lines: [
      t("overbid_warning", { amount: formatAmount(value) }),
      snapshot.options.overbid === "eliminate_at_call" ? t("overbid_at_call") : null,
    ],
    no: t("no_bid_less"),
    yes: t("bid_anyway", { amount: formatAmount(value) }),
  });
}

/**
 * A call stakes everything, and a phone cannot undo it, so it needs two taps.
 * @param {LastChance} snapshot
 * @param {number} seat
 */
function drawCallWarning(snapshot, seat) {
  if (!choiceOf(snapshot, "last_chance", seat)) {
    state.ui.calling = null; // this device no longer plays for that seat
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

/** @param {LastChance} snapshot */
function drawNobody(snapshot) {
  const [choice] = legalChoices(snapshot, "no_bid");
  return choice ? actionButton("quiet one-line", t("nobody_bids"), { type: "no_bid" }) : null;
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
      sentenceOf("cannot_pay", { name: seatName(snapshot, seat) }, { amount: formatAmount(value) }),
    ),
    h("p", { class: "hint" }, t("cannot_pay_hint", { cash: formatAmount(cash) })),
    due ? drawBills(bills, snapshot.money.bills) : null,
    mayAct()
      ? [
          actionButton("main danger", t("eliminate", { name: snapshot.seats[seat].name }), {
            type: "eliminate",
            seat,
          }),
          h("p", { class: "hint" }, t("or_undo")),
        ]
      : null,
  );
}

// Sold: the stake is paid, and everybody else may bet.

const CHIPS = [1, 2, 5, 10]; // in smallest bills

/** Draw stake and bets. @param {LastChanceCrack} snapshot @param {Child} notes */
export function drawBets(snapshot, notes) {
  const { name } = snapshot.seats[snapshot.cracker];
  const close = () => closeAndThrow(snapshot);
  return h(
    "section",
    { class: `betting ${alone()}`, key: "betting" },
    h(
      "div",
      { class: "hero line lot-hero" },
      drawLot(snapshot),
      h(
        "div",
        { class: "grow" },
        h("h2", { class: "ask" }, t("who_bets", { name })),
        drawChance(snapshot),
      ),
    ),
    h(
      "ul",
      { class: `lanes bettors ${alone()}` },
      snapshot.seats.map((seat) => drawBettor(snapshot, seat)),
    ),
    drawDock(
      notes,
      mayAct() ? button("main", t("close_bets"), close, { waits: state.busy }) : null,
    ),
  );
}

/**
 * At the demo tray, dice need no hand, but the cracker first sees which would stay.
 * @param {LastChanceCrack} snapshot
 */
async function closeAndThrow(snapshot) {
  // A side without an amount is not a bet yet, and closing now would drop it.
  const half = snapshot.seats.find(({ seat }) => pickedSide(snapshot, seat));
  if (half) return showMessage(t("bet_without_amount", { name: half.name }));
  if (!(await sendAction({ type: "close_bets" }))) return;
  const { cracker } = snapshot;
  if (state.you.taken.includes(cracker) && state.you.seat !== cracker) return; // on their phone
  const { run, version } = state.snapshot ?? snapshot;
  changeUi({ throwsSoon: `${run}-${version}` });
}

/**
 * Return the bills paid to `account`, with the change, if that was the last act; else `bills`.
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

/** Draw the mark on the buyer's lane. @param {LastChanceCrack} snapshot */
function drawStake(snapshot) {
  const { stake, last_chance_call: called, money } = snapshot;
  const nothing = called ? "stakes_place" : "stakes_nothing";
  const laid = laidFor(snapshot, "stake", snapshot.stake_bills);
  return h(
    "p",
    { class: "plate leading row" },
    icon(GAVEL),
    h("span", { class: "grow strong" }, t(stake ? (called ? money.call : "stake") : nothing)),
    stake
      ? [h("b", { class: "one-line large" }, formatAmount(stake)), drawPayment(laid, money.bills)]
      : null,
  );
}

/**
 * Draw the lane of `seat`: its stake, its bet, or what it may bet.
 * @param {LastChanceCrack} snapshot
 * @param {LastChanceSeat} seat
 */
function drawBettor(snapshot, seat) {
  const own = bids(seat);
  const stakes = seat.seat === snapshot.cracker;
  const bet = snapshot.bets.find((one) => one.seat === seat.seat);
  const choice = own ? choiceOf(snapshot, "bet", seat.seat) : undefined;
  const on = pickedSide(snapshot, seat.seat);
  const cells = () => {
    if (stakes) return drawStake(snapshot);
    if (bet) return drawPlaced(snapshot, seat, bet, choice);
    if (choice) return [drawTokens(seat, choice, on), drawChips(seat, choice, on)];
    return own ? h("span", { class: "hint middle" }, t("cannot_bet")) : null;
  };
  return h(
    "li",
    { class: `lane ${stakes ? "stakes" : own ? "" : "idle"}`, key: `bettor${seat.seat}` },
    drawLaneName(seat),
    cells(),
  );
}

/**
 * Return the side that `seat` chose on this device, while its bet has no amount yet.
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
 * Return the side of the bet of `seat`, if this device knows it: a secret one only its phone does.
 * @param {number} seat
 * @param {BetSide} bet
 */
export function knownSide(seat, bet) {
  return bet.on ?? (seat === state.you.seat ? (ownBet()?.on ?? null) : null);
}

/** Return the bet of this device's own player, whose side is a secret. */
function ownBet() {
  return /** @type {BetSide | undefined} */ (state.you.own.bet);
}

/**
 * Draw a placed bet: until the first roll, its token can be turned and the bet taken back.
 * @param {LastChance} snapshot
 * @param {Seat} seat
 * @param {LastChanceBet} bet
 * @param {BetChoice} [choice]
 */
function drawPlaced(snapshot, { seat, name }, bet, choice) {
  const side = knownSide(seat, bet);
  const turned = { type: "bet", seat, amount: bet.amount, on: side === "yes" ? "no" : "yes" };
  return h(
    "span",
    { class: "placed line", key: "placed" },
    side && choice
      ? actionButton(
          "token-button line tight strong center",
          [token(side), h("span", {}, t(`bet_${side}`))],
          turned,
          { "aria-label": t("turn_bet", { name }) },
        )
      : side
        ? token(side)
        : h("span", { class: "soft" }, t("bet_secret")),
    h("b", { class: "clip lit large" }, formatAmount(bet.amount)),
    drawPayment(laidFor(snapshot, `bet:${seat}`, bet.bills), snapshot.money.bills),
    choice
      ? actionButton(
          "tool anchor",
          icon(BIN),
          { type: "take_back", seat },
          { "aria-label": t("take_back_bet", { name }) },
        )
      : null,
  );
}

/** @param {Seat} seat @param {BetChoice} choice @param {string | null | undefined} picked */
function drawTokens({ seat, name }, choice, picked) {
  const sides = choice.fields.on.one_of;
  const paper = alone() && !picked && "paper"; // two equal answers
  return h(
    "span",
    { class: "tokens parts", key: "tokens" },
    sides.map((on) =>
      button(
        `token-button line tight strong center grow ${paper} ${picked === on ? "picked" : ""}`,
        [token(on), h("span", {}, t(`bet_${on}`))],
        () => pickSide(seat, picked === on ? null : on),
        {
          "aria-pressed": picked === on,
          "aria-label": t(`name_bets_${on}`, { name }),
        },
      ),
    ),
  );
}

/**
 * Draw the amounts, or an empty place before a side is chosen.
 * @param {Seat} seat
 * @param {BetChoice} choice
 * @param {string | null | undefined} on
 */
function drawChips({ seat, name }, choice, on) {
  if (!on) return h("span", { class: "chips", key: "chips" });
  const span = choice.fields.amount;
  const title = t("type_bet", { name });
  /** @param {number} value */
  const place = async (value) => {
    if (await sendAction({ type: "bet", seat, amount: value, on })) pickSide(seat, null);
  };
  const type = () => openAmountSheet({ title, seat, ...span, onDone: place });
  return h(
    "span",
    { class: "chips parts", key: "chips", role: "group", "aria-label": title },
    CHIPS.map((times) => times * span.step)
      .filter((value) => value <= span.max)
      .map((value) =>
        button(`step ${next()}`, formatAmount(value), () => place(value), { waits: state.busy }),
      ),
    button("typed", t("other_amount"), type, { "aria-label": title }),
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
