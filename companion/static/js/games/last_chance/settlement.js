/** The settlement, line by line with the bills to move; a lucky flash with joy. */

import { drawDock, drawTimedButton } from "../../parts/controls.js";
import { die } from "../../parts/dice.js";
import { button, h, icon } from "../../parts/dom.js";
import { drawEnding } from "../../parts/overlays.js";
import { seatSign } from "../../parts/seats.js";
import { seenDice } from "../../parts/tray.js";
import { eventSentence } from "../../sentences.js";
import { changeUi, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";

const SPARKS = 14;
const BACK = new Set(["stake_back", "bet_back"]); // the money is taken back

/** @type {Record<string, string>} */
const NEXT = { over: "next_ranking", auction: "next_auction", flip: "next_card" };

/** @type {{ kind: string, seat: number | null, events: GameEvent[], payments: Payment[] }} */
const NOTHING = { kind: "", seat: null, events: [], payments: [] };

const OUTCOMES = new Set([
  "lucky_flash",
  "card_cracked",
  "crack_failed",
  "player_eliminated",
  "nobody_bid",
  "player_left",
]);

/**
 * Return the last settlement: its `events`, `payments` and player; null before any.
 * @param {Snapshot} snapshot
 */
export function outcomeOf({ scene }) {
  const events = (scene?.events ?? []).filter(({ type }) => OUTCOMES.has(type));
  if (!events.length) return null;
  const payments = /** @type {Payment[]} */ (scene.events.filter(({ transfer }) => transfer));
  return { events, kind: events[0].type, seat: events[0].seat ?? null, payments };
}

/** Whether the last settlement is still to be shown on this device. @param {LastChance} snapshot */
export function isSettlementUnread(snapshot) {
  const { ui } = state;
  const { version } = snapshot.scene ?? {};
  const outcome = outcomeOf(snapshot);
  const tries = outcome?.kind === "nobody_bid" && ["bets", "crack"].includes(snapshot.phase);
  const ended = outcome !== null && !tries;
  // A page opened during the bids does not show an earlier settlement.
  if (ui.settlementRead === undefined && snapshot.high_bid) ui.settlementRead = version;
  else if (!ended) ui.settlementRead = null;
  ui.settlementRead ??= null;
  return ended && snapshot.phase !== "overbid" && ui.settlementRead !== version;
}

/**
 * Whether the last settlement was the end of its card; otherwise the card is sold again.
 * @param {LastChance} snapshot
 */
export function tookCard(snapshot) {
  return ["lucky_flash", "card_cracked"].includes(outcomeOf(snapshot)?.kind ?? "");
}

/** Draw the last settlement. @param {LastChance} snapshot */
export function drawSettlement(snapshot) {
  const { kind } = outcomeOf(snapshot) ?? NOTHING;
  const [title, ...more] = sentencesOf(snapshot);
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const joy = tookCard(snapshot);
  return h(
    "section",
    { class: `settling ${kind} ${joy ? "joy" : ""}`, key: "settling" },
    joy ? sparks() : null,
    h(
      "div",
      { class: "hero line" },
      h(
        "div",
        { class: "outcome stack grow tight" },
        h("h2", { class: joy ? "ask lit" : "ask" }, title),
        more.map((sentence) => h("p", { class: "strong", key: sentence ?? "" }, sentence)),
        snapshot.dice.length
          ? h(
              "div",
              { class: "line dice-lying", "data-roll": true },
              snapshot.dice.map(({ face, kept }, at) =>
                die(face, { body: bodies[at], className: kept ? "stayed" : "" }),
              ),
            )
          : null,
      ),
    ),
    drawLines(snapshot),
    drawDock(
      drawTimedButton(String(snapshot.scene.version), t(next(snapshot)), () => leave(snapshot)),
    ),
  );
}

/**
 * Draw its first sentence during an auction that goes on; a tap shows all of it.
 * @param {LastChance} snapshot
 */
export function drawFolded(snapshot) {
  return h(
    "div",
    { class: "settled line tight", key: "settled" },
    button(
      "quiet little",
      [sentencesOf(snapshot)[0], h("span", { "aria-hidden": "true" }, " ▸")],
      () => changeUi({ settledOpen: true }),
    ),
    button("tool anchor", icon("cross"), () => leave(snapshot), { "aria-label": t("close") }),
  );
}

/** @param {LastChance} snapshot */
function leave(snapshot) {
  changeUi({ settlementRead: snapshot.scene.version, settledOpen: false });
}

/**
 * Each of its events as a sentence, the first as the title.
 * @param {LastChance} snapshot
 */
function sentencesOf(snapshot) {
  const names = snapshot.seats.map(({ name }) => name);
  const { events } = outcomeOf(snapshot) ?? NOTHING;
  return events.map((event) => eventSentence(event, snapshot.game ?? "", names));
}

/**
 * Draw each player's gain or loss with the bills that move: one lane for each seat.
 * @param {LastChance} snapshot
 */
function drawLines(snapshot) {
  const outcome = outcomeOf(snapshot) ?? NOTHING;
  const nets = netsOf(outcome, snapshot.seats);
  return h(
    "ul",
    { class: "lanes transfers" },
    snapshot.seats.map((one) => {
      const { seat } = one;
      const own = outcome.payments.filter(({ transfer }) => ownerOf(transfer, outcome) === seat);
      const won = tookCard(snapshot) && seat === outcome.seat;
      const tone = nets[seat] > 0 ? "good" : nets[seat] < 0 ? "bad" : "soft";
      return h(
        "li",
        {
          class: [
            "transfer lane plate",
            won ? "leading" : own.length ? "" : "unmoved",
            seat === state.you.seat ? "own" : "",
          ].join(" "),
          key: `net${seat}`,
        },
        drawLaneName(one),
        h(
          "b",
          { class: `net one-line ${tone}` },
          own.length || one.active ? signed(nets[seat]) : null,
        ),
        drawWhy(own),
        h(
          "span",
          { class: "row moved" },
          own
            .filter(({ transfer }) => !BACK.has(transfer.reason))
            .map((payment) => drawPayment(payment, snapshot.money.bills)),
        ),
      );
    }),
  );
}

/** Draw the player of a lane that is not next to their seat. @param {Seat} seat */
export function drawLaneName({ seat, name }) {
  return h("span", { class: "lane-name line" }, seatSign(seat), h("b", { class: "clip" }, name));
}

/** Why the money of a seat moves, and where to. @param {Payment[]} payments */
function drawWhy(payments) {
  const moved = payments.filter(({ transfer }) => !BACK.has(transfer.reason));
  const back = payments.filter(({ transfer }) => BACK.has(transfer.reason));
  const way = moved.map(({ transfer: { payer, payee } }) =>
    payee === "bank" ? t("pays_bank") : payer === "bank" ? t("bank_pays") : t("pays_player"),
  );
  /** @param {Payment[]} some */
  const reasons = (some) => some.map(({ transfer }) => t(`reason_${transfer.reason}`));
  return h(
    "span",
    { class: "why left" },
    h("b", { class: "strong" }, reasons(moved).join(", ")),
    h("span", { class: "soft" }, [...new Set(way), ...reasons(back)].join(", ")),
  );
}

/**
 * Return the seat whose lane shows a transfer: the payer or, if that is the bank, the payee.
 * @param {Payment["transfer"]} transfer
 * @param {{ seat: number | null }} outcome
 */
function ownerOf({ payer, payee }, { seat: cracker }) {
  const [kind, seat] = (payer === "bank" ? payee : payer).split(":");
  return kind === "stake" ? cracker : Number(seat);
}

/** @param {LastChance} snapshot */
function next(snapshot) {
  return NEXT[snapshot.phase] ?? "next";
}

/** Sparks that fly to all sides, some a little later than others. */
function sparks() {
  /** @param {unknown} _ @param {number} at */
  const spark = (_, at) => {
    const angle = (2 * Math.PI * at) / SPARKS;
    const vars = {
      "--x": `${Math.round(330 * Math.cos(angle))}px`,
      "--y": `${Math.round(270 * Math.sin(angle))}px`,
      "--wait": `${(at % 4) * 0.08}s`,
    };
    return h("i", { class: "spark atop", vars });
  };
  return h(
    "div",
    { class: "sparks cover cut-off", "aria-hidden": "true" },
    Array.from({ length: SPARKS }, spark),
  );
}

// The bills that make an amount.

const COLOURS = ["#a23c2f", "#35609a", "#3a7440"]; // by rank, the largest bill first

/**
 * Draw the bills paid, and the change from the bank (or from its payee).
 * @param {LaidBills} laidBills
 * @param {number[]} kinds
 */
export function drawPayment({ bills, change }, kinds) {
  return [
    drawBills(bills, kinds),
    change.length
      ? h(
          "span",
          { class: "line" },
          h("span", { class: "soft" }, t("bills_change")),
          drawBills(change, kinds),
        )
      : null,
  ];
}

/**
 * Draw `piles` of bills, `[[bill, count], …]`, each kind in its colour.
 * @param {Bills} piles
 * @param {number[]} kinds
 */
export function drawBills(piles, kinds) {
  return h(
    "span",
    { class: "bills row", role: "img", "aria-label": billsInWords(piles) },
    piles.map(([bill, count]) =>
      h(
        "span",
        { class: "line tight" },
        h("span", { class: "strong" }, `${count}\u202f×`),
        billPicture(bill, COLOURS[kinds.indexOf(bill)]),
      ),
    ),
  );
}

/** @param {Bills} piles */
function billsInWords(piles) {
  return piles
    .map(([bill, count]) => t("bills_of", { count, bill: formatAmount(bill) }))
    .join(", ");
}

/**
 * Return a note in its colour; the figures keep their size however small the page is.
 * @param {number} bill
 * @param {string} colour
 */
function billPicture(bill, colour) {
  return h(
    "svg",
    { class: "bill", viewBox: "0 0 124 46" },
    h("rect", { x: 1, y: 1, width: 122, height: 44, rx: 6, fill: "#f4ead0" }),
    h("rect", { x: 4, y: 4, width: 116, height: 38, rx: 4, fill: colour }),
    h("circle", { cx: 62, cy: 23, r: 17, fill: "rgba(255,255,255,.16)" }),
    h(
      "text",
      {
        x: 62,
        y: 31.5,
        "text-anchor": "middle",
        "font-size": 24,
        "font-weight": 700,
        fill: "#fffaf0",
      },
      formatAmount(bill),
    ),
  );
}

// The result of a card for each person: their money compared with before the sale.

/**
 * Return how much each seat gained or lost; stakes and bets were their own money.
 * @param {{ payments: Payment[], seat: number | null }} given
 * @param {Seat[]} seats
 */
function netsOf({ payments, seat: cracker }, seats) {
  const nets = seats.map(() => 0);
  /** @param {string} account @param {number} value */
  const book = (account, value) => {
    const [kind, seat] = account.split(":");
    if (kind === "stake") nets[cracker ?? -1] += value;
    else if (kind !== "bank") nets[Number(seat)] += value;
  };
  for (const { transfer } of payments) {
    const { payer, payee, amount: value } = transfer;
    book(payer, -value);
    book(payee, value);
  }
  return nets;
}

/** @param {number} value */
function signed(value) {
  return (value > 0 ? "+" : value < 0 ? "\u2212" : "±") + formatAmount(Math.abs(value));
}

// The end: parts that only Last Chance shows in the ending that all games share.

/**
 * Draw the ranking: money and cards, since nobody wins without a card.
 * @param {LastChance} snapshot
 */
export function drawRanking(snapshot) {
  return drawEnding(snapshot, { note: (seat) => note(snapshot.seats[seat], snapshot) });
}

/** @param {LastChanceSeat} seat @param {LastChance} snapshot */
function note(seat, snapshot) {
  if (!seat.active) return t("out");
  const qualified = snapshot.ranking?.find((row) => row.seat === seat.seat)?.qualified;
  return qualified ? t("cards_won", { count: seat.cards.length }) : t("no_card");
}
