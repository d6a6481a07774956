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
  }

  type Rolled = { kept: OneOf<string[]>; thrown: ListOf };

  interface Seat extends globalThis.Seat {
    sheet: Record<string, number | null>;
    upper: number;
    bonus: number;
    extra: number;
    saved: number;
    total: number;
  }

  /** The best play: which dice to keep or else where to score, and what everything else costs. */
  type Advice = {
    expected: number;
    keep: string[] | null;
    box: string | null;
    keeps: Record<string, number>;
    boxes: Record<string, number>;
  };

  /** A row of the sheet: its name, and what stands in the column of a player. */
  interface Row {
    key: string;
    title: string;
    cell(seat: Seat): Child;
  }
}

interface Ui {
  advice?: boolean;
  sheetOf?: number;
}
