/** Whether the café's dice are fair: all together, by colour, and which table's are not. */

import { h } from "../parts/dom.js";
import { drawFairness } from "../parts/fairness.js";
import { formatAmount, formatPercent, t } from "../words.js";
import { nameOf } from "./live.js";
import { answerOf } from "./requests.js";

const RANK = { loaded: 0, suspicious: 1, nothing: 2 };

/** Draw it. */
export function drawFairnessPage() {
  const found = answerOf("/api/fairness");
  if (!found) return h("p", { class: "waiting" }, t("opening"));
  const { all, tables, days } = found;
  const sorted = [...tables].sort(
    (one, other) => RANK[one.verdict] - RANK[other.verdict] || other.evidence - one.evidence,
  );
  return [
    h("h2", { class: "ask" }, t("hub_fairness")),
    h("p", { class: "hint" }, t("hub_fairness_days", { count: days })),
    all.length ? drawFairness({ evening: [], all }) : h("p", { class: "hint" }, t("hub_no_throws")),
    sorted.length ? drawByTable(sorted) : null,
  ];
}

function drawByTable(groups) {
  const heads = ["hub_table", "hub_thrown", "hub_verdict", "hub_farthest"];
  return h(
    "section",
    { class: "stack tight", key: "by_table" },
    h("h3", {}, t("hub_by_table")),
    h(
      "div",
      { class: "wide-table rigid" },
      h(
        "table",
        { class: "plate" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((word) => h("th", { scope: "col" }, t(word))),
          ),
        ),
        h("tbody", {}, groups.map(drawRow)),
      ),
    ),
  );
}

function drawRow({ body, thrown, verdict, face, faces }) {
  const share = faces.find((one) => one.face === face).count / thrown;
  return h(
    "tr",
    { key: body },
    h("th", { scope: "row" }, nameOf(body)),
    h("td", {}, formatAmount(thrown)),
    h(
      "td",
      { class: verdict === "nothing" ? "left" : "warn left" },
      t(`fair_${verdict}`, { face }),
    ),
    h("td", {}, t("hub_face_share", { face, share: formatPercent(share) })),
  );
}
