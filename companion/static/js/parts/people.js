/**
 * The people at the table. The banker sees how phones join (by a code to scan or type), the devices
 * that joined, and their controls; everybody else sees this device's role, and can leave.
 */

import { changeAccess, sendAction } from "../actions.js";
import { changeOpen, changeUi, mayAct, openPanel, state } from "../store.js";
import { t } from "../words.js";
import { textField, twice } from "./controls.js";
import { button, h } from "./dom.js";
import { drawAskedHint, drawBankLeft, drawTakenHint, seatButton } from "./join.js";
import { drawSeatRequest } from "./messages.js";
import { drawDialog } from "./overlays.js";
import { freeSeats, seatColour, seatSign } from "./seats.js";

// A home address, for which only the table itself signs a certificate.
const OWN_CERTIFICATE = /^https:\/\/(\[|[\d.]+[:/]|[^/]*\.(local|lan)\b)/;

/** Draw the dialog. @param {Snapshot} snapshot */
export function drawPeople(snapshot) {
  const { door } = state.you;
  const leave = () => changeOpen({ panel: null }, { device: null, sure: null });
  const className = `people ${door ? "with-door" : ""}`;
  return drawDialog(
    { title: t("people"), leave, key: "people", className },
    door
      ? h(
          "div",
          { class: "grid apart full", vars: { "--least": "380px" } },
          drawWayIn(door),
          drawDevices(snapshot, door),
        )
      : drawSelf(snapshot),
    mayAct() && snapshot.game && !snapshot.over
      ? h("button", { key: "players", onclick: openPlayers }, t("who_plays"))
      : null,
    button("second", t("close"), leave),
  );
}

/** @param {API.AccessView} door */
function drawWayIn(door) {
  if (!door.url) return h("p", { class: "hint", key: "only-here" }, t("people_only_here"));
  const own = OWN_CERTIFICATE.test(door.url);
  // A television needs no camera: at the plain address, its browser does not warn.
  const room = shortUrl(own ? door.url.replace("https:", "http:") : door.url);
  return h(
    "div",
    { class: "way-in stack center" },
    h("h2", {}, t("people_join")),
    h("img", {
      class: "qr",
      src: `/api/access/qr.svg?${door.codes_made}`,
      alt: t("people_qr", { url: door.url }),
    }),
    h("p", { class: "join-url large" }, shortUrl(door.url)),
    h("p", { class: "door-code one-line largest lit", "aria-label": t("join_code") }, door.code),
    own ? h("p", { class: "hint", key: "tls" }, t("people_warning")) : null,
    h("p", { class: "hint" }, t("people_room", { url: `${room}/table` })),
  );
}

/** @param {string} url */
function shortUrl(url) {
  return url.replace(/^http:\/\/|\/$/g, "");
}

/** @param {Snapshot} snapshot @param {API.AccessView} door */
function drawDevices(snapshot, door) {
  return h(
    "div",
    { class: "devices stack" },
    drawSeatRequest(snapshot),
    door.devices.filter(({ role }) => role === "new_eye").map(drawNewEye),
    h("h2", {}, t("people_here")),
    door.devices.length
      ? h(
          "ul",
          { class: "device-list scrolls stack tight" },
          door.devices.map((device) => drawDevice(snapshot, device)),
        )
      : h("p", { class: "hint" }, t("people_nobody")),
    h(
      "div",
      { class: "row center" },
      h("button", { onclick: () => changeAccess("new_code", {}) }, t("people_new_code")),
      twice("all", "people_log_out_all", door.devices.length, () => changeAccess("logout_all", {})),
    ),
  );
}

/** @param {Snapshot} snapshot @param {API.DeviceView} device */
function drawDevice(snapshot, device) {
  const open = state.ui.device === device.device;
  return h(
    "li",
    { class: "device", key: device.device },
    button(
      `device-name line spread full left ${device.here || isEye(device.role) ? "" : "out"}`,
      [drawHolder(snapshot, device), h("small", { class: "soft" }, describe(device))],
      () => changeUi({ device: open ? null : device.device, sure: null }),
      { "aria-expanded": open },
    ),
    open ? drawDeviceActs(device) : null,
    open && device.you && device.seat === null ? drawSitDown(snapshot) : null,
  );
}

/** @param {Snapshot} snapshot @param {API.DeviceView} device */
function drawHolder(snapshot, { seat, role, number }) {
  if (seat === null) return h("b", {}, t(isEye(role) ? "device_eye" : "device_other", { number }));
  return h(
    "span",
    { class: "who", vars: { "--seat": seatColour(seat) } },
    seatSign(seat),
    h("b", {}, snapshot.seats[seat ?? -1]?.name),
  );
}

/** @param {string} role */
function isEye(role) {
  return role === "eye" || role === "new_eye";
}

/** @param {API.DeviceView} device */
function describe({ role, here, you, camera, approved }) {
  const words = [t(`role_${role}`)];
  if (approved && !isEye(role)) words.push(t("device_camera"));
  if (camera) words.push(camera);
  if (you) words.push(t("device_you"));
  if (!here && !isEye(role)) words.push(t("device_away"));
  return words.join(" · ");
}

/**
 * A camera elsewhere counts once a banker has seen that it shows this tray.
 * @param {API.DeviceView} device
 */
function drawNewEye({ device, number, pictures }) {
  return h(
    "div",
    { class: "stack tight center", key: `eye${device}` },
    h("h2", {}, t("people_new_eye")),
    pictures
      ? h("img", {
          class: "evidence",
          src: `/api/access/eyes/${device}.jpg?${pictures}`,
          alt: t("device_eye_sees", { number }),
        })
      : h("p", { class: "hint" }, t("device_eye_shows_nothing")),
    act("approve", { device }, "people_approve"),
  );
}

/** @param {API.DeviceView} device */
function drawDeviceActs({ device, role, seat, approved }) {
  return h(
    "div",
    { class: "row center" },
    isEye(role)
      ? null
      : role === "banker"
        ? act("role", { device, role: seat === null ? "spectator" : "player" }, "people_take_bank")
        : act("role", { device, role: "banker" }, "people_make_banker"),
    isEye(role)
      ? null
      : act(
          "approve",
          { device, approved: !approved },
          approved ? "people_no_camera" : "people_camera",
        ),
    seat === null ? null : act("seat", { device, seat: null }, "people_free_seat"),
    twice(device, "people_show_out", 1, () => changeAccess("revoke", { device })),
  );
}

/** @param {string} what @param {object} body @param {string} word */
function act(what, body, word) {
  return h("button", { key: word, onclick: () => changeAccess(what, body) }, t(word));
}

/** @param {Snapshot} snapshot */
function drawSelf(snapshot) {
  const { role, seat } = state.you;
  const name = snapshot.seats[seat ?? -1]?.name;
  return [
    h("h2", {}, role === "player" ? t("you_play", { name }) : t("you_watch")),
    drawBankLeft(),
    seat === null
      ? [drawAskedHint(snapshot), drawSitDown(snapshot), drawTakenHint()]
      : button("second", t("people_stand_up"), () => changeAccess("seat", { seat: null })),
    state.you.camera ? button("second", t("stand"), () => openPanel("stand")) : null,
    twice("leave", "people_leave", 1, () => changeAccess("leave", {})),
  ];
}

/** @param {Snapshot} snapshot */
function drawSitDown(snapshot) {
  const free = freeSeats(snapshot);
  if (!free.length) return null;
  return h(
    "div",
    { class: "stack full" },
    h("p", {}, t("people_sit")),
    h("div", { class: "seat-choice grid full" }, free.map(seatButton)),
  );
}

// The players: names are corrected, players join late or leave early, and all pause.

const NEWCOMER = ""; // what is typed is kept by the name it replaces; a newcomer has none yet

/** Open the sheet; the name of somebody about to join when it was closed is still there. */
export function openPlayers() {
  changeOpen({ panel: "players", typed: newcomer() }, { sure: null });
}

function newcomer() {
  return new Map([[NEWCOMER, state.open.typed?.get(NEWCOMER) ?? ""]]);
}

/** Draw the dialog, while somebody plays. @param {Snapshot} snapshot */
export function drawPlayers(snapshot) {
  if (!mayAct() || !snapshot.game || snapshot.over) return null;
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
      paused ? null : button("second", t("pause"), pause, { waits: state.busy }),
      button("second", t("close"), leavePlayers),
    ),
  );
}

