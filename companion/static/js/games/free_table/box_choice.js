/** The choice of a box: ready-made, people's own, or a changed one. */

import { attempt, sendAction } from "../../actions.js";
import { get, post, TABLE } from "../../api.js";
import { loadPreference, savePreference } from "../../device.js";
import {
  drawDock,
  drawDownload,
  drawFileButton,
  drawFold,
  drawStepper,
  radio,
} from "../../parts/controls.js";
import { button, h } from "../../parts/dom.js";
import { changeUi, legalChoices, state } from "../../store.js";
import { formatAmount, formatMoney, inBox, t } from "../../words.js";

/** Draw the boxes, the form of the chosen one, and the button that begins. @param {FreeTable.View} snapshot */
export function drawBoxChoice(snapshot) {
  const [choice] = legalChoices(snapshot, "arrange");
  if (!choice) return h("h2", { class: "ask center", key: "waiting" }, t("seat_wait"));
  const ready = choice.fields.box.one_of;
  const own = savedBoxes();
  const box = state.ui.box ?? loadPreference("box", own[0] ?? ready[0]);
  const blank = box.name === ready[ready.length - 1].name; // the last one is empty, to be filled in
  const open = state.ui.boxOpen ?? blank;
  return h(
    "section",
    { class: "stack", key: "box-choice" },
    h("h2", { class: "ask" }, t("free_which_box")),
    h(
      "div",
      {
        class: "grid",
        role: "radiogroup",
        "aria-label": t("free_which_box"),
        vars: { "--least": "15rem" },
      },
      [...own, ...ready].map((one) =>
        radio(
          "box",
          h("b", {}, inBox("box", one.name)),
          one.name === box.name,
          () => changeUi({ box: one }),
          aboutBox(one),
        ),
      ),
    ),
    drawFold(t("free_change_box"), open, () => changeUi({ boxOpen: !open })),
    open ? drawBoxForm(box) : null,
    drawSaveBox(box),
    drawDock(
      button("main", t("free_play", { name: inBox("box", box.name) }), () => begin(box), {
        waits: state.busy,
      }),
    ),
  );
}

/** Play with `box`, which this device will offer first next time. @param {FreeTable.Box} box */
async function begin(box) {
  if (await sendAction({ type: "arrange", box })) savePreference("box", box);
}

// A box, part by part, to be changed; the draft is `ui.box`.

/** @type {FreeTable.Button["way"][]} */
const WAYS = ["bank_to_player", "player_to_bank", "player_to_others", "others_to_player"];
/** @type {FreeTable.Box["sheet"][]} */
const SHEETS = ["none", "most", "fewest"];
/** @type {FreeTable.Box["turns"][]} */
const TURNS = ["none", "untimed", "shared", "chess", "sand_glass"];
const MOST = 12; // buttons, and counters

/** Return in a few words what a box contains. @param {FreeTable.Box} box */
function aboutBox(box) {
  const { dice, money, currency, start_money: start, buttons, sheet, turns, counters } = box;
  const from = box.count_down;
  return [
    dice ? t("free_dice_count", { count: dice }) : null,
    money ? t("free_about_money", { amount: formatMoney(start, currency) }) : null,
    buttons.length ? buttons.map(({ label }) => inBox("button", label)).join(", ") : null,
    from ? `${t("free_count_down")} ${formatAmount(from)}` : null,
    sheet === "none" || from ? null : t(`free_sheet_${sheet}`),
    turns === "none" ? null : t(`free_turns_${turns}`),
    box.teams ? t("free_teams_count", { count: box.teams }) : null,
    ...counters,
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Draw the form of `box`; money already `dealt` cannot be changed.
 * @param {FreeTable.Box} box
 */
export function drawBoxForm(box, { dealt = false } = {}) {
  /** @type {FreeTable.Change} */
  const set = (values) => changeUi({ box: { ...box, ...values } });
  return h(
    "div",
    { class: "free-form stack", key: "form" },
    text(t("free_name"), inBox("box", box.name), (name) => set({ name })),
    steps(t("free_dice"), box.dice, 0, 10, (dice) => set({ dice })),
    box.dice ? steps(t("free_sides"), box.sides, 4, 20, (sides) => set({ sides })) : null,
    dealt ? null : drawMoney(box, set),
    box.money ? drawButtons(box, set) : null,
    drawSheetPart(box, set),
    drawTurns(box, set),
    steps(t("free_teams"), box.teams ?? 0, 0, 6, (teams) => set({ teams })),
    box.teams ? h("p", { class: "hint" }, t("free_teams_by_turns")) : null,
    drawCounters(box, set),
  );
}

/** @param {FreeTable.Box} box @param {FreeTable.Change} set */
function drawMoney(box, set) {
  const { all_money: all } = box;
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
            ["unlimited", "limited", "pot"],
            all === null ? "unlimited" : all ? "limited" : "pot",
            (one) => t(`free_bank_${one}`),
            (one) =>
              set({ all_money: { unlimited: null, limited: 20 * box.start_money, pot: 0 }[one] }),
          ),
          !all ? null : number(t("free_all_money"), all, 1, (now) => set({ all_money: now })),
        ]
      : null,
  );
}

