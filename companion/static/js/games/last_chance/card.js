/** The card on the table, and the dice next to it. */

import { sendAction, showMessage } from "../../actions.js";
import { IN_ROOM } from "../../device.js";
import { actionButton, sentenceOf } from "../../parts/controls.js";
import { die, faceName, rollingDie } from "../../parts/dice.js";
import { button, h } from "../../parts/dom.js";
import {
  chosenDice,
  drawDiePlace,
  drawKeepDice,
  drawThrowOthers,
  eyeReads,
} from "../../parts/roll.js";
import { seatName } from "../../parts/seats.js";
import {
  correctDie,
  drawEyeState,
  drawSlot,
  eyeWatches,
  isRolling,
  placesInRoll,
  seenDice,
  seesTray,
} from "../../parts/tray.js";
import { legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, formatList, formatPercent, t } from "../../words.js";

const MOST_WAYS = 4;
const ON_STAGE = 0.15; // of the picture's height: no die is shown that low, under the camera's state

/**
 * Draw the open card: five symbols, the prize, the attempts. `onSlot(slot)` makes the places in
 * `open` buttons, where a die may be laid; those that are `reached` are pale.
 * @param {LastChanceOpen} snapshot
 * @param {{ open?: number[], onSlot?: ((slot: number) => unknown) | null, reached?: number[] }} [given]
 */
export function drawCard(snapshot, { open = [], onSlot = null, reached = [] } = {}) {
  const { card } = snapshot;
  const slots = snapshot.slots ?? card.symbols.map((name) => ({ symbol: name, face: null }));
  return h(
    "section",
    { class: "card paper", key: "card", "aria-label": cardInWords(card) },
    h(
      "div",
      { class: "line tight spread" },
      slots.map(({ symbol: name, face }, slot) =>
        onSlot && open.includes(slot)
          ? button("card-slot middle anchor open bare", symbol(name), () => onSlot(slot), {
              "aria-label": t("lay_here", { symbol: faceName(name) }),
            })
          : h(
              "span",
              {
                class: `card-slot middle anchor ${face ? "laid" : ""} ${reached.includes(slot) ? "reached" : ""}`,
              },
              symbol(name),
              face ? h("span", { class: "laid-die atop" }, die(face)) : null,
            ),
      ),
    ),
    h(
      "p",
      { class: "line spread" },
      h("span", { class: "card-prize" }, formatAmount(card.prize)),
      h("span", { class: "card-attempts strong" }, t("attempts", { count: card.attempts })),
    ),
  );
}

/** Return a card in one sentence, for people who cannot see it. @param {LastChanceCard} card */
export function cardInWords(card) {
  return t("card_words", {
    symbols: card.symbols.map((name) => faceName(name)).join(", "),
    prize: formatAmount(card.prize),
    attempts: t("attempts", { count: card.attempts }),
  });
}

/** Draw the dice; a tap on one corrects its face. @param {LastChanceOpen} snapshot */
export function drawDiceLying(snapshot) {
  const { dice, last_roll: last } = snapshot;
  if (!dice.length) return null;
  const label = t("dice_lying", { faces: formatList(dice.map((one) => one.face)) });
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  /** @param {On<MouseEvent>} event */
  const correct = ({ target, currentTarget }) => {
    const tapped = target.closest(".die");
    const at = tapped ? [...currentTarget.children].indexOf(tapped) : -1;
    if (last)
      correctDie(
        last,
        /** @type {SeenDie[]} */ (/** @type {unknown} */ (dice)),
        placesInRoll(snapshot)[at] ?? -1,
      );
  };
  const mends = last && mayAct();
  return h(
    mends ? "button" : "div",
    {
      class: `line dice-lying ${mends ? "bare" : ""}`,
      key: "lying",
      role: mends ? null : "img",
      "aria-label": mends ? `${label}. ${t("correct")}` : label,
      "data-roll": true,
      onclick: mends ? correct : null,
    },
    dice.map(({ face, kept }, index) =>
      die(face, { body: bodies[index], className: kept ? "stayed" : "" }),
    ),
  );
}

/**
 * Draw the exact chance to crack the card with best play or, once they are chosen, with the faces
 * `kept`; nothing if the house rules hide it. `look` is its class.
 * @param {LastChanceOpen} snapshot
 * @param {string[] | null} [kept]
 */
export function drawChance(snapshot, kept = null, look = "plate pill little") {
  const { odds } = snapshot;
  if (typeof odds?.chance !== "number") return null;
  const cost = kept === null ? 0 : costOf(odds, kept);
  if (cost === null) return null;
  const share = odds.chance - cost;
  const chance = h("b", { class: "strong" }, formatPercent(share));
  return h(
    "span",
    { class: `chance ${look}`, key: "chance", vars: { "--share": share } },
    sentenceOf(kept === null ? "chance_best" : "chance_kept", { chance }),
  );
}

