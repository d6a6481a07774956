/**
 * The drawer with the rules: the current phase, the words on the table, the set-up and the course.
 */

import { Failed, get } from "../api.js";
import { changeOpen, changeState, state } from "../store.js";
import { fill, formatAmount, language, phaseOf, t, titleOf } from "../words.js";
import { h } from "./dom.js";
import { allOptions, changedRules, describeRule } from "./house_rules.js";
import { drawDrawer } from "./overlays.js";

/** @type {Record<string, Record<string, Sentence> | null | undefined>} */
const fetched = {}; // the sentences, by language and game; null while they come

/**
 * Draw the rules that are open, for the `table` that is drawn.
 * @param {Snapshot} snapshot
 * @param {Element | null} table
 */
export function drawRules(snapshot, table) {
  const game = state.open.rules;
  const name = `${language}/${game}`;
  const sentences = fetched[name];
  if (game && sentences) return drawSentences(snapshot, table, game, sentences);
  if (fetched[name] === undefined) fetchRules(name);
  return null;
}

/** @type {Set<string>} */
const askedFor = new Set(); // the sentences that a set-up asked for: once, also where that failed

/** Draw how `game` is set up, once its sentences are there. @param {Game} game */
export function drawSetUp(game) {
  const name = `${language}/${game.id}`;
  const sentences = fetched[name];
  if (sentences) return drawSteps(sayIn(sentences, chosenOptions(game)));
  if (fetched[name] === undefined && !askedFor.has(name)) fetchRules(name);
  askedFor.add(name);
  return null;
}

/** @param {string} name */
async function fetchRules(name) {
  fetched[name] = null;
  try {
    fetched[name] = await get(`/words/${name}.json`, undefined, "default");
    changeState({});
  } catch (error) {
    delete fetched[name];
    changeOpen({ rules: null });
    if (!(error instanceof Failed)) throw error;
    changeState({ message: { text: t("unreachable") } });
  }
}

/**
 * Draw the rules of `game` from its `sentences`, for the `table` that is drawn.
 * @param {Snapshot} snapshot
 * @param {Element | null} table
 * @param {string} game
 * @param {Record<string, Sentence>} sentences
 */
function drawSentences(snapshot, table, game, sentences) {
  const on = snapshot.game === game;
  const described = state.games.find(({ id }) => id === game);
  const options = on ? /** @type {Options} */ (snapshot.options) : chosenOptions(described);
  const say = sayIn(sentences, options);
  const words = wordsOf(sentences, say);
  const text = on && table ? textOf(table) : ""; // the table may still be loading
  const seen = words.filter(({ word }) => isIn(text, word));
  const setUp = drawSteps(say);
  const first = on && snapshot.last_row?.kind === "start";
  return drawDrawer(
    "rules-drawer",
    titleOf(described?.title ?? snapshot.title),
    h(
      "div",
      { class: "drawer-body grow stack", tabindex: 0 },
      h("p", { key: "aim" }, say("aim")),
      on && !first ? drawNow(snapshot, say) : setUp,
      on && first ? drawNow(snapshot, say) : null,
      seen.length ? part(t("rules_seen"), drawWords(seen)) : null,
      drawHouseRules(described, options),
      on && !first ? setUp : null,
      part(t("rules_course"), drawWords(courseOf(sentences, say, game))),
      part(t("rules_words"), drawWords(words.filter((one) => !seen.includes(one)))),
    ),
  );
}

/** @param {string} title @param {...Child} content */
function part(title, ...content) {
  return h("section", { class: "part stack", key: title }, h("h3", {}, title), content);
}

/** @param {Snapshot} snapshot @param {Say} say */
function drawNow({ game, phase }, say) {
  const now = say(`now_${phase}`);
  return now ? part(phaseOf(game, phase, t("rules")), h("p", {}, now)) : null;
}

/**
 * Return all phases of `game` in order, as in the first edition; differences are listed above.
 * @param {Record<string, Sentence>} sentences
 * @param {Say} say
 * @param {string} game
 */
function courseOf(sentences, say, game) {
  return Object.keys(sentences)
    .filter((key) => key.startsWith("now_"))
    .map((key) => ({
      word: phaseOf(game, key.slice("now_".length), t("rules")),
      means: say(key),
    }));
}

/** @param {Say} say */
function drawSteps(say) {
  const found = [];
  while (say(`setup_${found.length + 1}`)) found.push(say(`setup_${found.length + 1}`));
  const steps = found.map((step) => h("li", {}, step));
  return part(t("rules_set_up"), h("ol", { class: "steps stack tight" }, steps));
}

/**
 * Return a function that gives `sentences` by key, with the figures of `options`.
 * @param {Record<string, Sentence>} sentences
 * @param {Options} options
 * @returns {Say}
 */
function sayIn(sentences, options) {
  return (key) => (key in sentences ? fill(sentences[key], inFigures(options)) : "");
}

/** @param {Record<string, Sentence>} sentences @param {Say} say */
function wordsOf(sentences, say) {
  return Object.keys(sentences)
    .filter((key) => key.startsWith("word_"))
    .map((key) => ({ word: String(sentences[key]), means: say(key.replace("word_", "means_")) }));
}

/** @param {{ word: string, means: string }[]} words */
function drawWords(words) {
  return h(
    "dl",
    { class: "stack tight" },
    words.map(({ word, means }) =>
      h("div", {}, h("dt", { class: "strong lit" }, word), h("dd", {}, means)),
    ),
  );
}

/** Return all texts of `table`, visible ones and labels. @param {Element} table */
function textOf(table) {
  const texts = [...table.querySelectorAll("[aria-label]")].map((one) =>
    one.getAttribute("aria-label"),
  );
  const walk = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode.textContent);
  return texts.join("\n");
}

/**
 * Whether `text` has `word` in it, in one of its forms.
 * @param {string} text
 * @param {string} word
 */
function isIn(text, word) {
  return new RegExp(`(?:^|[^\\p{L}\\d])${formsOf(word)}(?![\\p{L}\\d])`, "iu").test(text);
}

/**
 * Return a pattern for `word` with whatever ending: "dunkler Hund" is "den dunklen Hund" too.
 * @param {string} word
 */
function formsOf(word) {
  /** @param {string} part */
  const end = (part) =>
    part.length > 5 ? `${part.slice(0, -2)}\\p{L}{0,3}` : `${part}\\p{L}{0,2}`;
  return word.split(" ").map(end).join(" ");
}

/**
 * Draw the differences of this table from the first edition.
 * @param {Game | undefined} game
 * @param {Options} options
 */
function drawHouseRules(game, options) {
  if (!game) return null;
  const changed = changedRules(game, options);
  return part(
    t("rules_house"),
    changed.length
      ? h(
          "dl",
          { class: "stack tight" },
          changed.map((option) => {
            const { question, answer } = describeRule(game, option, options[option.id]);
            return h("div", {}, h("dt", {}, question), h("dd", { class: "strong" }, answer));
          }),
        )
      : h("p", { class: "soft" }, t("rules_box")),
  );
}

/** Return the house rules of `game` as they are being chosen. @param {Game | undefined} game */
function chosenOptions(game) {
  if (!game) return {};
  const { preset, options = {} } = state.open.setup ?? {};
  return allOptions(game, preset, options);
}

/** @param {Options} options */
function inFigures(options) {
  return Object.fromEntries(
    Object.entries(options).map(([id, value]) => [
      id,
      typeof value === "number" ? formatAmount(value) : value,
    ]),
  );
}
