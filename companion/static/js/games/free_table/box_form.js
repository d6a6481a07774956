/** A box, part by part, to be changed; the draft is `ui.box`. */

import { drawStepper, radio } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { changeUi, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";

const WAYS = ["bank_to_player", "player_to_bank", "player_to_others", "others_to_player"];
const TURNS = ["none", "untimed", "shared", "chess", "sand_glass"];
const MOST = 12; // buttons, and counters

/** What a box has, in a few words. */
export function aboutBox(box) {
  const { dice, money, start_money: start, buttons, sheet, turns, counters } = box;
  return [
    dice ? t("free_dice_count", { count: dice }) : null,
    money ? t("free_about_money", { amount: formatAmount(start) }) : null,
    buttons.length ? buttons.map(({ label }) => label).join(", ") : null,
    sheet === "none" ? null : t(`free_sheet_${sheet}`),
    turns === "none" ? null : t(`free_turns_${turns}`),
    ...counters,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Draw the form of `box`; what was `dealt` already cannot be changed. */
export function drawBoxForm(box, { dealt = false } = {}) {
  const set = (values) => changeUi({ box: { ...box, ...values } });
  return h(
    "div",
    { class: "free-form stack", key: "form" },
    text(t("free_name"), box.name, (name) => set({ name })),
    steps(t("free_dice"), box.dice, 0, 10, (dice) => set({ dice })),
    dealt ? null : drawMoney(box, set),
    box.money ? drawButtons(box, set) : null,
    drawSheetPart(box, set),
    drawTurns(box, set),
    drawCounters(box, set),
  );
}

function drawMoney(box, set) {
  const unlimited = box.all_money === null;
  return part(
    t("free_money"),
    choose(
      "money",
      [false, true],
      box.money,
      (one) => t(one ? "setup_yes" : "setup_no"),
      (money) => set({ money }),
    ),
    box.money
      ? [
          text(t("free_currency"), box.currency, (currency) => set({ currency })),
          number(t("free_start_money"), box.start_money, 0, (start) => set({ start_money: start })),
          choose(
            "bank",
            [true, false],
            unlimited,
            (one) => t(one ? "free_bank_unlimited" : "free_bank_limited"),
            (one) => set({ all_money: one ? null : 20 * box.start_money }),
          ),
          unlimited
            ? null
            : number(t("free_all_money"), box.all_money, 0, (all) => set({ all_money: all })),
        ]
      : null,
  );
}

function drawButtons({ buttons }, set) {
  const change = (at, values) =>
    set({ buttons: buttons.map((one, other) => (other === at ? { ...one, ...values } : one)) });
  return part(
    t("free_buttons"),
    buttons.map((one, at) =>
      h(
        "div",
        { class: "row plate", key: at, role: "group", "aria-label": one.label },
        text(t("free_label"), one.label, (label) => change(at, { label })),
        number(t("free_amount"), one.amount, 1, (sum) => change(at, { amount: sum })),
        select(
          t("free_way"),
          WAYS,
          one.way,
          (way) => t(`free_way_${way}`),
          (way) => change(at, { way }),
        ),
        remove(one.label, () => set({ buttons: buttons.filter((_, other) => other !== at) })),
      ),
    ),
    add(t("free_add_button"), buttons.length, () =>
      set({
        buttons: [
          ...buttons,
          { label: fresh(buttons.map(({ label }) => label)), amount: 100, way: WAYS[0] },
        ],
      }),
    ),
  );
}

function drawSheetPart(box, set) {
  return part(
    t("free_sheet"),
    choose(
      "sheet",
      ["none", "most", "fewest"],
      box.sheet,
      (one) => t(`free_sheet_${one}`),
      (sheet) => set({ sheet }),
    ),
    box.sheet === "none"
      ? null
      : steps(t("free_rounds"), box.rounds, 0, 100, (rounds) => set({ rounds })),
  );
}

function drawTurns(box, set) {
  const timed = !["none", "untimed"].includes(box.turns);
  return part(
    t("free_turns"),
    choose(
      "turns",
      TURNS,
      box.turns,
      (one) => t(`free_turns_${one}`),
      (turns) => set({ turns }),
    ),
    timed ? number(t("free_seconds"), box.seconds, 1, (seconds) => set({ seconds })) : null,
  );
}

function drawCounters({ counters }, set) {
  return part(
    t("free_counters"),
    counters.map((name, at) =>
      h(
        "div",
        { class: "row", key: at },
        text(t("free_label"), name, (now) =>
          set({ counters: counters.map((one, other) => (other === at ? now : one)) }),
        ),
        remove(name, () => set({ counters: counters.filter((_, other) => other !== at) })),
      ),
    ),
    add(t("free_add_counter"), counters.length, () =>
      set({ counters: [...counters, fresh(counters)] }),
    ),
  );
}

/** A name that none of `names` has yet. */
function fresh(names) {
  let number = names.length + 1;
  while (names.includes(t("free_new", { number }))) number += 1;
  return t("free_new", { number });
}

function part(title, ...content) {
  return h(
    "fieldset",
    { class: "free-part stack tight", key: title },
    h("legend", { class: "strong" }, title),
    content,
  );
}

function labelled(title, control) {
  return h("label", { class: "row" }, h("span", {}, title), control);
}

function text(title, value, set) {
  return labelled(
    title,
    h("input", {
      class: "name",
      type: "text",
      maxlength: 24,
      value,
      oninput: (event) => set(event.target.value),
    }),
  );
}

function number(title, value, min, set) {
  const take = ({ target }) => {
    target.value = Math.max(min, Math.round(Number(target.value)) || min);
    set(target.value);
  };
  return labelled(
    title,
    h("input", {
      class: "name free-number",
      type: "number",
      min,
      step: 1,
      inputmode: "numeric",
      value: String(value),
      onchange: take,
    }),
  );
}

function select(title, values, value, write, set) {
  return h(
    "select",
    { class: "name", "aria-label": title, onchange: (event) => set(event.target.value) },
    values.map((one) => h("option", { value: one, selected: one === value }, write(one))),
  );
}

function choose(name, values, value, write, set) {
  return h(
    "div",
    { class: "row", role: "radiogroup" },
    values.map((one) => radio(`free-${name}`, write(one), one === value, () => set(one))),
  );
}

function steps(title, value, low, high, set) {
  return h(
    "div",
    { class: "row" },
    h("span", {}, title),
    drawStepper({
      value,
      shown: h("b", { class: "large" }, value || t("free_none")),
      low,
      high,
      steps: [1],
      label: title,
      write: (step) => `${step < 0 ? "−" : "+"} ${title}`,
      set,
    }),
  );
}

function remove(name, onclick) {
  return h("button", { class: "quiet", "aria-label": t("setup_remove", { name }), onclick }, "✕");
}

function add(title, count, onclick) {
  return h("button", { class: "second", disabled: count >= MOST || state.busy, onclick }, title);
}
