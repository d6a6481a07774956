/** Before a game: the shelf of boxes, the chosen set-up, and the news of an update. */

import { chooseCamera, sendAction, throwDemoDice } from "../actions.js";
import { loadPreference, loadUnfinished, savePreference, saveUnfinished } from "../device.js";
import { drawLater } from "../loader.js";
import { changeOpen, changeState, changeUi, openPanel, state } from "../store.js";
import { formatList, t, titleOf, translateOr } from "../words.js";
import { button, drawBoxPicture, h, icon } from "./dom.js";
import { presetOf } from "./house_rules.js";
import { drawDrawer } from "./overlays.js";
import { drawLanguages } from "./settings.js";
import {
  drawEyeState,
  drawLivePicture,
  drawPhotographButton,
  drawTray,
  eyeWatches,
  isAtRest,
} from "./tray.js";

const LABEL = 0.15; // of the tile's height: no die lies behind the state of the camera

const drawSetup = drawLater(
  () => import("./start.js"),
  "drawSetup",
  [],
  () => h("main", { class: "table start fill", key: "start" }),
);

/** Draw the shelf, or the form of the game taken from it. @param {Snapshot} snapshot */
export function drawStart(snapshot) {
  const game = state.games.find(({ id }) => id === draft().game);
  if (state.ui.trying) return drawTrial(snapshot);
  return game ? drawSetup(snapshot, game) : drawShelf(snapshot);
}

/** @param {Snapshot} snapshot */
function drawShelf(snapshot) {
  return h(
    "main",
    { class: "shelf fill stack", key: "shelf" },
    h(
      "div",
      { class: "shelf-head row spread" },
      h("h2", { class: "ask" }, t("shelf_ask")),
      drawLanguages(),
    ),
    drawUpdated(),
    h(
      "ul",
      { class: "boxes" },
      state.games.map((game) => h("li", { key: game.id }, drawBox(game))),
      h("li", { key: "try" }, drawTrayTile(snapshot)),
    ),
    drawDock(snapshot),
  );
}

/** @param {Game} game */
function drawBox(game) {
  const title = titleOf(game.title);
  return button(
    "box bare left full",
    [
      h(
        "span",
        { class: "box-art anchor cut-off" },
        drawBoxPicture(game.id),
        h(
          "span",
          { class: "box-needs atop pill paper strong one-line" },
          translateOr(`needs_${game.id}`, t("needs_dice")),
        ),
      ),
      h("b", { class: "box-title anchor" }, title),
      h("span", { class: "box-line" }, translateOr(`line_${game.id}`, "")),
      h("span", { class: "box-line soft" }, factsOf(game)),
    ],
    () => choose(game.id),
    { vars: { "--letters": title.length } },
  );
}

/** The numbers of players of `game`, and its duration. @param {Game} game */
export function factsOf(game) {
  const [min, max] = playersOf(game);
  const time = translateOr(`time_${game.id}`, "");
  return [t("shelf_players", { min, max }), time].filter(Boolean).join(" · ");
}

/**
 * Return the fewest and the most players of `game`, in the edition that is chosen now or would be.
 * @param {Game} game
 */
export function playersOf(game) {
  const { game: chosen, preset, rules } = draft();
  return game.players[presetOf(game, game.id === chosen ? preset : rules[game.id]?.preset)];
}

/** @param {Snapshot} snapshot */
function drawTrayTile(snapshot) {
  const { eye } = snapshot;
  const watched = eyeWatches(snapshot) && eye.preview_count;
  const faces = (eye.roll?.dice ?? []).map(({ face }) => face).join(" ");
  return button(
    "box bare left full",
    [
      h(
        "span",
        { class: "box-art anchor cut-off" },
        watched
          ? drawLivePicture(eye, isAtRest(eye) ? eye.roll : null, LABEL)
          : drawBoxPicture("tray"),
        watched ? drawEyeState(eye) : null,
      ),
      h("b", { class: "box-title anchor" }, t("shelf_try")),
      h("span", { class: "box-line" }, t(tileHint(snapshot))),
      h("span", { class: "box-line soft" }, faces),
    ],
    () => changeUi({ trying: true }),
    { vars: { "--letters": t("shelf_try").length } },
  );
}

