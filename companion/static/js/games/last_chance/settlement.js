/** What came of it, line by line with the bills to move; a lucky flash with joy. */

import { h } from "../../parts/dom.js";
import { die } from "../../parts/dice.js";
import { seenDice } from "../../parts/tray.js";
import { billsToLay } from "../../parts/money.js";
import { seatName } from "../../parts/seats.js";
import { changeUi } from "../../store.js";
import { amount, t } from "../../words.js";

const MANY = 5; // lines that fit with large bills

/** What tells one outcome from the next, so that each is shown once. */
export function outcomeKey(snapshot) {
  return JSON.stringify([
    snapshot.outcome,
    snapshot.settlement,
    snapshot.cards_left,
    snapshot.phase,
  ]);
}

/** Draw the settlement of what just ended. */
export function drawSettlement(snapshot) {
  const { kind, seat } = snapshot.outcome;
  const name = seat === null ? "" : snapshot.seats[seat].name;
  const out = seat !== null && !snapshot.seats[seat].active;
  const title = t(`outcome_${kind}${kind === "failed" && out ? "_out" : ""}`, { name });
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const joy = kind === "lucky_flash" || kind === "cracked";
  return h(
    "section",
    { class: `settling ${kind} ${joy ? "joy" : ""}`, key: "settling" },
    joy ? sparks() : null,
    h("h2", { class: "ask" }, title),
    snapshot.dice.length
      ? h(
          "div",
          { class: "row settled-dice" },
          snapshot.dice.map((one, at) => die(one.face, { body: bodies[at] })),
        )
      : null,
    h(
      "ol",
      { class: `transfers ${snapshot.settlement.length > MANY ? "many" : ""}` },
      snapshot.settlement.map((line) => drawLine(snapshot, line)),
    ),
    h(
      "button",
      { class: "main", onclick: () => changeUi({ told: outcomeKey(snapshot) }) },
      t(next(snapshot)),
    ),
  );
}

function next(snapshot) {
  return (
    { over: "next_ranking", auction: "next_auction", flip: "next_card" }[snapshot.phase] ?? "next"
  );
}

function drawLine(snapshot, { payer, payee, amount: value, reason }) {
  return h(
    "li",
    { class: "transfer" },
    h("span", { class: "transfer-why" }, t(`reason_${reason}`)),
    h(
      "span",
      { class: "transfer-path" },
      account(snapshot, payer, payee),
      h("span", { class: "arrow", "aria-label": t("to") }, "→"),
      account(snapshot, payee),
    ),
    h("b", { class: "transfer-sum" }, amount(value)),
    billsToLay(value, snapshot.money.bills),
  );
}

function account(snapshot, name, payee = "") {
  const [kind, seat] = name.split(":");
  if (kind === "seat") return seatName(snapshot, Number(seat));
  // Whose bet it was need not be said when it goes back to him.
  if (kind === "bet") {
    return h(
      "span",
      { class: "area" },
      t("bet_area"),
      payee === `seat:${seat}` ? null : [" ", seatName(snapshot, Number(seat))],
    );
  }
  return h("span", { class: "area" }, t(kind));
}

function sparks() {
  return h(
    "div",
    { class: "sparks", "aria-hidden": "true" },
    Array.from({ length: 14 }, (_, at) => h("i", { class: `spark s${at}` })),
  );
}
