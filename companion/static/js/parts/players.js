/** Who plays: a name is put right, somebody comes late or leaves early, and all pause. */

import { sendAction } from "../actions.js";
import { mayAct } from "../permissions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { actionButton } from "./action_button.js";
import { h } from "./dom.js";
import { seatColour, seatSign } from "./seat_signs.js";
import { drawDialog } from "./sheet.js";

/** Open the sheet; who was about to join when it was closed is still named. */
export function openPlayers() {
  changeUi({ panel: "players", typed: newcomer(), sure: null });
}

function newcomer() {
  return { new: state.ui.typed?.new };
}

/** Draw the sheet if it is open. */
export function drawPlayers(snapshot) {
  if (state.ui.panel !== "players" || !mayAct() || !snapshot.game || snapshot.over) return null;
  const { people, seats, paused } = snapshot;
  return drawDialog(
    { title: t("who_plays"), leave, key: "players" },
    h("h2", {}, t("who_plays")),
    h("ul", { class: "stack tight full" }, seats.map((seat) => drawPlayer(seat, people.leave))),
    people.join ? drawNewcomer() : h("p", { class: "hint" }, t("player_join_later")),
    h(
      "div",
      { class: "row center" },
      paused
        ? null
        : h("button", { class: "second", waits: state.busy, onclick: pause }, t("pause")),
      h("button", { class: "second", onclick: leave }, t("close")),
    ),
  );
}

/** Names that were put right are sent, and where one is refused a second tap leaves all the same. */
async function leave() {
  const { typed, sure } = state.ui;
  const renamed = state.snapshot.seats.filter(({ seat, name }) => ![name, ""].includes((typed[seat] ?? name).trim()));
  for (const { seat } of sure === "leave" ? [] : renamed) {
    if (!(await sendAction({ type: "rename", seat, name: typed[seat].trim() }))) {
      return changeUi({ sure: "leave" });
    }
  }
  changeUi({ panel: null, typed: newcomer(), sure: null });
}

async function pause() {
  if (await sendAction({ type: "pause" })) leave();
}

function drawPlayer({ seat, name, active = true }, mayLeave) {
  const typed = (state.ui.typed[seat] ?? name).trim();
  const isNew = typed && typed !== name;
  const sure = state.ui.sure === seat;
  const rename = { type: "rename", seat, name: typed };
  return h(
    "li",
    { class: "row left", key: `player${seat}`, vars: { "--seat": seatColour(seat) } },
    seatSign(seat),
    drawName(seat, t("player_name", { name }), name, () => isNew && done(seat, rename)),
    isNew
      ? h("button", { waits: state.busy, onclick: () => done(seat, rename) }, t("rename"))
      : null,
    active && mayLeave.includes(seat)
      ? h(
          "button",
          {
            class: sure ? "warning" : "soft",
            waits: state.busy,
            "aria-label": sure ? null : t("player_leaves", { name }),
            onclick: () => (sure ? done(seat, { type: "leave", seat }) : changeUi({ sure: seat })),
          },
          sure ? t("player_left_sure") : t("player_goes"),
        )
      : null,
  );
}

function drawNewcomer() {
  const name = (state.ui.typed.new ?? "").trim();
  return h(
    "div",
    { class: "row left full" },
    drawName("new", t("player_new"), "", () => name && done("new", { type: "join", name })),
    h(
      "button",
      { disabled: !name, waits: state.busy, onclick: () => done("new", { type: "join", name }) },
      t("player_join_do"),
    ),
  );
}

function drawName(key, label, value, onenter) {
  const { typed } = state.ui;
  return h("input", {
    class: "name person grow",
    type: "text",
    maxlength: 24,
    autocomplete: "off",
    "aria-label": label,
    placeholder: label,
    value: typed[key] ?? value,
    onkeydown: (event) => event.key === "Enter" && onenter(),
    oninput: (event) => changeUi({ typed: { ...state.ui.typed, [key]: event.target.value }, sure: null }),
  });
}

async function done(key, action) {
  const sent = state.ui.typed[key];
  if (!(await sendAction(action))) return;
  const { [key]: now, ...others } = state.ui.typed; // meanwhile somebody may have typed on
  changeUi({ typed: now === sent ? others : state.ui.typed, sure: null });
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
