/** "Last card!": was it called, was the silence noticed, or is it too late? */

import { actionButton, drawSand } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { seatColour } from "../../parts/seats.js";
import { legalChoices } from "../../store.js";
import { t } from "../../words.js";
import { actionOf, choice, sentence } from "./sentences.js";

/** Draw the question about the call of whoever came down to one card, while it is open. */
export function drawCall(snapshot) {
  const seat = snapshot.uncalled;
  if (seat === null || snapshot.phase === "take") return null;
  const call = choice(snapshot, "call_last_card", seat);
  const fine = legalChoices(snapshot, "fine").find(
    (one) => one.seat === seat && one.fields.fault.one_of.includes("last_card"),
  );
  const close = choice(snapshot, "close_call");
  const key = (className, action, ...words) => actionButton({ class: className }, action, words);
  return h(
    "div",
    {
      class: "call cut-off plate row center anchor full",
      key: "call",
      role: "status",
      vars: { "--seat": seatColour(seat) },
    },
    h("p", { class: "large strong" }, sentence(snapshot, "prompt_last_one_last_card", seat)),
    call ? key("second called", actionOf(call), t("one_called")) : null,
    fine ? key("danger fined", { ...actionOf(fine), fault: "last_card" }, t("one_caught")) : null,
    close ? key("quiet", actionOf(close), t("one_too_late")) : null,
    // How long the silence can still be noticed, where a house rule sets seconds.
    snapshot.clock?.running ? drawSand(snapshot) : null,
  );
}
