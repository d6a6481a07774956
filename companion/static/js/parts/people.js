/**
 * Who is at the table. To the banker: the way in for phones (to scan, or to type), the devices that
 * joined, and what can be done with them. To everybody else: what this device is, and the way out.
 */

import { changeAccess } from "../actions.js";
import { mayAct } from "../permissions.js";
import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { drawBankLeft, drawTakenHint, freeSeats, seatButton } from "./join.js";
import { openPlayers } from "./players.js";
import { seatColour, seatSign } from "./seat_signs.js";
import { drawDialog } from "./sheet.js";

/** Draw the sheet if it is open. */
export function drawPeople(snapshot) {
  if (state.ui.panel !== "people") return null;
  const { door } = state.you;
  const leave = () => changeUi({ panel: null, device: null, sure: null });
  const className = `people ${door ? "with-door grid apart" : ""}`;
  return drawDialog(
    { title: t("people"), leave, key: "people", className },
    door ? [drawWayIn(door), drawDevices(snapshot, door)] : drawSelf(snapshot),
    mayAct() && snapshot.game && !snapshot.over
      ? h("button", { key: "players", onclick: openPlayers }, t("who_plays"))
      : null,
    h("button", { class: "second people-close", onclick: leave }, t("close")),
  );
}

function drawWayIn(door) {
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
    h("p", { class: "hint" }, t("people_room", { url: `${shortUrl(door.url)}/table` })),
  );
}

function shortUrl(url) {
  return url.replace(/^http:\/\/|\/$/g, "");
}

function drawDevices(snapshot, door) {
  return h(
    "div",
    { class: "devices stack" },
    door.devices.filter(({ role }) => role === "new_eye").map(drawNewEye),
    h("h2", {}, t("people_here")),
    door.devices.length
      ? h(
          "ul",
          { class: "device-list stack tight" },
          door.devices.map((device) => drawDevice(snapshot, device)),
        )
      : h("p", { class: "hint" }, t("people_nobody")),
    h(
      "div",
      { class: "row center" },
      h("button", { onclick: () => changeAccess("new_code", {}) }, t("people_new_code")),
      twice("all", t("people_log_out_all"), () => changeAccess("logout_all", {})),
    ),
  );
}

function drawDevice(snapshot, device) {
  const open = state.ui.device === device.device;
  return h(
    "li",
    { class: "device", key: device.device },
    h(
      "button",
      {
        class: `device-name line spread full left ${device.here || isEye(device.role) ? "" : "out"}`,
        "aria-expanded": open ? "true" : "false",
        onclick: () => changeUi({ device: open ? null : device.device, sure: null }),
      },
      drawHolder(snapshot, device),
      h("small", { class: "soft" }, describe(device)),
    ),
    open ? drawDeviceActs(device) : null,
    open && device.you && device.seat === null ? drawSitDown(snapshot) : null,
  );
}

function drawHolder(snapshot, { seat, role, number }) {
  if (seat === null) return h("b", {}, t(isEye(role) ? "device_eye" : "device_other", { number }));
  return h(
    "span",
    { class: "who", vars: { "--seat": seatColour(seat) } },
    seatSign(seat),
    h("b", {}, snapshot.seats[seat]?.name),
  );
}

function isEye(role) {
  return role === "eye" || role === "new_eye";
}

function describe({ role, here, you, camera }) {
  const words = [t(`role_${role}`)];
  if (camera) words.push(camera);
  if (you) words.push(t("device_you"));
  if (!here && !isEye(role)) words.push(t("device_away"));
  return words.join(" · ");
}

/** A camera elsewhere is heard when a banker has seen that it looks at this tray. */
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

function drawDeviceActs({ device, role, seat }) {
  return h(
    "div",
    { class: "row center" },
    isEye(role)
      ? null
      : role === "banker"
        ? act("role", { device, role: seat === null ? "spectator" : "player" }, "people_take_bank")
        : act("role", { device, role: "banker" }, "people_make_banker"),
    seat === null ? null : act("seat", { device, seat: null }, "people_free_seat"),
    twice(device, t("people_show_out"), () => changeAccess("revoke", { device })),
  );
}

function act(what, body, word) {
  return h("button", { key: word, onclick: () => changeAccess(what, body) }, t(word));
}

/** A button that wants to be tapped twice, since it hits others. */
function twice(name, word, onclick) {
  const sure = state.ui.sure === name;
  return h(
    "button",
    {
      class: sure ? "danger" : "",
      key: name,
      onclick: () => (sure ? onclick() : changeUi({ sure: name })),
    },
    sure ? t("people_sure") : word,
  );
}

function drawSelf(snapshot) {
  const { role, seat } = state.you;
  const name = snapshot.seats[seat]?.name;
  return [
    h("h2", {}, role === "player" ? t("you_play", { name }) : t("you_watch")),
    drawBankLeft(),
    seat === null
      ? [drawSitDown(snapshot), drawTakenHint()]
      : h(
          "button",
          { class: "second", onclick: () => changeAccess("seat", { seat: null }) },
          t("people_stand_up"),
        ),
    twice("leave", t("people_leave"), () => changeAccess("leave", {})),
  ];
}

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
