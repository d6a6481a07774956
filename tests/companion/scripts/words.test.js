import assert from "node:assert/strict";
import { test } from "node:test";
import { sentences, speak } from "./browser.js";

const words = await import("../../../companion/static/js/words.js");
const { state } = await import("../../../companion/static/js/store.js");

test("a device speaks the first of its languages that there is", async () => {
  for (const { asked, spoken } of [
    { asked: ["fr-FR", "en"], spoken: "fr" },
    { asked: ["de"], spoken: "de" },
    { asked: ["it-IT", "de-AT"], spoken: "de" },
    { asked: ["it"], spoken: "en" },
  ]) {
    speak(...asked);
    await words.openWords();
    assert.equal(words.language, spoken, asked.join());
  }
});

test("a sentence takes its form and its figures", async () => {
  sentences.fr = { left: { one: "{name} : {count} dé", other: "{name} : {count} dés" } };
  await words.chooseLanguage("fr");
  assert.equal(words.t("left", { name: "Ana", count: 1 }), "Ana : 1 dé");
  assert.equal(words.t("left", { name: "Ana", count: 2 }), "Ana : 2 dés");
  assert.equal(words.t("unknown"), "unknown");
  assert.equal(words.formatAmount(1_200_000), new Intl.NumberFormat("fr").format(1_200_000));
  assert.equal(words.formatAmount(-7), "−7");
});

test("the player at this device is you, in every place of a sentence", async () => {
  sentences.en = {
    gives: "[{name} gives|You give] [{other}|you] a bone from [their|your] bowl",
    won: { one: "[{names} wins|You win]!", other: "{names} win!" },
    many: "{count}: [{name} rolls|You roll]",
  };
  await words.chooseLanguage("en");
  Object.assign(state, { snapshot: { seats: [{ name: "Ana" }, { name: "Ben" }] } });
  const said = (/** @type {number | null} */ seat) => {
    Object.assign(state.you, { seat });
    return [
      words.t("gives", { name: "Ana", other: "Ben" }),
      words.t("won", { names: "Ben", count: 1 }),
      words.t("many", { name: "a picture", count: 2 }, { name: "Ben" }),
    ];
  };
  const named = ["Ana gives Ben a bone from their bowl", "Ben wins!", "2: a picture rolls"];
  assert.deepEqual(said(null), named);
  assert.deepEqual(said(0), ["You give Ben a bone from your bowl", ...named.slice(1)]);
  assert.deepEqual(said(1), ["Ana gives you a bone from their bowl", "You win!", "2: You roll"]);
  Object.assign(state, { snapshot: null });
});

test("what may happen or fail is never written as sure", async () => {
  await words.chooseLanguage("en");
  assert.equal(words.formatPercent(0.999), ">\u202f99%");
  assert.equal(words.formatPercent(0.001), "<\u202f1%");
  assert.equal(words.formatPercent(1), "100%");
  assert.equal(words.formatPercent(0), "0%");
});

test("money stands where the language puts its sign", async () => {
  await words.chooseLanguage("en");
  assert.equal(words.formatMoney(1500, "$"), "$1,500");
  assert.equal(words.formatMoney(1500, "Taler"), "1,500\u00a0Taler");
  assert.equal(words.formatMoney(1500), "1,500");
  await words.chooseLanguage("de");
  assert.equal(words.formatMoney(1500, "€"), "1.500\u00a0€");
  await words.chooseLanguage("fr");
  assert.equal(words.formatMoney(1500, "$"), "1\u202f500\u00a0$");
});

test("a time is written as where the device is", async () => {
  const at = "2026-11-27T15:04:00Z";
  for (const [tag, time] of [
    ["en-GB", "15:04"],
    ["en-US", "3:04\u202fPM"],
    ["en-US@posix", "3:04\u202fPM"], // what Chromium says where no locale is set
    ["fr-FR", "15:04"],
  ]) {
    speak(tag);
    await words.openWords();
    assert.equal(words.formatWhen(at, "time", "UTC").replace(" PM", "\u202fPM"), time, tag);
  }
  speak("de-DE");
  await words.openWords();
  assert.equal(words.formatWhen("2026-11-01T00:00Z", "month", "UTC"), "November 2026");
});

test("an outcome names who won, unless that is nobody or everybody", async () => {
  sentences.en = {
    winner: { one: "{names} wins!", other: "{names} win!" },
    all_win: "It’s a draw!",
    no_winner: "Nobody wins",
    evenings_left: "Not finished",
  };
  await words.chooseLanguage("en");
  assert.equal(words.formatOutcome(["Ana"], 3), "Ana wins!");
  assert.equal(words.formatOutcome(["Ana", "Ben"], 3), "Ana and Ben win!");
  assert.equal(words.formatOutcome(["Ana", "Ben"], 2), "It’s a draw!");
  assert.equal(words.formatOutcome(["Ana"], 1), "Ana wins!");
  assert.equal(words.formatOutcome([], 2), "Nobody wins");
  assert.equal(words.formatOutcome([], 2, false), "Not finished");
});
