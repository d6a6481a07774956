import assert from "node:assert/strict";
import { before, test } from "node:test";
import { findTags, sentences } from "./browser.js";

const { drawCameraTest, drawTrayFrame } = await import(
  "../../../companion/static/js/parts/camera.js"
);
const { drawDieMarks } = await import("../../../companion/static/js/parts/tray.js");
const { drawBoard } = await import("../../../companion/static/js/games/den_letzten/board.js");
const { display } = await import("../../../companion/static/js/games/den_letzten.js");
const { drawBoxChoice } = await import(
  "../../../companion/static/js/games/free_table/box_choice.js"
);
const { drawMats } = await import("../../../companion/static/js/games/jour_de_chance/mats.js");
const { cardPicture } = await import("../../../companion/static/js/games/last_one/cards.js");
const lastChance = await import("../../../companion/static/js/games/last_chance.js");
const { state } = await import("../../../companion/static/js/store.js");
const { chooseLanguage } = await import("../../../companion/static/js/words.js");
const { h } = await import("../../../companion/static/js/parts/dom.js");

before(async () => {
  sentences.en = {
    camera_test_right: "The camera agrees.",
    camera_test_wrong: "The camera read {read}; you saw {truth}.",
    hunt_board: "The ring.",
    hunt_is_ahead: "{name} is {count} ahead.",
    hunt_is_in_centre: "{name} waits.",
    hunt_will_catch: "It’ll bite {name}!",
  };
  await chooseLanguage("en");
});

test("the camera's test shows whether it read what people saw", () => {
  /** @param {string[]} read */
  const said = (read) => {
    const last = { read, truth: ["1", "2"] };
    const numbers = { throws: 1, right: 0, asked: 0, sure_and_wrong: 0, low: 0, high: 1 };
    const results = { on: false, last, mistakes: [], ...numbers };
    const snapshot = /** @type {Snapshot} */ ({ eye: { state: "sure" } });
    const drawn = drawCameraTest(results, { snapshot, demo: null, tell: async () => {} });
    return findTags(h("div", {}, drawn), "p").find((one) => one.getAttribute("role") === "status")
      ?.textContent;
  };
  assert.equal(said(["1", "2"]), "The camera agrees.");
  assert.equal(said(["1", "3"]), "The camera read 1 and 3; you saw 1 and 2.");
});

test("an arrow key moves a corner of the tray that way alone", () => {
  /** @type {number[][]} */
  const kept = [];
  const camera = /** @type {API.CameraView} */ ({ border: [0.2, 0.2, 0.8, 0.8] });
  const drawn = drawTrayFrame(camera, (border) => kept.push(border));
  const corner = /** @type {any} */ (findTags(h("div", {}, drawn), "button")[3]);
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter"])
    corner.onkeydown({ key, preventDefault() {} });
  assert.deepEqual(
    kept.map(([, , right, bottom]) => [right, bottom]),
    [
      [0.79, 0.8],
      [0.81, 0.8],
      [0.8, 0.79],
      [0.8, 0.81],
    ],
  );
});

test("a mark has the figure of its die, or two letters, and asks where the eye is unsure", () => {
  /** @param {string} face @param {boolean} sure */
  const label = (face, sure) => {
    const dice = [{ face, sure, box: [0, 0, 10, 10] }];
    const drawn = drawDieMarks(/** @type {SeenRoll} */ ({ dice, size: [100, 100] }));
    return findTags(h("div", {}, drawn), "text").map((one) => one.textContent);
  };
  assert.deepEqual(label("12", true), ["12"]);
  assert.deepEqual(label("128", true), ["128"]);
  assert.deepEqual(label("dog", true), ["do"]);
  assert.deepEqual(label("dog", false), ["do?"]);
});

test("a label stands off a corner of its die, as far to the side as up", () => {
  const dice = [{ face: "5", sure: true, box: [40, 40, 50, 50] }];
  const drawn = drawDieMarks(/** @type {SeenRoll} */ ({ dice, size: [100, 100] }));
  const [circle] = findTags(drawn, "circle");
  const [right, up] = [
    Number(circle.getAttribute("cx")) - 50,
    40 - Number(circle.getAttribute("cy")),
  ];
  assert.equal(right > 0, true);
  assert.equal(Math.abs(right - up) < 1e-9, true);
});

const HUNT = {
  game: "den_letzten",
  options: { nearest_metric: "ahead" },
  run: "first",
  version: 1,
  last_row: null,
  spaces: 20,
  dog: 4,
  order: [1],
  round: 2,
  box: 3,
  first_player: 0,
  turn: 0,
  dice: [],
  legal: [],
  awaited: null,
  evaluation: null,
  stop: null,
  eye: { question: null, state: "none" },
  scene: { version: 1, events: [] },
  seats: [
    { seat: 0, name: "Ana", bones: 8, active: true, space: null, ahead: null },
    { seat: 1, name: "Ben", bones: 8, active: true, space: 9, ahead: 5 },
    { seat: 2, name: "Cleo", bones: 0, active: false, space: null, ahead: null },
  ],
};

