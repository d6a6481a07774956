/** A free table during play: the dice, the turn, and each player's dealings with the bank. */

import { sendAction, throwDemoDice } from "../../actions.js";
import { actionButton, drawDock, drawStepper, sentenceOf } from "../../parts/controls.js";
import { die } from "../../parts/dice.js";
import { button, h } from "../../parts/dom.js";
import { openAmountSheet } from "../../parts/overlays.js";
import { drawThrowEntry, drawThrowPanel } from "../../parts/roll.js";
import { CROWD, seatName, seatSign } from "../../parts/seats.js";
import { isRolling, seenDice } from "../../parts/tray.js";
import { changeUi, choiceOf, legalChoices, mayAct, state } from "../../store.js";
import { formatAmount, formatMoney, inBox, t } from "../../words.js";
import { drawBoxForm, drawSaveBox } from "./box_choice.js";
import { drawClock, secondsLeft } from "./clock.js";
import { drawPoints, owesPoints } from "./sheet.js";

const REMEMBERED = 4; // rolls before the last one that are shown in a line

/** Whether the player on turn has rolled. @param {FreeTable.View} snapshot */
function hasRolled({ box, throws, turn }) {
  return box.dice > 0 && turn !== null && throws.at(-1)?.seat === turn;
}

/** Draw the table as it stands. @param {FreeTable.View} snapshot */
export function drawPlay(snapshot) {
  if (state.ui.box) return drawChange(state.ui.box);
  const { box, throws } = snapshot;
  const last = box.dice ? throws.at(-1) : null;
  const person = personOf(snapshot);
  const hasLanes = box.money || box.sheet !== "none" || box.counters.length > 0;
  return h(
    "section",
    { class: `free-table fits ${hasRolled(snapshot) ? "rolled" : ""}`, key: "free" },
    h(
      "div",
      { class: "hero line", key: "hero" },
      h(
        "div",
        { class: "grow stack tight" },
        h("h2", { class: "ask" }, headline(snapshot)),
        last && hasLanes ? drawHistory(snapshot) : null,
        drawRest(snapshot),
      ),
      last ? drawLast(snapshot, last) : null,
      drawPot(snapshot),
      drawClock(snapshot),
    ),
    hasLanes
      ? h(
          "div",
          { class: "free-body fill fits", key: "body" },
          h(
            "ol",
            { class: "lanes", "aria-label": t("players") },
            snapshot.seats.map((seat) => drawLane(snapshot, seat, person)),
          ),
          box.money && person !== null ? drawBank(snapshot, person) : null,
        )
      : drawEarlierRolls(snapshot),
    drawFoot(snapshot),
  );
}

/** Return why nothing is left to play, if so. @param {FreeTable.View} snapshot */
function doneBy({ prompts }) {
  return prompts.find(({ code }) => code === "written" || code === "counted_down");
}

/** @param {FreeTable.View} snapshot */
function headline(snapshot) {
  const { prompts, turn, box, seats } = snapshot;
  const done = doneBy(snapshot);
  if (done?.code === "written") return t("free_written");
  if (done) return sentenceOf("free_counted_down", { name: seatName(snapshot, done.seat ?? 0) });
  if (turn === null) return inBox("box", box.name);
  const key = prompts[0].code === "time_is_up" ? "free_turn_is_up" : "free_turn";
  return sentenceOf(key, { name: h("b", {}, seats[turn].name) });
}

/** @param {FreeTable.View} snapshot @param {FreeTable.Roll} last */
function drawLast(snapshot, { faces, sum, doubles }) {
  const bodies = seenDice(snapshot).map((seen) => seen?.body);
  const size = faces.length > 3 ? "" : "dice-l";
  return h(
    "div",
    { class: `row center ${size}`, key: "last", "data-roll": "" },
    faces.map((face, at) => die(face, { body: bodies[at] })),
    h(
      "div",
      { class: "middle" },
      faces.length > 1 ? h("b", { class: "figure lit" }, sum) : null,
      doubles ? h("b", { class: "warn" }, t("free_doubles", { count: snapshot.doubles })) : null,
    ),
  );
}

