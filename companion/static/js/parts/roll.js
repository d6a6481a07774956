/** The roll panel: how rolled dice get to the table, by the eye or by hand. */

import { keepDice, sendAction, throwDemoDice } from "../actions.js";
import { changeUi, mayAct, state } from "../store.js";
import { t } from "../words.js";
import { drawDock, drawTimedButton } from "./controls.js";
import { die, FACES, faceName, rollingDie } from "./dice.js";
import { button, h } from "./dom.js";
import { drawPhotographButton, eyeKnowsFaces, eyeWatches, isRolling, seenDice } from "./tray.js";

const SOONER = -5; // seconds

/** Whether the eye reads the next roll. @param {Snapshot} snapshot */
export function eyeReads(snapshot) {
  return eyeWatches(snapshot) && eyeKnowsFaces(snapshot) && !state.ui.byHand;
}

/**
 * Draw, above a dock, how the roll is awaited: the eye's reading (at the demo tray, a button calls
 * `throwDemo`), or the pad of `byHand()`; with an eye that reads the dice, each leads to the other.
 * The dice are those of `seat`, whose phone may roll too. Rolling dice are shown here, unless they
 * are `lying` elsewhere. The button presses itself after a while if `soon` says for what; with a
 * reason `why` not, nothing is rolled. Dice that no eye reads are `typed`. `more` are further
 * controls, and `look` is the class of the button.
 * @param {Snapshot} snapshot
 * @param {RollPanel} props
 * @returns {[content: Child, dock: Child]}
 */
export function drawThrowPanel(snapshot, props) {
  const { byHand, throwDemo, seat = null, lying = false, soon = null, why = null, more } = props;
  const { typed = false, look = "throw" } = props;
  const reason = why
    ? h("p", { class: "hint why left little", key: "why", role: "status" }, why)
    : null;
  if (typed || !eyeReads(snapshot)) {
    const may = !typed && eyeWatches(snapshot) && eyeKnowsFaces(snapshot);
    return [reason ?? byHand(), drawDock(may ? other("by_eye", false) : null, more)];
  }
  return [
    snapshot.awaited && isRolling(snapshot) && !lying ? drawRolling(snapshot.awaited) : null,
    drawDock(
      other("by_hand", true),
      reason,
      drawByEye(snapshot, throwDemo, seat, why ? null : soon, Boolean(why), look),
      more,
    ),
  ];
}

/**
 * Draw no button while dice are asked about elsewhere: kept dice could not be distinguished.
 * @param {Snapshot} snapshot
 * @param {() => unknown} throwDemo
 * @param {number | null} seat
 * @param {string | null} soon
 * @param {boolean} disabled
 * @param {string} look
 */
function drawByEye(snapshot, throwDemo, seat, soon, disabled, look) {
  const { demo, photographs, question } = snapshot.eye;
  const may = mayAct(seat) && !question;
  if (may && demo) return drawThrowButton(snapshot, throwDemo, soon, disabled, look);
  if (disabled) return null;
  const photograph =
    photographs && (mayAct(seat) || state.you.camera) ? drawPhotographButton(snapshot) : null;
  if (photograph && !question) return photograph;
  const words = h(
    "p",
    { class: "large strong", key: "by-eye" },
    t(question ? "eye_asks_elsewhere" : "eye_watches"),
  );
  // If the question is drawn, another photograph is one of its answers.
  if (!photograph || mayAct()) return words;
  return h("div", { class: "photograph stack center", key: "asks" }, words, photograph);
}

/**
 * Not while dice roll, when a tap would roll them again.
 * @param {Snapshot} snapshot
 * @param {() => unknown} onclick
 * @param {string | null} soon
 * @param {boolean} disabled
 * @param {string} look
 */
function drawThrowButton(snapshot, onclick, soon, disabled, look) {
  const rolling = isRolling(snapshot);
  if (soon && !rolling) return drawTimedButton(soon, t("throw"), onclick, { more: SOONER, look });
  return button(look, t(rolling ? "eye_moving" : "throw"), onclick, {
    key: "throw",
    "data-rolls": true,
    disabled,
    waits: state.busy || rolling,
  });
}

/** @param {AwaitedDice} awaitedDice */
function drawRolling({ count, faces, body }) {
  return h(
    "div",
    { class: "keep-dice line center rolls", key: "rolling" },
    Array.from({ length: count }, (_, at) => rollingDie(faces, { body, at })),
  );
}

