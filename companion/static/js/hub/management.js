/** The admin's page: let tables join, manage users, announce a new version. */

import { textField } from "../parts/controls.js";
import { button, h } from "../parts/dom.js";
import { changeUi, state } from "../store.js";
import { formatWhen, t } from "../words.js";
import { answerOf, fieldsOf, forgetAnswers, send } from "./requests.js";

const ROLES = ["counter", "league", "admin"];

/** Draw it. */
export function drawManagement() {
  return [
    h("h2", { class: "ask" }, t("hub_management")),
    h(
      "div",
      { class: "grid apart", vars: { "--least": "26rem" } },
      drawJoining(),
      drawUsers(),
      drawNews(),
    ),
  ];
}

function drawJoining() {
  const join = /** @type {Hub.JoinCode | null | undefined} */ (state.ui.join);
  return h(
    "section",
    { class: "plate stack", key: "join" },
    h("h3", {}, t("hub_join")),
    h("p", {}, t("hub_join_how")),
    join
      ? [
          h("img", {
            class: "qr",
            alt: t("hub_join_picture"),
            src: `/api/join_code.svg?${join.until}`,
          }),
          h("code", { class: "join-url left" }, `croupier join '${join.code}'`),
          h("p", { class: "hint" }, t("hub_join_card")),
          h("code", { class: "join-url left" }, `cafe=${join.code}`),
          h("p", { class: "hint" }, t("hub_join_until", { count: join.hours })),
          button("quiet", t("hub_join_forget"), () =>
            send("/api/join_codes/forget", {}, () => changeUi({ join: null })),
          ),
        ]
      : button("second", t("hub_join_show"), () =>
          send("/api/join_codes", {}, (/** @type {Hub.JoinCode} */ code) =>
            changeUi({ join: code }),
          ),
        ),
  );
}

function drawUsers() {
  const users = answerOf("/api/users")?.users ?? [];
  const again = () => forgetAnswers();
  return h(
    "section",
    { class: "plate stack", key: "users" },
    h("h3", {}, t("hub_users")),
    h(
      "ul",
      {},
      users.map((/** @type {{ name: string, role: string }} */ { name, role }) =>
        h(
          "li",
          { class: "ruled line spread", key: name },
          h(
            "span",
            { class: "clip" },
            h("b", {}, name),
            " ",
            h("span", { class: "soft" }, t(`hub_role_${role}`)),
          ),
          button(
            "quiet rigid",
            t("hub_user_remove"),
            () => send("/api/users/remove", { name }, again),
            { "aria-label": t("hub_user_remove_name", { name }) },
          ),
        ),
      ),
    ),
    h(
      "form",
      { class: "stack tight", onsubmit: (event) => addUser(event, again) },
      textField(t("hub_name"), { class: "name", name: "name", required: true, maxlength: 40 }),
      textField(t("hub_password"), {
        class: null,
        name: "password",
        type: "password",
        required: true,
        minlength: 8,
        autocomplete: "new-password",
      }),
      h(
        "select",
        { name: "role", "aria-label": t("hub_role") },
        ROLES.map((role) => h("option", { value: role }, t(`hub_role_${role}`))),
      ),
      h("p", { class: "hint" }, t("hub_users_how")),
      h("button", { class: "second" }, t("hub_user_add")),
    ),
  );
}

/** @param {On<SubmitEvent>} event @param {() => void} again */
function addUser(event, again) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  send("/api/users", fieldsOf(event), () => {
    form.reset();
    again();
  });
}

function drawNews() {
  return h(
    "section",
    { class: "plate stack", key: "news" },
    h("h3", {}, t("hub_news")),
    h("p", {}, t("hub_news_how")),
    h(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          const version = String(fieldsOf(event).version).trim();
          send("/api/news", { version }, () =>
            changeUi({ announced: formatWhen(Date.now(), "time") }),
          );
        },
      },
      textField(t("hub_news_version"), {
        name: "version",
        maxlength: 32,
        pattern: "[0-9A-Za-z.+\\-]*",
      }),
      h("button", { class: "second" }, t("hub_news_do")),
    ),
    state.ui.announced
      ? h("p", { class: "hint", role: "status" }, t("hub_news_done", { time: state.ui.announced }))
      : null,
  );
}
