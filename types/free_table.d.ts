/** What a free table adds to a snapshot, as `engine/free_table` describes it, and to `ui`. */
declare namespace FreeTable {
  interface View extends DiceView {
    phase: "setup" | "play" | "over";
    seats: Seat[];
    box: Box;
    bank: number | null;
    turn_count: number;
    round: number;
    dice_count: number;
    throws: Roll[];
    throw_count: number;
    doubles: number;
    legal: Choice[];
  }

  interface Seat extends globalThis.Seat {
    active: boolean;
    cash: number;
    debt: number;
    points: number[];
    total: number;
    team: number | null;
    score: number;
    counters: number[];
    left: number | null;
  }

  interface Roll {
    seat: number | null;
    faces: string[];
    sum: number;
    doubles: boolean;
  }

  interface Box {
    name: string;
    dice: number;
    sides: number;
    money: boolean;
    currency: string;
    start_money: number;
    all_money: number | null;
    buttons: Button[];
    sheet: "none" | "most" | "fewest";
    rounds: number;
    count_down: number;
    counters: string[];
    turns: "none" | "untimed" | "shared" | "chess" | "sand_glass";
    seconds: number;
    increment: number;
    teams?: number; // a box saved by an earlier version has none
  }

  interface Button {
    label: string;
    amount: number;
    way: "bank_to_player" | "player_to_bank" | "player_to_others" | "others_to_player";
  }

  type Amount = { amount: Span };

  type Choice =
    | LegalAction<"arrange", { box: OneOf<Box> }, null>
    | LegalAction<"throw", { faces: ListOf }>
    | LegalAction<"take_dice", { count: Span }, null>
    | LegalAction<"end_turn", { left?: Span }, number>
    | LegalAction<"score", { round: Span; points: Span }, number>
    | LegalAction<"count", { counter: Span; by: OneOf<number> }, number>
    | LegalAction<"pay", { to: OneOf<number | null>; amount: Span }, number>
    | LegalAction<"press", { button: OneOf<number> }, number>
    | LegalAction<"borrow" | "repay", Amount, number>
    | LegalAction<"pay_out", { to: OneOf<number>; amount: Span }, null>
    | LegalAction<"finish", NoFields, null>;

  /** Changes a part of the box that somebody puts together. */
  type Change = (values: Partial<Box>) => void;
}

interface Ui {
  box?: FreeTable.Box | null;
  boxOpen?: boolean;
  boxes?: FreeTable.Box[];
  minus?: boolean;
  who?: number | null;
}