/** @param {FreeTable.View} snapshot */
function drawPot({ box, bank }) {
  if (bank === null || !isPot(box)) return null;
  const pot = h("b", { class: "largest" }, formatMoney(bank, box.currency));
  return h("p", { class: "line", key: "pot" }, t("free_pot"), pot);
}

/** @param {FreeTable.View} snapshot */
function drawHistory({ throws, throw_count: count }) {
  const before = throws.slice(-REMEMBERED - 1, -1).reverse();
  const sums = before.map(({ faces, sum }) => `${faces.join(" ")} = ${sum}`).join(" · ");
  return h("p", { class: "hint clip", key: "history" }, t("free_thrown", { count }), " ", sums);
}

/**
 * Draw the rolls before the last one, newest first, where no player has a lane.
 * @param {FreeTable.View} snapshot
 */
function drawEarlierRolls({ throws, throw_count: count, turn }) {
  const wide = throws.some(({ faces }) => faces.length > 3);
  const title = t("free_thrown", { count });
  return h(
    "ol",
    { class: "free-rolls fill cut-off dice-s", key: "rolls", "aria-label": title },
    count ? h("li", { class: wide ? "hint full" : "hint" }, title) : null,
    throws
      .slice(0, -1)
      .reverse()
      .map(({ seat, faces, sum }, at) =>
        h(
          "li",
          { class: wide ? "row full" : "row", key: count - at },
          seat === null || turn === null ? null : seatSign(seat),
          faces.map((face) => die(face)),
          faces.length > 1 ? h("b", { class: "figure" }, sum) : null,
        ),
      ),
  );
}

/** Draw the controls for rare changes. @param {FreeTable.View} snapshot */
function drawRest(snapshot) {
  const { box } = snapshot;
  const { minus = false } = state.ui;
  if (!mayAct()) return null;
  return h(
    "div",
    { class: "free-rest row tight", key: "rest" },
    drawDiceCount(snapshot),
    button("quiet", t("free_change_box"), () => changeUi({ box })),
    doneBy(snapshot) ? null : drawFinish("quiet"),
    box.sheet === "none" || box.count_down
      ? null
      : button(minus ? "picked" : "quiet", t("free_minus"), () => changeUi({ minus: !minus }), {
          "aria-pressed": minus,
        }),
  );
}

// The buttons below: the roll, and the next player or the end.

/** @param {string} look */
function drawFinish(look) {
  return actionButton(look, t("free_finish"), { type: "finish" });
}

/** @param {FreeTable.View} snapshot */
function drawFoot(snapshot) {
  const more = [drawEndTurn(snapshot), mayAct() && doneBy(snapshot) ? drawFinish("main") : null];
  const choice = choiceOf(snapshot, "throw");
  if (!choice) return drawDock(more);
  const typed = !snapshot.awaited; // dice that no camera reads
  const [content, buttons] = drawThrowPanel(snapshot, {
    seat: choice.seat,
    more,
    typed,
    look: hasRolled(snapshot) ? "second" : "throw",
    throwDemo: () => throwDemoDice([]),
    byHand: () =>
      drawThrowEntry({
        count: snapshot.dice_count,
        faces: choice.fields.faces.list_of,
        slots: false,
        typed,
        act: (faces) => ({ type: "throw", seat: choice.seat, faces }),
      }),
  });
  const rolls = isRolling(snapshot); // over the stage, not in the dock
  return [
    rolls ? content : null,
    h("div", { class: "dock line entry", key: "dock" }, rolls ? null : content, buttons),
  ];
}

/** @param {FreeTable.View} snapshot */
function drawDiceCount(snapshot) {
  const [choice] = legalChoices(snapshot, "take_dice");
  if (!choice) return null;
  const { min, max } = choice.fields.count;
  const count = snapshot.dice_count;
  return drawStepper({
    value: count,
    shown: h("span", { class: "one-line" }, t("free_dice_count", { count })),
    low: min,
    high: max,
    steps: [1],
    label: t("free_dice"),
    write: (step) => (step < 0 ? `− ${t("free_fewer_dice")}` : `+ ${t("free_more_dice")}`),
    set: (dice) => sendAction({ type: "take_dice", count: dice }),
  });
}