/** @param {FreeTable.Box} box @param {FreeTable.Change} set */
function drawButtons({ buttons }, set) {
  /** @param {number} at @param {Partial<FreeTable.Button>} values */
  const change = (at, values) =>
    set({ buttons: buttons.map((one, other) => (other === at ? { ...one, ...values } : one)) });
  return part(
    t("free_buttons"),
    buttons.map((one, at) =>
      h(
        "div",
        { class: "row plate", key: at, role: "group", "aria-label": inBox("button", one.label) },
        text(t("free_label"), inBox("button", one.label), (label) => change(at, { label })),
        number(t("free_amount"), one.amount, 1, (sum) => change(at, { amount: sum })),
        select(
          t("free_way"),
          WAYS,
          one.way,
          (way) => t(`free_way_${way}`),
          (way) => change(at, { way }),
        ),
        remove(inBox("button", one.label), () =>
          set({ buttons: buttons.filter((_, other) => other !== at) }),
        ),
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

/** @param {FreeTable.Box} box @param {FreeTable.Change} set */
function drawSheetPart(box, set) {
  return part(
    t("free_sheet"),
    choose(
      "sheet",
      SHEETS,
      box.sheet,
      (one) => t(`free_sheet_${one}`),
      (sheet) => set({ sheet }),
    ),
    box.sheet === "none"
      ? null
      : [
          steps(t("free_rounds"), box.rounds, 0, 100, (rounds) => set({ rounds })),
          number(t("free_count_down"), box.count_down, 0, (from) => set({ count_down: from })),
        ],
  );
}

/** @param {FreeTable.Box} box @param {FreeTable.Change} set */
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
    box.turns === "chess"
      ? number(t("free_increment"), box.increment, 0, (increment) => set({ increment }))
      : null,
  );
}

/** @param {FreeTable.Box} box @param {FreeTable.Change} set */
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

/** Return a name that none of `names` has yet. @param {string[]} names */
function fresh(names) {
  let number = names.length + 1;
  while (names.includes(t("free_new", { number }))) number += 1;
  return t("free_new", { number });
}

/** @param {string} title @param {...Child} content */
function part(title, ...content) {
  return h(
    "fieldset",
    { class: "plate stack tight", key: title },
    h("legend", { class: "strong" }, title),
    content,
  );
}

/** @param {string} title @param {Child} control */
function labelled(title, control) {
  return h("label", { class: "row" }, h("span", {}, title), control);
}

/** @param {string} title @param {string} value @param {(value: string) => void} set */
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

/**
 * @param {string} title
 * @param {number} value
 * @param {number} min
 * @param {(value: number) => void} set
 */
function number(title, value, min, set) {
  /** @param {On<Event>} event */
  const take = ({ target }) => {
    const taken = Math.max(min, Math.round(Number(target.value)) || min);
    target.value = String(taken);
    set(taken);
  };
  return labelled(
    title,
    h("input", {
      class: "name",
      type: "number",
      size: 8,
      min,
      step: 1,
      inputmode: "numeric",
      value: String(value),
      onchange: take,
    }),
  );
}

/**
 * @template {string} T
 * @param {string} title
 * @param {T[]} values
 * @param {T} value
 * @param {(one: T) => string} write
 * @param {(one: T) => void} set
 */
function select(title, values, value, write, set) {
  return h(
    "select",
    {
      class: "name",
      "aria-label": title,
      onchange: ({ target }) => set(values.find((one) => one === target.value) ?? value),
    },
    values.map((one) => h("option", { value: one, selected: one === value }, write(one))),
  );
}

/**
 * @template T
 * @param {string} name
 * @param {T[]} values
 * @param {T} value
 * @param {(one: T) => string} write
 * @param {(one: T) => void} set
 */
function choose(name, values, value, write, set) {
  return h(
    "div",
    { class: "row", role: "radiogroup" },
    values.map((one) => radio(`free-${name}`, write(one), one === value, () => set(one))),
  );
}

/**
 * @param {string} title
 * @param {number} value
 * @param {number} low
 * @param {number} high
 * @param {(value: number) => void} set
 */
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

/** @param {string} name @param {() => void} onclick */
function remove(name, onclick) {
  return button("quiet", "✕", onclick, { "aria-label": t("setup_remove", { name }) });
}

/** @param {string} title @param {number} count @param {() => void} onclick */
function add(title, count, onclick) {
  return button("second", title, onclick, { disabled: count >= MOST || state.busy });
}

// People's own boxes: stored at this table, exported and imported as files.

const VERSION = 1; // of the form of a file, as the table knows it
const LONGEST = 24; // letters of a name

let asking = false;

/** Return the stored boxes that have arrived so far. */
export function savedBoxes() {
  if (!state.ui.boxes && !asking) ask(() => get(`${TABLE}/boxes`));
  return state.ui.boxes ?? [];
}

/**
 * Do `request`, which returns the boxes stored afterwards; returns whether it worked.
 * @param {() => Promise<{ boxes: FreeTable.Box[] }>} request
 */
async function ask(request) {
  asking = true;
  const worked = await attempt(async () => {
    const { boxes } = await request();
    changeUi({ boxes });
  });
  asking = false;
  if (!worked) changeUi({ boxes: state.ui.boxes ?? [] });
  return worked;
}

/** @param {string} text */
function keep(text) {
  return ask(() => post(`${TABLE}/boxes`, { text }));
}

/**
 * Draw the actions for `box`: store it or, if it is stored, export or delete it.
 * @param {FreeTable.Box} box
 */
export function drawSaveBox(box) {
  const kept = savedBoxes().find(({ name }) => name === box.name);
  const game = state.snapshot?.game;
  const same = kept && JSON.stringify(kept) === JSON.stringify(box);
  return h(
    "div",
    { class: "row", key: "keeping" },
    same
      ? drawDownload(`${TABLE}/box.json?name=${encodeURIComponent(box.name)}`, t("free_export"))
      : button("second", t("free_keep"), () =>
          keep(JSON.stringify({ croupier_box: VERSION, game, box })),
        ),
    drawFileButton(t("free_import"), async (file) => keep(freeName(await file.text())), {
      accept: ".json,application/json",
    }),
    same
      ? button("quiet", t("free_forget"), () =>
          ask(() => post(`${TABLE}/boxes/forget`, { name: box.name })),
        )
      : null,
  );
}

/**
 * Return the `text` of a file, with its box renamed if a stored one has that name.
 * @param {string} text
 */
function freeName(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return text; // the table says what is wrong with it
  }
  const names = savedBoxes().map(({ name }) => name);
  const wanted = data?.box?.name;
  if (!names.includes(wanted)) return text;
  let number = 2;
  const called = () => `${wanted.slice(0, LONGEST - 5)} (${number})`;
  while (names.includes(called())) number += 1;
  return JSON.stringify({ ...data, box: { ...data.box, name: called() } });
}
