/** The score sheet: that of whose turn it is, with what each box would bring; and that of all. */

import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { seatName } from "../../parts/seats.js";
import { legalChoices } from "../../store.js";
import { formatAmount, formatTenths, t } from "../../words.js";

const UPPER = new Set(["ones", "twos", "threes", "fours", "fives", "sixes"]);

/** Draw the sheet of whose turn it is; with `advice` (odds) also what each box costs. */
export function drawSheet(snapshot, advice) {
  const seat = snapshot.seats[snapshot.turn];
  const [choice] = legalChoices(snapshot, "score");
  const draw = (box) => drawBox(snapshot, seat, box, choice, advice);
  const upper = snapshot.boxes.filter((box) => UPPER.has(box));
  const lower = snapshot.boxes.filter((box) => !UPPER.has(box));
  return h(
    "div",
    { class: "yacht-sheet grid", key: "sheet", role: "group", "aria-label": t("yacht_sheet") },
    h("div", { class: "stack tight" }, upper.map(draw), drawUpperSum(snapshot, seat)),
    h("div", { class: "stack tight" }, lower.map(draw)),
  );
}

function drawBox(snapshot, { seat, sheet }, box, choice, advice) {
  const name = h("span", { class: "grow left" }, t(`box_${box}`));
  const props = { key: box, "data-box": box };
  if (sheet[box] !== null) {
    const points = h("b", { class: "yacht-points large" }, formatAmount(sheet[box]));
    return h("div", { ...props, class: "yacht-box full plate line filled" }, name, points);
  }
  const would = snapshot.would_score?.[box];
  if (would === undefined) {
    return h("div", { ...props, class: "yacht-box full plate line soft" }, name);
  }
  const best = advice?.keep === null && advice?.box === box;
  const shown = [
    name,
    advice ? h("small", { class: "soft" }, costs(advice.boxes[box])) : null,
    h("b", { class: `yacht-points large ${would ? "lit" : "soft"}` }, formatAmount(would)),
  ];
  const style = `yacht-box plate line ${best ? "best" : ""}`;
  if (!choice) return h("div", { ...props, class: style }, shown);
  const label = t("yacht_score_in", { box: t(`box_${box}`), points: would });
  return actionButton(
    { ...props, class: style, "aria-label": label },
    { type: "score", seat, box },
    shown,
  );
}

/** What a choice gives away on average, in words; nothing where it is the best. */
export function costs(points) {
  return points < 0.05 ? t("yacht_best_choice") : `−${formatTenths(points)}`;
}

function drawUpperSum({ options }, { upper, bonus }) {
  if (!options.upper_bonus) return null;
  const text = bonus
    ? t("yacht_bonus_made", { points: bonus })
    : t("yacht_bonus_to_go", { upper, points: options.upper_bonus });
  return h("p", { class: "yacht-upper soft", key: "upper" }, text);
}

/** Draw the sheets of all players side by side. */
export function drawAllSheets(snapshot) {
  const { seats, boxes } = snapshot;
  const row = (key, title, cell) =>
    h(
      "tr",
      { key },
      h("th", { scope: "row" }, title),
      seats.map((seat) => h("td", {}, cell(seat) ?? "")),
    );
  return h(
    "div",
    { class: "yacht-all wide-table full", key: "all", tabindex: 0 },
    h(
      "table",
      { "aria-label": t("yacht_sheet") },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          seats.map(({ seat }) => h("th", { scope: "col" }, seatName(snapshot, seat))),
        ),
      ),
      h(
        "tbody",
        {},
        boxes.map((box) => row(box, t(`box_${box}`), ({ sheet }) => sheet[box])),
        row("bonus", t("yacht_bonus"), ({ bonus }) => bonus || ""),
        row("extra", t("yacht_further"), ({ extra }) => extra || ""),
        row("total", t("yacht_total"), ({ total }) => total),
      ),
    ),
  );
}
