/** What happens seldom, behind one button: an error costs a card; somebody is out, unseen. */

import { sendAction } from "../../actions.js";
import { h } from "../../parts/dom.js";
import { seatColour, seatName } from "../../parts/seats.js";
import { legalChoices, state } from "../../store.js";
import { t } from "../../words.js";
import { actionOf, setHalfDoneAction } from "./sentences.js";

const SELDOM = { fine: { fault: "error" }, hand_won: {} };

/** The button that opens it; null where this device may do nothing of it. */
export function rareEventsButton(snapshot) {
  const any = Object.keys(SELDOM).some((type) => legalChoices(snapshot, type).length);
  return any
    ? h(
        "button",
        {
          class: "more",
          key: "more",
          "aria-label": t("one_more"),
          onclick: () => setHalfDoneAction(snapshot, { more: true }),
        },
        "…",
      )
    : null;
}

/** Draw one row of players for each thing that happens seldom. */
export function drawRareEvents(snapshot) {
  return h(
    "div",
    { class: "row center whole-row", key: "more" },
    Object.entries(SELDOM).map(([type, fields]) =>
      drawSeldom(legalChoices(snapshot, type), type, fields, snapshot),
    ),
    h(
      "div",
      { class: "acts line" },
      h(
        "button",
        { class: "second", onclick: () => setHalfDoneAction(snapshot, null) },
        t("one_back"),
      ),
    ),
  );
}

function drawSeldom(found, type, fields, snapshot) {
  if (!found.length) return null;
  return h(
    "div",
    { class: "row center", key: type, role: "group", "aria-label": t(`one_seldom_${type}`) },
    h("p", {}, t(`one_seldom_${type}`)),
    h(
      "div",
      { class: "row" },
      found.map((one) =>
        h(
          "button",
          {
            class: "step",
            vars: { "--seat": seatColour(one.seat) },
            waits: state.busy,
            onclick: async () => {
              if (await sendAction({ ...actionOf(one), ...fields }))
                setHalfDoneAction(snapshot, null);
            },
          },
          seatName(snapshot, one.seat),
        ),
      ),
    ),
  );
}