/**
 * Ending a turn sends the time on the clock at that moment, in the whole seconds shown.
 * @param {FreeTable.View} snapshot
 */
function drawEndTurn(snapshot) {
  const [choice] = legalChoices(snapshot, "end_turn");
  if (!choice) return null;
  const most = choice.fields.left?.max;
  const fields = () =>
    most === undefined ? {} : { left: Math.min(most, Math.ceil(secondsLeft(snapshot))) };
  const onclick = () => sendAction({ type: "end_turn", seat: choice.seat, ...fields() });
  return button(
    owesPoints(snapshot) || doneBy(snapshot) ? "second" : "main",
    t("free_end_turn"),
    onclick,
    { key: "end-turn", waits: state.busy },
  );
}

/** @param {FreeTable.Box} box */
function drawChange(box) {
  const leave = () => changeUi({ box: null });
  return h(
    "section",
    { class: "stack", key: "change" },
    h("h2", { class: "ask" }, t("free_change_box")),
    drawBoxForm(box, { dealt: true }),
    drawSaveBox(box),
    drawDock(
      button("quiet", t("cancel"), leave),
      button(
        "main",
        t("free_do_change"),
        async () => (await sendAction({ type: "arrange", box })) && leave(),
        { waits: state.busy },
      ),
    ),
  );
}

// In each lane: payments of the current player to this one, points and counters.

/**
 * @param {FreeTable.View} snapshot
 * @param {FreeTable.Seat} one
 * @param {number | null} person
 */
function drawLane(snapshot, { seat, name, active, counters }, person) {
  const own = snapshot.box.sheet !== "none" || counters.length > 0;
  const from = person === null ? "" : snapshot.seats[person].name;
  const title = t("free_pay_how_much", { name: from, to: name });
  return h(
    "li",
    {
      class: `free-lane line ${active ? "" : "out"} ${seat === snapshot.turn ? "turn" : ""}`,
      key: seat,
      "aria-label": name,
    },
    own ? h("span", { class: "free-who lane-name" }, seatName(snapshot, seat)) : null,
    snapshot.box.money && active && person !== null && person !== seat
      ? amountButton(
          { class: "free-pays line left grow", key: "pay", "aria-label": title },
          snapshot,
          { type: "pay", seat: person, to: seat },
          title,
          snapshot.seats.length > CROWD
            ? seatName(snapshot, seat, "clip")
            : h("span", { class: "clip" }, title),
        )
      : null,
    drawPoints(snapshot, seat),
    snapshot.box.counters.map((word, counter) =>
      h(
        "div",
        { class: "line tight", role: "group", "aria-label": `${name}: ${word}` },
        h("span", {}, word),
        [-1, 1].flatMap((by) => [
          choiceOf(snapshot, "count", seat)
            ? actionButton(
                "step",
                by < 0 ? "−" : "+",
                { type: "count", seat, counter, by },
                { "aria-label": `${name}: ${word} ${by < 0 ? "−" : "+"}1` },
              )
            : null,
          by < 0 ? h("b", { class: "large" }, formatAmount(counters[counter])) : null,
        ]),
      ),
    ),
  );
}

// Beside the lanes: one player's dealings with the bank.

const MOST = 99_999_999; // as many digits as the keypad takes

/**
 * Return the player whose acts are shown: the tapped one, else this device's, else the current one.
 * @param {FreeTable.View} snapshot
 */
function personOf({ seats, turn }) {
  const { who } = state.ui;
  const may = seats.filter(({ active, seat }) => active && mayAct(seat)).map(({ seat }) => seat);
  return [who, state.you.seat, turn, ...may].find((seat) => may.includes(seat ?? -1)) ?? null;
}

/**
 * Return a button that asks for an amount, and does `action` with it; disabled while it is not
 * allowed, so that no other takes its place.
 * @param {Props} props
 * @param {FreeTable.View} snapshot
 * @param {Action & { type: "pay" | "pay_out" | "borrow" | "repay", seat?: number }} action
 * @param {string} title
 * @param {...Child} words
 */
