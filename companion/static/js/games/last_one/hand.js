/** A hand as it runs: who acts, what lies there, what may be told now. */

import { drawCardFollower } from "../../parts/card_eye.js";
import { h } from "../../parts/dom.js";
import { state } from "../../store.js";
import { t } from "../../words.js";
import { cardPicture, ink, rankOf, rankSign, SUITS, suitSign } from "./cards.js";
import { cardsOnPile } from "./discard_pile.js";
import { drawCall } from "./last_card_call.js";
import { drawMelee, drawMeleeLadder } from "./melee.js";
import { drawNews } from "./news.js";
import { drawNameSuit, drawOpening, drawTake } from "./opening.js";
import { drawRareEvents, rareEventsButton } from "./rare_events.js";
import { drawRing } from "./ring.js";
import { halfDoneAction, prompt, sentence } from "./sentences.js";
import { drawPlays } from "./turn.js";

const CONTROLS = {
  turn_up: drawOpening,
  declare: drawOpening,
  name_suit: drawNameSuit,
  take: drawTake,
  turn: drawPlays,
  stack: drawPlays,
  two: drawPlays,
  drawn: drawPlays,
  melee: drawMelee,
};

/** Draw the stage of a running hand. */
export function drawHand(snapshot) {
  const { turn } = snapshot;
  const more = halfDoneAction(snapshot)?.more;
  return h(
    "section",
    { class: `last-one in-hand ${snapshot.phase}`, key: "hand" },
    drawSay(snapshot, turn),
    drawRing(snapshot, turn, drawCentre(snapshot)),
    h(
      "div",
      { class: "controls", key: "controls" },
      h(
        "div",
        { class: "told row center" },
        drawCall(snapshot),
        drawCardFollower(snapshot, halfDoneAction(snapshot) ? null : cardsOnPile(snapshot)),
        more
          ? drawRareEvents(snapshot)
          : CONTROLS[snapshot.phase](snapshot, rareEventsButton(snapshot)),
      ),
    ),
  );
}

/** The largest words: whose turn it is; beside them what the last card did. */
function drawSay(snapshot, turn) {
  const { phase } = snapshot;
  const { figures } = prompt(snapshot, phase);
  const yours = phase === "turn" && turn === state.you.seat;
  const key = figures.must ? "stack_must" : yours ? "turn_yours" : phase;
  return h(
    "header",
    { class: "say row spread rigid", key: "say", "aria-live": "polite" },
    h(
      "h2",
      { class: "ask" },
      sentence(snapshot, `prompt_last_one_${key}`, turn, { ...figures, count: figures.cards ?? 0 }),
    ),
    drawNews(snapshot),
  );
}

function drawCentre(snapshot) {
  const { phase, top, melee } = snapshot;
  if (melee) return drawMeleeLadder(snapshot);
  if (!top) return h("p", { class: "wanted-words soft" }, t(`phase_last_one_${phase}`));
  return [
    h(
      "span",
      { class: "lying", key: "lying" },
      cardPicture(top.card, { face: top.face, key: `top${snapshot.discard}-${top.card}` }),
    ),
    h(
      "span",
      { class: "wanted stack tight center", key: "wanted", role: "status" },
      drawWanted(snapshot),
    ),
  ];
}

/** What may be put on it: the suit, large, or the rank; any card on a 3; only a 2 on a 2. */
function drawWanted(snapshot) {
  const { phase, suit, top, owed } = snapshot;
  if (phase === "declare" || phase === "name_suit") {
    return h("span", { class: "wanted-words" }, t(`phase_last_one_${phase}`));
  }
  if (phase === "stack") {
    return [
      h(
        "span",
        { class: "four-suits" },
        SUITS.map((one) => h("i", { class: "chip round middle", vars: ink(one) }, suitSign(one))),
      ),
      h("b", { class: "wanted-words" }, t("one_any_card")),
    ];
  }
  if (phase === "two" && owed) {
    return [
      h(
        "b",
        { class: "owed-figure lit", vars: { "--size": Math.min(owed.cards, 10) } },
        `+${owed.cards}`,
      ),
      h("span", { class: "wanted-words" }, t("one_only_two")),
    ];
  }
  const rank = rankSign(rankOf(top.face));
  return [
    h("i", { class: "chip round middle large", key: suit, vars: ink(suit) }, suitSign(suit)),
    h("b", { class: "wanted-words" }, t(`suit_${suit}`)),
    h("span", { class: "line soft" }, t("one_or"), h("b", { class: "rank-box" }, rank)),
  ];
}
