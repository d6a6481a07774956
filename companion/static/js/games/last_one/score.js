/** After a hand: everybody's remaining cards, entered one by one or as a sum. */

import { sendAction } from "../../actions.js";
import { actionButton, drawKeypad } from "../../parts/controls.js";
import { button, h } from "../../parts/dom.js";
import { seatColour, seatName, seatSign } from "../../parts/seats.js";
import { changeUi, choiceOf, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import {
  cardGrid,
  cardPicture,
  faceOf,
  handBack,
  JOKER,
  jokerSign,
  RANKS,
  rankOf,
  rankSign,
  SUITS,
  sentence,
} from "./cards.js";
import { drawNews } from "./opening.js";

/**
 * Draw who still has to count, and the pad for one of them.
 * @param {LastOne.Table} snapshot
 */
export function drawScore(snapshot) {
  const losers = snapshot.seats.filter((seat) => seat.active && seat.seat !== snapshot.winner);
  const chosen = chosenSeat(snapshot, losers);
  return h(
    "section",
    { class: "last-one scoring", key: "score" },
    h(
      "header",
      { class: "hero line", "aria-live": "polite" },
      h(
        "div",
        { class: "stack tight grow" },
        h("h2", { class: "ask" }, sentence(snapshot, "event_last_one_hand_won", snapshot.winner)),
        h("p", { class: "hint" }, t("one_count_now")),
        drawNews(snapshot),
      ),
    ),
    h(
      "div",
      { class: "score-body stack fill" },
      h(
        "ol",
        { class: "losers lanes rigid" },
        snapshot.seats.map((seat) =>
          losers.includes(seat)
            ? drawLoser(snapshot, seat, chosen === seat.seat)
            : h("li", { key: `loser${seat.seat}` }),
        ),
      ),
      chosen === null ? null : drawCounting(snapshot, snapshot.seats[chosen]),
    ),
  );
}

/** @param {LastOne.Table} snapshot @param {number} seat */
function mayCount(snapshot, seat) {
  return Boolean(choiceOf(snapshot, "score", seat) ?? choiceOf(snapshot, "show", seat));
}

/**
 * The player whose cards are entered: the tapped one, else the first still missing.
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Seat[]} losers
 */
function chosenSeat(snapshot, losers) {
  const open = losers.map(({ seat }) => seat).filter((seat) => mayCount(snapshot, seat));
  return open.find((seat) => seat === state.ui.counting) ?? open[0] ?? null;
}

/** @param {LastOne.Table} snapshot @param {LastOne.Seat} seat @param {boolean} chosen */
function drawLoser(snapshot, seat, chosen) {
  const { left, name } = seat;
  const sum = left !== null ? `+${formatAmount(left)}` : mayAct(seat.seat) ? "?" : "…";
  return h(
    "li",
    { key: `loser${seat.seat}` },
    button(
      `loser solid line full center ${chosen ? "picked" : ""}`,
      [
        h(
          "span",
          { class: "lane-name line left grow", vars: { "--seat": seatColour(seat.seat) } },
          seatSign(seat.seat),
          h("b", { class: "clip" }, name),
        ),
        h("span", { class: "soft" }, snapshot.followed ? handBack(seat.cards) : null),
        h("b", { class: `large ${left === null ? "" : "lit"}` }, sum),
      ],
      () => changeUi({ counting: seat.seat }),
      {
        disabled: !mayCount(snapshot, seat.seat),
        "aria-pressed": chosen,
        "aria-label": `${name} ${sum}`,
      },
    ),
  );
}

// To count a hand, tap its ranks (suits do not matter), type the sum, or show the cards. Unfinished
// entries are in `ui.count`, by seat, and only for this hand.

/** @type {Record<string, number>} */
const ALIKE = { [JOKER]: 2 }; // two jokers, four of every rank
const SLOTS = 8; // places that fit in a row
/** @type {LastOne.Way[]} */
const WAYS = ["ranks", "sum", "open"];

/**
 * Return the choices for `seat`: the points (`score`), those of another number of cards than
 * counted (`other`), and the cards themselves (`show`).
 * @param {LastOne.Table} snapshot
 * @param {number} seat
 * @returns {LastOne.MayTell}
 */
function mayTell(snapshot, seat) {
  const points = legalChoices(snapshot, "score").filter((one) => one.seat === seat);
  return {
    score: points.find(({ fields }) => !fields.miscounted),
    other: points.find(({ fields }) => fields.miscounted),
    show: choiceOf(snapshot, "show", seat),
  };
}

/**
 * Draw the pad for the cards of `seat`.
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Seat} seat
 */
function drawCounting(snapshot, seat) {
  const may = mayTell(snapshot, seat.seat);
  const begun = seat.shown.length > 0; // then only shown cards count
  const ways = WAYS.filter((way) => (way === "open" ? may.show : may.score && !begun));
  const draft = draftsOf(snapshot).drafts[seat.seat] ?? { ranks: [], digits: "" };
  const way = ways.find((one) => one === draft.way) ?? ways[0];
  /** @type {LastOne.SetDraft} */
  const set = (values) => {
    const { drafts } = draftsOf(snapshot);
    const changed = { ...drafts, [seat.seat]: { ...draft, way, ...values } };
    changeUi({ count: { hand: snapshot.hand_number, drafts: changed } });
  };
  return h(
    "section",
    {
      class: "counting plate stack center",
      key: `counting${seat.seat}`,
      "aria-label": seat.name,
      vars: { "--seat": seatColour(seat.seat) },
    },
    h("h3", { class: "lane-name large" }, seatName(snapshot, seat.seat)),
    way === "ranks" ? drawRanks(snapshot, seat, may, draft, set) : null,
    way === "sum" ? drawSum(may, draft, set) : null,
    way === "open" ? drawOpen(snapshot, seat, may, draft) : null,
    h(
      "div",
      { class: "row center tight" },
      ways
        .filter((other) => other !== way)
        .map((other) => quiet(t(`one_way_${other}`), () => set({ way: other }))),
      may.other ? drawMiscount(seat, draft, set) : null,
    ),
  );
}

/**
 * Draw the switch to another number of cards than counted, and back.
 * @param {LastOne.Seat} seat
 * @param {LastOne.Draft} draft
 * @param {LastOne.SetDraft} set
 */
function drawMiscount({ cards }, { other, ranks }, set) {
  return other
    ? quiet(t("one_right_number", { count: cards }), () =>
        set({ other: false, ranks: ranks.slice(0, cards) }),
      )
    : quiet(t("one_other_number", { count: cards }), () => set({ other: true }));
}

/** @param {string} words @param {() => void} onclick */
function quiet(words, onclick) {
  return button("quiet little", words, onclick, { key: words });
}

/**
 * @param {LastOne.Table} snapshot
 * @returns {{ drafts: Record<number, LastOne.Draft> }}
 */
function draftsOf(snapshot) {
  const { count } = state.ui;
  return count?.hand === snapshot.hand_number ? count : { drafts: {} };
}

/**
 * Return how many of each rank may be left, without the cards on the table.
 * @param {LastOne.MayTell} may
 * @returns {(rank: string) => number}
 */
function available(may) {
  const open = may.show?.fields.card.one_of;
  return (rank) => {
    if (!open) return ALIKE[rank] ?? 4;
    if (rank === JOKER) return open.includes(JOKER) ? ALIKE[JOKER] : 0;
    return SUITS.filter((suit) => open.includes(faceOf(rank, suit))).length;
  };
}

/**
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Seat} seat
 * @param {LastOne.MayTell} may
 * @param {LastOne.Draft} draft
 * @param {LastOne.SetDraft} set
 */
function drawRanks(snapshot, seat, may, { ranks, other }, set) {
  const wanted = snapshot.followed && !other ? seat.cards : null;
  const { worth } = snapshot;
  const sum = ranks.reduce((all, rank) => all + worth[rank], 0);
  const full = wanted !== null && ranks.length >= wanted;
  const left = available(may);
  return [
    h(
      "div",
      { class: "row center" },
      drawSlots(ranks, wanted, (at) => set({ ranks: ranks.filter((_, other) => other !== at) })),
      drawSumLine(may, other, ranks.length && (full || wanted === null) ? sum : null, sum),
    ),
    h(
      "div",
      { class: "rank-pad full", role: "group", "aria-label": t("one_ranks") },
      [...RANKS, JOKER].map((rank) =>
        button(
          "rank-key strong playing-card middle",
          [
            rank === JOKER ? jokerSign() : h("b", { class: "figure" }, rankSign(rank)),
            h("small", {}, worth[rank]),
          ],
          () => set({ ranks: [...ranks, rank] }),
          {
            disabled: full || ranks.filter((one) => one === rank).length >= left(rank),
            "aria-label": t("one_rank_worth", { rank: rankName(rank), count: worth[rank] }),
          },
        ),
      ),
    ),
  ];
}

/** @param {string} rank */
function rankName(rank) {
  return rank === JOKER ? t("face_Joker") : t(`rank_${rank}`);
}

/**
 * Draw the cards entered so far, and places for those still missing, as far as they fit.
 * @param {string[]} ranks
 * @param {number | null} wanted
 * @param {(at: number) => void} remove
 */
function drawSlots(ranks, wanted, remove) {
  const empty = Math.max(0, Math.min(wanted ?? ranks.length + 1, SLOTS) - ranks.length);
  return h(
    "div",
    { class: "row center tight" },
    ranks.map((rank, at) =>
      button(
        "card-slot-key strong playing-card middle",
        rank === JOKER ? jokerSign() : rankSign(rank),
        () => remove(at),
        { "aria-label": t("one_take_back", { card: rankName(rank) }) },
      ),
    ),
    Array.from({ length: empty }, () => h("span", { class: "card-slot-key dashed" })),
    wanted === null ? null : h("span", { class: "soft strong" }, `${ranks.length} / ${wanted}`),
  );
}

/**
 * Draw the sum, and the button that says it; `sum` is null while it cannot be said.
 * @param {LastOne.MayTell} may
 * @param {boolean | undefined} other
 * @param {number | null} sum
 * @param {number} shown
 */
function drawSumLine(may, other, sum, shown) {
  const choice = other ? may.other : may.score;
  if (!choice) return null;
  const { seat, fields } = choice;
  const { points, miscounted } = fields;
  const fits = sum !== null && allows(points, sum);
  return h(
    "div",
    { class: "row center" },
    sum !== null && !fits ? h("p", { class: "hint warn" }, t("one_impossible")) : null,
    actionButton(
      "main",
      t("one_say_points", { count: shown, amount: formatAmount(shown) }),
      { type: "score", seat, points: sum, ...(miscounted && { miscounted: true }) },
      { disabled: !fits },
    ),
  );
}

/** @param {OneOf<number> | Span} spec @param {number} points */
function allows(spec, points) {
  return "one_of" in spec ? spec.one_of.includes(points) : points >= spec.min && points <= spec.max;
}

/**
 * @param {LastOne.MayTell} may
 * @param {LastOne.Draft} draft
 * @param {LastOne.SetDraft} set
 */
function drawSum(may, { digits, other }, set) {
  return [
    drawSumLine(may, other, digits === "" ? null : Number(digits), Number(digits)),
    drawKeypad(digits, (text) => set({ digits: text }), { most: 3 }),
  ];
}

/**
 * @param {LastOne.Table} snapshot
 * @param {LastOne.Seat} seat
 * @param {LastOne.MayTell} may
 * @param {LastOne.Draft} draft
 */
function drawOpen(snapshot, seat, may, { other }) {
  const { shown } = seat;
  /** @param {string} card */
  const worth = (card) => snapshot.worth[card === JOKER ? JOKER : rankOf(card)];
  const sum = shown.reduce((all, card) => all + worth(card), 0);
  const sayable = shown.length > 0 && (other || shown.length >= seat.cards);
  return [
    h(
      "div",
      { class: "row center" },
      h(
        "div",
        { class: "row center tight" },
        shown.map((card) => cardPicture(card, { className: "tiny" })),
        h("span", { class: "soft strong" }, `${shown.length} / ${seat.cards}`),
      ),
      drawSumLine(may, other || !may.score, sayable ? sum : null, sum),
    ),
    cardGrid(snapshot, may.show?.fields.card.one_of ?? [], (card) =>
      sendAction({ type: "show", seat: seat.seat, card }),
    ),
  ];
}
