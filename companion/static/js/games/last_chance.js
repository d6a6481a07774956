/** The display of Last Chance: which of its stages is on, and what is seen around it. */

import { h } from "../parts/dom.js";
import { token } from "../parts/shapes.js";
import { amount, t } from "../words.js";
import { drawAuction, drawOverbid, hasSpent } from "./last_chance/auction.js";
import { drawBets, knownSide } from "./last_chance/bets.js";
import { drawCrack, drawFirstRoll } from "./last_chance/crack.js";
import { drawFlip } from "./last_chance/flip.js";
import { drawRanking } from "./last_chance/ranking.js";
import { says } from "./last_chance/says.js";
import { drawFolded, drawSettlement, isUntold } from "./last_chance/settlement.js";

const STAGES = {
  flip: drawFlip,
  roll: drawFirstRoll,
  auction: drawAuction,
  overbid: drawOverbid,
  bets: drawBets,
  crack: drawCrack,
  over: drawRanking,
};

const REMARKS = new Set(["bank_owes", "own_bid", "unusual_card"]);

export const lastChance = { stage, progress, turn, accounts, notes, says, figures };

/** What just ended is told first, once, and holds up nobody who bids; then what is to be done now. */
function stage(snapshot) {
  const untold = isUntold(snapshot);
  if (untold && !snapshot.high_bid) return drawSettlement(snapshot);
  return [
    STAGES[snapshot.phase](snapshot),
    untold ? drawFolded(snapshot) : null,
    drawWarnings(snapshot),
  ];
}

/** What a banker would remark on, without stopping the game. */
function drawWarnings(snapshot) {
  return snapshot.prompts
    .filter(({ code }) => REMARKS.has(code))
    .map(({ code, seat, figures }) =>
      h(
        "p",
        { class: "hint warn remark", key: code },
        t(code, { name: snapshot.seats[seat]?.name, amount: amount(figures.amount ?? 0) }),
      ),
    );
}

function progress(snapshot) {
  const all = snapshot.options.cards_in_game;
  if (snapshot.phase === "over") return t("game_over");
  return t("card_of", { number: all - snapshot.cards_left + 1, all });
}

function turn(snapshot) {
  const { phase, flipper, cracker, high_bid: high, opener } = snapshot;
  if (phase === "flip" || phase === "roll") return flipper;
  if (phase === "bets" || phase === "crack") return cracker;
  if (phase === "over") return null;
  return high ? high.seat : opener;
}

function accounts(snapshot) {
  const bets = snapshot.bets.reduce((all, bet) => all + bet.amount, 0);
  return [
    [t("bank"), snapshot.bank, "bank"],
    ...(snapshot.cracker === null ? [] : [[t("stake"), snapshot.stake, "stake"]]),
    ...(bets ? [[t("bets"), bets, "bets"]] : []),
  ];
}

function notes(snapshot, seat) {
  const bet = seat.token_bet;
  const side = bet && knownSide(seat.seat, bet);
  return [
    bet
      ? h(
          "span",
          { class: "note bet-note", key: "bet" },
          side ? token(side) : t("secret"),
          amount(bet.amount),
        )
      : null,
    seat.cards.length
      ? h("span", { class: "note", key: "cards" }, t("cards_won", { count: seat.cards.length }))
      : null,
    seat.active && hasSpent(snapshot, seat)
      ? h("span", { class: "note", key: "spent" }, t(`${snapshot.money.call}_spent`))
      : null,
  ];
}

/** A throw of all dice has a line of its own, since nothing stays. */
function figures(action) {
  return action.type === "throw" && !action.kept.length
    ? { key: "line_last_chance_throw_all" }
    : {};
}