function amountButton(props, snapshot, action, title, ...words) {
  /** @param {FreeTable.View} now */
  const limits = (now) => {
    const amount = choiceOf(now, action.type, action.seat)?.fields.amount;
    return amount && { ...amount, max: Math.min(amount.max, MOST) };
  };
  const span = limits(snapshot);
  const all = action.type === "pay_out" && isPot(snapshot.box);
  const onDone = (/** @type {number} */ sum) => sendAction({ ...action, amount: sum });
  const onclick = () => span && openAmountSheet({ title, ...span, limits, all, onDone });
  return h("button", { ...props, disabled: !span, onclick }, words.length ? words : title);
}

/** @param {FreeTable.View} snapshot @param {number} seat */
function drawBank(snapshot, seat) {
  const { name, debt } = snapshot.seats[seat];
  const bank = t(isPot(snapshot.box) ? "free_pot" : "free_bank");
  /** @param {string} word */
  const of = (word) => t(isPot(snapshot.box) ? `free_${word}_pot` : `free_${word}_bank`);
  const props = { class: "second" };
  return h(
    "section",
    { class: "free-bank stack", key: "bank", "aria-label": bank },
    drawPeople(snapshot, seat),
    h(
      "div",
      { class: "free-buttons grid fits", key: "buttons" },
      drawButtons(snapshot, seat),
      amountButton(
        props,
        snapshot,
        { type: "pay", seat, to: null },
        t("free_pay_how_much", { name, to: bank }),
        of("to"),
      ),
      mayAct()
        ? amountButton(
            props,
            snapshot,
            { type: "pay_out", to: seat },
            t(isPot(snapshot.box) ? "free_wins_how_much" : "free_gets_how_much", { name }),
            of("from"),
          )
        : null,
      isPot(snapshot.box)
        ? null
        : amountButton(
            props,
            snapshot,
            { type: "borrow", seat },
            t("free_borrows_how_much", { name }),
            t("free_borrow"),
          ),
      debt
        ? amountButton(
            props,
            snapshot,
            { type: "repay", seat },
            t("free_repays_how_much", { name }),
            t("free_repay"),
          )
        : null,
    ),
  );
}

/** Whether the bank of `box` is a pot. @param {FreeTable.Box} box */
export function isPot({ all_money: all }) {
  return all === 0;
}

/**
 * Draw the players' chips, one of them chosen; nothing if there is no choice.
 * @param {FreeTable.View} snapshot
 * @param {number} chosen
 */
function drawPeople(snapshot, chosen) {
  const may = snapshot.seats.filter(({ active, seat }) => active && mayAct(seat));
  if (may.length < 2) return null;
  return h(
    "div",
    { class: "row tight", role: "group", "aria-label": t("free_who") },
    may.map(({ seat, name }) =>
      button(
        `free-chip sign-button bare middle ${seat === chosen ? "picked" : ""}`,
        seatSign(seat),
        () => changeUi({ who: seat }),
        { key: seat, "aria-label": name, "aria-pressed": seat === chosen },
      ),
    ),
    h("b", { class: "clip" }, snapshot.seats[chosen].name),
  );
}

/** @param {FreeTable.View} snapshot @param {number} seat */
function drawButtons(snapshot, seat) {
  const can = choiceOf(snapshot, "press", seat)?.fields.button.one_of ?? [];
  return snapshot.box.buttons.map(({ label, amount: sum, way }, button) => {
    const called = inBox("button", label);
    const gains = way === "bank_to_player" || way === "others_to_player";
    const to =
      isPot(snapshot.box) && way === "player_to_bank" ? "free_way_to_pot" : `free_way_${way}`;
    return actionButton(
      `paper line spread left free-button ${gains ? "gains" : ""}`,
      [
        h(
          "span",
          { class: "left" },
          h("b", {}, called),
          h("small", { class: "own-line soft" }, t(to)),
        ),
        h(
          "b",
          { class: `figure one-line ${gains ? "good" : "bad"}` },
          gains ? "+" : "−",
          formatAmount(sum),
        ),
      ],
      { type: "press", seat, button },
      {
        key: label,
        disabled: !can.includes(button),
        "aria-label": `${called} ${formatMoney(sum, snapshot.box.currency)}`,
      },
    );
  });
}
