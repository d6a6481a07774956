/** The way in: a name and its password. */

import { h } from "../parts/dom.js";
import { radio } from "../parts/radio.js";
import { changeState, state } from "../store.js";
import { chooseLanguage, LANGUAGES, language, t } from "../words.js";
import { send } from "./requests.js";

/** Draw what a stranger sees, and nothing of any table. */
export function drawLogIn() {
  return h(
    "main",
    { class: "join stage stack center", key: "log_in" },
    h("h1", { class: "title larger lit" }, t("app")),
    location.pathname === "/join" ? h("p", {}, t("hub_join_here")) : null,
    h(
      "form",
      { class: "stack full", onsubmit: logIn },
      h("label", { class: "stack tight left" }, t("hub_name"), field("name", "text", "username")),
      h(
        "label",
        { class: "stack tight left" },
        t("hub_password"),
        field("password", "password", "current-password"),
      ),
      h("button", { class: "main", type: "submit", disabled: state.busy }, t("hub_log_in")),
    ),
    drawLanguages(),
  );
}

function field(name, type, autocomplete) {
  return h("input", {
    name,
    type,
    autocomplete,
    required: true,
    maxlength: 200,
    autocapitalize: "none",
  });
}

function logIn(event) {
  event.preventDefault();
  const { name, password } = Object.fromEntries(new FormData(event.target));
  send("/api/log_in", { name, password }, (you) => changeState({ you }));
}

function drawLanguages() {
  return h(
    "fieldset",
    { class: "setting row center", "aria-label": t("language") },
    Object.entries(LANGUAGES).map(([one, name]) =>
      radio("language", h("span", { lang: one }, name), one === language, async () => {
        await chooseLanguage(one);
        changeState({});
      }),
    ),
  );
}
