/** The cards of one's own box: each is offered once it was entered, and may be forgotten. */

import { showMessage } from "../../actions.js";
import { Failed, get, post, TABLE } from "../../api.js";
import { h, icon } from "../../parts/dom.js";
import { changeState, changeUi, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { cardInWords } from "./card.js";
import { symbol } from "./drinks.js";

let cards = []; // as the table told them last
let asked = ""; // for which state of the table

/** Draw the known cards that have all that was `entered` so far, which one tap gives to `take`. */
export function drawKnownCards(snapshot, entered, fields, take) {
  fetchOnce(`${snapshot.run} ${snapshot.version}`);
  const fitting = cards.filter((card) => isPlayable(snapshot, card, fields) && fits(card, entered));
  if (!fitting.length) return null;
  const forgetting = Boolean(state.ui.forgetting);
  return h(
    "section",
    { class: "stack tight full", key: "known" },
    h(
      "div",
      { class: "line spread" },
      h("h3", {}, t(forgetting ? "deck_forget" : "deck_known")),
      h(
        "button",
        { class: "quiet", onclick: () => changeUi({ forgetting: !forgetting }) },
        t(forgetting ? "deck_back" : "deck_mend"),
      ),
    ),
    h(
      "div",
      { class: "grid full dice-s", vars: { "--least": "17rem" } },
      fitting.map((card) => drawKnown(card, forgetting, take)),
    ),
  );
}

function drawKnown(card, forgetting, take) {
  const { symbols, prize, attempts } = card;
  const words = cardInWords(card);
  return h(
    "button",
    {
      class: "known-card line spread",
      key: JSON.stringify(card),
      "aria-label": forgetting ? t("deck_forget_one", { card: words }) : words,
      waits: state.busy,
      onclick: () => (forgetting ? forget(card) : take(card)),
    },
    h("span", { class: "line tight" }, symbols.map(symbol)),
    h("b", {}, formatAmount(prize)),
    forgetting ? icon("cross") : h("span", { class: "card-attempts" }, attempts),
  );
}

/** A card of another edition cannot be played here, and one that is won does not come again. */
function isPlayable({ seats }, card, { symbols, prize, attempts }) {
  const within = (value, { min, max, step }) => value >= min && value <= max && !(value % step);
  const won = seats.flatMap((seat) => seat.cards).some((one) => same(one, card));
  const printable = card.symbols.every((name) => symbols.list_of.includes(name));
  return !won && printable && within(card.prize, prize) && within(card.attempts, attempts);
}

function same(one, other) {
  return (
    one.prize === other.prize &&
    one.attempts === other.attempts &&
    [...one.symbols].sort().join() === [...other.symbols].sort().join()
  );
}

function fits(card, { symbols, prize, attempts }) {
  const left = [...card.symbols];
  const all = symbols.every((name) => left.includes(name) && left.splice(left.indexOf(name), 1));
  return (
    all && (prize ?? card.prize) === card.prize && (attempts ?? card.attempts) === card.attempts
  );
}

function fetchOnce(wanted) {
  if (wanted === asked) return;
  asked = wanted;
  fetchCards(() => get(`${TABLE}/deck`));
}

function forget(card) {
  fetchCards(() => post(`${TABLE}/deck/forget`, { card }));
}

async function fetchCards(ask) {
  try {
    ({ cards } = await ask());
    changeState({});
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    showMessage(t("unreachable"));
  }
}
