/** A hand begins: the deal, the first card, what a joker or an 8 turned up means. */

import { sendAction } from "../../actions.js";
import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { legalChoices, mayAct, state } from "../../store.js";
import { t } from "../../words.js";
import { drawNews } from "./news.js";
import { cardGrid, suitPad } from "./pad.js";
import { pointsTable } from "./points.js";
import { actionOf, choice, halfDoneAction, sentence, setHalfDoneAction } from "./sentences.js";

/** Draw the end of the last hand and the next deal. */
export function drawDeal(snapshot) {
  const first = !snapshot.sheet.length;
  return h(
    "section",
    { class: "last-one dealing", key: "deal" },
    h(
      "header",
      { class: "say row spread rigid", "aria-live": "polite" },
      h("h2", { class: "ask" }, sentence(snapshot, "prompt_last_one_deal", snapshot.dealer)),
      drawNews(snapshot),
    ),
    first ? h("p", { class: "hint" }, t("one_first_deal")) : null,
    pointsTable(snapshot),
    h(
      "div",
      { class: "controls foot" },
      h("div", { class: "told row center" }, drawSizes(snapshot)),
    ),
  );
}

function drawSizes(snapshot) {
  const may = choice(snapshot, "deal");
  if (!may) return null;
  const { min, max } = may.fields.size;
  const sizes = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  const deal = (size) => sendAction({ ...actionOf(may), size });
  if (sizes.length === 1) {
    return h(
      "button",
      { class: "main", waits: state.busy, onclick: () => deal(min) },
      t("one_dealt", { count: min }),
    );
  }
  return h(
    "div",
    { class: "row center large", role: "group", "aria-label": t("one_how_many") },
    h("b", {}, t("one_how_many")),
    sizes.map((size) =>
      h(
        "button",
        {
          class: size === snapshot.options.hand_size ? "second step" : "step",
          waits: state.busy,
          "aria-label": t("one_cards", { count: size }),
          onclick: () => deal(size),
        },
        size,
      ),
    ),
  );
}

/** Draw the pad for the first card, or for what the joker turned up is. */
export function drawOpening(snapshot, more) {
  const type = snapshot.phase;
  const field = type === "declare" ? "face" : "card";
  const special = Boolean(halfDoneAction(snapshot)?.special);
  const found = legalChoices(snapshot, type);
  const may = found.find((one) => "all_special" in one.fields === special);
  const stays = found.some((one) => "all_special" in one.fields);
  if (!may) return more;
  const fixed = special ? { all_special: true } : {};
  return [
    cardGrid(snapshot, may.fields[field].one_of, (card) =>
      sendAction({ ...actionOf(may), ...fixed, [field]: card }),
    ),
    h(
      "div",
      { class: "acts line center", key: "below" },
      drawChance(snapshot),
      stays
        ? h(
            "button",
            {
              class: "second",
              key: "special",
              "aria-pressed": special ? "true" : "false",
              onclick: () => setHalfDoneAction(snapshot, { special: !special }),
            },
            t(special ? "one_some_plain" : "one_all_special"),
          )
        : null,
      more,
    ),
  ];
}

/** Draw the four suits for the dealer's 8. */
export function drawNameSuit(snapshot, more) {
  const may = choice(snapshot, "name_suit");
  return [
    may ? suitPad(may.fields.suit.one_of, (suit) => sendAction({ ...actionOf(may), suit })) : null,
    h("div", { class: "acts line center", key: "below" }, more),
  ];
}

/** With known cards: draw the pad for the next card from the stock, which chance can also name. */
export function drawTake(snapshot) {
  const may = choice(snapshot, "take");
  if (!may) return null;
  return [
    h("p", { class: "hint", key: "known" }, t("one_known_cards")),
    cardGrid(snapshot, may.fields.card.one_of, (card) => sendAction({ type: "take", card })),
    h("div", { class: "acts line center", key: "below" }, drawChance(snapshot)),
  ];
}

function drawChance(snapshot) {
  if (!snapshot.can_draw || !mayAct(null)) return null;
  return actionButton({ class: "main", key: "chance" }, { type: "draw" }, t("one_chance"));
}
