/** The page of a café's hub: what is open on it, and who may open it. */

import "../device.js";
import { drawWaiting, radio } from "../parts/controls.js";
import { button, h, icon, patch } from "../parts/dom.js";
import { changeState, onChange, state } from "../store.js";
import { chooseLanguage, LANGUAGES, language, openWords, t } from "../words.js";
import { drawEvenings, drawFairnessPage, drawLeague } from "./archive.js";
import { drawManagement } from "./management.js";
import { fieldsOf, forgetAnswers, hasRole, load, STRANGER, send } from "./requests.js";
import { drawTables, followTables } from "./tables.js";

/** The views that can be opened: by name, with the least role and the function that draws each. */
/** @type {Record<string, [role: string, draw: () => Child]>} */
const PLACES = {
  tables: ["counter", drawTables],
  evenings: ["league", drawEvenings],
  league: ["league", drawLeague],
  fairness: ["league", drawFairnessPage],
  management: ["admin", drawManagement],
};

const LEAVE = "M14 4 H5 V20 H14 M10 12 H21 M17 8 L21 12 L17 16"; // a door and the way out

let root = /** @type {HTMLElement} */ (document.getElementById("page"));

function render() {
  root = patch(root, h("div", { id: "page", class: "page hub" }, content()));
}

function content() {
  const { role } = state.you;
  if (role === undefined) return drawWaiting();
  if (role === null) return [drawMessage(), drawLogIn()];
  const [, draw] = PLACES[place()];
  return [
    drawHead(),
    h(
      "main",
      {
        class: `stage stack ${location.hash === "#tables/sheets" ? "evenings" : ""}`,
        key: place(),
      },
      drawTrouble(),
      drawMessage(),
      draw(),
    ),
  ];
}

/** Return the open view, from the fragment of the address. */
function place() {
  const asked = location.hash.slice(1).split("/")[0];
  return asked in PLACES && hasRole(PLACES[asked][0]) ? asked : "tables";
}

function drawHead() {
  const open = Object.entries(PLACES).filter(([, [role]]) => hasRole(role));
  return h(
    "header",
    { class: "head rigid line wood", key: "head" },
    h("h1", { class: "title large lit one-line clip grow" }, state.you.cafe),
    h(
      "nav",
      { class: "tools line tight", "aria-label": t("tools") },
      open.map(([word]) =>
        button(
          `tool ${word === place() ? "picked" : ""}`,
          t(`hub_${word}`),
          () => (location.hash = word),
          { key: word, "aria-current": word === place() ? "page" : null },
        ),
      ),
    ),
    button("tool", icon(LEAVE), logOut, {
      "aria-label": t("hub_log_out"),
      title: t("hub_log_out"),
    }),
  );
}

function drawTrouble() {
  const word =
    state.link === "lost" ? "hub_link_lost" : state.kept === false ? "hub_nothing_kept" : null;
  return word && h("p", { class: "plate warn", role: "status", key: word }, t(word));
}

function drawMessage() {
  return (
    state.message &&
    h("p", { class: "plate warn", role: "alert", key: "message" }, state.message.text)
  );
}

async function logOut() {
  await send("/api/log_out", {}, (/** @type {You} */ you) => changeState({ you }));
}

window.addEventListener("hashchange", () => {
  forgetAnswers();
  changeState({ message: null, ui: {} });
});
window.addEventListener("stranger", () => changeState({ you: STRANGER }));
setInterval(() => changeState({}), 30000); // the times since something

await openWords();
onChange(render);
await load("/api/me", (/** @type {You} */ you) => changeState({ you }));
followTables();

// The way in: a name and its password.

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

/** @param {string} name @param {string} type @param {string} autocomplete */
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

/** @param {On<SubmitEvent>} event */
function logIn(event) {
  event.preventDefault();
  const { name, password } = fieldsOf(event);
  send("/api/log_in", { name, password }, (/** @type {You} */ you) => changeState({ you }));
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
