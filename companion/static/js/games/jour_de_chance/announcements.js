/** What a banker says aloud at Jour de Chance: each card that came, and what had to be done with it. */

import { logLine } from "../../sentences.js";
import { formatList, t } from "../../words.js";
import { outcomeSentences } from "./phases.js";

const SOUNDS = { dealt: "bid", drawn: "bid", pair: "count", banked: "sold" };

/** What to say of the step that led to `now`. */
export function announcements(_before, now) {
  const row = now.last_row;
  if (row?.kind !== "action") return [];
  if (now.over) return [{ text: outcomeSentences(now) }, { text: winners(now), sound: "win" }];
  const text = outcomeSentences(now) || `${logLine(row)}.`;
  return [{ text, sound: SOUNDS[now.outcome?.kind] }];
}

function winners({ ranking, seats }) {
  const names = ranking.filter(({ place }) => place === 1).map(({ seat }) => seats[seat].name);
  return t("winner", { names: formatList(names), count: names.length });
}
