/** What a banker says aloud at Ten Thousand: each throw, what became of a turn, and who has won. */

import { formatAmount, formatList, t } from "../../words.js";

const SOUNDS = { banked: "sold", farkle: "lose", penalty: "lose", last_turns: "win" };

/** What to say of the step that led to `now`. */
export function announcements(_, now) {
  const row = now.last_row;
  const thrown = Boolean(row?.dice && row.counts);
  if (!thrown && row?.kind !== "action") return [];
  return [
    ...(thrown
      ? [{ text: t("dice_lying", { faces: formatList(row.dice.faces) }), sound: "dice" }]
      : []),
    ...(now.dice.length ? [] : happened(now)),
    ...(now.over ? [{ text: winners(now), sound: "win" }] : []),
  ];
}

/** What became of the turn before, in sentences. */
export function happened({ prompts, seats }) {
  return prompts
    .filter(({ code }) => code in SOUNDS)
    .map(({ code, seat, figures }) => ({
      text: t(`prompt_ten_thousand_${code}`, {
        name: seats[seat]?.name,
        points: formatAmount(figures.points ?? 0),
        total: formatAmount(figures.total ?? 0),
      }),
      sound: SOUNDS[code],
    }));
}

function winners({ ranking, seats }) {
  const names = ranking.filter(({ place }) => place === 1).map(({ seat }) => seats[seat].name);
  return t("winner", { names: formatList(names), count: names.length });
}
