/** The bills that make an amount. */

import { h } from "../../parts/dom.js";
import { formatAmount, t } from "../../words.js";

const COLOURS = ["#a23c2f", "#35609a", "#3a7440"]; // by rank, the largest bill first

/** Draw the bills that are laid, and the change that the bank (or who is paid by it) gives back. */
export function drawPayment({ bills, change }, kinds) {
  return [
    drawBills(bills, kinds),
    change.length
      ? h(
          "span",
          { class: "line" },
          h("span", { class: "soft" }, t("bills_change")),
          drawBills(change, kinds),
        )
      : null,
  ];
}

/** Draw `piles` of bills, `[[bill, count], …]`, each kind in its colour. */
export function drawBills(piles, kinds) {
  return h(
    "span",
    { class: "bills row", role: "img", "aria-label": billsInWords(piles) },
    piles.map(([bill, count]) =>
      h(
        "span",
        { class: "line tight" },
        h("span", { class: "strong" }, `${count}\u202f×`),
        billPicture(bill, COLOURS[kinds.indexOf(bill)]),
      ),
    ),
  );
}

function billsInWords(piles) {
  return piles
    .map(([bill, count]) => t("bills_of", { count, bill: formatAmount(bill) }))
    .join(", ");
}

/** A note in its colour; the figures keep their size however small the page is. */
function billPicture(bill, colour) {
  return h(
    "svg",
    { class: "bill", viewBox: "0 0 124 46" },
    h("rect", { x: 1, y: 1, width: 122, height: 44, rx: 6, fill: "#f4ead0" }),
    h("rect", { x: 4, y: 4, width: 116, height: 38, rx: 4, fill: colour }),
    h("circle", { cx: 62, cy: 23, r: 17, fill: "rgba(255,255,255,.16)" }),
    h(
      "text",
      {
        x: 62,
        y: 31.5,
        "text-anchor": "middle",
        "font-size": 24,
        "font-weight": 700,
        fill: "#fffaf0",
      },
      formatAmount(bill),
    ),
  );
}
