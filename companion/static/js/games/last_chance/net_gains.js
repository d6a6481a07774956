/** What a card came to for each person: more or less money than before it was bought. */

import { h } from "../../parts/dom.js";
import { seatName } from "../../parts/seats.js";
import { formatAmount } from "../../words.js";
import { outcomeOf } from "./settlement.js";

/** Draw for each seat whose money changed by how much, who gained most first. */
export function drawNetGains(snapshot) {
  const nets = netsOf(outcomeOf(snapshot), snapshot.seats);
  if (!nets.length) return null;
  return h(
    "ul",
    { class: "nets row center", key: "nets" },
    nets.map(([seat, net]) =>
      h(
        "li",
        { class: "plate line", key: `net${seat}` },
        seatName(snapshot, seat),
        h("b", { class: `large ${net > 0 ? "good" : "lost"}` }, signed(net)),
      ),
    ),
  );
}

/** Which seats gained and lost how much: `[[seat, net], …]`. What was staked and bet was theirs. */
function netsOf({ payments, seat: cracker }, seats) {
  const nets = seats.map(() => 0);
  const book = (account, value) => {
    const [kind, seat] = account.split(":");
    if (kind === "stake") nets[cracker] += value;
    else if (kind !== "bank") nets[seat] += value;
  };
  for (const { transfer } of payments) {
    const { payer, payee, amount: value } = transfer;
    book(payer, -value);
    book(payee, value);
  }
  const changed = [...nets.entries()].filter(([, net]) => net);
  return changed.sort(([, one], [, other]) => other - one);
}

function signed(value) {
  return (value > 0 ? "+" : "\u2212") + formatAmount(Math.abs(value));
}