/** @param {Snapshot} snapshot */
function tileHint(snapshot) {
  const { demo, photographs } = snapshot.eye;
  if (demo) return "shelf_doors";
  return photographs ? "camera_phone" : eyeHint(snapshot);
}

/** @param {Snapshot} snapshot */
function eyeHint(snapshot) {
  if (!eyeWatches(snapshot)) return "welcome_blind";
  if (snapshot.eye.photographs) return "welcome_photographs";
  return snapshot.eye.demo ? "welcome_demo" : "welcome_sees";
}

/**
 * Draw the buttons that continue the table's game or play it again.
 * @param {Snapshot} snapshot
 */
function drawDock(snapshot) {
  const { game, over, title, seats } = snapshot;
  if (!game) return null;
  const winners = (snapshot.ranking ?? [])
    .filter(({ place }) => place === 1)
    .map(({ seat }) => seats[seat].name);
  return h(
    "div",
    { class: "dock line spread" },
    h(
      "p",
      { class: "soft shrinks" },
      over
        ? t("shelf_last", {
            title: titleOf(title),
            count: winners.length,
            names: formatList(winners),
          })
        : t("setup_replace"),
    ),
    over
      ? button("main rigid", t("rematch"), playAgain, { waits: state.busy })
      : button("main rigid", t("back_to_game"), () => changeOpen({ panel: null })),
  );
}

/**
 * Start the game that is over again, with the people who stayed and the same house rules; chance
 * decides who begins.
 */
export async function playAgain() {
  const { seat } = state.you;
  if (await sendAction({ type: "rematch", seat })) changeOpen({ panel: null });
}

/** Draw the tray, to try whether its dice are read. @param {Snapshot} snapshot */
function drawTrial(snapshot) {
  const { eye } = snapshot;
  const { demo, photographs } = eye;
  const watched = eyeWatches(snapshot);
  const doors = demo || photographs || !watched ? drawDoors(demo) : null;
  return h(
    "main",
    { class: "stage shelf-trial fill stack center", key: "trial" },
    h("h2", { class: "ask" }, t("shelf_try")),
    watched && (eye.preview_count || !photographs) ? drawTray(snapshot, "large") : null,
    photographs ? drawPhotographButton(snapshot) : drawEyeState(eye),
    h("p", { class: "hint" }, t(watched ? eyeHint(snapshot) : "welcome_none")),
    watched ? null : doors,
    h(
      "div",
      { class: "row center" },
      button("quiet", t("shelf_other"), () => changeUi({ trying: false })),
      // While a game is on, a roll in the demo tray would be played.
      demo && !snapshot.awaited
        ? button("throw", t("throw"), () => throwDemoDice([]), { waits: state.busy })
        : null,
    ),
    watched ? doors : null,
  );
}

/** Draw the ways to get dice read without a camera. @param {boolean} demo */
function drawDoors(demo) {
  const leave = () => changeUi({ trying: false });
  const virtual = () => (demo ? leave() : chooseCamera("demo"));
  const phone = async () => (await chooseCamera("phone")) && leave();
  /** @type {[picture: string, word: string, open: () => unknown][]} */
  const doors = [
    ["phone", "welcome_phone", phone],
    ["eye", "welcome_connect", () => openPanel("camera")],
    ["die", "welcome_virtual", virtual],
  ];
  return h(
    "div",
    { class: "grid full", vars: { "--least": "11rem" } },
    doors.map(([picture, word, open]) =>
      button("second stack center", [icon(picture), t(word)], open, { waits: state.busy }),
    ),
  );
}

// The set-up of the next game, which survives a reload.

/**
 * At first it has the people at the table and the last choices.
 * @returns {Setup}
 */
