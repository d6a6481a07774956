/** A melee: the ladder of cards, who must draw how many, and who goes on. */

import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { seatColour, seatName } from "../../parts/seats.js";
import { legalChoices, state } from "../../store.js";
import { t } from "../../words.js";
import { cardName, cardPicture, JOKER, jokerSign } from "./cards.js";
import { playCard } from "./pad.js";
import { actionOf, choice, sentence } from "./sentences.js";

const SEEN = 4; // steps of the ladder at a time

/** Draw the cards of the melee, those still to come pale, and the debt as it grows. */
export function drawMeleeLadder(snapshot) {
  const { steps, value, needed, defender } = snapshot.melee;
  const next = steps.indexOf(needed);
  const from = Math.max(0, Math.min(next - SEEN + 1, steps.length - SEEN));
  return [
    h(
      "span",
      { class: "ladder line tight", key: "ladder" },
      steps.slice(from, from + SEEN).map((face, at) => {
        const kind = from + at < next ? "" : face === needed ? "step-next" : "out";
        return cardPicture(face, { key: face, className: kind });
      }),
    ),
    h(
      "span",
      {
        class: "owed-by stack tight center",
        key: "debt",
        vars: { "--seat": seatColour(defender) },
        role: "status",
      },
      h(
        "b",
        { class: "owed-figure lit", key: `debt${value}`, vars: { "--size": value } },
        `+${value}`,
      ),
      h("span", { class: "wanted-words" }, seatName(snapshot, defender, "clip")),
    ),
  ];
}

/** Draw who may go on with one tap each, and that nobody does. */
export function drawMelee(snapshot, more) {
  const { needed, defender, value } = snapshot.melee;
  const end = choice(snapshot, "end_melee");
  const plays = legalChoices(snapshot, "play");
  const seats = [...new Set(plays.map((one) => one.seat))];
  return [
    seats.length ? h("p", { class: "strong", key: "ask" }, t("one_goes_on")) : null,
    h(
      "div",
      {
        class: "joiners grid whole-row",
        key: "joiners",
        role: "group",
        "aria-label": t("one_goes_on"),
      },
      seats.map((seat) => drawJoiner(snapshot, seat, needed, plays)),
    ),
    h(
      "div",
      { class: "acts line center", key: "below" },
      end
        ? actionButton(
            { class: "main draw" },
            actionOf(end),
            sentence(snapshot, "one_nobody", defender, { count: value }),
          )
        : null,
      more,
    ),
  ];
}

function drawJoiner(snapshot, seat, needed, plays) {
  const { name } = snapshot.seats[seat];
  const has = (card) =>
    plays.some((one) => one.seat === seat && one.fields.card.one_of.includes(card));
  const key = (card, className, ...inside) =>
    h(
      "button",
      {
        class: className,
        waits: state.busy,
        "aria-label": t("one_plays", { name, card: cardName(card) }),
        onclick: () =>
          playCard(snapshot, seat, card, card === JOKER ? { face: needed } : undefined),
      },
      inside,
    );
  const wide = "goes-on line grow cut-off";
  const called = seatName(snapshot, seat, "clip");
  return h(
    "span",
    {
      class: "joiner shrinks line plate of-seat",
      key: `joiner${seat}`,
      vars: { "--seat": seatColour(seat) },
    },
    has(needed)
      ? [
          key(needed, wide, cardPicture(needed, { className: "tiny" }), called),
          has(JOKER) ? key(JOKER, "goes-on", jokerSign()) : null,
        ]
      : key(JOKER, `${wide} spread`, called, jokerSign()), // the card lies on the table, or another holds it
  );
}
