/** The draw pile: entering a card with one tap, and the chances of the next one. */

import { sendAction } from "../../actions.js";
import { drawCardFollower } from "../../parts/card_eye.js";
import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { legalChoices, mayAct } from "../../store.js";
import { formatPercent, t } from "../../words.js";
import { drawBack, drawCard, drawTwins } from "./card.js";

// They have different stripes, too.
/** @type {Record<string, string>} */
const FILLS = {
  joins: "#6cc58a",
  pair: "repeating-linear-gradient(135deg, #ffd785 0 7px, #b9872d 7px 11px)",
  over: "repeating-linear-gradient(45deg, #f0705a 0 4px, #7d1d10 4px 9px)",
};

/**
 * Draw the entry of the next card by an action `type` (``deal_card`` or ``draw_card``): the ten
 * values or the table's own deck, if this device may act; and the chances.
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.Draw["type"]} type
 */
export function drawPile(snapshot, type) {
  const [choice] = legalChoices(snapshot, type);
  if (!choice && !snapshot.odds) return null;
  return h(
    "section",
    { class: "pile rigid stack plate wood", key: "pile", "aria-label": t("jour_pile") },
    choice ? drawEntry(snapshot, choice) : null,
    drawOdds(snapshot),
  );
}

/**
 * Draw the other ways to enter that card. One that the camera sees may also be banked:
 * `onBank(owner, card)`.
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.Draw["type"]} type
 * @param {JourDeChance.OnBank | null} onBank
 */
export function drawOtherWays(snapshot, type, onBank) {
  const [choice] = legalChoices(snapshot, type);
  if (!choice) return null;
  const { draws } = snapshot;
  return [
    snapshot.can_draw && mayAct()
      ? actionButton(
          "quiet",
          t(draws ? "jour_real_cards" : "jour_no_cards"),
          { type: "draws", draws: !draws },
          { key: "deck" },
        )
      : null,
    drawFollower(snapshot, choice, onBank),
  ];
}

/**
 * Cards that the camera sees: drawn, or banked from a row with one of that value.
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.Draw} draw
 * @param {JourDeChance.OnBank | null} onBank
 */
function drawFollower(snapshot, { type, seat, fields }, onBank) {
  const values = fields.card.one_of;
  /** @param {number} card */
  const waysOf = (card) => [
    ...(values.includes(card)
      ? [{ words: t("jour_came", { card }), act: () => sendAction({ type, seat, card }) }]
      : []),
    ...legalChoices(snapshot, "bank_card")
      .filter((bank) => bank.fields.card.one_of.includes(card))
      .map((bank) =>
        wayToBank(snapshot.seats, bank.seat, card, bank.fields.owner.one_of[0], onBank),
      ),
  ];
  const named = { waysOf, nameOf: String, names: values.map(String) };
  return drawCardFollower(snapshot, snapshot.draws ? null : named);
}

/**
 * @param {JourDeChance.Seat[]} seats
 * @param {number} seat
 * @param {number} card
 * @param {number} owner
 * @param {JourDeChance.OnBank | null} onBank
 */
function wayToBank(seats, seat, card, owner, onBank) {
  const total = seats[seat].total + card;
  const words = t("jour_bank_card", { card, name: seats[owner].name, total });
  return { words, act: () => onBank?.(owner, card) };
}

/** @param {JourDeChance.Table} snapshot @param {JourDeChance.Draw} choice */
function drawEntry(snapshot, choice) {
  const draws = snapshot.can_draw && snapshot.draws;
  return [
    h("h3", {}, t(draws ? "jour_table_draws" : "jour_which_card")),
    draws ? drawDeck(choice) : drawPad(snapshot, choice),
  ];
}

/** @param {JourDeChance.Table} snapshot @param {JourDeChance.Draw} choice */
function drawPad(snapshot, choice) {
  const left = new Set(choice.fields.card.one_of);
  return h(
    "div",
    { class: "jour-pad grid", key: "pad", role: "group", "aria-label": t("jour_which_card") },
    snapshot.deck.map((one) => drawKey(snapshot, choice, one, left.has(one.card))),
  );
}

/**
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.Draw} choice
 * @param {JourDeChance.Value} value
 * @param {boolean} there
 */
function drawKey(snapshot, choice, { card, left }, there) {
  const seat = snapshot.seats[choice.seat];
  const pair = there && seat.row.includes(card);
  const over = pair && card > seat.to_21;
  const meaning = over ? "jour_makes_over" : pair ? "jour_makes_pair" : null;
  const words = [String(card), meaning && t(meaning), t("jour_left_in_pile", { count: left })];
  return actionButton(
    `jour-key bare anchor ${over ? "over" : pair ? "pair" : ""}`,
    [
      drawCard(card),
      h(
        "small",
        { class: "jour-key-note soft", "aria-hidden": "true" },
        showsOdds(snapshot) ? `${left}\u202f×` : null,
      ),
      pair
        ? h(
            "span",
            { class: "jour-flag brass atop strong", "aria-hidden": "true" },
            over ? "!" : drawTwins(),
          )
        : null,
    ],
    { type: choice.type, seat: choice.seat, card },
    {
      "data-card": card,
      key: `key${card}`,
      disabled: !there,
      "aria-label": words.filter((word, at) => word && (at < 2 || showsOdds(snapshot))).join(", "),
    },
  );
}

/** @param {JourDeChance.Draw} choice */
function drawDeck({ seat }) {
  return actionButton(
    "second middle",
    [
      h("span", { class: "jour-heap middle" }, [0, 1, 2].map(drawBack)),
      h("b", {}, t("jour_turn_one")),
    ],
    { type: "draw", seat },
    { key: "own-deck", vars: { "--card": "4.6rem" } },
  );
}

/**
 * Return whether the odds may be shown. The numbers of cards left reveal them: one rule hides both.
 * @param {JourDeChance.Table} snapshot
 */
function showsOdds(snapshot) {
  return snapshot.options.tell_odds !== false;
}

/**
 * Draw the chances of the next card for the player in turn: three shares of one bar.
 * @param {JourDeChance.Table} snapshot
 */
function drawOdds(snapshot) {
  if (!snapshot.odds) return null;
  const { pair, over } = snapshot.odds.draw;
  /** @type {[kind: string, share: number][]} */
  const all = [
    ["pair", pair - over],
    ["over", over],
  ];
  const shares = all.filter(([, share]) => share > 0);
  // The parts as they are written make up the whole, too.
  const rest = shares.reduce((left, [, share]) => left - Math.round(100 * share), 100);
  shares.unshift(["joins", rest / 100]);
  return h(
    "section",
    { class: "jour-odds stack tight", key: "odds", "aria-label": t("jour_next_card") },
    h("h3", {}, t("jour_next_card")),
    h(
      "div",
      { class: "odds-bar line tight cut-off", "aria-hidden": "true" },
      shares.map(([kind, share]) =>
        h("span", { class: "share", key: kind, vars: { "--share": share, "--fill": FILLS[kind] } }),
      ),
    ),
    h(
      "dl",
      { class: "odds-list" },
      shares.map(([kind, share]) =>
        h(
          "div",
          { class: "odds-line line", key: kind, vars: { "--fill": FILLS[kind] } },
          h("dd", { class: "strong large" }, formatPercent(share)),
          h("dt", {}, t(`jour_odds_${kind}`)),
        ),
      ),
    ),
  );
}
