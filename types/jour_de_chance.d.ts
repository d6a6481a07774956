/** What Jour de Chance adds to a snapshot, as `engine/jour_de_chance` describes it, and to `ui`. */
declare namespace JourDeChance {
  type View = Table &
    (
      | { over: false; phase: "deal" | "turn"; turn: number }
      | { over: false; phase: "oldest"; turn: null }
      | { over: true; phase: "over"; turn: null }
    );
  type InTurn = Extract<View, { turn: number }>;

  /** Cards are their values, 1 to 10. */
  interface Table extends GameView {
    seats: Seat[];
    pile: number;
    deck: Value[];
    ranking: { seat: number; place: number; total: number; cards: number }[] | null;
    tie_break: "total" | "cards" | "highest_card" | "none" | null;
    legal: Choice[];
    odds: { draw: { pair: number; over: number } } | null;
    scene: { version: number; events: Event[] };
    last_row: (Row & { events?: Event[] }) | null;
  }

  interface Seat extends globalThis.Seat {
    row: number[];
    banked: number[];
    total: number;
    to_21: number;
    playing: boolean;
  }

  interface Value {
    card: number;
    count: number;
    left: number;
  }

  type Draw = LegalAction<"deal_card" | "draw_card", { card: OneOf<number> }, number>;
  type Choice =
    | Draw
    | LegalAction<"oldest", NoFields, number>
    | LegalAction<"bank_card", { owner: OneOf<number>; card: OneOf<number> }, number>;

  /** A card moved: into a row, or to a bank. */
  type CardMoved =
    | EventOf<"card_dealt" | "card_drawn" | "pair_drawn", { seat: number; card: number }>
    | EventOf<"card_banked", { seat: number; card: number; owner_seat: number }>;
  type Event =
    | CardMoved
    | EventOf<"oldest_named", { seat: number }>
    | EventOf<"cards_discarded", { seat: number; cards: number[] }>
    | EventOf<"game_decided" | "pile_reshuffled" | "playoff_started" | CoreEvent>;

  /** Banks the card of the row of `owner`. */
  type OnBank = (owner: number, card: number) => unknown;

  /** A card whose banking ends the game, until somebody is sure. */
  type OverBank = { version: number; owner: number; card: number };
}

interface Ui {
  overBank?: JourDeChance.OverBank | null;
}
