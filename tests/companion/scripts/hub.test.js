import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";

const { hasRole, STRANGER } = await import("../../../companion/static/js/hub/requests.js");
const { state } = await import("../../../companion/static/js/store.js");

test("each role has the rights of those before it", () => {
  /** @param {Role} role */
  const rights = (role) => {
    state.you = { ...STRANGER, role };
    return ["counter", "league", "admin"].filter(hasRole);
  };
  assert.deepEqual(rights("counter"), ["counter"]);
  assert.deepEqual(rights("league"), ["counter", "league"]);
  assert.deepEqual(rights("admin"), ["counter", "league", "admin"]);
  assert.deepEqual(rights(null), []);
});