/** @param {string} word @param {boolean} byHand */
function other(word, byHand) {
  return button("quiet", t(word), () => changeUi({ byHand }), { key: word });
}

// Dice entered by hand: tap their faces.

/**
 * Draw the six faces as buttons; `onFace(face)` gets the one that was tapped.
 * @param {(face: string) => unknown} onFace
 * @param {string[] | undefined} [faces]
 * @param {(face: string) => Child} [draw]
 */
export function drawFacePad(onFace, faces = FACES, draw = die) {
  return h(
    "div",
    {
      class: `pad row center dice-l ${faces.length > 7 ? "many" : ""}`,
      role: "group",
      "aria-label": t("faces"),
    },
    faces.map((face) =>
      button("pad-key middle", draw(face), () => onFace(face), { "aria-label": faceName(face) }),
    ),
  );
}

/**
 * Entry of a whole roll: `count` dice, of which `kept` (faces) stay. The draft lives in `ui.hand`,
 * so that a fresh snapshot does not lose it. With `slots` the dice are shown here; without, the
 * caller shows the draft in the places of the dice that are rolled. `act(thrown)` is the game's own
 * action for them, with its seat: what a player's device sends. `bodies` are the
 * colours of the dice that are rolled, in order; without, they are what the game awaits.
 * @param {RollEntry} props
 */
export function drawThrowEntry(props) {
  const { count, kept = [], faces = FACES, bodies = [], slots = true, typed = false, act } = props;
  const missing = count - kept.length;
  const draft = (state.ui.hand ?? []).slice(0, missing);
  const full = draft.length === missing;
  /** @param {string} face @param {number} at */
  const draw = (face, at) => die(face, { body: bodies[at] ?? state.snapshot?.awaited?.body });
  return h(
    "section",
    { class: "hand stack center dice-l", key: "hand", "aria-label": t("by_hand") },
    h(
      "p",
      { class: "hand-title left strong little" },
      full
        ? t("hand_full")
        : draft.length
          ? t("hand_more", { count: missing - draft.length })
          : t("hand_throw", { count: missing }),
    ),
    slots ? h("div", { class: "row center" }, drawSlots(draft, missing, draw)) : null,
    full
      ? button("main", t("hand_do"), () => play(kept, draft, typed, act), { waits: state.busy })
      : drawFacePad(
          (face) => changeUi({ hand: [...draft, face] }),
          faces,
          (face) => draw(face, draft.length),
        ),
    draft.length
      ? button("quiet", t("hand_back"), () => changeUi({ hand: draft.slice(0, -1) }))
      : null,
  );
}

/**
 * @param {string[]} draft
 * @param {number} missing
 * @param {(face: string, at: number) => Child} draw
 */
function drawSlots(draft, missing, draw) {
  return Array.from({ length: missing }, (_, index) =>
    index < draft.length
      ? button(
          "hand-slot middle",
          draw(draft[index], index),
          () => changeUi({ hand: draft.filter((_, at) => at !== index) }),
          { "aria-label": t("take_back", { face: draft[index] }) },
        )
      : h("span", { class: "hand-slot middle dashed larger soft" }, "?"),
  );
}

/**
 * @param {string[]} kept
 * @param {string[]} draft
 * @param {boolean} typed
 * @param {((rolled: string[]) => Action) | undefined} act
 */
async function play(kept, draft, typed, act) {
  const stays = kept.map((_, index) => index);
  const done =
    typed && act
      ? await sendAction(act(draft))
      : await sendThrow([...kept, ...draft], stays, act?.(draft));
  if (done) changeUi({ hand: [], byHand: false });
}

/**
 * Send a roll: from the banker as dice, which can be corrected later like a reading; from a player
 * as `act`, the game's own action with their seat.
 * @param {string[]} faces
 * @param {number[]} kept
 * @param {Action | undefined} act
 */
export async function sendThrow(faces, kept, act) {
  const action = mayAct(null) ? { type: "dice", faces, kept } : act;
  return action ? sendAction(action) : false;
}

// The dice of a game in which some stay and the others are rolled again.

/**
 * Return the dice (indices) that were chosen to stay, on this device or another; else nothing.
 * @param {Snapshot} snapshot
 */
export function chosenDice({ keep }) {
  return state.ui.keep ?? keep;
}

const DIE_PLACE = "keep-die middle tight dashed";

