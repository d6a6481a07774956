import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { answer } from "./browser.js";

/** @type {[path: string, body: unknown][]} */
const asked = [];
let seconds = 9; // for which a question may hold a count
/** @type {Record<string, unknown>} */
const shown = { run: "first", version: 7, last_row: null };
answer((path, body) => {
  asked.push([path, body]);
  if (path.endsWith("/me")) return { role: "player", seat: 1, taken: [], own: {} };
  return path.endsWith("/watch") ? { seconds } : shown;
});

/** @type {FakeStream[]} */
const streams = [];

class FakeStream {
  static CLOSED = 2;
  readyState = 1;
  onopen = () => {};

  constructor() {
    streams.push(this);
  }

  addEventListener() {}

  close() {
    this.readyState = FakeStream.CLOSED;
  }
}

/** @type {(() => Promise<void>)[]} */
const regular = []; // what the page does again and again
let late = 0;
const { now } = Date;
Date.now = () => now() + late;
Object.assign(globalThis, {
  EventSource: FakeStream,
  setInterval: (/** @type {() => Promise<void>} */ act) => regular.push(act),
});

const { loadDisplay } = await import("../../../companion/static/js/loader.js");
const { followQuestion, followTable } = await import("../../../companion/static/js/live.js");
const { changeUi, state, takeEye, takeSnapshot } = await import(
  "../../../companion/static/js/store.js"
);

const soon = () => new Promise((done) => setTimeout(done, 10));
const WATCH = "/api/tables/main/watch";

followTable();

beforeEach(async () => {
  state.you = { role: "player", seat: 1, taken: [], own: {} };
  takeSnapshot(/** @type {Snapshot} */ ({ ...shown }));
  streams.at(-1)?.onopen();
  await soon();
  asked.length = 0;
});

/** Do once what the page does regularly. */
async function wait() {
  for (const act of regular) act();
  await soon();
}

/** Let `question` be what is open here. @param {{ asks: string } | null} dataset */
function open(dataset) {
  document.querySelector = () => dataset && { dataset, click() {} };
  followQuestion();
  return soon();
}

test("a question that holds no count any longer stays open, and says that it goes on", async () => {
  seconds = 0;
  await open({ asks: "1" });
  assert.equal(state.hurry, true);
  seconds = 9;
  await open(null);
  assert.equal(state.hurry, false);
});

test("the table hears of a question at once, as long as it is open, and of its end", async () => {
  await open({ asks: "1" });
  assert.deepEqual(asked, [[WATCH, { asks: true, seat: 1 }]]);
  followQuestion();
  await soon();
  assert.equal(asked.length, 1);
  await wait();
  assert.deepEqual(asked[1], asked[0]);
  await open(null);
  assert.deepEqual(asked[2], [WATCH, { asks: false, seat: null }]);
  await wait();
  assert.equal(asked.length, 3);
});

test("a quiet stream is opened again only if it has missed something", async () => {
  const before = streams.length;
  late += 30_000;
  await wait();
  assert.equal(asked.filter(([path]) => path === "/api/tables/main").length, 1);
  assert.equal(streams.length, before);
  await wait(); // the table has just answered
  assert.equal(asked.filter(([path]) => path === "/api/tables/main").length, 1);
  late += 30_000;
  shown.version = 8;
  await wait();
  assert.equal(streams.length, before + 1);
  assert.equal(state.snapshot?.version, 8);
});

/** @type {(state: string) => void} */
const see = (seen) =>
  takeEye(/** @type {API.EyeView} */ ({ demo: true, state: seen, roll: { number: 4 } }));

test("dice that are said to move after they were read do not roll forever", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  takeSnapshot(/** @type {Snapshot} */ ({ ...shown, awaited: {}, eye: { roll: { number: 4 } } }));
  see("moving");
  assert.equal(state.ui.rolling?.after, 4);
  see("sure");
  assert.equal(state.ui.rolling?.after, 4, "their reading may still be on its way");
  see("moving"); // somebody rolls again at once
  mock.timers.tick(3000);
  assert.equal(state.ui.rolling?.after, 4);
  see("sure");
  mock.timers.tick(3000);
  assert.equal(state.ui.rolling, null);
  mock.timers.reset();
});

test("dice that were rolled here roll until they have moved, however late", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  takeSnapshot(/** @type {Snapshot} */ ({ ...shown, awaited: {}, eye: { roll: { number: 4 } } }));
  changeUi({ rolling: { after: 4 } });
  see("sure");
  mock.timers.tick(3000);
  assert.equal(state.ui.rolling?.after, 4, "the button would roll them again");
  see("reading"); // that they moved was said while this display slept
  see("sure");
  mock.timers.tick(3000);
  assert.equal(state.ui.rolling, null);
  mock.timers.reset();
});

test("a half-entered roll ends with one made elsewhere, in a game without a `position`", () => {
  const dice = [{ face: "5" }];
  const turn = { game: "pig", phase: "choose", turn: 0, dice, awaited: { throw: [1] } };
  /** @type {Record<string, unknown>} */
  let rolled = { ...shown, ...turn };
  let version = 20;
  /** @type {(change: object) => string[] | undefined} */
  const handAfter = (change) => {
    takeSnapshot(/** @type {Snapshot} */ ({ ...rolled, version }));
    state.ui.hand = ["3"];
    version += 1;
    takeSnapshot(/** @type {Snapshot} */ ({ ...rolled, ...change, version }));
    return state.ui.hand;
  };
  assert.deepEqual(handAfter({ seats: [{}] }), ["3"], "somebody came");
  assert.deepEqual(handAfter({ awaited: null, paused: true }), ["3"]);
  assert.equal(handAfter({ awaited: { throw: [2] } }), undefined, "the same face again");
  assert.equal(handAfter({ dice: [{ face: "2" }] }), undefined, "a correction");
  assert.equal(handAfter({ turn: 1 }), undefined);
  rolled = { ...rolled, awaited: null };
  assert.deepEqual(handAfter({ turn: 1 }), ["3"], "nothing is rolled");
});

test("a game without a style sheet of its own asks for none", async () => {
  await loadDisplay("ten_thousand"); // no `document.head` takes a sheet here
  assert.deepEqual(Object.keys(state.displays), ["ten_thousand"]);
});
