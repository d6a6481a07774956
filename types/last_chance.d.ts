/** What Last Chance adds to a snapshot, as `engine/last_chance` describes it, and to `ui`. */

type Bills = [bill: number, count: number][];

interface BetSide {
  amount: number;
  on: string | null;
}

interface LastChanceCard {
  symbols: string[];
  prize: number;
  attempts: number;
}

interface LastChanceSeat extends Seat {
  cash: number;
  cards: LastChanceCard[];
  active: boolean;
  last_chances_left: number;
  token_bet: BetSide | null;
}

interface LastChanceBet extends BetSide {
  seat: number;
  bills: Bills;
}

interface CardSlot {
  symbol: string;
  face: string | null;
}

/** A payment with the bills that make it. */
interface LaidBills {
  bills: Bills;
  change: Bills;
}

type LastChance = LastChanceTable &
  (
    | { over: false; phase: "flip"; card: null; cracker: null }
    | { over: false; phase: "roll" | "auction" | "overbid"; card: LastChanceCard; cracker: null }
    | { over: false; phase: "bets" | "crack"; card: LastChanceCard; cracker: number }
    | { over: true; phase: "over"; card: LastChanceCard | null; cracker: null }
  );

interface LastChanceTable extends DiceView {
  seats: LastChanceSeat[];
  bank: number;
  stake: number;
  stake_bills: Bills;
  bets: LastChanceBet[];
  cards_left: number;
  slots: CardSlot[];
  needs_beside: Record<string, string[][]>;
  offered: number[];
  attempts_left: number;
  flipper: number;
  opener: number | null;
  last_chance_call: boolean;
  high_bid: { seat: number; amount: number } | null;
  count: number;
  legal: LastChanceAction[];
  money: { bid_step: number; bills: number[]; prizes: [number, number]; call: string };
  odds: { chance: number; keep: string[][]; costs: Record<string, number> } | null;
}

type Payment = GameEvent & LaidBills & { transfer: Transfer };

/** The card that somebody enters. */
interface EnteredCard {
  symbols: string[];
  prize: number | null;
  attempts: number | null;
  picture?: number;
  guessed?: unknown;
}

/** What may be printed on a card. */
type CardFields = { symbols: ListOf; prize: Span; attempts: Span };

type LastChanceAction =
  | LegalAction<"flip", CardFields>
  | LegalAction<"roll", { faces: ListOf }, number>
  | LegalAction<"count", { k: OneOf<number> }>
  | LegalAction<"no_bid" | "close_bets", NoFields>
  | LegalAction<"bid", { amount: Span }, number>
  | LegalAction<"bet", { amount: Span; on: OneOf<"yes" | "no"> }, number>
  | LegalAction<"last_chance" | "pass" | "eliminate" | "take_back" | "stop", NoFields, number>
  | LegalAction<"throw", { kept: OneOf<string[]>; thrown: ListOf }, number>
  | LegalAction<"lay", { slot: OneOf<number>; face: OneOf<string> }, number>;

interface Ui {
  bidder?: number | null;
  calling?: number | null;
  entering?: EnteredCard | null;
  forgettingCards?: boolean;
  over?: { seat: number; amount: number } | null;
  settledOpen?: boolean;
  sides?: Record<number, string | null>;
  throwsSoon?: string;
}

type BetChoice = OfType<LastChanceAction, "bet">;

/** A card lies open; it is cracked. */
type LastChanceOpen = LastChance & { card: LastChanceCard };
type LastChanceCrack = Extract<LastChance, { cracker: number }>;
