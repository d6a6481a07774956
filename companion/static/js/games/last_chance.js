/** The display of Last Chance: the choice of its stage, and the parts around it. */

import { IN_ROOM } from "../device.js";
import { h, icon } from "../parts/dom.js";
import { changeUi, mayAct, state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { drawAuction, drawBets, drawOverbid, knownSide, token } from "./last_chance/auction.js";
import { drawCardSlot, drawCrack, drawFirstRoll, drinkFaces } from "./last_chance/card.js";
import { drawDealTo, drawFlip } from "./last_chance/flip.js";
import {
  drawFolded,
  drawRanking,
  drawSettlement,
  isSettlementUnread,
  tookCard,
} from "./last_chance/settlement.js";

const HAS_DOCK = new Set(["auction", "bets"]); // remarks are in the dock then, and move nothing

const REMARKS = new Set(["bank_owes", "own_bid", "unusual_card", "card_again"]);

// The events that the banker says aloud, with their sounds.
/** @type {Voice} */
const VOICE = {
  rolled: "dice",
  lucky_flash: "win",
  bid_placed: "bid",
  bid_counted: "count",
  card_sold: "sold",
  last_chance_called: "sold",
  nobody_bid: "",
  card_cracked: "win",
  crack_failed: "lose",
  player_eliminated: "lose",
  player_left: "lose",
};

// Bids, bets and the call stay valid whatever others do meanwhile.
const STAND = new Set(["bid", "bet", "take_back", "last_chance"]);
const DONE = new Set([
  "bid_placed",
  "bet_placed",
  "bet_taken_back",
  "last_chance_called",
  "passed",
]);

/** @type {Display<LastChance>} */
export const display = {
  stage,
  progress,
  accounts,
  notes,
  voice: VOICE,
  seconds: {
    lucky_flash: ({ seat, prize }) => ({
      look: "lucky",
      seat: Number(seat),
      title: t("feat_lucky_flash"),
      sum: `+${formatAmount(Number(prize))}`,
    }),
  },
  position,
  standsAfter,
  faces: drinkFaces,
  slot,
  dropDraft,
  ended: (snapshot) => snapshot.over && !showsSettlement(snapshot),
};

/**
 * Whether the last settlement is still to be read: once, and during bids only on request.
 * @param {LastChance} snapshot
 */
function showsSettlement(snapshot) {
  return isSettlementUnread(snapshot) && (!snapshot.high_bid || Boolean(state.ui.settledOpen));
}

/**
 * Show the last settlement first, then the current stage.
 * @param {LastChance} snapshot
 */
function stage(snapshot) {
  if (showsSettlement(snapshot)) return drawSettlement(snapshot);
  const notes = [
    isSettlementUnread(snapshot) ? drawFolded(snapshot) : null,
    drawDealTo(snapshot),
    drawWarnings(snapshot),
  ];
  return [drawPhase(snapshot, notes), HAS_DOCK.has(snapshot.phase) ? null : notes];
}

/** @param {LastChance} snapshot @param {Child} notes */
function drawPhase(snapshot, notes) {
  switch (snapshot.phase) {
    case "flip":
      return drawFlip(snapshot);
    case "roll":
      return drawFirstRoll(snapshot);
    case "auction":
      return drawAuction(snapshot, notes);
    case "overbid":
      return drawOverbid(snapshot);
    case "bets":
      return drawBets(snapshot, notes);
    case "crack":
      return drawCrack(snapshot);
    case "over":
      return drawRanking(snapshot);
  }
}

/** Draw the banker's remarks, which do not stop the game. @param {LastChance} snapshot */
function drawWarnings(snapshot) {
  return [...snapshot.prompts, ...ownBids(snapshot)]
    .filter(({ code }) => REMARKS.has(code))
    .map(({ code, seat, figures }) =>
      h(
        "p",
        { class: "hint warn remark little", key: code },
        t(code, {
          name: snapshot.seats[seat ?? -1]?.name,
          amount: formatAmount(Number(figures.amount ?? 0)),
        }),
      ),
    );
}

/** Return who just raised their own highest bid. @param {LastChance} lastChance */
function ownBids({ last_row: row }) {
  return (row?.events ?? [])
    .filter((event) => event.raises_own_bid)
    .map(({ seat, amount }) => ({ code: "own_bid", seat, figures: { amount } }));
}

/**
 * Return the card while it is tried or settled, as the stage has the camera's picture; on a
 * television, return it always.
 * @param {LastChance} snapshot
 */
function slot(snapshot) {
  const { card } = snapshot;
  const shown = IN_ROOM || ["roll", "crack"].includes(snapshot.phase) || showsSettlement(snapshot);
  return shown && card ? drawCardSlot({ ...snapshot, card }) : null;
}

/** @param {LastChance} snapshot */
function progress(snapshot) {
  const all = Number(snapshot.options.cards_in_game);
  // A card counts as the current one until its settlement was read.
  const unread = isSettlementUnread(snapshot) && tookCard(snapshot) ? 1 : 0;
  return t("card_of", { number: all - snapshot.cards_left + 1 - unread, all });
}

/** @param {LastChance} snapshot */
function accounts(snapshot) {
  const bets = snapshot.bets.reduce((all, bet) => all + bet.amount, 0);
  /** @type {[name: string, sum: number, account: string][]} */
  const sums = [[t("bank"), snapshot.bank, "bank"]];
  if (snapshot.cracker !== null) sums.push([t("stake"), snapshot.stake, "stake"]);
  if (bets) sums.push([t("bets"), bets, "bets"]);
  return sums;
}

/**
 * Return a seat's bet, where its lane does not show it; while there is none, how many cards it won.
 * Both have no room.
 * @param {LastChance} snapshot
 * @param {LastChanceSeat} seat
 */
function notes({ phase }, { seat, token_bet: bet, cards }) {
  if (bet && !(phase === "bets" && mayAct())) {
    const side = knownSide(seat, bet);
    return h(
      "span",
      { class: "note lit strong clip", key: "bet" },
      side ? token(side) : t("secret"),
      formatAmount(bet.amount),
    );
  }
  if (!cards.length) return null;
  return h(
    "span",
    { class: "note", key: "cards" },
    icon("M6 4 H15 A2 2 0 0 1 17 6 V18 A2 2 0 0 1 15 20 H6 Z M20 7 V17"),
    h("span", { class: "unseen" }, t("cards_won", { count: cards.length })),
    h("span", { "aria-hidden": "true" }, cards.length),
  );
}

/**
 * Return the key of the moment: each roll and each card has its own.
 * @param {LastChance} lastChance
 */
function position({ dice, attempts_left, card }) {
  return [dice.map(({ face }) => face), attempts_left, card];
}

/**
 * An act stays valid if only counts and acts of other players (`events`) came in between.
 * @param {Action} action
 * @param {GameEvent[]} events
 */
function standsAfter({ type, seat }, events) {
  /** @param {GameEvent} event */
  const others = ({ type: done, seat: by }) =>
    done === "bid_counted" || (DONE.has(done) && by !== seat);
  return STAND.has(type) && events.filter(({ transfer }) => !transfer).every(others);
}

function dropDraft() {
  if (!state.ui.entering) return false;
  changeUi({ entering: null });
  return true;
}
