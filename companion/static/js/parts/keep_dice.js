/** The dice of a game in which some stay and the others are thrown again. */

import { throwDemoDice } from "../actions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { die, rollingDie } from "./dice.js";
import { h } from "./dom.js";
import { drawThrowEntry } from "./throw_entry.js";
import { drawThrowPanel, isRolling } from "./throw_panel.js";
import { seenDice } from "./tray.js";

/**
 * Draw the dice as they lie. Those at `kept` (indices) stay; a tap changes that, unless none may be
 * thrown (`mayThrow`) or the die is `fixed`. What was thrown in the demo tray rolls in its place.
 */
export function drawKeepDice(snapshot, { kept, mayThrow = true, fixed = () => false }) {
  const toggle = (index) => {
    const keep = kept.includes(index) ? kept.filter((at) => at !== index) : [...kept, index];
    changeUi({ keep: keep.sort(), hand: [] });
  };
  const rolling = isRolling(snapshot);
  const told = [...(state.ui.hand ?? [])]; // what was entered by hand takes the thrown dice's places
  const draw = (one, index) => {
    const stays = kept.includes(index);
    const body = seenDice(snapshot)[index]?.body;
    if (!mayThrow) return h("span", { class: "keep-die shrinks" }, die(one.face, { body }));
    if (fixed(one)) {
      const below = h("small", { class: "lit strong" }, t("locked"));
      return h("span", { class: "keep-die shrinks kept" }, die(one.face, { body }), below);
    }
    const fresh = stays ? undefined : told.shift();
    const face = fresh ?? one.face;
    const [kind, word, style] = stays
      ? ["kept", "kept", "lit strong"]
      : fresh
        ? ["fresh", "new_face", "good strong"]
        : ["loose", "thrown", ""];
    return h(
      "button",
      {
        class: `keep-die shrinks solid ${kind}`,
        "aria-pressed": stays ? "true" : "false",
        "aria-label": t("die_is", { face, word: t(word) }),
        onclick: () => toggle(index),
      },
      rolling && !stays
        ? rollingDie(snapshot.awaited.faces, { body, at: index })
        : die(face, { body }),
      h("small", { class: style }, t(word)),
    );
  };
  return h(
    "div",
    {
      class: "keep-dice line center",
      key: "dice",
      role: "group",
      "aria-label": t("tap_to_keep"),
      "data-roll": true,
    },
    snapshot.dice.map(draw),
  );
}

/**
 * Draw how the dice that do not stay at `kept` (indices) are thrown by `seat`, or told by hand: in
 * their places, or with `slots` beside them. `act(thrown)` is what a player's phone sends then.
 */
export function drawThrowOthers(
  snapshot,
  kept,
  seat,
  { slots = !snapshot.dice.length, act, soon } = {},
) {
  const { count, faces } = snapshot.awaited;
  const stay = kept.map((index) => snapshot.dice[index].face);
  const seen = seenDice(snapshot);
  return drawThrowPanel(snapshot, {
    seat,
    lying: !slots,
    soon,
    throwDemo: () => throwDemoDice(boxesOf(snapshot, kept)),
    byHand: () =>
      drawThrowEntry({
        count,
        kept: stay,
        faces,
        bodies: seen.filter((_, index) => !kept.includes(index)).map((one) => one?.body),
        slots,
        act: act ?? ((thrown) => ({ type: "throw", seat, kept: stay, thrown })),
      }),
  });
}

/** Where the dice at `kept` (indices) lie in the eye's picture, as far as it saw them. */
function boxesOf(snapshot, kept) {
  const seen = seenDice(snapshot);
  return kept.flatMap((index) => (seen[index] ? [seen[index].box] : []));
}