/** @param {NonNullable<LastChance["odds"]>} nonNullable @param {string[]} kept */
function costOf({ keep, costs }, kept) {
  if (keep.some((best) => named(best) === named(kept))) return 0;
  return costs[named(kept)] ?? null;
}

/** Return how the engine names the dice that stay. @param {string[]} faces */
function named(faces) {
  return [...faces].sort().join(" ");
}

/**
 * Draw the card for sale with the dice next to it; on a television, the card has the slot.
 * @param {LastChanceOpen} snapshot
 */
export function drawLot(snapshot) {
  return h(
    "div",
    { class: "lot rigid stack tight center", key: "lot" },
    IN_ROOM ? null : drawCard(snapshot),
    drawDiceLying(snapshot),
  );
}

/** Draw which faces would complete the card: one of the lists `ways`. @param {string[][]} ways */
export function drawNeeds(ways) {
  if (!ways.length) return null;
  const shown = ways.length > MOST_WAYS ? [] : ways;
  return h(
    "p",
    { class: "fact plate needs", key: "needs" },
    h("span", { class: "soft" }, t("needs")),
    h(
      "span",
      { class: "row tight" },
      shown.map((faces, index) => [
        index ? h("span", { class: "soft" }, t("or")) : null,
        faces.map((face) => die(face)),
      ]),
      shown.length ? null : t("needs_many", { count: ways[0].length }),
    ),
  );
}

/** Explain the joker pictures on the card. @param {LastChanceOpen} snapshot */
export function drawLegend({ card }) {
  const jokers = Object.keys(PICTURES).filter((name) => card?.symbols.includes(name));
  return jokers.length
    ? h(
        "p",
        { class: "legend row soft dice-s", key: "legend" },
        jokers.map((name) =>
          h("span", { class: "line tight" }, drink(name), h("span", {}, t(`legend_${name}`))),
        ),
      )
    : null;
}

// The jokers of the cards: a tall long drink and a wide cocktail, distinguished by shape alone.

/** @type {Record<string, () => Child>} */
const PICTURES = { L: longDrink, C: cocktail, J: star };

/** The names of these symbols, for all parts of the page that name faces. */
/** @type {Record<string, FaceOf>} */
export const drinkFaces = {
  L: { name: () => t("long_drink") },
  C: { name: () => t("cocktail") },
  J: { name: () => t("joker") },
};

/**
 * Draw one symbol of a card: a number as a die, or a drink.
 * @param {string} name
 */
export function symbol(name) {
  return name in PICTURES ? drink(name) : die(name);
}

/** @param {string} name */
function drink(name) {
  return h(
    "svg",
    {
      class: "drink",
      viewBox: "0 0 100 100",
      role: "img",
      "aria-label": drinkFaces[name].name(),
    },
    h("rect", {
      x: 3,
      y: 2,
      width: 94,
      height: 95,
      rx: 20,
      fill: name === "C" ? "#4b1f3a" : "#113f4f",
    }),
    PICTURES[name](),
  );
}

function longDrink() {
  return [
    h("path", {
      d: "M62 6 L50 88",
      stroke: "#ff9d6b",
      "stroke-width": 6,
      "stroke-linecap": "round",
    }),
    h("path", {
      d: "M28 20 H72 L67 92 H33 Z",
      fill: "rgba(233,250,255,.28)",
      stroke: "#eafaff",
      "stroke-width": 4,
      "stroke-linejoin": "round",
    }),
    h("path", { d: "M31 38 H69 L65.500 89 H34.500 Z", fill: "#ffc43d" }),
    h("path", { d: "M31 38 H69 L68 52 H32 Z", fill: "#ff7a3c" }),
    h("rect", { x: 38, y: 56, width: 13, height: 13, rx: 2, fill: "rgba(255,255,255,.55)" }),
    h("rect", { x: 50, y: 70, width: 11, height: 11, rx: 2, fill: "rgba(255,255,255,.4)" }),
    h("circle", { cx: 74, cy: 22, r: 14, fill: "#a9d64b", stroke: "#f4ffe0", "stroke-width": 4 }),
  ];
}

