/** Sold: the stake is laid, and everybody else may bet on it. */

import { sendAction, showMessage } from "../../actions.js";
import { actionButton } from "../../parts/controls.js";
import { h, icon } from "../../parts/dom.js";
import { openAmountSheet } from "../../parts/overlays.js";
import { seatColour, seatName, seatSign } from "../../parts/seats.js";
import { changeUi, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { drawPayment } from "./bills.js";
import { drawLot } from "./card.js";
import { token } from "./token.js";

const CHIPS = [1, 2, 5, 10]; // in smallest bills

/** Draw stake and bets. */
export function drawBets(snapshot) {
  const others = snapshot.seats
    .filter((seat) => seat.active && seat.seat !== snapshot.cracker)
    .sort((one, other) => (other.seat === state.you.seat) - (one.seat === state.you.seat));
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

/** At the demo tray dice need no hand; but whose they are sees first which of them would stay. */
async function closeAndThrow(snapshot) {
  // A side without an amount is no bet yet: closing now would drop it.
  const half = snapshot.seats.find(({ seat }) => pickedSide(snapshot, seat));
  if (half) return showMessage(t("bet_without_amount", { name: half.name }));
  if (!(await sendAction({ type: "close_bets" }))) return;
  const { run, version, cracker } = state.snapshot;
  if (state.you.taken.includes(cracker) && state.you.seat !== cracker) return; // he chooses on his phone
  changeUi({ throwsSoon: `${run}-${version}` });
}

/** What was laid for `account`, with the change when that was the last thing done; else `bills`. */
function laidFor({ settlement }, account, bills) {
  const laid = settlement
    .filter(({ payee }) => payee === account)
    .find(({ change }) => change.length);
  return laid ?? { bills, change: [] };
}

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

function drawBettor(snapshot, seat) {
  const bet = snapshot.bets.find((one) => one.seat === seat.seat);
  const choice = choiceOf(snapshot, seat.seat);
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
    on ? drawChips(seat, choice, on) : null,
  );
}

function choiceOf(snapshot, seat) {
  return legalChoices(snapshot, "bet").find((one) => one.seat === seat);
}

/** The side that `seat` chose on this device, while its bet has no amount yet. */
function pickedSide(snapshot, seat) {
  const placed = snapshot.bets.some((bet) => bet.seat === seat);
  return placed || !choiceOf(snapshot, seat) ? null : state.ui.sides?.[seat];
}

function pickSide(seat, on) {
  changeUi({ sides: { ...state.ui.sides, [seat]: on } });
}

/** The side of the bet of `seat` as far as this device knows it: his own phone tells it to him. */
export function knownSide(seat, bet) {
  return bet.on ?? (seat === state.you.seat ? (state.you.own.bet?.on ?? null) : null);
}

/** A bet that lies: until the first throw its token can be turned over, and all be taken back. */
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

function drawTokens({ seat, name }, choice, picked) {
  const sides = choice.fields.on?.one_of ?? ["yes", "no"];
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

function drawChips({ seat, name }, choice, on) {
  const span = choice.fields.amount;
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
