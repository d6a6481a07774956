import assert from "node:assert/strict";
import { before, test } from "node:test";
import { findTags, sentences } from "./browser.js";

const { drawEyeState, drawSlot } = await import("../../../companion/static/js/parts/tray.js");
const rules = await import("../../../companion/static/js/parts/house_rules.js");
const { h } = await import("../../../companion/static/js/parts/dom.js");
const { chooseLanguage } = await import("../../../companion/static/js/words.js");

before(async () => {
  sentences.en = { eye_none: "No camera", eye_ended: "The video ended", eye_sure: "Read" };
  await chooseLanguage("en");
});

test("a lost camera is written as none", () => {
  /** @param {Eye["state"]} state */
  const said = (state) => drawEyeState({ state }).textContent;
  assert.equal(said("lost"), "No camera");
  assert.equal(said("ended"), "The video ended");
  assert.equal(said("sure"), "Read");
});

test("dice that have a colour keep it, whatever the camera read before", () => {
  /** @param {string} body */
  const colours = (body) => {
    const dice = ["3", "1"].map((face) => ({ face, body }));
    const read = ["4", "3"].map((face) => ({ face, body: "black" }));
    const eye = { state: "sure", faces: ["1"], roll: { number: 1, dice: read } };
    const snapshot = /** @type {any} */ ({ eye, own_faces: ["1"], dice, last_roll: null });
    return findTags(drawSlot(snapshot), "rect").map((rect) => rect.getAttribute("fill"));
  };
  assert.equal(String(colours("white")) === String(colours("black")), false);
});

const PIG = { id: "pig", title: "Pig", players: {}, option_groups: {}, own_faces: {} };

/**
 * Draw the house rules of a game that has `option` alone; returns all that was chosen, too.
 * @param {Option} option
 * @param {Options} options
 */
function drawRule(option, options = {}) {
  /** @type {{ options: Options }[]} */
  const chosen = [];
  const game = { ...PIG, options: [{ ...option, asked: true }], presets: { usual: {} } };
  const draft = { preset: "usual", options };
  const drawn = h(
    "div",
    {},
    rules.drawHouseRules(game, draft, (values) => chosen.push(values)),
  );
  return { drawn, chosen };
}

test("a number far from its end also goes ten steps at a time", () => {
  /** @param {Option} option */
  const labels = (option) =>
    findTags(drawRule(option).drawn, "button")
      .map((button) => String(button.getAttribute("aria-label")))
      .filter((label) => /^[+−]/.test(label));
  const goal = { id: "goal", default: 100, low: 50, step: 5 };
  assert.deepEqual(labels({ ...goal, high: 255 }), ["−50", "−5", "+5", "+50"]);
  assert.deepEqual(labels({ ...goal, high: 250 }), ["−5", "+5"]);
});

test("a tap on a face goes on to the next, and from the last to the first", () => {
  const faces = { id: "white", default: ["1", "3"], list_of: ["1", "2", "3"], min: 1, max: 3 };
  const { drawn, chosen } = drawRule(faces);
  const [one, three, less, more] = findTags(findTags(drawn, "fieldset")[0], "button");
  for (const button of [one, three, less, more]) button.onclick({});
  assert.deepEqual(
    chosen.map(({ options }) => options.white),
    [["2", "3"], ["1", "1"], ["1"], ["1", "3", "1"]],
  );
  assert.equal(less.getAttribute("disabled"), null);
  const { drawn: whole } = drawRule(faces, { white: ["1", "2", "3"] });
  const last = findTags(findTags(whole, "fieldset")[0], "button").at(-1);
  assert.equal(last?.getAttribute("disabled"), "");
});
