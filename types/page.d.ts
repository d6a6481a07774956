/** What the page's scripts share: what the page knows, what a game gives it, and what is drawn. */

// What the server says: `views.d.ts` has all that its views describe; here is what a game adds.

/** What is done at the table: its type, who does it, and the game's own fields. */
interface Action {
  type: string;
  seat?: number | null;
  [field: string]: unknown;
}

/** What a banker saw happen: its type, and the event's own fields. */
interface GameEvent {
  type: string;
  sentence?: string | null;
  seat?: number | null;
  count?: number;
  transfer?: Transfer;
  [field: string]: unknown;
}

interface Transfer {
  payer: string;
  payee: string;
  amount: number;
  reason: string;
}

/** The events of a type, with fields of their own. */
type EventOf<T extends string, F = unknown> = T extends string ? GameEvent & { type: T } & F : never;

type CoreEvent =
  | "paid"
  | "game_started"
  | "game_over"
  | "player_joined"
  | "player_left"
  | "player_renamed"
  | "game_paused"
  | "game_resumed";

/** A row of the log as far as its line needs it. */
interface Act extends Omit<API.ActView, "events"> {
  events?: GameEvent[];
}

interface Row extends Omit<API.LogRow, "undo" | "events"> {
  events?: GameEvent[];
  undo?: Act & Pick<API.UndoView, "acts" | "redo">;
}

/** A row that brought dice. */
interface RollRow extends Row {
  dice: API.RollView;
  thrown: Thrown;
}

interface Thrown {
  faces?: string[];
  body?: string;
  bodies?: string[];
}

interface Log {
  run: string | null;
  version: number;
  rows: Row[];
}

interface Seat {
  seat: number;
  name: string;
  active?: boolean;
  cash?: number;
  total?: number;
  [own: string]: unknown;
}

/** Dice that the game waits for. */
interface AwaitedDice {
  count: number;
  faces: string[];
  body?: string;
}

interface TableDie {
  face: string;
  body?: string;
  kept?: boolean;
  locked?: boolean;
  slot?: number | null;
}

interface Place {
  seat: number;
  place: number | null;
  [own: string]: unknown;
}

/** An action that is legal now: its type, who may do it, and what its fields may be. */
type LegalAction<
  Type = string,
  Fields = Record<string, FieldChoice>,
  Seat = number | null,
> = Type extends string ? { type: Type; seat: Seat; fields: Fields } : never;

type NoFields = Record<string, never>;

/** What a field of an action may be, as `engine/core/choice.py` says it. */
type FieldChoice = OneOf<unknown> | ListOf | Span;

interface OneOf<T> {
  one_of: T[];
}

interface ListOf {
  list_of: string[];
  min: number;
  max: number;
}

/** Those legal actions `L` of a game that are of the type `T`; where it names no types, any. */
type OfType<L extends LegalAction, T> = string extends L["type"] ? L : Extract<L, { type: T }>;

interface Span {
  min: number;
  max: number;
  step: number;
}

/** The snapshot of a table; every game adds keys of its own. */
interface Snapshot
  extends Omit<API.Snapshot, "seats" | "last_row" | "awaited" | "legal" | "prompts" | "scene" | "turn"> {
  seats: Seat[];
  last_row: Row | null;
  awaited: AwaitedDice | null;
  legal: LegalAction[];
  prompts: { code: string; seat: number | null; figures: Record<string, unknown> }[];
  ranking: Place[] | null;
  turn: number | null;
  scene: { version: number; events: GameEvent[] };
  [own: string]: unknown;
}

/** The snapshot while there is a game. */
interface GameView extends Snapshot {
  game: string;
  options: Options;
}

interface DiceView extends GameView {
  dice: TableDie[];
}

/** The snapshot of a game in which one seat after the other has the turn, until it is over. */
type InTurns<S extends Snapshot, Phase extends string> = S &
  ({ over: false; phase: Phase; turn: number } | { over: true; phase: "over"; turn: null });
/** What it is until then. */
type Playing<V extends { over: boolean }> = Extract<V, { over: false }>;

/** A game that can be played, as the start form and the rules need it. */
interface Game {
  id: string;
  title: string;
  players: Record<string, [fewest: number, most: number]>;
  presets: Record<string, Options>;
  options: Option[];
  option_groups: Record<string, string[]>;
  own_faces: Record<string, Options>;
  card_names?: string[];
}

type OptionValue = unknown;
type Options = Record<string, OptionValue>;