/** Draw the place of a die in a row, which nobody taps. @param {string} kind @param {...Child} inside */
export function drawDiePlace(kind, ...inside) {
  return h("span", { class: `${DIE_PLACE} ${kind}` }, inside);
}

/**
 * Draw the dice as they lie. Those at `kept` (indices) stay; a tap changes that, unless none may be
 * rolled (`mayThrow`) or the die is `fixed`. What was rolled in the demo tray rolls in its place.
 * @template {TableDie} D
 * @param {DiceView & { dice: D[] }} snapshot
 * @param {{ kept: number[], mayThrow?: boolean, fixed?: (die: D) => boolean }} given
 */
export function drawKeepDice(snapshot, { kept, mayThrow = true, fixed = () => false }) {
  /** @param {number} index */
  const toggle = (index) => {
    const keep = kept.includes(index) ? kept.filter((at) => at !== index) : [...kept, index];
    keepDice(keep);
  };
  const rolling = isRolling(snapshot);
  if (!snapshot.dice.length) return drawPlaces(snapshot, rolling);
  const entered = [...(state.ui.hand ?? [])]; // what was entered by hand takes the thrown dice's places
  /** @param {D} one @param {number} index */
  const draw = (one, index) => {
    const stays = kept.includes(index);
    const body = seenDice(snapshot)[index]?.body;
    if (!mayThrow) return drawDiePlace("", die(one.face, { body }));
    if (fixed(one)) {
      const below = h("small", { class: "lit strong" }, t("locked"));
      return drawDiePlace("picked kept", die(one.face, { body }), below);
    }
    const fresh = stays ? undefined : entered.shift();
    const face = fresh ?? one.face;
    const [kind, word, style] = stays
      ? ["picked kept", "kept", "lit strong"]
      : fresh
        ? ["fresh", "new_face", "good strong"]
        : ["loose", "thrown", ""];
    return button(
      `${DIE_PLACE} solid ${kind}`,
      [
        rolling && !stays
          ? rollingDie(snapshot.awaited?.faces, { body, at: index })
          : die(face, { body }),
        h("small", { class: style }, t(word)),
      ],
      () => toggle(index),
      {
        "aria-pressed": stays,
        "aria-label": t("die_is", { face, word: t(word) }),
      },
    );
  };
  return h(
    "div",
    {
      class: `keep-dice line center ${rolling ? "rolls" : ""}`,
      key: "dice",
      role: "group",
      "aria-label": t("tap_to_keep"),
      "data-roll": true,
    },
    snapshot.dice.map(draw),
  );
}

/**
 * Draw the empty places of dice, in which rolling or entered dice appear.
 * @param {Snapshot} snapshot
 * @param {boolean} rolling
 */
function drawPlaces({ awaited }, rolling) {
  const { count = 0, faces = FACES, body } = awaited ?? {};
  /** @param {string} face */
  const draw = (face) => die(face, { body });
  return h(
    "div",
    { class: `keep-dice line center ${rolling ? "rolls" : ""}`, key: "dice", "data-roll": true },
    rolling
      ? Array.from({ length: count }, (_, at) => drawDiePlace("", rollingDie(faces, { body, at })))
      : drawSlots(state.ui.hand ?? [], count, draw),
  );
}

/**
 * Draw how the dice that do not stay at `kept` (indices) are rolled by `seat`, or entered by hand:
 * in their places, or with `slots` of their own. `act(thrown)` is what a player's phone sends then.
 * With a reason `why` they cannot be rolled; `more` is what else may be done.
 * @param {DiceView} snapshot
 * @param {number[]} kept
 * @param {number | null} seat
 * @param {OtherDice} [given]
 */
export function drawThrowOthers(
  snapshot,
  kept,
  seat,
  { slots = false, act, soon, why, more, look } = {},
) {
  const { count = 0, faces } = snapshot.awaited ?? {};
  const stay = kept.map((index) => snapshot.dice[index].face);
  const seen = seenDice(snapshot);
  return drawThrowPanel(snapshot, {
    seat,
    lying: !slots || snapshot.dice.length > 0,
    soon,
    why,
    more,
    look,
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

/**
 * Return where the dice at `kept` (indices) lie in the eye's picture, as far as it saw them.
 * @param {DiceView} snapshot
 * @param {number[]} kept
 */
function boxesOf(snapshot, kept) {
  const seen = seenDice(snapshot);
  return kept.flatMap((index) => (seen[index] ? [seen[index].box] : []));
}