export function draft() {
  const seats = state.snapshot?.seats ?? [];
  const seated = seats.map(({ name }) => name);
  /** @type {Setup} */
  const setup = state.open.setup ?? {
    names: [],
    first: null,
    preset: "",
    options: {},
    dice: null, // the taught set; null: none was chosen yet, empty: unknown dice
    known: [],
    came: [], // the names that phones brought
    rules: {}, // by game: the preset and options that were played last
    .../** @type {Partial<Setup>} */ (loadPreference("setup", {})),
    game: "", // empty: none was taken from the shelf
    ...loadUnfinished("setup"),
  };
  if (seated.length && seated.join() !== setup.seated?.join()) {
    Object.assign(setup, { names: follow(setup.names, seated, setup.seated), seated });
  }
  state.open.setup = setup;
  return setup;
}

/**
 * Return the names in the form after those at the table changed from `before` to `seated`: renamed
 * and new players are taken over; all other names stay as typed.
 * @param {string[]} written
 * @param {string[]} seated
 * @param {string[] | undefined} before
 */
function follow(written, seated, before) {
  if (!before || seated.length < before.length) return seated;
  const renamed = new Map(before.map((name, seat) => [name, seated[seat]]));
  const names = written.map((name) => renamed.get(name.trim()) ?? name);
  const came = seated.slice(before.length).filter((name) => !names.includes(name));
  return [...names, ...came];
}

/** Change what was chosen. @param {Partial<Setup>} values */
export function set(values) {
  changeOpen({ setup: { ...draft(), ...values } });
  saveUnfinished("setup", state.open.setup);
}

/** Take the game called `id` from the shelf, as it was played last. @param {string} id */
export function choose(id) {
  const { rules } = draft();
  set({ preset: "", options: {}, dice: null, ...rules[id], game: id });
}

// News after an update, from the changelog: this device shows them until somebody reads them.

const NO_HURRY_MS = 10_000; // on a new device, nothing has changed
const { version } = document.documentElement.dataset;
const known = loadPreference("changes", { version: "", items: /** @type {string[]} */ ([]) });
const changes = {
  all: /** @type {string[]} */ ([]),
  unread: /** @type {string[]} */ ([]),
  read: /** @type {string[]} */ ([]),
};

async function lookForChanges() {
  const answer = await fetch("/static/changes.md");
  if (!answer.ok) return;
  changes.all = changesIn(await answer.text());
  const seen = known.items.map(nameOf);
  if (known.version) changes.unread = changes.all.filter((item) => !seen.includes(nameOf(item)));
  if (changes.unread.length) changeState({});
  else saveChanges();
}

/** Return the changes for people, item by item. @param {string} changelog */
function changesIn(changelog) {
  return changelog
    .split(/^##+ /m)
    .filter((part) => !part.startsWith("For programs"))
    .flatMap((part) => part.split(/^- /m).slice(1))
    .map((item) => item.replace(/[*`]/g, "").replace(/\s+/g, " ").trim());
}

function saveChanges() {
  savePreference("changes", { version, items: changes.all.map(nameOf) });
}

/** Return the beginning of an item, by which a device remembers it. @param {string} item */
function nameOf(item) {
  return item.slice(0, 32);
}

function drawUpdated() {
  if (!changes.unread.length) return null;
  return button("quiet", t("updated"), readChanges, { key: "updated" });
}

function readChanges() {
  [changes.read, changes.unread] = [changes.unread, []];
  saveChanges();
  openPanel("changes");
}

/** Draw the drawer with the news; the changelog is in English. */
export function drawChanges() {
  const items = changes.read.map((item) => h("li", {}, item));
  const list = h("ul", { class: "drawer-body grow stack", lang: "en", tabindex: 0 }, items);
  return drawDrawer("changes", t("changes"), list);
}

if (known.version !== version) {
  const look = () => lookForChanges().catch(() => null); // without an answer, the next page does
  setTimeout(look, known.version ? 0 : NO_HURRY_MS);
}
