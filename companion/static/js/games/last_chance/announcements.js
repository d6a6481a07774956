/** What a banker says aloud at Last Chance: bids and their count, rolls, and what came of it. */

import { formatAmount, formatList, t } from "../../words.js";
import { outcomeKey } from "./settlement.js";

const COUNTED = { 1: "say_once", 2: "say_twice" };
const JOY = new Set(["lucky_flash", "cracked"]);

/** What to say of the step from `before` to `now`, in order. */
export function announcements(before, now) {
  return [sale(before, now), bid(before, now), roll(now), outcome(before, now)].filter(Boolean);
}

function bid(before, now) {
  const high = now.high_bid;
  if (now.phase !== "auction" || !high) return null;
  const given = { name: now.seats[high.seat].name, amount: formatAmount(high.amount) };
  const raised = before.high_bid?.amount !== high.amount || before.phase !== "auction";
  if (raised) return { text: t("say_bid", given), sound: "bid" };
  const word = now.count > before.count && COUNTED[now.count];
  return word ? { text: t(word, given), sound: "count" } : null;
}

function sale(before, now) {
  if (before.phase !== "auction" || now.phase !== "bets") return null;
  const { name } = now.seats[now.cracker];
  if (now.last_chance_call) return { text: t(`say_${now.money.call}`, { name }), sound: "sold" };
  if (!now.stake) return null;
  return { text: t("say_sold", { name, amount: formatAmount(now.stake) }), sound: "sold" };
}

function roll(now) {
  const row = now.last_row;
  if (!row?.dice || !row.counts) return null;
  return { text: t("dice_lying", { faces: formatList(row.dice.faces) }), sound: "dice" };
}

function outcome(before, now) {
  if (!now.outcome || (before.outcome && outcomeKey(before) === outcomeKey(now))) return null;
  const { kind, seat } = now.outcome;
  const name = seat === null ? "" : now.seats[seat].name;
  const out = kind === "failed" && seat !== null && !now.seats[seat].active;
  const sound = JOY.has(kind) ? "win" : kind === "no_bid" ? null : "lose";
  return { text: t(`outcome_${kind}${out ? "_out" : ""}`, { name }), sound };
}
