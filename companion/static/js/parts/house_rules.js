/** The house rules of a game: one line each, with choices of any kind. */

import { changeUi, state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { drawFold, drawStepper, radio, textField } from "./controls.js";
import { die, faceName } from "./dice.js";
import { button, h } from "./dom.js";

/**
 * Return the edition of `game` that is played: the `chosen` one, or the first.
 * @param {Game} game
 * @param {string | null | undefined} [chosen]
 * @returns {string}
 */
export function presetOf(game, chosen) {
  return chosen && chosen in game.presets ? chosen : Object.keys(game.presets)[0];
}

/**
 * Return all house rules of `game` by id: `options`, else as the edition `preset` has them.
 * @param {Game} game
 * @param {string | null | undefined} preset
 * @param {Options} options
 */
export function allOptions(game, preset, options) {
  const usual = Object.fromEntries(game.options.map(({ id, default: value }) => [id, value]));
  return { ...usual, ...game.presets[presetOf(game, preset)], ...options };
}

/**
 * Return the house rules of `game` whose value in `options` is not that of its first edition.
 * @param {Game} game
 * @param {Options} options
 */
export function changedRules(game, options) {
  const box = allOptions(game, null, {});
  return game.options.filter(({ id }) => !same(options[id], box[id]));
}

/**
 * Return a house rule in words: the `question`, and the `answer` that `value` gives to it.
 * @param {Game} game
 * @param {Option} option
 * @param {OptionValue} value
 */
export function describeRule(game, option, value) {
  const question = t(`option_${game.id}_${option.id}`);
  if (option.values) return { question, answer: t(`option_${game.id}_${option.id}_${value}`) };
  if (option.list_of)
    return {
      question,
      answer: /** @type {string[]} */ (value).map((face) => faceName(face)).join(" "),
    };
  if ("low" in option) return { question, answer: formatAmount(Number(value)) };
  return { question, answer: t(value ? "setup_yes" : "setup_no") };
}

/**
 * Draw the house rules; `set({ options })` gets what differs from the edition.
 * @param {Game} game
 * @param {{ preset: string, options: Options }} given
 * @param {(values: { options: Options }) => void} set
 */
export function drawHouseRules(game, { preset, options }, set) {
  const edition = game.presets[presetOf(game, preset)] ?? {};
  /** @param {Option} option */
  const usual = (option) => edition[option.id] ?? option.default;
  /** @param {Option} option @param {OptionValue} value */
  const choose = (option, value) => {
    const { [option.id]: _, ...kept } = options;
    set({ options: same(value, usual(option)) ? kept : { ...kept, [option.id]: value } });
  };
  /** @param {Option} option */
  const draw = (option) =>
    drawRule(game, option, options[option.id] ?? usual(option), option.id in options, (value) =>
      choose(option, value),
    );
  // People agree before the game on what no rule text settles and what they might quarrel about.
  const asked = game.options.filter((option) => option.asked).map(draw);
  const others = game.options.filter((option) => !option.asked);
  if (!others.length) return asked;
  return [asked, drawGroups(game, others, { preset, options }, draw)];
}

/**
 * Draw the rules in their groups, as far as they match the search.
 * @param {Game} game
 * @param {Option[]} others
 * @param {{ preset: string, options: Options }} given
 * @param {(option: Option) => Child} draw
 */
function drawGroups(game, others, { preset, options }, draw) {
  const { ruleWords = "", rulesOtherwise: otherwise = false, rulesOpen: open = false } = state.ui;
  const changed = changedRules(game, allOptions(game, preset, options)).filter((option) =>
    others.includes(option),
  );
  const words = t("setup_rules", { count: changed.length });
  const fold = drawFold(words, open, () => changeUi({ rulesOpen: !open }));
  if (!open) return fold;
  const shown = others.filter(
    (option) => isAbout(game, option, ruleWords) && (!otherwise || changed.includes(option)),
  );
  /** @type {[string, Option[]][]} */
  const inGroups = Object.entries(game.option_groups).map(([name, ids]) => [
    t(`rules_group_${game.id}_${name}`),
    shown.filter(({ id }) => ids.includes(id)),
  ]);
  const grouped = new Set(Object.values(game.option_groups).flat());
  /** @type {[string | null, Option[]][]} */
  const groups = [[null, shown.filter(({ id }) => !grouped.has(id))], ...inGroups];
  return h(
    "div",
    { class: "stack tight", key: "rules" },
    fold,
    textField(t("rules_search"), {
      class: "name full",
      type: "search",
      value: ruleWords,
      oninput: (event) => changeUi({ ruleWords: event.target.value }),
    }),
    changed.length || otherwise
      ? button(
          otherwise ? "picked" : "",
          t("rules_otherwise", { count: changed.length }),
          () => changeUi({ rulesOtherwise: !otherwise }),
          { key: "otherwise", "aria-pressed": otherwise },
        )
      : null,
    groups
      .filter(([, rules]) => rules.length)
      .map(([name, rules]) =>
        h("section", { key: name ?? "" }, name ? h("h3", {}, name) : null, rules.map(draw)),
      ),
    shown.length ? null : h("p", { class: "hint" }, t("rules_none")),
  );
}

/**
 * Whether each of `words` is in the question or in an answer to it.
 * @param {Game} game
 * @param {Option} option
 * @param {string} words
 */
function isAbout(game, option, words) {
  const answers = (option.values ?? []).map((one) => t(`option_${game.id}_${option.id}_${one}`));
  const text = [t(`option_${game.id}_${option.id}`), ...answers].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(" ")
    .every((word) => text.includes(word));
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * @param {Game} game
 * @param {Option} option
 * @param {OptionValue} value
 * @param {boolean} changed
 * @param {(value: OptionValue) => void} choose
 */
function drawRule(game, option, value, changed, choose) {
  const about = t(`option_${game.id}_${option.id}`);
  return h(
    "fieldset",
    { class: "house-rule ruled stack tight", key: option.id },
    h(
      "legend",
      {},
      about,
      changed ? h("span", { class: "lit", "aria-hidden": "true" }, " ●") : null,
    ),
    option.list_of
      ? drawFaces(option, /** @type {string[]} */ (value), choose)
      : "low" in option
        ? drawNumber(option, about, Number(value), choose)
        : h(
            "div",
            { class: "row tight" },
            (option.values ?? [true, false]).map((one) =>
              radio(option.id, describeRule(game, option, one).answer, one === value, () =>
                choose(one),
              ),
            ),
          ),
  );
}

const FAR = 40; // steps; beyond it a tap goes ten at a time

/**
 * @param {Option} option
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} set
 */
function drawNumber({ low = 0, high = 0, step = 1 }, label, value, set) {
  return drawStepper({
    value,
    shown: h("b", { class: "large" }, formatAmount(value)),
    low,
    high,
    steps: (high - low) / step > FAR ? [step, 10 * step] : [step],
    label,
    write: (by) => (by < 0 ? "−" : "+") + Math.abs(by),
    set,
  });
}

/**
 * Draw a list of faces, like those of one die: a tap changes one to the next possible face.
 * @param {Option} option
 * @param {string[]} value
 * @param {(value: string[]) => void} choose
 */
function drawFaces({ list_of: faces = [], min = 0, max = 0 }, value, choose) {
  /** @param {string} face */
  const next = (face) => faces[(faces.indexOf(face) + 1) % faces.length];
  return h(
    "div",
    { class: "row tight" },
    value.map((face, at) =>
      button(
        "die-button quiet middle",
        die(face),
        () => choose(value.map((old, here) => (here === at ? next(old) : old))),
        { "aria-label": t("rule_face", { number: at + 1, face: faceName(face) }) },
      ),
    ),
    button("step", "−", () => choose(value.slice(0, -1)), {
      "aria-label": t("rule_face_less"),
      disabled: value.length <= min,
    }),
    button("step", "+", () => choose([...value, faces[0]]), {
      "aria-label": t("rule_face_more"),
      disabled: value.length >= max,
    }),
  );
}
