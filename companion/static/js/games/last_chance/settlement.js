/** What came of it, line by line with the bills to move; a lucky flash with joy. */

import { drawTimedButton } from "../../parts/controls.js";
import { die } from "../../parts/dice.js";
import { h, icon } from "../../parts/dom.js";
import { seatName } from "../../parts/seats.js";
import { seenDice } from "../../parts/tray.js";
import { changeUi, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { drawPayment } from "./bills.js";
import { drawNetGains } from "./net_gains.js";

const MANY = 5; // lines that fit with large bills
const SPARKS = 14;
const SECONDS_A_LINE = 2; // to move the bills of one

/** What tells one outcome from the next, so that each is told once however long it is kept. */
export function outcomeKey({ outcome, settlement, cards_left: left }) {
  return JSON.stringify([outcome, settlement, left]);
}

/** Whether what ended last is still to be told on this device. */
export function isUntold(snapshot) {
  const { ui } = state;
  const key = snapshot.outcome && outcomeKey(snapshot);
  // A page that was opened in the middle of the bids comes too late for what was before them.
  if (ui.told === undefined && snapshot.high_bid) ui.told = key;
  else if (!key) ui.told = null;
  ui.told ??= null;
  return Boolean(key) && snapshot.phase !== "overbid" && ui.told !== key;
}

/** Whether what ended last was the end of its card; else the card is sold again. */
export function tookCard({ outcome }) {
  return outcome.kind === "lucky_flash" || outcome.kind === "cracked";
}

/** Draw the settlement of what just ended. */
export function drawSettlement(snapshot) {
  const { kind } = snapshot.outcome;
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const joy = tookCard(snapshot);
  return h(
    "section",
    { class: `settling ask-block center anchor ${kind} ${joy ? "joy" : ""}`, key: "settling" },
    joy ? sparks() : null,
    h("h2", { class: "ask" }, titleOf(snapshot)),
    snapshot.dice.length
      ? h(
          "div",
          {
            class: `line ${snapshot.settlement.length > MANY ? "dice-m" : "dice-l"}`,
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
      drawTimedButton(outcomeKey(snapshot), t(next(snapshot)), () => leave(snapshot), {
        more: SECONDS_A_LINE * snapshot.settlement.length,
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
        titleOf(snapshot),
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
  changeUi({ told: outcomeKey(snapshot), settledOpen: false });
}

function titleOf({ outcome, seats }) {
  const { kind, seat } = outcome;
  const out = seat !== null && !seats[seat].active;
  const name = seats[seat]?.name ?? "";
  return t(`outcome_${kind}${kind === "failed" && out ? "_out" : ""}`, { name });
}

function drawLines(snapshot) {
  return h(
    "ol",
    { class: `transfers stack tight full ${snapshot.settlement.length > MANY ? "many" : ""}` },
    snapshot.settlement.map((line) => drawLine(snapshot, line)),
  );
}

function next(snapshot) {
  return (
    { over: "next_ranking", auction: "next_auction", flip: "next_card" }[snapshot.phase] ?? "next"
  );
}

function drawLine(snapshot, line) {
  const { payer, payee, amount: value, reason } = line;
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
    drawPayment(line, snapshot.money.bills),
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
