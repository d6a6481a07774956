/** The display of a free table: the parts of its box, and what is shown next to the players. */

import { drawBoxPicture, h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { formatAmount, formatMoney, inBox, t } from "../words.js";
import { drawBoxChoice } from "./free_table/box_choice.js";
import { inMinutes } from "./free_table/clock.js";
import { drawPlay, isPot } from "./free_table/play.js";
import { drawSheet } from "./free_table/sheet.js";

/** @type {Display<FreeTable.View>} */
export const display = {
  stage,
  slot,
  progress,
  accounts,
  notes,
  purse,
  voice: { rolled: "dice", clock_expired: "lose" }, // what a banker says aloud, with its sound
  position,
};

/** @param {FreeTable.View} snapshot */
function stage(snapshot) {
  if (snapshot.over) return drawEnding(snapshot, { below: drawSheet(snapshot) });
  return snapshot.phase === "setup" ? drawBoxChoice(snapshot) : drawPlay(snapshot);
}

/** Return a picture of the box, where the game has no dice. @param {FreeTable.View} snapshot */
function slot({ phase, box }) {
  if (phase === "setup" || box.dice) return null;
  return h(
    "div",
    { class: "slot plate rigid cut-off anchor wide-only", key: "box" },
    drawBoxPicture("free_table"),
  );
}

/** @param {FreeTable.View} snapshot */
function progress({ phase, box, round }) {
  if (phase === "setup") return t("free_which_box");
  const name = inBox("box", box.name);
  return box.sheet === "none" ? name : t("free_round", { box: name, round });
}

/**
 * @param {FreeTable.View} snapshot
 * @returns {[name: string, sum: number, account: string][]}
 */
function accounts({ bank, box }) {
  return bank === null ? [] : [[t(isPot(box) ? "free_pot" : "free_bank"), bank, "bank"]];
}

/**
 * Return a player's notes: their cash or their team's score, debt, and time left.
 * @param {FreeTable.View} snapshot
 * @param {FreeTable.Seat} seat
 */
function notes({ box, phase, turn }, { seat, cash, debt, left, team, score }) {
  if (phase === "setup") return [];
  /** @param {number} amount */
  const written = (amount) => formatMoney(amount, box.currency);
  const ofTeam = team === null ? null : note("team", `${letterOf(team)} = ${written(score)}`);
  return [
    box.money && (box.sheet === "none" ? ofTeam : note("cash", written(cash))),
    debt ? note("debt", t("free_owes", { amount: written(debt) })) : null,
    box.turns === "chess" && seat !== turn && left !== null ? note("left", inMinutes(left)) : null,
  ];
}

/** Return the name of a team: A, B and so on. @param {number} team */
function letterOf(team) {
  return String.fromCharCode(65 + team);
}

/** @param {string} key @param {...Child} words */
function note(key, ...words) {
  return h("span", { class: "note", key }, words);
}

/** @param {FreeTable.View} snapshot @param {FreeTable.Seat} seat */
function purse({ box, phase }, { cash, team, score }) {
  const money = box.money ? formatMoney(cash, box.currency) : "";
  const shown = [
    team === null ? null : h("small", { class: "soft" }, letterOf(team), " "),
    box.sheet === "none" ? money : formatAmount(score),
  ];
  return h("span", { class: "seat-cash strong clip" }, phase === "setup" ? "" : shown);
}

/**
 * Return the key of the moment: each roll and each turn has its own.
 * @param {FreeTable.View} snapshot
 */
function position({ throw_count: throws, turn_count: turns, turn }) {
  return [throws, turns, turn];
}
