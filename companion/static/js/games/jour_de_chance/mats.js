/** The place of each player: an open row, and a bank as a ruler of 21 steps. */

import { h } from "../../parts/dom.js";
import { seatColour, seatSign } from "../../parts/seats.js";
import { legalChoices, state } from "../../store.js";
import { formatList, t } from "../../words.js";
import { drawCard } from "./card.js";

const FEW = 4;
const WORDY = 13; // steps on which more than a figure fits

/**
 * Draw every player's place. `onBank(owner, card)` is called when a card
 * that this device may bank is tapped.
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.OnBank | null} onBank
 */
export function drawMats(snapshot, onBank) {
  const open = new Set(
    legalChoices(snapshot, "bank_card").flatMap(({ fields }) =>
      fields.card.one_of.map((card) => rowCardKey(fields.owner.one_of[0], card)),
    ),
  );
  return h(
    "ol",
    { class: "mats lanes grow", key: "mats", "aria-label": t("players") },
    snapshot.seats.map((seat) => drawMat(snapshot, seat, open, onBank)),
  );
}

/**
 * Return what identifies one card of the rows: a row never holds a value twice.
 * @param {number} owner
 * @param {number} card
 */
export function rowCardKey(owner, card) {
  return `${owner}-${card}`;
}

/**
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.Seat} seat
 * @param {Set<string>} open
 * @param {JourDeChance.OnBank | null} onBank
 */
function drawMat(snapshot, seat, open, onBank) {
  const turn = snapshot.turn === seat.seat;
  const own = state.you.role === "player" && state.you.seat === seat.seat;
  const lost = seat.to_21 < 0;
  return h(
    "li",
    {
      class: `mat line plate shrinks of-seat ${turn ? "turn" : ""} ${own ? "own" : ""} ${lost ? "lost" : ""} ${seat.playing ? "" : "out"}`,
      key: `mat${seat.seat}`,
      vars: { "--seat": seatColour(seat.seat) },
      "aria-current": turn ? "true" : null,
    },
    h(
      "p",
      { class: "mat-head lane-name line full" },
      seatSign(seat.seat),
      h("b", { class: "mat-name clip" }, seat.name),
      h("span", { class: `mat-total strong larger ${lost ? "bad" : ""}` }, seat.total),
    ),
    drawRow(snapshot, seat, open, onBank),
    drawRuler(seat),
  );
}

/**
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.Seat} seat
 * @param {Set<string>} open
 * @param {JourDeChance.OnBank | null} onBank
 */
function drawRow(snapshot, seat, open, onBank) {
  const waits = snapshot.turn === seat.seat && !seat.row.length && snapshot.phase !== "over";
  return h(
    "div",
    {
      class: "mat-row line grow",
      role: "group",
      "aria-label": t("jour_row_of", { name: seat.name }),
      "data-row": seat.seat,
    },
    seat.row.map((card) => drawOpen(snapshot, seat, card, open, onBank)),
    seat.row.length
      ? null
      : h(
          "span",
          { class: "mat-empty jour-card full dashed lit large middle", key: "empty" },
          waits ? "?" : "",
        ),
  );
}

/**
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.Seat} seat
 * @param {number} card
 * @param {Set<string>} open
 * @param {JourDeChance.OnBank | null} onBank
 */
function drawOpen(snapshot, seat, card, open, onBank) {
  const place = rowCardKey(seat.seat, card);
  const props = { key: `card${place}`, "data-place": place };
  const own = snapshot.seats[snapshot.turn ?? -1];
  if (!onBank || !open.has(place))
    return h("span", { ...props, class: "open-card shrinks" }, drawCard(card));
  const total = own.total + card;
  const over = card > own.to_21;
  const words = t(over ? "jour_bank_over" : "jour_bank_card", { card, name: seat.name, total });
  return h(
    "button",
    {
      ...props,
      class: `open-card shrinks bare anchor can-bank ${over ? "over" : ""}`,
      "aria-label": words,
      onclick: () => onBank(seat.seat, card),
    },
    drawCard(card),
    total > card
      ? h(
          "span",
          { class: "would-be brass atop strong one-line", "aria-hidden": "true" },
          "→",
          total,
        )
      : null,
  );
}

/** "few" if `steps` are too few for a figure to fit on the short ruler. @param {number} steps */
function sizeOf(steps) {
  return steps < FEW ? "few" : "";
}

/**
 * Draw the banked cards along 21 steps, each as long as its value; the rest is empty.
 * @param {JourDeChance.Seat} seat
 */
function drawRuler({ seat, name, banked, total, to_21: left }) {
  const words = banked.length
    ? t("jour_bank_of", { name, cards: formatList(banked.map(String)), total, left })
    : t("jour_bank_empty", { name });
  return h(
    "div",
    {
      class: `ruler strong cut-off grow ${left === 0 ? "full" : ""}`,
      role: "img",
      "aria-label": left < 0 ? t("jour_bank_lost", { name, total }) : words,
      "data-bank": seat,
    },
    banked.map((card, at) =>
      h(
        "span",
        {
          class: `step-card center shrinks ${sizeOf(card)}`,
          key: `banked${at}`,
          vars: { "--worth": card },
        },
        card,
      ),
    ),
    left > 0
      ? h(
          "span",
          {
            class: `steps-left center lit ${sizeOf(left)}`,
            key: "left",
            vars: { "--worth": left },
          },
          left < WORDY ? left : h("span", { class: "steps-word" }, t("jour_left", { count: left })),
        )
      : h(
          "span",
          { class: "steps-end brass one-line", key: "left" },
          left < 0 ? t("jour_over") : t("jour_21"),
        ),
  );
}
