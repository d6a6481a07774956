/** The card on the table, and the dice beside it. */

import { die, faceName } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { correctDie, placesTold, seenDice } from "../../parts/tray.js";
import { mayAct } from "../../store.js";
import { formatAmount, formatList, formatPercent, t } from "../../words.js";
import { symbol } from "./drinks.js";

const MOST_WAYS = 4;

/**
 * Draw the open card: five symbols, the prize, the attempts. `onSlot(slot)` makes the places in
 * `open` buttons (a die may be laid there).
 */
export function drawCard(snapshot, { open = [], onSlot = null } = {}) {
  const { card } = snapshot;
  const slots = snapshot.slots ?? card.symbols.map((name) => ({ symbol: name, face: null }));
  return h(
    "section",
    { class: "card", key: "card", "aria-label": cardInWords(card) },
    h(
      "div",
      { class: "line" },
      slots.map(({ symbol: name, face }, slot) =>
        onSlot && open.includes(slot)
          ? h(
              "button",
              {
                class: "card-slot middle anchor open bare",
                "aria-label": t("lay_here", { symbol: faceName(name) }),
                onclick: () => onSlot(slot),
              },
              symbol(name),
            )
          : h(
              "span",
              { class: `card-slot middle anchor ${face ? "laid" : ""}` },
              symbol(name),
              face ? h("span", { class: "laid-die" }, die(face)) : null,
            ),
      ),
    ),
    h(
      "p",
      { class: "line spread" },
      h("span", { class: "card-prize larger strong" }, formatAmount(card.prize)),
      h("span", { class: "card-attempts" }, t("attempts", { count: card.attempts })),
    ),
  );
}

/** A card in one sentence, for who cannot see it. */
export function cardInWords(card) {
  return t("card_words", {
    symbols: card.symbols.map((name) => faceName(name)).join(", "),
    prize: formatAmount(card.prize),
    attempts: t("attempts", { count: card.attempts }),
  });
}

/** Draw the dice as they lie; a tap on one corrects what it shows. */
export function drawDiceLying(snapshot) {
  const { dice, last_roll: last } = snapshot;
  if (!dice.length) return null;
  const label = t("dice_lying", { faces: formatList(dice.map((one) => one.face)) });
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const correct = ({ target, currentTarget }) => {
    const at = [...currentTarget.children].indexOf(target.closest(".die"));
    correctDie(last, dice, placesTold(snapshot)[at] ?? -1);
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
 * Draw the exact chance to crack the card with best play from here or, where it is decided which
 * faces are `kept`, with these; nothing where the house rules hide it.
 */
export function drawChance(snapshot, kept = null) {
  const { odds } = snapshot;
  if (typeof odds?.chance !== "number") return null;
  const cost = kept === null ? 0 : costOf(odds, kept);
  if (cost === null) return null;
  const chance = formatPercent(odds.chance - cost);
  const told = t(kept === null ? "chance_best" : "chance_kept", { chance });
  return h("span", { class: "chance plate pill sentence strong", key: "chance" }, told);
}

function costOf({ keep, costs }, kept) {
  const named = (faces) => [...faces].sort().join(" ");
  if (keep.some((best) => named(best) === named(kept))) return 0;
  return costs[named(kept)] ?? null;
}

/** Draw what is sold (card, dice and chance), and `beside` it what is offered for it. */
export function drawLot(snapshot, beside) {
  const lot = [drawCard(snapshot), drawDiceLying(snapshot), drawChance(snapshot)];
  return h(
    "div",
    { class: "lot row center" },
    h("div", { class: "stack center tight" }, lot),
    beside,
  );
}

/** Draw which faces would complete the card: one of the lists `ways`. */
export function drawNeeds(ways) {
  if (!ways.length) return null;
  const shown = ways.length > MOST_WAYS ? [] : ways;
  return h(
    "p",
    { class: "row center soft dice-s", key: "needs" },
    h("span", {}, t("needs")),
    shown.map((faces, index) => [
      index ? h("span", {}, t("or")) : null,
      h(
        "span",
        { class: "line tight" },
        faces.map((face) => die(face)),
      ),
    ]),
    shown.length ? null : h("span", {}, t("needs_many", { count: ways[0].length })),
  );
}