/**
 * Close the sheet. Corrected names are sent; if one is refused, closing a second time leaves
 * anyway.
 */
async function leavePlayers() {
  const { typed = newcomer() } = state.open;
  const { sure } = state.ui;
  /** @param {Seat} seat */
  const isNew = ({ name }) => ![name, ""].includes((typed.get(name) ?? name).trim());
  for (const { seat, name } of sure === "leave"
    ? []
    : (state.snapshot?.seats ?? []).filter(isNew)) {
    if (!(await sendAction({ type: "rename", seat, name: (typed.get(name) ?? name).trim() }))) {
      return changeUi({ sure: "leave" });
    }
  }
  changeOpen({ panel: null, typed: newcomer() }, { sure: null });
}

async function pause() {
  if (await sendAction({ type: "pause" })) leavePlayers();
}

/** @param {Seat} seat @param {number[]} mayLeave */
function drawPlayer({ seat, name, active = true }, mayLeave) {
  const typed = (state.open.typed?.get(name) ?? name).trim();
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
      ? button(
          sure ? "warning" : "soft",
          sure ? t("player_left_sure") : t("player_goes"),
          () => (sure ? done(name, { type: "leave", seat }) : changeUi({ sure: seat })),
          { waits: state.busy, "aria-label": sure ? null : t("player_leaves", { name }) },
        )
      : null,
  );
}

/** Draw the button that brings back somebody who just left. @param {Snapshot} snapshot */
function drawLeft({ last_row: last, seats }) {
  const left = last?.events?.find(({ type }) => type === "player_left");
  if (!left) return null;
  return h(
    "p",
    { class: "hint", key: "left" },
    t("player_left_undo", { name: seats[left.seat ?? -1]?.name }),
  );
}

function drawNewcomer() {
  const name = (state.open.typed?.get(NEWCOMER) ?? "").trim();
  const join = () => done(NEWCOMER, { type: "join", name });
  return h(
    "div",
    { class: "row left full" },
    drawName(NEWCOMER, t("player_new"), () => name && join()),
    h("button", { disabled: !name, waits: state.busy, onclick: join }, t("player_join_do")),
  );
}

/** @param {string} name @param {string} label @param {() => unknown} onenter */
function drawName(name, label, onenter) {
  const { typed } = state.open;
  return textField(label, {
    maxlength: 24,
    value: typed?.get(name) ?? name,
    onkeydown: (event) => event.key === "Enter" && onenter(),
    oninput: (event) =>
      changeOpen(
        { typed: new Map(state.open.typed).set(name, event.target.value) },
        { sure: null },
      ),
  });
}

/** @param {string} name @param {Action} action */
async function done(name, action) {
  const sent = state.open.typed?.get(name);
  if (!(await sendAction(action))) return;
  const typed = new Map(state.open.typed);
  if (typed.get(name) === sent) typed.delete(name); // meanwhile somebody may have typed on
  changeOpen({ typed }, { sure: null });
}