function cocktail() {
  return [
    h("path", {
      d: "M12 22 H88 L50 62 Z",
      fill: "rgba(255,240,250,.25)",
      stroke: "#fff0fa",
      "stroke-width": 4,
      "stroke-linejoin": "round",
    }),
    h("path", { d: "M23 31 H77 L50 60 Z", fill: "#ff5d8f" }),
    h("path", {
      d: "M50 60 V88 M30 90 H70",
      stroke: "#fff0fa",
      "stroke-width": 6,
      "stroke-linecap": "round",
    }),
    h("path", {
      d: "M38 46 L76 9",
      stroke: "#ffe9a8",
      "stroke-width": 4,
      "stroke-linecap": "round",
    }),
    h("circle", { cx: 57, cy: 28, r: 9, fill: "#9bbf3a", stroke: "#f4ffe0", "stroke-width": 3 }),
    h("circle", { cx: 57, cy: 28, r: 3, fill: "#d1352b" }),
  ];
}

function star() {
  return h("path", {
    d: "M50 14 L60 40 L88 41 L66 58 L74 86 L50 69 L26 86 L34 58 L12 41 L40 40 Z",
    fill: "#ffd35c",
  });
}

// The first roll and the attempts: dice kept, dice rolled, faces needed.

/** Draw the first roll of all five dice next to a new card. @param {LastChanceOpen} snapshot */
export function drawFirstRoll(snapshot) {
  return h(
    "section",
    { class: "cracking", key: "cracking" },
    h(
      "h2",
      { class: "ask" },
      sentenceOf("throws_all", { name: seatName(snapshot, snapshot.flipper) }),
    ),
    drawTask(snapshot, drawLegend(snapshot)),
    drawThrowing(snapshot, [], true),
  );
}

/**
 * Draw an attempt: tap the dice to keep, roll the others; spectators see which dice stay.
 * @param {LastChanceCrack} snapshot
 */
export function drawCrack(snapshot) {
  const may = mayAct(snapshot.cracker);
  const kept = keptIndices(snapshot);
  const faces = facesAt(snapshot, kept);
  const thrown = (snapshot.awaited?.count ?? 0) - kept.length;
  const first = !snapshot.dice.length;
  const name = seatName(snapshot, snapshot.cracker);
  const ask = may ? (first ? "throws_all" : "throws") : "attempt_of";
  const why = thrown ? null : t("throw_one");
  return h(
    "section",
    { class: "cracking", key: "cracking" },
    h("h2", { class: "ask" }, sentenceOf(ask, { name }, { count: thrown })),
    drawTask(
      snapshot,
      drawLeft(snapshot, drawStop(snapshot)),
      drawChance(snapshot, first ? null : faces, "fact plate soft"),
      first ? drawLegend(snapshot) : drawNeeds(snapshot.needs_beside[named(faces)] ?? []),
      drawLayHint(snapshot, kept),
    ),
    first
      ? null
      : may
        ? drawKeepDice(snapshot, { kept, fixed: ({ locked }) => Boolean(locked) })
        : drawWatchedDice(snapshot, kept),
    drawThrowing(snapshot, kept, first, why),
  );
}

/**
 * Draw the dice on other players' displays.
 * @param {LastChanceOpen} snapshot
 * @param {number[]} kept
 */
function drawWatchedDice(snapshot, kept) {
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const label = t("dice_lying", { faces: formatList(snapshot.dice.map(({ face }) => face)) });
  const rolling = isRolling(snapshot);
  const look = `keep-dice line center ${rolling ? "rolls" : ""}`;
  return h(
    "div",
    { class: look, key: "dice", role: "img", "aria-label": label, "data-roll": true },
    snapshot.dice.map(({ face }, index) => {
      const stays = kept.includes(index);
      const body = bodies[index];
      return drawDiePlace(
        stays ? "picked kept" : "",
        rolling && !stays
          ? rollingDie(snapshot.awaited?.faces, { body, at: index })
          : die(face, { body }),
        h("small", { class: stays ? "strong" : "soft" }, t(stays ? "kept" : "thrown")),
      );
    }),
  );
}

/**
 * Draw the `facts` of the attempt, next to the camera's picture if there is one.
 * @param {LastChanceOpen} snapshot
 * @param {...Child} facts
 */
function drawTask(snapshot, ...facts) {
  const seen = eyeReads(snapshot) && seesTray(snapshot);
  return h(
    "div",
    { class: seen ? "task with-tray line" : "task", key: "task" },
    seen ? drawSlot(snapshot, ON_STAGE) : null,
    h(
      "div",
      { class: "facts grid", vars: { "--least": "9rem" } },
      facts,
      seen || !mayAct() || !(eyeWatches(snapshot) || snapshot.eye.camera)
        ? null
        : h("div", { class: "fact plate", key: "camera" }, drawEyeState(snapshot.eye)),
    ),
  );
}

/**
 * Draw the card in the slot above the players, while the camera's picture has the stage; under a
 * lock, the places where a kept die may be laid are buttons.
 * @param {LastChanceOpen} snapshot
 */
