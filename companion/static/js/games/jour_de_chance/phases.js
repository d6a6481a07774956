/** The controls of each phase, and the banker's remarks on the last turn. */

import { sendAction } from "../../actions.js";
import { loadPreference, savePreference } from "../../device.js";
import { actionButton, drawDock, sentenceOf } from "../../parts/controls.js";
import { button, h } from "../../parts/dom.js";
import { seatName } from "../../parts/seats.js";
import { eventSentence, joinSentences } from "../../sentences.js";
import { changeUi, legalChoices, state } from "../../store.js";
import { formatList, t } from "../../words.js";
import { drawMats } from "./mats.js";
import { moves } from "./motion.js";
import { drawOtherWays, drawPile } from "./pile.js";

// Remarks that stay until the next turn is over.
const WRITTEN = new Set([
  "pair_drawn",
  "card_banked",
  "cards_discarded",
  "pile_reshuffled",
  "game_decided",
  "playoff_started",
]);

/** Draw the first cards being dealt. @param {JourDeChance.Table} snapshot */
export function drawDeal(snapshot) {
  return drawBoard(snapshot, "deal_card");
}

/**
 * Ask which of the players with the smallest card is the oldest; the last answer comes first.
 * @param {JourDeChance.Table} snapshot
 */
export function drawOldest(snapshot) {
  const asked = legalChoices(snapshot, "oldest").map(({ seat }) => seat);
  /** @param {number} seat */
  const name = (seat) => snapshot.seats[seat].name;
  /** @type {Record<string, string[]>} */
  const younger = loadPreference("younger", {}); // by name: players who were younger at an earlier tie
  /** @param {number} seat */
  const known = (seat) =>
    asked.every((other) => other === seat || younger[name(seat)]?.includes(name(other)));
  /** @param {number} seat */
  const choose = async (seat) => {
    const others = asked.filter((other) => other !== seat).map(name);
    if (!(await sendAction({ type: "oldest", seat }))) return;
    const all = new Set([...(younger[name(seat)] ?? []), ...others]);
    savePreference("younger", { ...younger, [name(seat)]: [...all] });
  };
  const answers = [...asked]
    .sort((one, other) => Number(known(other)) - Number(known(one)))
    .map((seat) =>
      button(
        `${known(seat) ? "main" : "second"} large oldest`,
        seatName(snapshot, seat),
        () => choose(seat),
        { key: `oldest${seat}`, waits: state.busy },
      ),
    );
  const pile = answers.length
    ? h("section", { class: "pile rigid stack plate wood", key: "oldest" }, answers)
    : null;
  return drawBoard(snapshot, null, { pile });
}

/** Draw a turn: draw or bank. @param {JourDeChance.InTurn} snapshot */
export function drawTurn(snapshot) {
  const sure = state.ui.overBank;
  if (sure?.version === snapshot.version) return drawSure(snapshot, sure);
  const left = snapshot.seats[snapshot.turn].to_21;
  const distance = h(
    "p",
    { class: "distance wide-only plate pill lit larger one-line", key: "distance" },
    h("b", {}, t("jour_left", { count: left })),
  );
  /** @type {JourDeChance.OnBank} */
  const onBank = (owner, card) => bank(snapshot, owner, card);
  return drawBoard(snapshot, "draw_card", { onBank, distance });
}

/**
 * Banking a card that goes over 21 ends the game, so the page asks first.
 * @param {JourDeChance.InTurn} snapshot
 * @param {JourDeChance.OverBank} sure
 */
function drawSure(snapshot, { owner, card }) {
  const { name, total } = snapshot.seats[snapshot.turn];
  const action = { type: "bank_card", seat: snapshot.turn, owner, card };
  return h(
    "section",
    { key: "sure" },
    h(
      "div",
      { class: "hero line" },
      h("h2", { class: "ask grow" }, t("jour_sure", { name, card, total: total + card })),
    ),
    drawDock(
      button("paper", t("cancel"), () => changeUi({ overBank: null })),
      actionButton("danger grow", t("jour_sure_do"), action),
    ),
  );
}

/**
 * @param {JourDeChance.Table} snapshot
 * @param {JourDeChance.Draw["type"] | null} type
 * @param {{ pile?: Child, onBank?: JourDeChance.OnBank | null, distance?: Child }} [given]
 */
function drawBoard(snapshot, type, { pile = null, onBank = null, distance } = {}) {
  moves(snapshot);
  const hint = legalChoices(snapshot, "bank_card").length ? t("jour_bank_hint") : "";
  return h(
    "section",
    { class: "jour", key: "jour" },
    h(
      "div",
      { class: "hero line", key: "ask" },
      h(
        "div",
        { class: "grow" },
        h("h2", { class: "ask" }, asked(snapshot)),
        h("p", { class: "jour-told soft", key: "told" }, written(snapshot) || hint),
      ),
      distance,
    ),
    h(
      "div",
      { class: "jour-board line", key: "board" },
      drawMats(snapshot, onBank),
      type ? drawPile(snapshot, type) : pile,
    ),
    drawDock(type && drawOtherWays(snapshot, type, onBank)),
  );
}

/**
 * @param {JourDeChance.InTurn} snapshot
 * @param {number} owner
 * @param {number} card
 */
function bank(snapshot, owner, card) {
  if (card > snapshot.seats[snapshot.turn].to_21) {
    changeUi({ overBank: { version: snapshot.version, owner, card } });
  } else sendAction({ type: "bank_card", seat: snapshot.turn, owner, card });
}

/**
 * Draw the first prompt, with the sign of its player.
 * @param {JourDeChance.Table} snapshot
 */
function asked(snapshot) {
  const [{ code, seat, figures }] = snapshot.prompts;
  const name = seat === null ? "" : seatName(snapshot, seat);
  return sentenceOf(promptKey(code), { name }, inWords(snapshot, figures));
}

/**
 * Return the banker's remarks on the last turn, and whether the draw pile is about to end the game.
 * @param {JourDeChance.Table} snapshot
 */
function written(snapshot) {
  const { scene, game, seats, prompts } = snapshot;
  const names = seats.map(({ name }) => name);
  const happened = scene.events
    .filter(({ type }) => WRITTEN.has(type))
    .flatMap((event) => eventSentence(event, game, names) ?? []);
  const ends = prompts
    .filter(({ code }) => code === "pile_ends")
    .map(({ code, figures }) => t(promptKey(code), { count: figures.cards }));
  return joinSentences([...happened, ...ends]);
}

/** @param {string} code */
function promptKey(code) {
  return `prompt_jour_de_chance_${code}`;
}

/** @param {JourDeChance.Table} snapshot @param {Figures} figures */
function inWords({ seats }, figures) {
  const named = /** @type {number[]} */ (figures.seats ?? []);
  return { ...figures, names: formatList(named.map((seat) => seats[seat].name)) };
}
