/** What came of it, line by line with the bills to move; a lucky flash with joy. */

import { drawTimedButton } from "../../parts/controls.js";
import { die } from "../../parts/dice.js";
import { h, icon } from "../../parts/dom.js";
import { seatName } from "../../parts/seats.js";
import { seenDice } from "../../parts/tray.js";
import { eventSentence } from "../../sentences.js";
import { changeUi, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { drawPayment } from "./bills.js";
import { drawNetGains } from "./net_gains.js";

const MANY = 5; // lines that fit with large bills
const SPARKS = 14;
const SECONDS_A_LINE = 2; // to move the bills of one

const OUTCOMES = new Set([
  "lucky_flash",
  "card_cracked",
  "crack_failed",
  "player_eliminated",
  "nobody_bid",
  "player_left",
]);

/** What ended last: its `events`, the `payments` that followed, and whose it was; null before any. */
export function outcomeOf({ scene }) {
  const events = (scene?.events ?? []).filter(({ type }) => OUTCOMES.has(type));
  if (!events.length) return null;
  const payments = scene.events.filter(({ transfer }) => transfer);
  return { events, kind: events[0].type, seat: events[0].seat ?? null, payments };
}

/** Whether what ended last is still to be shown on this device. */
export function isUntold(snapshot) {
  const { ui } = state;
  const { version } = snapshot.scene ?? {};
  const outcome = outcomeOf(snapshot);
  const tries = outcome?.kind === "nobody_bid" && ["bets", "crack"].includes(snapshot.phase);
  const ended = outcome !== null && !tries;
  // A page that was opened in the middle of the bids comes too late for what was before them.
  if (ui.told === undefined && snapshot.high_bid) ui.told = version;
  else if (!ended) ui.told = null;
  ui.told ??= null;
  return ended && snapshot.phase !== "overbid" && ui.told !== version;
}

/** Whether what ended last was the end of its card; else the card is sold again. */
export function tookCard(snapshot) {
  return ["lucky_flash", "card_cracked"].includes(outcomeOf(snapshot)?.kind);
}

/** Draw the settlement of what just ended. */
export function drawSettlement(snapshot) {
  const { kind, payments } = outcomeOf(snapshot);
  const [title, ...more] = sentencesOf(snapshot);
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const joy = tookCard(snapshot);
  return h(
    "section",
    { class: `settling ask-block center anchor ${kind} ${joy ? "joy" : ""}`, key: "settling" },
    joy ? sparks() : null,
    h("h2", { class: "ask" }, title),
    more.map((sentence) => h("p", { class: "strong", key: sentence }, sentence)),
    snapshot.dice.length
      ? h(
          "div",
          {
            class: `line ${payments.length > MANY ? "dice-m" : "dice-l"}`,
            "data-roll": true,
          },
          snapshot.dice.map(({ face, kept }, at) =>
            die(face, { body: bodies[at], className: kept ? "stayed" : "" }),
          ),
        )
      : null,
    drawNetGains(snapshot),
    drawLines(snapshot),
    h(
      "div",
      { class: "foot" },
      drawTimedButton(snapshot.scene.version, t(next(snapshot)), () => leave(snapshot), {
        more: SECONDS_A_LINE * payments.length,
      }),
    ),
  );
}

/** Draw it folded, under an auction that others have gone on with. */
export function drawFolded(snapshot) {
  const open = Boolean(state.ui.settledOpen);
  return h(
    "section",
    { class: "settled stack tight", key: "settled" },
    h(
      "div",
      { class: "line center" },
      h(
        "button",
        {
          class: "quiet",
          "aria-expanded": open ? "true" : "false",
          onclick: () => changeUi({ settledOpen: !open }),
        },
        sentencesOf(snapshot)[0],
        h("span", { "aria-hidden": "true" }, open ? " ▴" : " ▾"),
      ),
      h(
        "button",
        { class: "tool anchor", "aria-label": t("close"), onclick: () => leave(snapshot) },
        icon("cross"),
      ),
    ),
    open ? drawLines(snapshot) : null,
  );
}

function leave(snapshot) {
  changeUi({ told: snapshot.scene.version, settledOpen: false });
}

/** Each event of what ended as a sentence, the first as the title. */
function sentencesOf({ game, seats, ...snapshot }) {
  const names = seats.map(({ name }) => name);
  return outcomeOf(snapshot).events.map((event) => eventSentence(event, game, names));
}

function drawLines(snapshot) {
  const { payments } = outcomeOf(snapshot);
  return h(
    "ol",
    { class: `transfers stack tight full ${payments.length > MANY ? "many" : ""}` },
    payments.map((payment) => drawLine(snapshot, payment)),
  );
}

function next(snapshot) {
  return (
    { over: "next_ranking", auction: "next_auction", flip: "next_card" }[snapshot.phase] ?? "next"
  );
}

function drawLine(snapshot, payment) {
  const { payer, payee, amount: value, reason } = payment.transfer;
  return h(
    "li",
    { class: "transfer plate row left" },
    h("span", { class: "soft" }, t(`reason_${reason}`)),
    h(
      "span",
      { class: "row transfer-path" },
      account(snapshot, payer, payee),
      h("span", { class: "lit", "aria-label": t("to") }, "→"),
      account(snapshot, payee),
    ),
    h("b", { class: "large" }, formatAmount(value)),
    drawPayment(payment, snapshot.money.bills),
  );
}

function account(snapshot, name, payee = "") {
  const [kind, seat] = name.split(":");
  if (kind === "seat") return seatName(snapshot, Number(seat));
  // Whose bet it was need not be said when it goes back to him.
  if (kind === "bet") {
    return h(
      "span",
      { class: "strong" },
      t("bet_area"),
      payee === `seat:${seat}` ? null : [" ", seatName(snapshot, Number(seat))],
    );
  }
  return h("span", { class: "strong" }, t(kind));
}

/** Sparks that fly to all sides, some a little later than others. */
function sparks() {
  const spark = (_, at) => {
    const angle = (2 * Math.PI * at) / SPARKS;
    const vars = {
      "--x": `${Math.round(330 * Math.cos(angle))}px`,
      "--y": `${Math.round(270 * Math.sin(angle))}px`,
      "--wait": `${(at % 4) * 0.08}s`,
    };
    return h("i", { class: "spark", vars });
  };
  return h(
    "div",
    { class: "sparks cover cut-off", "aria-hidden": "true" },
    Array.from({ length: SPARKS }, spark),
  );
}
