/** After a hand: what everybody still holds, told card by card or as a sum. */

import { h } from "../../parts/dom.js";
import { seatColour, seatSign } from "../../parts/seats.js";
import { changeUi, mayAct, state } from "../../store.js";
import { formatAmount, t } from "../../words.js";
import { handBack } from "./cards.js";
import { drawCounting } from "./counting.js";
import { drawNews } from "./news.js";
import { choice, sentence } from "./sentences.js";

/** Draw who still has to count, and the pad for one of them. */
export function drawScore(snapshot) {
  const losers = snapshot.seats.filter((seat) => seat.active && seat.seat !== snapshot.winner);
  const chosen = chosenSeat(snapshot, losers);
  return h(
    "section",
    { class: "last-one scoring", key: "score" },
    h(
      "header",
      { class: "say row spread rigid", "aria-live": "polite" },
      h("h2", { class: "ask" }, sentence(snapshot, "event_last_one_hand_won", snapshot.winner)),
      drawNews(snapshot),
      h("p", { class: "hint" }, t("one_count_now")),
    ),
    h(
      "div",
      { class: "score-body stack fill" },
      h(
        "ul",
        { class: "losers grid" },
        losers.map((seat) => drawLoser(snapshot, seat, chosen === seat.seat)),
      ),
      chosen === null ? null : drawCounting(snapshot, snapshot.seats[chosen]),
    ),
  );
}

function mayCount(snapshot, seat) {
  return Boolean(choice(snapshot, "score", seat) ?? choice(snapshot, "show", seat));
}

/** Whose cards are told now: who was tapped, else the first whose cards are still missing. */
function chosenSeat(snapshot, losers) {
  const open = losers.map(({ seat }) => seat).filter((seat) => mayCount(snapshot, seat));
  return open.includes(state.ui.counting) ? state.ui.counting : (open[0] ?? null);
}

function drawLoser(snapshot, seat, chosen) {
  const open = mayCount(snapshot, seat.seat);
  const left = seat.left !== null;
  return h(
    "li",
    { key: `loser${seat.seat}`, vars: { "--seat": seatColour(seat.seat) } },
    h(
      "button",
      {
        class: `loser of-seat solid line full left ${chosen ? "picked" : ""}`,
        disabled: !open,
        "aria-pressed": chosen ? "true" : "false",
        onclick: () => changeUi({ counting: seat.seat }),
      },
      seatSign(seat.seat),
      h("b", { class: "clip grow" }, seat.name),
      h("span", { class: "soft" }, snapshot.followed ? handBack(seat.cards) : null),
      h(
        "b",
        { class: `large ${left ? "lit" : ""}` },
        left ? `+${formatAmount(seat.left)}` : mayAct(seat.seat) ? "?" : "…",
      ),
    ),
  );
}