test("the board says in words who is where", () => {
  const drawn = drawBoard(/** @type {any} */ (HUNT));
  assert.equal(drawn?.getAttribute("aria-label"), "The ring. Ben is 5 ahead. Ana waits.");
});

test("whom the dog would bite is said before it moves", () => {
  /** @param {number | null} catches */
  const said = (catches) => {
    const prompts = [{ code: "step_dog", seat: 0, figures: { space: 5, catches } }];
    const snapshot = /** @type {any} */ ({ ...HUNT, phase: "step_dog", prompts });
    return h("div", {}, display.stage(snapshot)).textContent ?? "";
  };
  assert.equal(said(1).includes("It’ll bite Ben!"), true);
  assert.equal(said(null).includes("bite"), false);
});

test("the board shows who would give a bone to whom", () => {
  const drawn = drawBoard(
    /** @type {any} */ ({ ...HUNT, evaluation: { nearest: [1], farthest: 0 } }),
  );
  const pieces = findTags(drawn, "g").filter((one) => one.getAttribute("class") === "piece");
  const signs = pieces.map((piece) => findTags(piece, "text").map((one) => one.textContent));
  assert.deepEqual(signs, [["+1"], ["−1"]]);
  // The bone lies half the way along the curve from one to the other.
  const paths = findTags(drawn, "path");
  const way = paths.map((one) => String(one.getAttribute("d"))).find((d) => d.includes(" Q"));
  const [x1, y1, cx, cy, x2, y2] = (way?.match(/-?[\d.]+/g) ?? []).map(Number);
  const half = `translate(${(x1 + 2 * cx + x2) / 4} ${(y1 + 2 * cy + y2) / 4})`;
  const bones = paths.map((one) => String(one.getAttribute("transform")));
  assert.equal(
    bones.some((one) => one.startsWith(half)),
    true,
  );
});

test("a box of the table's own is chosen before one that is ready", () => {
  const parts = { dice: 0, buttons: [], sheet: "none", turns: "none", teams: 0, counters: [] };
  const box = (/** @type {string} */ name) => ({ ...parts, name, money: false });
  const fields = { box: { one_of: [box("Trading"), box("Blank")] } };
  const snapshot = /** @type {any} */ ({ legal: [{ type: "arrange", fields }] });
  state.you = { role: "banker", seat: null, taken: [], own: {} };
  /** @param {string[]} names */
  const chosen = (...names) => {
    state.ui = { boxes: /** @type {any} */ (names.map(box)) };
    const labels = findTags(drawBoxChoice(snapshot), "label");
    return labels.find((one) => String(one.getAttribute("class")).includes("picked"))?.textContent;
  };
  assert.equal(chosen("Ours"), "Ours");
  assert.equal(chosen(), "Trading");
});

test("exactly 21 is not lost, and a card that makes 21 is banked without a warning", () => {
  state.you = { role: "banker", seat: null, taken: [], own: {} };
  const seat = { name: "Ana", row: [], banked: [], total: 0, playing: true };
  const seats = [-1, 0, 4].map((left, at) => ({ ...seat, seat: at, to_21: left }));
  seats[2].row = /** @type {any} */ ([4, 5]);
  const fields = { owner: { one_of: [2] }, card: { one_of: [4, 5] } };
  const legal = [{ type: "bank_card", seat: 2, fields }];
  const snapshot = /** @type {any} */ ({ seats, turn: 2, phase: "bank", legal });
  const drawn = drawMats(snapshot, () => {});
  /** @param {string} tag @param {string} word */
  const called = (tag, word) =>
    findTags(drawn, tag).map((one) => String(one.getAttribute("class")).split(" ").includes(word));
  assert.deepEqual(called("li", "lost"), [true, false, false]);
  assert.deepEqual(called("button", "over"), [false, true]);
});

test("only a joker that is played as another card carries its sign", () => {
  /** @param {string} card @param {string} [face] */
  const signs = (card, face) =>
    findTags(cardPicture(card, { face }), "span").filter((one) =>
      String(one.getAttribute("class")).includes("as-joker"),
    ).length;
  assert.deepEqual([signs("Joker"), signs("Joker", "3D"), signs("3D")], [0, 1, 0]);
});

test("the stake is an account while somebody cracks, and bets while there are any", () => {
  /** @param {object} values */
  const names = (values) => {
    const snapshot = /** @type {any} */ ({ bank: 5, stake: 0, cracker: null, bets: [], ...values });
    return lastChance.display.accounts?.(snapshot).map(([, , account]) => account);
  };
  assert.deepEqual(names({}), ["bank"]);
  assert.deepEqual(names({ cracker: 0 }), ["bank", "stake"]);
  assert.deepEqual(names({ bets: [{ amount: 10 }] }), ["bank", "bets"]);
});
