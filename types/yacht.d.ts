/** What Yacht adds to a snapshot, as `engine/yacht` describes it, and to `ui`. */
declare namespace Yacht {
  type View = InTurns<Table, "throw" | "choose" | "score">;

  interface Table extends DiceView {
    seats: Seat[];
    round: number;
    rounds: number;
    throws_left: number;
    boxes: string[];
    bonus_needs: number;
    would_score: Record<string, number> | null;
    legal: (LegalAction<"score", { box: OneOf<string> }, number> | LegalAction<"throw", Rolled, number>)[];
    odds: Advice | null;
    odds_follow: boolean;
  }

  type Rolled = { kept: OneOf<string[]>; thrown: ListOf };

  interface Seat extends globalThis.Seat {
    sheet: Record<string, number | null>;
    upper: number;
    bonus: number;
    columns?: Sums[]; // if there are several
    extra: number;
    saved: number;
    total: number;
  }

  type Sums = { upper: number; bonus: number; total: number };

  /** The best play: which dice to keep or else where to score, and what everything else costs. */
  type Advice = {
    expected: number;
    keep: string[] | null;
    box: string | null;
    keeps: Record<string, number>;
    boxes: Record<string, number>;
  };

  /** A column of the sheet: the player, and which of their columns it is, from 0. */
  type Column = { seat: Seat; at: number };

  /** A row of the sheet: its name, and what stands in each column. */
  interface Row {
    key: string;
    title: string;
    cell(seat: Seat, at: number): Child;
  }
}

interface Ui {
  advice?: boolean;
  sheetOf?: number;
}
