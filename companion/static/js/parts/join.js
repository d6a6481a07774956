/** Joining: the form for the code, and then the choice of a seat. */

import { changeAccess } from "../actions.js";
import { IN_ROOM } from "../device.js";
import { changeOpen, changeState, changeUi, state } from "../store.js";
import { t } from "../words.js";
import { button, h } from "./dom.js";
import { seatColour, seatSign, seatsInPlay } from "./seats.js";
import { drawLanguages } from "./settings.js";

const FIGURES = 8;

let code = "";

/** Draw a stranger's page: only the form for the code. */
export function drawJoin() {
  return h(
    "main",
    { class: "join stack center", key: "join" },
    h("h1", { class: "title large lit" }, t("app")),
    state.you.first ? drawFirst() : drawCodeForm(),
    drawLanguages(),
  );
}

/** Draw the way in for the first device of a new table, which nobody can show a code. */
function drawFirst() {
  return [
    h("h2", { class: "ask" }, t("join_first")),
    h("p", { class: "hint" }, t("join_first_hint")),
    button("main", t("join_first_do"), () => join(""), { waits: state.busy }),
  ];
}

function drawCodeForm() {
  return h(
    "form",
    {
      class: "stack center full",
      onsubmit: (event) => {
        event.preventDefault();
        join(code);
      },
    },
    h("label", { class: "ask", for: "code" }, t("join_ask")),
    h("input", {
      id: "code",
      class: "join-code paper strong",
      inputmode: "numeric",
      autocomplete: "off",
      "aria-describedby": "join-hint",
      placeholder: "•••• ••••",
      value: inGroups(code),
      oninput: (event) => {
        code = event.target.value.replace(/\D/g, "").slice(0, FIGURES);
        changeState({ message: null });
      },
    }),
    h(
      "button",
      { class: "main", type: "submit", disabled: code.length < FIGURES || state.busy },
      t("join_do"),
    ),
    h("p", { class: "hint", id: "join-hint" }, t("join_hint")),
  );
}

/** @param {string} figures */
function inGroups(figures) {
  return figures.length > 4 ? `${figures.slice(0, 4)} ${figures.slice(4)}` : figures;
}

/**
 * Join with the `scanned` code behind the # of the address, if this device has no role yet.
 * @param {string} scanned
 */
export async function joinAs(scanned) {
  history.replaceState(null, "", location.pathname); // the code stays in no history
  if (state.you.role === null) await join(scanned);
}

/** @param {string} guess */
async function join(guess) {
  if (await changeAccess("join", { code: guess })) location.reload();
  else code = "";
}

/** Ask whose device this is. @param {Snapshot} snapshot */
export function drawSeatChoice(snapshot) {
  return h(
    "main",
    { class: "join stack center", key: "seat-choice" },
    h("h2", { class: "ask" }, t("seat_ask")),
    drawAskedHint(snapshot),
    h("div", { class: "seat-choice grid full" }, seatsInPlay(snapshot).map(seatButton)),
    drawTakenHint(),
    h(
      "button",
      {
        class: "quiet",
        onclick: () => changeOpen({ watching: true }), // spectators are asked only once
      },
      t("seat_watch"),
    ),
  );
}

/**
 * Draw what this device waits for if a banker has to approve its seat.
 * @param {Snapshot} snapshot
 */
export function drawAskedHint(snapshot) {
  const name = snapshot.seats[state.you.asks ?? -1]?.name;
  return name ? h("p", { class: "warn", role: "status" }, t("seat_asked", { name })) : null;
}

/** Draw the help for a seat that is taken, mostly by an earlier browser of the same phone. */
export function drawTakenHint() {
  return state.you.taken.length
    ? h("p", { class: "hint", key: "taken" }, t("seat_taken_hint"))
    : null;
}

/** Return a button to sit down at `seat`. @param {Seat} seat */
export function seatButton({ seat, name }) {
  const taken = state.you.taken.includes(seat);
  return button(
    "seat-button line large strong left of-seat",
    [
      seatSign(seat),
      h("span", { class: "clip" }, name),
      taken ? h("small", {}, t("seat_taken")) : null,
    ],
    () => changeAccess("seat", { seat }),
    { key: `sit${seat}`, vars: { "--seat": seatColour(seat) }, disabled: taken, waits: state.busy },
  );
}

/** Draw a phone's page while the banker sets up a game: a field for a name. */
export function drawSetupElsewhere() {
  const { name } = state.you;
  return h(
    "main",
    { class: "join stack center", key: "elsewhere" },
    h("h2", { class: "ask" }, t("seat_wait")),
    IN_ROOM
      ? null
      : h("p", { class: "hint" }, name ? t("name_known", { name }) : t("seat_wait_hint")),
    IN_ROOM ? null : [drawNameForm(name), drawBankLeft()],
  );
}

/** @param {string | null | undefined} known */
function drawNameForm(known) {
  const typed = state.ui.name ?? known ?? "";
  return h(
    "form",
    {
      class: "stack center full",
      key: "name-form",
      onsubmit: (event) => {
        event.preventDefault();
        changeAccess("name", { name: typed });
      },
    },
    h("label", { class: "strong", for: "name" }, t("name_ask")),
    h("input", {
      id: "name",
      class: "name full",
      type: "text",
      maxlength: 24,
      autocomplete: "given-name",
      value: typed,
      oninput: (event) => changeUi({ name: event.target.value }),
    }),
    h(
      "button",
      {
        class: "main",
        type: "submit",
        disabled: !typed.trim() || typed.trim() === known,
        waits: state.busy,
      },
      t("name_do"),
    ),
  );
}

/** Draw the offer to become banker if the banker's device is gone, so that games can begin. */
export function drawBankLeft() {
  if (!state.you.bank_left) return null;
  return [
    h("p", { class: "hint", key: "bank-left" }, t("people_bank_left")),
    button("main", t("people_take_over"), () => changeAccess("role", { role: "banker" }), {
      key: "take-bank",
    }),
  ];
}
