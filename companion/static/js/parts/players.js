/** Who plays: a name is put right, somebody comes late or leaves early, and all pause. */

import { sendAction } from "../actions.js";
import { mayAct } from "../permissions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { actionButton } from "./action_button.js";
import { h } from "./dom.js";
import { seatColour, seatSign } from "./seat_signs.js";
import { drawDialog } from "./sheet.js";

const NEWCOMER = ""; // what is typed is known by the name in whose place it comes; he has none yet

/** Open the sheet; who was about to join when it was closed is still named. */
export function openPlayers() {
  changeUi({ panel: "players", typed: newcomer(), sure: null });
}

function newcomer() {
  return new Map([[NEWCOMER, state.ui.typed?.get(NEWCOMER) ?? ""]]);
}

/** Draw the sheet if it is open. */
export function drawPlayers(snapshot) {
  if (state.ui.panel !== "players" || !mayAct() || !snapshot.game || snapshot.over) return null;
  const { people, seats, paused } = snapshot;
  return drawDialog(
    { title: t("who_plays"), leave: leavePlayers, key: "players" },
    h("h2", {}, t("who_plays")),
    h(
      "ul",
      { class: "stack tight full" },
      seats.map((seat) => drawPlayer(seat, people.leave)),
    ),
    drawLeft(snapshot),
    people.join ? drawNewcomer() : h("p", { class: "hint" }, t("player_join_later")),
    h(
      "div",
      { class: "row center" },
      paused
        ? null
        : h("button", { class: "second", waits: state.busy, onclick: pause }, t("pause")),
      h("button", { class: "second", onclick: leavePlayers }, t("close")),
    ),
  );
}

/**
 * Close the sheet. Names that were put right are sent, and where one is refused a second time leaves
 * all the same.
 */
export async function leavePlayers() {
  const { typed, sure } = state.ui;
  const isNew = ({ name }) => ![name, ""].includes((typed.get(name) ?? name).trim());
  for (const { seat, name } of sure === "leave" ? [] : state.snapshot.seats.filter(isNew)) {
    if (!(await sendAction({ type: "rename", seat, name: typed.get(name).trim() }))) {
      return changeUi({ sure: "leave" });
    }
  }
  changeUi({ panel: null, typed: newcomer(), sure: null });
}

async function pause() {
  if (await sendAction({ type: "pause" })) leavePlayers();
}

function drawPlayer({ seat, name, active = true }, mayLeave) {
  const typed = (state.ui.typed.get(name) ?? name).trim();
  const isNew = typed && typed !== name;
  const sure = state.ui.sure === seat;
  const rename = { type: "rename", seat, name: typed };
  return h(
    "li",
    { class: "row left", key: `player${seat}`, vars: { "--seat": seatColour(seat) } },
    seatSign(seat),
    drawName(name, t("player_name", { name }), () => isNew && done(name, rename)),
    isNew
      ? h("button", { waits: state.busy, onclick: () => done(name, rename) }, t("rename"))
      : null,
    active ? null : h("span", { class: "soft" }, t("player_out")),
    active && mayLeave.includes(seat)
      ? h(
          "button",
          {
            class: sure ? "warning" : "soft",
            waits: state.busy,
            "aria-label": sure ? null : t("player_leaves", { name }),
            onclick: () => (sure ? done(name, { type: "leave", seat }) : changeUi({ sure: seat })),
          },
          sure ? t("player_left_sure") : t("player_goes"),
        )
      : null,
  );
}

/** How somebody comes back who has just left. */
function drawLeft({ last_row: last, seats }) {
  if (last?.action?.type !== "leave") return null;
  return h(
    "p",
    { class: "hint", key: "left" },
    t("player_left_undo", { name: seats[last.action.seat].name }),
  );
}

function drawNewcomer() {
  const name = (state.ui.typed.get(NEWCOMER) ?? "").trim();
  const join = () => done(NEWCOMER, { type: "join", name });
  return h(
    "div",
    { class: "row left full" },
    drawName(NEWCOMER, t("player_new"), () => name && join()),
    h("button", { disabled: !name, waits: state.busy, onclick: join }, t("player_join_do")),
  );
}

function drawName(name, label, onenter) {
  const { typed } = state.ui;
  return h("input", {
    class: "name person grow",
    type: "text",
    maxlength: 24,
    autocomplete: "off",
    "aria-label": label,
    placeholder: label,
    value: typed.get(name) ?? name,
    onkeydown: (event) => event.key === "Enter" && onenter(),
    oninput: (event) =>
      changeUi({ typed: new Map(state.ui.typed).set(name, event.target.value), sure: null }),
  });
}

async function done(name, action) {
  const sent = state.ui.typed.get(name);
  if (!(await sendAction(action))) return;
  const typed = new Map(state.ui.typed);
  if (typed.get(name) === sent) typed.delete(name); // meanwhile somebody may have typed on
  changeUi({ typed, sure: null });
}

/** What stands in place of the game while all pause. */
export function drawPause() {
  return h(
    "section",
    { class: "stack center", key: "pause" },
    h("h2", { class: "ask" }, t("paused")),
    h("p", {}, t("paused_hint")),
    mayAct() ? actionButton({ class: "main" }, { type: "resume" }, t("resume")) : null,
  );
}
