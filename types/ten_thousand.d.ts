/** What Ten Thousand adds to a snapshot, as `engine/ten_thousand` describes it. */
declare namespace TenThousand {
  type View = InTurns<Table, "throw" | "choose">;

  interface Table extends GameView {
    seats: Seat[];
    dice: Die[];
    gathered: number;
    points: number | null;
    needed: number;
    hot: boolean;
    unconfirmed: boolean;
    must_throw_on: boolean;
    choices: { faces: string[]; points: number }[];
    last_round: boolean;
    legal: (LegalAction<"bank", NoFields, number> | LegalAction<"throw", Rolled, number>)[];
    scene: { version: number; events: (GameEvent & { dice?: string[] })[] };
    odds: Advice | null;
  }

  type Advice = {
    throws: Record<string, RollingAgain>;
    fresh: RollingAgain | null;
    best: string[] | null;
  };

  type Rolled = { kept: OneOf<string[]>; thrown: ListOf };

  interface Seat extends globalThis.Seat {
    total: number;
    farkles: number;
    entered: boolean;
  }

  interface Die extends TableDie {
    aside: boolean;
    counts: boolean;
  }

  /** What it means to set dice aside and roll the others: the chance of a farkle, the points then. */
  interface RollingAgain {
    points: number;
    dice: number;
    farkle: number;
    expected: number;
  }
}
