/** The players with their money, and the bank: seen at all times. */

import { state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { h } from "./dom.js";
import { seatColour, seatSign } from "./seat_signs.js";

/** Draw every seat and the common accounts that the game names. */
export function drawSeats(snapshot, display) {
  const turn = snapshot.prompts[0].seat; // whom the most urgent one names
  return h(
    "section",
    {
      class: `seats stack tight of-${snapshot.seats.length}`,
      key: "seats",
      "aria-label": t("players"),
    },
    h(
      "ul",
      { class: "seat-list stack tight" },
      snapshot.seats.map((seat) => drawSeat(snapshot, seat, display, turn === seat.seat)),
    ),
    h(
      "dl",
      { class: "accounts stack" },
      display
        .accounts(snapshot)
        .map(([name, value, account = name]) =>
          h(
            "div",
            { class: "account line spread soft", "data-account": account, "data-worth": value },
            h("dt", {}, name),
            h("dd", { class: "strong lit" }, formatAmount(value)),
          ),
        ),
    ),
  );
}

function drawSeat(snapshot, seat, display, turn) {
  const own = seat.seat === state.you.seat;
  return h(
    "li",
    {
      class: `seat plate of-seat ${turn ? "turn on-turn" : ""} ${seat.active === false ? "out" : ""} ${own ? "own" : ""} ${display.purse ? "with-purse" : ""}`,
      key: `seat${seat.seat}`,
      vars: { "--seat": seatColour(seat.seat) },
      "aria-current": turn ? "true" : null,
      "data-account": `seat:${seat.seat}`,
      "data-worth": seat.cash ?? 0,
    },
    seatSign(seat.seat),
    h("span", { class: "seat-name strong clip" }, seat.name),
    h("span", { class: "seat-notes row soft" }, display.notes(snapshot, seat)),
    seat.active === false
      ? h("span", { class: "seat-cash heavy seat-out" }, t("out"))
      : purse(snapshot, seat, display),
  );
}

/** What a seat has: money, or what its game draws instead. */
function purse(snapshot, seat, display) {
  return (
    display.purse?.(snapshot, seat) ??
    h("span", { class: "seat-cash heavy" }, formatAmount(seat.cash))
  );
}

/** A seat's sign and name, for use inside a sentence or a button. */
export function seatName(snapshot, seat, className = "") {
  return h(
    "span",
    { class: `who ${className}`, vars: { "--seat": seatColour(seat) } },
    seatSign(seat),
    h("b", {}, snapshot.seats[seat].name),
  );
}
