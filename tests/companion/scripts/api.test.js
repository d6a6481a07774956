import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";

const { get, Refused, upload } = await import("../../../companion/static/js/api.js");

/** Answer the next requests with these codes, "" being a success; return what was asked. */
function answers(/** @type {string[]} */ ...codes) {
  /** @type {string[]} */
  const asked = [];
  Object.assign(globalThis, {
    fetch: async (/** @type {string} */ path) => {
      const code = codes[asked.push(path) - 1];
      return { ok: !code, status: code ? 503 : 200, json: async () => ({ code }) };
    },
  });
  return asked;
}

test("a busy table is asked again", async () => {
  const asked = answers("too_many_at_once", "");
  await get("/story");
  assert.deepEqual(asked, ["/story", "/story"]);
});

test("a photograph is sent until it has arrived, another file once", async () => {
  const picture = new Blob(["dice"]);
  const asked = answers("", "too_many_at_once", "");
  await upload("/backups", picture, "application/zip");
  await upload("/photograph", picture, "image/jpeg", { again: true });
  assert.deepEqual(asked, ["/backups", "/photograph", "/photograph"]);
  const refused = answers("too_many_at_once", "");
  await upload("/backups", picture, "application/zip").catch((error) => {
    assert.equal(error instanceof Refused, true);
  });
  assert.deepEqual(refused, ["/backups"]);
});

test("any other refusal holds", async () => {
  const asked = answers("log_unwritable", "");
  const error = await get("/story").catch((/** @type {unknown} */ reason) => reason);
  assert.equal(error instanceof Refused, true);
  assert.deepEqual(asked, ["/story"]);
});