/** A house rule: yes or no, one of `values`, a number, or a list of faces. */
interface Option {
  id: string;
  default: OptionValue;
  asked?: boolean;
  values?: string[];
  list_of?: string[];
  min?: number;
  max?: number;
  low?: number;
  high?: number;
  step?: number;
}

type Role = API.DeviceStatus["role"] | "looking_back" | "counter" | "league" | "admin" | undefined;

/** What this device is. */
interface You {
  role: Role;
  seat: number | null;
  taken: number[];
  own: Record<string, unknown>;
  name?: string | null;
  bank_left?: boolean;
  asks?: number;
  camera?: boolean; // it is the table's camera
  first?: boolean;
  door?: API.AccessView;
  cafe?: string; // on a hub
}

type Eye = Pick<API.EyeView, "state" | "demo" | "photographs" | "preview_count" | "roll" | "question"> &
  Partial<API.EyeView>;

type Box = number[];

/** A die as it is drawn on the tray's picture. */
interface SeenDie {
  face: string;
  box: Box;
  sure: boolean;
  corrected?: boolean;
  body?: string;
}

interface SeenRoll {
  number: number;
  size: number[];
  dice: SeenDie[];
}

type Story = API.StoryWithBgStatsLink;

/** What a story has before it is fetched. */
type Outline = Partial<Omit<Story, "game" | "title" | "seats">> & {
  game: string | null;
  title: string;
  seats: { seat: number; name: string; place?: number | null; winner: boolean; score?: number }[];
};

interface Feat {
  code: string;
  seat: number;
  version: number;
  figures: Record<string, unknown>;
  game?: string;
}

// What the page knows.

interface State {
  snapshot: Snapshot | null;
  drawn: Snapshot | null;
  tapped: Snapshot | null;
  log: Log;
  games: Game[];
  displays: Record<string, Display>;
  you: You;
  link: "opening" | "live" | "lost";
  busy: boolean;
  hurry: boolean;
  message: Message | null;
  said?: string;
  kept?: boolean; // on a hub: whether what the tables send is stored
  known: Known;
  cards: CardWatch;
  open: Open;
  ui: Ui;
}

/** What the table said of its games at a version, which is the `key`. */
interface Known {
  key: string;
  story?: Story;
  statistics?: API.Statistics;
}

/** How cards are followed that are laid before the camera. */
interface CardWatch {
  wanted: (CardGame & { at: string }) | null; // what may come, after which act
  looking: boolean;
  first: boolean; // nothing was seen yet: what lies there may have come into the game before
  laid: string; // in the demo tray: the same card once more would be nothing new
  asked: (API.CardView & { at: string }) | null; // and after which act it was seen
}

interface Message {
  text: string;
  done?: boolean;
}

/** What is open on this device, whatever becomes of the game. */
interface Open {
  panel?: string | null;
  rules?: string | null; // of which game
  sheet?: Sheet | null;
  past?: Past | null;
  lesson?: Lesson | null;
  setup?: Setup | null;
  typed?: Map<string, string>; // in the players' dialog, by the name that was there before
  watching?: boolean; // who has no seat and wants none
}

/** An earlier game that is looked at. */
interface Past {
  game: number;
  over: boolean;
  story?: Story;
  replay?: Replay | null;
}

/** How things stood after an act of it. */
interface Replay {
  act: number;
  game: string;
  phase: string;
  over: boolean;
  last_row: Act;
  [own: string]: unknown;
}

interface Lesson {
  set: string;
  face?: string | null; // of dice
  order?: string[] | null; // of cards; null: named one by one
  skipped?: string[];
  typed?: string;
}

/** What the start form holds. */
interface Setup {
  names: string[];
  first: number | null;
  game: string;
  preset: string;
  options: Options;
  dice: string | null;
  known: string[];
  came: string[];
  rules: Record<string, Partial<Setup>>;
  seated?: string[];
}

interface Warning {
  seat: number;
  title: string;
  leave(): void;
  action: Action;
  heading: Child;
  lines: (string | null)[];
  no: string;
  yes: string;
}

type Sheet = AmountSheet | FacesSheet | EvidenceSheet | LookSheet;

interface AmountSheet {
  kind: "amount";
  title: string;
  min: number;
  max: number;
  step: number;
  limits?(snapshot: Snapshot): Span | undefined; // those of now
  has?: number;
  all?: boolean; // whether the largest amount is one tap away
  seat?: number; // whose amount it is
  onDone: (value: number) => unknown;
  digits: string;
  row?: undefined;
}

