/** The dice of a game in which some stay and the others are thrown again. */

import { throwDemoDice } from "../actions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";
import { drawThrowEntry } from "./throw_entry.js";
import { drawThrowPanel } from "./throw_panel.js";
import { seenDice } from "./tray.js";

/**
 * Draw the dice as they lie. Those at `kept` (indices) stay; a tap changes that, unless none may be
 * thrown (`mayThrow`) or the die is `fixed`.
 */
export function drawKeepDice(snapshot, { kept, mayThrow, fixed = () => false }) {
  const toggle = (index) => {
    const keep = kept.includes(index) ? kept.filter((at) => at !== index) : [...kept, index];
    changeUi({ keep: keep.sort(), hand: [] });
  };
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const told = [...(state.ui.hand ?? [])]; // what was entered by hand takes the thrown dice's places
  const draw = (one, index) => {
    const drawn = (face) => die(face, { body: bodies[index] });
    const stays = kept.includes(index);
    const word = t(stays ? "kept" : "thrown");
    const below = h("small", { class: stays ? "lit strong" : "" }, word);
    if (!mayThrow) return h("span", { class: "keep-die shrinks" }, drawn(one.face));
    if (fixed(one)) return h("span", { class: "keep-die shrinks kept" }, drawn(one.face), below);
    const face = (stays ? undefined : told.shift()) ?? one.face;
    return h(
      "button",
      {
        class: `keep-die shrinks solid ${stays ? "kept" : "loose"}`,
        "aria-pressed": stays ? "true" : "false",
        "aria-label": t("die_is", { face, word }),
        onclick: () => toggle(index),
      },
      drawn(face),
      below,
    );
  };
  return h(
    "div",
    {
      class: "keep-dice line center",
      key: "dice",
      role: "group",
      "aria-label": t("tap_to_keep"),
    },
    snapshot.dice.map(draw),
  );
}

/**
 * Draw how the dice that do not stay at `kept` (indices) are thrown by `seat`, or told by hand: in
 * their places, or with `slots` beside them.
 */
export function drawThrowOthers(snapshot, kept, seat, slots = !snapshot.dice.length) {
  const { count, faces } = snapshot.awaited;
  const stay = kept.map((index) => snapshot.dice[index].face);
  const seen = seenDice(snapshot);
  return drawThrowPanel(snapshot, {
    throwDemo: () => throwDemoDice(kept.flatMap((index) => (seen[index] ? [seen[index].box] : []))),
    byHand: () =>
      drawThrowEntry({
        count,
        kept: stay,
        faces,
        slots,
        act: (thrown) => ({ type: "throw", seat, kept: stay, thrown }),
      }),
  });
}
