import assert from "node:assert/strict";
import { test } from "node:test";
import { answer } from "./browser.js";

const { keepDice } = await import("../../../companion/static/js/actions.js");
const { state } = await import("../../../companion/static/js/store.js");

const SHOWN = /** @type {Snapshot} */ ({ run: "first", version: 3, turn: 1, last_row: null });

test("the table is sent the newest choice of dice that stay, once", async () => {
  /** @type {unknown[]} */
  const sent = [];
  answer((_, body) => {
    sent.push(body);
    if (sent.length > 2) throw new Error("this was sent before");
    return SHOWN;
  });
  state.snapshot = SHOWN;
  const first = keepDice([4]);
  const others = [keepDice([4, 2]), keepDice([2, 0, 4])];
  assert.deepEqual(state.ui.keep, [0, 2, 4]); // here at once
  await Promise.all([first, ...others]);
  const told = (/** @type {number[]} */ ...dice) => ({ version: 3, seat: 1, dice });
  assert.deepEqual(sent, [told(4), told(0, 2, 4)]);
  assert.equal(state.ui.keep, null);
});
