/** What a banker says aloud at Yacht: each throw, what was scored, and who has won. */

import { formatList, t } from "../../words.js";

const JOY = 25; // so many points in one box are a reason to be glad

/** What to say of the step that led to `now`. */
export function announcements(_, now) {
  const row = now.last_row;
  if (row?.dice && row.counts) {
    return [{ text: t("dice_lying", { faces: formatList(row.dice.faces) }), sound: "dice" }];
  }
  if (row?.kind !== "action" || now.dice.length || !now.written) return [];
  return [...scored(now), ...(now.over ? [{ text: winners(now), sound: "win" }] : [])];
}

/** What was scored last, in sentences: the box, further yachts, the bonus. */
export function scored({ prompts, seats }) {
  return prompts
    .filter(({ code }) => code === "written" || code === "further_yacht" || code === "bonus")
    .map(({ code, seat, figures }) => ({
      text: t(`prompt_yacht_${code}`, {
        name: seats[seat].name,
        points: figures.points,
        box: figures.box ? t(`score_${figures.box}`) : "",
      }),
      sound: code !== "written" || figures.points >= JOY ? "win" : "sold",
    }));
}

function winners({ ranking, seats }) {
  const names = ranking.filter(({ place }) => place === 1).map(({ seat }) => seats[seat].name);
  return t("winner", { names: formatList(names), count: names.length });
}
