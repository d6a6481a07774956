/** What is said aloud: what a banker would call across the table, not whose turn it is each time. */

import { t } from "../../words.js";

const SOUNDS = { draws: "count", reshuffled: "dice", hand_over: "win", bankrupt: "lose" };

/** What `after` brought since `before`, as `[{ text, sound }]`. */
export function announcements(before, after) {
  const { action } = after.last_row ?? {};
  if (action?.type === "take") return []; // of known cards one says as little as of all others
  return [...named(action), ...called(after, action), ...news(after), ...fight(before, after)];
}

/** The suit to follow from now on, where somebody chose it. */
function named(action) {
  return action?.suit ? [{ text: t("one_says_suit", { suit: t(`suit_${action.suit}`) }) }] : [];
}

function called({ seats }, action) {
  if (action?.type !== "call_last_card") return [];
  return [{ text: t("one_says_last", { name: seats[action.seat].name }) }];
}

function news({ happened, seats }) {
  return happened.map(({ event, seat, count }) => ({
    text: t(`prompt_last_one_${event}`, { name: seats[seat]?.name ?? "", count: count ?? 0 }),
    sound: SOUNDS[event],
  }));
}

/** Who must draw how many now, each time a melee begins or grows. */
function fight(before, after) {
  const { melee, seats } = after;
  if (!melee || melee.value === before.melee?.value) return [];
  const figures = { name: seats[melee.defender].name, count: melee.value };
  return [{ text: t("one_says_melee", figures), sound: "count" }];
}