interface FacesSheet {
  kind: "faces";
  title: string;
  counted: string[];
  thrown: Thrown;
  faces: string[];
  row: number;
  at: number;
  outlook?: string;
  changes?: API.CorrectionEffect[] | null;
  stop?: Refusal | null;
  later?: Row;
}

interface EvidenceSheet {
  kind: "evidence";
  title: string;
  row: Row;
}

interface LookSheet {
  kind: "look";
  title: string;
  row?: undefined;
}

/** Why the server did not do it: a code, a sentence, and figures. */
interface Refusal {
  code: string;
  message?: string;
  snapshot?: Snapshot;
  [figure: string]: unknown;
}

/** What somebody is in the middle of; it ends with the position it was begun in. */
interface Ui {
  answer?: Answer | null; // to the camera's question
  bgStats?: boolean;
  bundleNames?: boolean;
  byHand?: boolean;
  cameraAddress?: string;
  chartAt?: number;
  counts?: number; // the question whose roll counts
  device?: string | null;
  forgetting?: string | null;
  hand?: string[]; // dice that are tapped in
  keep?: number[] | null;
  looking?: boolean;
  name?: string;
  rolling?: { after: number | undefined; moved?: boolean } | null;
  photographing?: boolean;
  ruleWords?: string;
  placeOpen?: number | null; // at the table, of the next game
  trying?: boolean; // the dice, before a game
  rulesOpen?: boolean;
  rulesOtherwise?: boolean;
  sure?: string | number | null; // what waits for a second tap
  settlementRead?: number | null; // the version whose scene was read here
  [own: string]: unknown; // of a display, of a form's field
}

/** What the whole display shows for a second, and whose it is. */
interface Second {
  look: "win" | "lucky" | "farkle" | "bite";
  seat: number | null;
  title: string;
  faces?: string[];
  sum?: string;
}

type Seconds = Record<string, (event: GameEvent) => Second | null>;

/** A sound of `js/effects.js`, or none. */
type Sound = "bid" | "coin" | "count" | "dice" | "lose" | "sold" | "win" | "";

/** A sound by the type of an event, or what chooses one for it. */
type Voice = Record<string, Sound | ((event: GameEvent) => Sound)>;

/**
 * What a game gives the page, as `display` of `js/games/<game>.js`. It is put together from `parts/` and
 * the classes of `css/page.css`; what style only it needs is in `css/<game>.css`.
 */
interface Display<S extends Snapshot = Snapshot> {
  /** Draws the one thing that is asked now. */
  stage(snapshot: S): Child;
  /** How far a game is that is not over, in a few words; else the name of the phase. */
  progress?(snapshot: S): string | null;
  /** Names and sums that belong to nobody. */
  accounts?(snapshot: S): [name: string, sum: number, account?: string][];
  /** Small things at a player's name. */
  notes?(snapshot: S, seat: S["seats"][number]): Child;
  /** What a seat has where it has neither `cash` nor a `total`. */
  purse?(snapshot: S, seat: S["seats"][number]): Child;
  /** The events that are said aloud, by type, each with its sound. */
  voice?: Voice;
  /** The events that get a second of the whole display, by type. */
  seconds?: Seconds;
  /** Within a phase, what is half done ends when this changes. By default: the dice and the awaited roll. */
  position?(snapshot: S): unknown;
  /** Whether `action` still means the same after the `events` of somebody who was faster. */
  standsAfter?(action: Action, events: GameEvent[]): boolean;
  /** The faces of dice and cards that are not numbers. */
  faces?: Record<string, FaceOf>;
  /** What takes the slot above the players for now: the stage has the camera's picture then. */
  slot?(snapshot: S): Child;
  /** The names in `ui` of what only changes how the table is shown. */
  switches?: string[];
  /** Whether the stage shows the end; without it, as soon as the game is over. */
  ended?(snapshot: S): boolean;
  /** Drops what is half done on this device, and returns whether there was any. */
  dropDraft?(snapshot: S): boolean;
}

interface Announcement {
  text?: string | string[] | null;
  sound?: Sound;
}

interface FaceOf {
  name(): string;
  draw?(ink: string, ground: string): Child;
}

// What is drawn.

type Child = Node | string | number | boolean | null | undefined | Child[];

type On<E> = E & { readonly target: HTMLInputElement; readonly currentTarget: HTMLElement };
type Handler<E> = ((event: On<E>) => unknown) | null | false;

