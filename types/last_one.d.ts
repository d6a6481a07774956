/** What Last One adds to a snapshot, as `engine/last_one` describes it, and to `ui`. */
declare namespace LastOne {
  type View = Table &
    (
      | { over: false; phase: "deal"; turn: number }
      | { over: false; phase: "score"; turn: number | null }
      | { over: false; phase: InHand; turn: number }
      | { over: true; phase: "over"; turn: number | null }
    );
  type InHand =
    | "take"
    | "turn_up"
    | "declare"
    | "name_suit"
    | "turn"
    | "stack"
    | "two"
    | "drawn"
    | "melee";
  type Hand = Extract<View, { phase: InHand }>;

  /** A card is a word such as `10H` or `Joker`; a face is never the joker. */
  interface Table extends GameView {
    seats: Seat[];
    dealer: number;
    direction: "clockwise" | "counterclockwise";
    hand_number: number;
    top: { card: string; face: string | null } | null;
    suit: Suit | null;
    owed: { seat: number; cards: number } | null;
    melee: Melee | null;
    stock: number;
    discard: number;
    uncalled: number | null;
    winner: number | null;
    followed: boolean;
    sheet: (number | null)[][];
    worth: Record<string, number>;
    ranking: { seat: number; place: number; out: number | null }[] | null;
    legal: Choice[];
    scene: { version: number; events: Event[] };
  }

  interface Seat extends globalThis.Seat {
    cards: number;
    points: number;
    active: boolean;
    left: number | null;
    shown: string[];
  }

  interface Melee {
    value: number;
    defender: number;
    needed: string;
    steps: string[];
  }

  type Suit = "clubs" | "diamonds" | "hearts" | "spades";

  type Play = LegalAction<
    "play",
    { card: OneOf<string>; face?: OneOf<string>; suit?: OneOf<Suit> },
    number
  >;
  type TurnUp = LegalAction<"turn_up", { card: OneOf<string>; all_special?: OneOf<true> }, number>;
  type Score = LegalAction<
    "score",
    { points: OneOf<number> | Span; miscounted?: OneOf<true> },
    number
  >;
  type Show = LegalAction<"show", { card: OneOf<string> }, number>;
  type Rare = LegalAction<"fine", { fault: OneOf<string> }, number> | LegalAction<"hand_won", NoFields, number>;
  type Choice =
    | Play
    | TurnUp
    | Score
    | Show
    | Rare
    | LegalAction<"deal", { size: Span }, number>
    | LegalAction<"take", { card: OneOf<string> }, null>
    | LegalAction<"declare", { face: OneOf<string> }, number>
    | LegalAction<"name_suit", { suit: OneOf<Suit> }, number>
    | LegalAction<"draw_cards" | "pass" | "end_melee" | "call_last_card", NoFields, number>
    | LegalAction<"close_call", NoFields, null>;

  type Event =
    | EventOf<"card_played", { seat: number; card: string; face: string | null }>
    | EventOf<"cards_drawn", { seat: number; count: number }>
    | EventOf<
        | "card_taken"
        | "hand_dealt"
        | "card_turned_up"
        | "card_reburied"
        | "joker_declared"
        | "suit_named"
        | "melee_attack"
        | "melee_ended"
        | "skipped"
        | "passed"
        | "last_card_called"
        | "call_forgotten"
        | "fined"
        | "hand_won"
        | "card_shown"
        | "hand_counted"
        | "points_added"
        | "went_bankrupt",
        { seat: number }
      >
    | EventOf<"direction_reversed" | "stock_empty" | "stock_reshuffled" | CoreEvent>;

  /** What the plays of a seat allow: cards from the hand, what a joker may be, suits for an eight. */
  interface Playable {
    plain: string[];
    eights: string[];
    asPlain: string[];
    asEights: string[];
    suits: Suit[];
  }

  /** A card that still needs an answer, a suit that is looked at, a panel. */
  /** What is drawn above the dock, and what is in it. */
  type Entry = [above: Child, ...acts: Child[]];

  interface HalfDone {
    seat?: number;
    card?: string;
    face?: string | null;
    tab?: Suit;
    more?: boolean;
    special?: boolean;
  }

  /** How the cards left in a hand are entered, and what is entered so far. */
  type Way = "ranks" | "sum" | "open";
  interface Draft {
    ranks: string[];
    digits: string;
    way?: Way;
    other?: boolean; // another number of cards than the table knows of
  }

  interface MayTell {
    score?: Score;
    other?: Score;
    show?: Show;
  }
  type SetDraft = (values: Partial<Draft>) => void;

  type OnCard = (card: string) => unknown;
  type Label = (card: string) => string;
}

interface Ui {
  one?: (LastOne.HalfDone & { at: string }) | null;
  counting?: number;
  count?: { hand: number; drafts: Record<number, LastOne.Draft> };
}
