/** The display of Jour de Chance: every player's row and bank are in their lane. */

import { followsCards } from "../parts/card_eye.js";
import { h } from "../parts/dom.js";
import { drawEnding } from "../parts/overlays.js";
import { seesTray } from "../parts/tray.js";
import { eventSentence } from "../sentences.js";
import { t } from "../words.js";
import { drawBack } from "./jour_de_chance/card.js";
import { drawMats } from "./jour_de_chance/mats.js";
import { drawDeal, drawOldest, drawTurn } from "./jour_de_chance/phases.js";

// The events that the banker says aloud, with their sounds.
/** @type {Voice} */
const VOICE = {
  card_dealt: "bid",
  oldest_named: "",
  card_drawn: "bid",
  pair_drawn: "count",
  card_banked: "sold",
  cards_discarded: "",
  pile_reshuffled: "",
  game_decided: "",
  playoff_started: "",
};

/** @type {Display<JourDeChance.View>} */
export const display = { stage, progress, voice: VOICE, slot };

/** Return the draw pile, where the eye does not follow the cards. @param {JourDeChance.View} snapshot */
function slot(snapshot) {
  if (seesTray(snapshot) && followsCards()) return null;
  return h(
    "div",
    { class: "slot plate rigid line center", key: "pile" },
    h("span", { class: "jour-heap middle" }, [0, 1, 2].map(drawBack)),
    h("b", { class: "largest" }, snapshot.pile),
  );
}

/** @param {JourDeChance.View} snapshot */
function stage(snapshot) {
  if (snapshot.phase === "over") return drawOver(snapshot);
  if (snapshot.phase === "turn") return drawTurn(snapshot);
  return snapshot.phase === "deal" ? drawDeal(snapshot) : drawOldest(snapshot);
}

/**
 * Draw the end: why it is over, what broke a tie, the cards on the table, and the ending of all
 * games.
 * @param {JourDeChance.View} snapshot
 */
function drawOver(snapshot) {
  const { tie_break: broke } = snapshot;
  const ranking = snapshot.ranking ?? [];
  const best = ranking.find((row) => row.place === 1);
  return drawEnding(snapshot, {
    lead: [
      h("p", { key: "why" }, why(snapshot)),
      broke === "total" ? null : h("p", { key: "tie" }, t(`jour_tie_${broke}`, best)),
    ],
    // After a playoff the bank of a player who was not in it is empty.
    note: (seat) => t("jour_cards", { count: ranking.find((row) => row.seat === seat)?.cards }),
    below: [
      h("h3", { key: "left" }, t("jour_at_end")),
      h("div", { class: "jour-end", key: "mats" }, drawMats(snapshot, null)),
    ],
  });
}

/** @param {JourDeChance.View} snapshot */
function why({ scene, game, seats }) {
  const decided = scene.events.find(({ type }) => type === "game_decided");
  const names = seats.map(({ name }) => name);
  return decided ? `${eventSentence(decided, game, names)}.` : null;
}

/** @param {JourDeChance.View} snapshot */
function progress(snapshot) {
  return snapshot.phase === "turn" ? t("jour_pile_left", { count: snapshot.pile }) : null;
}