interface Props {
  key?: string | number;
  vars?: Record<string, string | number>;
  waits?: boolean;
  onclick?: Handler<MouseEvent>;
  oninput?: Handler<Event>;
  oninvalid?: Handler<Event>;
  onchange?: Handler<Event>;
  onsubmit?: Handler<SubmitEvent>;
  onkeydown?: Handler<KeyboardEvent>;
  onpointerdown?: Handler<PointerEvent>;
  onpointermove?: Handler<PointerEvent>;
  onpointerup?: Handler<PointerEvent>;
  onpointercancel?: Handler<PointerEvent>;
  [attribute: string]: unknown;
}

/** What `h` remembers of a node that it made. */
interface Node {
  key?: string | number;
  vars?: Record<string, string | number>;
  on?: string[];
  given?: Record<string, unknown>;
}

interface Point {
  x: number;
  y: number;
}

type Sentence = string | Record<string, string>;
type Figures = Record<string, unknown>;
type Say = (key: string) => string;

// What parts of the page give each other.

type Drawn = HTMLElement;
type Level = "ok" | "info" | "warning" | "problem";
type Tell = (path: string, body: object) => Promise<void>;
type Places = Map<string, DOMRect>;
type TestResults = Required<API.EyeTestView>;
type TaughtSet = Pick<API.SetView, "name" | "parts">;

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
  height: number;
}

/** How cards come into a game: in which ways each may, how one says it, and which may. */
interface CardGame {
  waysOf(card: unknown): { words: string; act: () => unknown }[];
  nameOf(card: unknown): string;
  names: string[];
}

interface Measure {
  width: number;
  height: number;
  left: number;
  rem: number;
  marks: number[];
  x(step: number): number;
  y(value: number): number;
}

interface Flag {
  code: string;
  seat: number;
  number: number;
  r: number;
  cx: number;
  cy: number;
}

interface Stepper {
  value: number;
  shown: Child;
  low: number;
  high: number;
  steps: number[];
  label: string;
  write(step: number): string;
  set(value: number): void;
}

interface NameForm {
  key: string;
  field: string;
  label: string;
  longest: number;
  words: string;
  rank: string;
  room?: string;
  take(name: string, button: string): void;
}

interface Dialog {
  title: string;
  leave(): unknown;
  role?: string;
  key?: string;
  className?: string;
  asks?: number | "" | null;
}

interface Person {
  seat: number;
  name: string;
  all: API.PlayerStatistics;
  here: API.PlayerGameStatistics;
}

interface AskedBackup {
  name: string;
  at: string;
  last?: string | null;
  names?: string[];
}

interface AnswerDie {
  face: string | null;
  from: number | null;
}

interface Answer {
  number: number;
  dice: AnswerDie[];
  at: number;
}

interface RollPanel {
  byHand(): Child;
  throwDemo(): unknown;
  seat?: number | null;
  lying?: boolean;
  typed?: boolean;
  soon?: string | null;
  why?: string | null;
  more?: Child;
  look?: string;
}

/** How dice are rolled of which some stay. */
interface OtherDice {
  slots?: boolean;
  act?: (rolled: string[]) => Action;
  soon?: string | null;
  why?: string | null;
  more?: Child;
  look?: string;
}

interface RollEntry {
  count: number;
  kept?: string[];
  faces?: string[];
  bodies?: (string | undefined)[];
  slots?: boolean;
  typed?: boolean;
  act?: (rolled: string[]) => Action;
}

/** What a café's hub says. */
declare namespace Hub {
  interface Table {
    name: string;
    online: boolean;
    help: boolean;
    coming?: boolean;
    url?: string;
    eye?: string;
    trouble?: string | null;
    game?: string | null;
    title: string;
    over: boolean;
    paused: boolean;
    leads?: number[];
    since?: string | null;
    seats?: { name: string; score: unknown }[];
    version?: string;
    reports?: string[];
  }

  interface Game {
    table: string;
    game: string;
    title: string;
    began: string;
    ended: string;
    names: string[];
    scores: number[];
    places: (number | null)[] | null;
    over: boolean;
  }

  interface Day {
    day: string;
    games: number;
    tables: number;
  }

  interface Evening {
    games: Game[];
    most: number;
    tables: string[];
    left_out: { table: string; evening: string }[];
  }

  interface Standing {
    rank: number;
    name: string;
    points: number;
    rating: number;
    won: number;
    games: number;
  }

  interface Notice {
    at: string;
    code: string;
  }

  interface History {
    notices: Notice[];
    games: Game[];
  }

  interface League {
    title: string;
    titles: string[];
    standings: Standing[];
    most: number;
  }

  interface JoinCode {
    code: string;
    until: string;
    hours: number;
  }
}