export function drawCardSlot(snapshot) {
  const kept = snapshot.phase === "crack" ? keptIndices(snapshot) : [];
  const lays = laysOf(snapshot, kept);
  /** @param {number} slot */
  const onSlot = (slot) => {
    const here = lays.filter((lay) => lay.slot === slot);
    if (here.length === 1) sendAction({ type: "lay", seat: snapshot.cracker, ...here[0] });
    else showMessage(t("lay_one"));
  };
  const open = lays.map(({ slot }) => slot);
  const reached = reachedSlots(snapshot, facesAt(snapshot, kept));
  return h(
    "section",
    { class: "slot rigid of-card", key: "card" },
    drawCard(snapshot, { open, onSlot: lays.length ? onSlot : null, reached }),
  );
}

/**
 * Return the places of the card that the faces `kept` fill: drinks take those that come most often.
 * @param {LastChanceOpen} snapshot
 * @param {string[]} kept
 */
function reachedSlots({ card }, kept) {
  const loose = [...kept];
  /** @type {number[]} */
  const found = [];
  card.symbols.forEach((symbol, slot) => {
    const at = loose.indexOf(symbol);
    if (at < 0) return;
    loose.splice(at, 1);
    found.push(slot);
  });
  const drinks = new Map(
    [...new Set(loose)].map((face) => [face, loose.filter((one) => one === face)]),
  );
  for (const symbol of ["L", "C"]) {
    const slots = [...card.symbols.keys()].filter((slot) => card.symbols[slot] === symbol);
    const [face, dice] =
      [...drinks].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
    if (!face || !dice || dice.length > slots.length) continue;
    found.push(...slots.slice(0, dice.length));
    drinks.delete(face);
  }
  const jokers = [...card.symbols.keys()].filter((slot) => card.symbols[slot] === "J");
  return [...found, ...jokers.slice(0, [...drinks.values()].flat().length)];
}

/**
 * Return the dice (indices) that stay for the next roll: the tapped and the locked ones.
 * @param {LastChanceOpen} snapshot
 */
function keptIndices(snapshot) {
  const chosen = chosenDice(snapshot) ?? snapshot.offered;
  return snapshot.dice.flatMap(({ locked }, index) =>
    locked || chosen.includes(index) ? [index] : [],
  );
}

/** @param {LastChanceOpen} lastChance @param {number[]} kept */
function facesAt({ dice }, kept) {
  return kept.map((index) => dice[index].face);
}

/** @param {LastChanceOpen} lastChance @param {...Child} more */
function drawLeft({ attempts_left: left, card }, ...more) {
  return h(
    "p",
    { class: "fact plate", key: "attempts", role: "status" },
    h("span", { class: "soft" }, t("attempts_left", { count: left })),
    h(
      "span",
      { class: "row tight larger lit", "aria-hidden": "true" },
      Array.from({ length: card.attempts }, (_, at) => h("span", {}, at < left ? "●" : "○")),
    ),
    more,
  );
}

/**
 * Under a lock, where the dice `kept` (indices) may be laid: each a place of the card and a face.
 * @param {LastChanceOpen} snapshot
 * @param {number[]} kept
 */
function laysOf(snapshot, kept) {
  const loose = kept.map((index) => snapshot.dice[index]).filter(({ slot }) => slot === null);
  return legalChoices(snapshot, "lay")
    .flatMap(({ fields }) =>
      fields.slot.one_of.flatMap((slot) => fields.face.one_of.map((face) => ({ slot, face }))),
    )
    .filter(({ face }) => loose.some((one) => one.face === face));
}

/** @param {LastChanceOpen} snapshot @param {number[]} kept */
function drawLayHint(snapshot, kept) {
  return laysOf(snapshot, kept).length
    ? h("p", { class: "fact plate soft", key: "lay-hint" }, t("lay_hint"))
    : null;
}

/**
 * @param {LastChanceOpen} snapshot
 * @param {number[]} kept
 * @param {boolean} first
 * @param {string | null} [why]
 */
function drawThrowing(snapshot, kept, first, why = null) {
  const seat = snapshot.phase === "roll" ? snapshot.flipper : snapshot.cracker;
  if (!mayAct(seat)) return null; // their owner enters the dice, or somebody at the table
  const roll = snapshot.phase === "roll";
  return drawThrowOthers(snapshot, kept, seat, {
    slots: first,
    soon: state.ui.throwsSoon,
    why,
    ...(roll && { act: (thrown) => ({ type: "roll", seat, faces: thrown }) }),
  });
}

/** @param {LastChanceOpen} snapshot */
function drawStop(snapshot) {
  const [choice] = legalChoices(snapshot, "stop");
  return choice ? actionButton("quiet", t("give_up"), { type: "stop", seat: choice.seat }) : null;
}
