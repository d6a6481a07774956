/** What Den Letzten beißen die Hunde adds to a snapshot, as `engine/den_letzten` describes it. */
declare namespace DenLetzten {
  type View = InTurns<Table, "place_dog" | "throw" | "choose" | "step_dog">;

  /** Spaces count clockwise from 1; null is the centre. */
  interface Table extends GameView {
    seats: Seat[];
    box: number;
    spaces: number;
    dog: number | null;
    first_player: number;
    round: number;
    last_round: boolean;
    dice: Die[];
    sum: number;
    order: number[];
    evaluation: { nearest: number[]; farthest: number } | null;
    stop: Move[] | null;
    ranking: { seat: number; place: number; bones: number }[] | null;
    legal: Choice[];
    awaited: (AwaitedDice & { body: Body; each: string[][] }) | null;
    prompts: Prompt[];
    scene: { version: number; events: Event[] };
    last_row: (Row & { events?: Event[] }) | null;
    odds: { invented: boolean; stop: Chances; black: Chances } | null;
  }

  interface Seat extends globalThis.Seat {
    bones: number;
    active: boolean;
    space: number | null;
    ahead: number | null;
  }

  type Body = "white" | "black";

  /** What is next to the board: the question, the dice, and what is known or entered. */
  interface Asked {
    ask: Child;
    sum?: Child;
    more: Child;
    dock?: Child;
    look?: "" | "taps-faces" | "weighs" | "shares";
  }

  interface Die extends TableDie {
    body: Body;
  }

  /** What keeping to the white dice does to a character, ahead of the dog. */
  interface Move {
    seat: number;
    start: number | null;
    end: number | null;
    how: "moved" | "stayed" | "pushed";
    caught: boolean;
  }

  type Outcome = "caught" | "nearest" | "farthest";
  type Chances = Record<Outcome, number>;

  type Roll = LegalAction<"throw_white" | "throw_black", { faces: ListOf | OneOf<string[]> }, number>;
  type Choice =
    | Roll
    | LegalAction<"place_dog", { space: Span }, number>
    | LegalAction<"step_dog" | "stop", NoFields, number>;

  type Prompt =
    | { code: "step_dog"; seat: number; figures: { space: number; catches: number | null } }
    | { code: "game_over"; seat: null; figures: { winners: number[]; empty: number[] } }
    | { code: "place_dog" | "throw" | "choose"; seat: number; figures: Figures }
    | { code: "last_round" | "invented_dice"; seat: null; figures: Figures };

  type Event =
    | EventOf<"dog_moved", { seat: number; space: number }>
    | EventOf<"moved", { seat: number; count: number; start: number | null; end: number }>
    | EventOf<"pushed", { seat: number; start: number; end: number }>
    | EventOf<"bitten", { seat: number; reason: "landed_on_dog" | "pushed_into_dog" | "dog_step" }>
    | EventOf<"two_dogs", { seat: number; dogs: number }>
    | EventOf<"bones_paid", { seat: number; other_seat: number | null; count: number; transfer: Transfer }>
    | EventOf<"round_scored", { seats: number[]; other_seat: number | null }>
    | EventOf<"dog_placed" | "rolled" | "stopped" | "dark_dog_passed", { seat: number }>
    | EventOf<"bones_dealt", { seat: number | null; count: number }>
    | EventOf<"bowl_emptied", { seat: number }>
    | EventOf<"last_round_announced" | CoreEvent>;

  /** A place on the board's picture. */
  type Spot = [x: number, y: number];

  /** Where a character would come to. */
  type Way = { seat: number; steps: number };

  /** A part of a piece's way: to `point`, in `ms` milliseconds. */
  type Leg = { point: Spot; ms: number };
}

interface Ui {
  black?: boolean; // the black dice are rolled too
  pair?: Record<number, string>; // the faces entered so far, by die
}
