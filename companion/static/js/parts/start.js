/** Setting up the game taken from the shelf: players, edition and house rules. */

import { sendAction } from "../actions.js";
import { savePreference, saveUnfinished } from "../device.js";
import { changeOpen, changeUi, openPanel, state } from "../store.js";
import { t, titleOf, translateOr } from "../words.js";
import { drawDock, radio } from "./controls.js";
import { button, drawBoxPicture, findAll, h, icon } from "./dom.js";
import { letGuestsPlay } from "./guests.js";
import { allOptions, drawHouseRules, presetOf } from "./house_rules.js";
import { drawSetUp } from "./rules.js";
import { drawRail, seatColour, seatSign } from "./seats.js";
import { draft, factsOf, playersOf, set } from "./shelf.js";
import { knowsFaces, taughtSets } from "./taught_sets.js";
import { eyeWatches } from "./tray.js";

const MOST_KNOWN = 12; // people who are offered by their names

/** Draw the form for a new `game`. @param {Snapshot} snapshot @param {Game} game */
export function drawSetup(snapshot, game) {
  const [fewest, most] = playersOf(game);
  seatGuests(most);
  const people = written();
  const counts = people.length >= fewest && people.length <= most;
  const ready = counts && !repeated(people);
  const why = missing(snapshot, game, people, fewest, most);
  return h(
    "main",
    { class: "table start fill", key: "start" },
    drawRail(drawArt(game), drawPlaces(fewest, most)),
    h(
      "div",
      { class: "stage stack", key: "who" },
      drawChoices(game, most),
      drawDock(
        why ? h("p", { class: "hint grow", key: "why" }, why) : null,
        button("main", t("setup_go"), () => start(game, people), {
          key: "go",
          disabled: !ready,
          waits: state.busy,
        }),
      ),
    ),
  );
}

/** Draw the picture on the box. @param {Game} game */
function drawArt(game) {
  return [
    h("div", { class: "slot plate rigid cut-off anchor", key: "art" }, drawBoxPicture(game.id)),
    h(
      "p",
      { class: "start-title rigid", key: "title" },
      h("b", { class: "title large" }, titleOf(game.title)),
      h("small", { class: "own-line soft" }, factsOf(game)),
    ),
  ];
}

/** Return the names in the form, clockwise; empty places do not count. */
function written() {
  return draft()
    .names.map((name) => name.trim())
    .filter(Boolean);
}

/**
 * Let the people who are there play with two guests, who act by themselves.
 * @param {Game} game
 * @param {string[]} people
 */
async function tryOut(game, people) {
  const host = people[0] ?? t("setup_host");
  const guests = [1, 2].map((number) => t("setup_guest", { number }));
  if (await start(game, [host, ...guests])) letGuestsPlay([1, 2]);
}

/**
 * Return the reasons against a start, or the game that it would end, and that no eye will read the
 * dice.
 * @param {Snapshot} snapshot
 * @param {Game} game
 * @param {string[]} people
 * @param {number} fewest
 * @param {number} most
 */
function missing(snapshot, game, people, fewest, most) {
  if (people.length < fewest || people.length > most) {
    return t("setup_count", { title: titleOf(game.title), min: fewest, max: most });
  }
  if (repeated(people)) return t("refusal_duplicate_name", { name: repeated(people) });
  const unknown = areUnknown(ownFaces(game), draft().dice) ? t("setup_dice_unknown") : "";
  return [unknown, snapshot.game && !snapshot.over ? t("setup_replace") : ""].join(" ").trim();
}

/**
 * Return the first of `names` that equals an earlier one, compared nearly as the server does.
 * @param {string[]} names
 */
function repeated(names) {
  const keys = names.map((name) => name.normalize("NFC").replace(/\s+/g, " ").toLowerCase());
  return names.find((_, at) => keys.indexOf(keys[at]) < at);
}

/**
 * Return the faces of the dice of `game` that are not numbers, under the chosen house rules.
 * @param {Game} game
 */
function ownFaces(game) {
  const { preset, options } = draft();
  const chosen = allOptions(game, preset, options);
  const isOn = (/** @type {[string, Options]} */ [, rules]) =>
    Object.entries(rules).every(([id, value]) => chosen[id] === value);
  return Object.entries(game.own_faces)
    .filter(isOn)
    .map(([face]) => face);
}

/**
 * Enter people who typed a name on a phone, once, as the banker may remove them again.
 * @param {number} most
 */
function seatGuests(most) {
  const standing = (state.you.door?.devices ?? []).filter(({ seat }) => seat === null);
  const came = standing.flatMap(({ name }) => name || []);
  for (const name of came.filter((one) => !draft().came.includes(one))) {
    draft().came.push(name);
    if (!written().includes(name)) state.open.setup = withName(name, most);
  }
}

/**
 * Return the set-up with `name` in the first free place.
 * @param {string} name
 * @param {number} most
 */
function withName(name, most) {
  const names = [...draft().names];
  const free = names.findIndex((one) => !one.trim());
  if (free >= 0) names[free] = name;
  else if (names.length < most) names.push(name);
  return { ...draft(), names };
}

/**
 * Draw the places around the table, one more than people.
 * @param {number} fewest
 * @param {number} most
 */
function drawPlaces(fewest, most) {
  const { names } = draft();
  const last = names.reduce((found, name, at) => (name.trim() ? at : found), -1);
  const count = Math.max(last + 1, Math.min(most, Math.max(fewest, last + 2)));
  return h(
    "ol",
    { class: "start-places stack tight", "aria-label": t("setup_players") },
    Array.from({ length: count }, (_, seat) => drawPlace(names[seat] ?? "", seat)),
  );
}

/** @param {string} name @param {number} seat */
function drawPlace(name, seat) {
  const { names, first } = draft();
  const open = state.ui.placeOpen === seat && name.trim() !== "";
  return h(
    "li",
    {
      class: `place ${name.trim() ? "plate" : "dashed"} row`,
      key: `name${seat}`,
      vars: { "--seat": seatColour(seat) },
    },
    seatSign(seat),
    h("input", {
      class: "place-name bare strong grow",
      type: "text",
      maxlength: 24,
      autocomplete: "off",
      enterkeyhint: "next",
      "aria-label": t("setup_name", { number: seat + 1 }),
      placeholder: t("setup_name_hint"),
      value: name,
      oninput: (event) => {
        const typed = [...names, ...Array(seat).fill("")].slice(0, Math.max(names.length, seat));
        typed[seat] = event.target.value;
        set({ names: typed });
      },
      onkeydown: (event) => event.key === "Enter" && !event.isComposing && goOn(event),
    }),
    first === seat && name.trim() ? h("span", { class: "soft" }, t("setup_starts")) : null,
    name.trim()
      ? button("tool bare", icon("dots"), () => changeUi({ placeOpen: open ? null : seat }), {
          "aria-expanded": open,
          "aria-label": t("setup_place", { name }),
        })
      : null,
    open ? drawPlaceTools(name, seat, first === seat) : null,
  );
}

/** Enter goes on to the next place, and from the last one to the start. @param {KeyboardEvent} event */
function goOn(event) {
  event.preventDefault(); // it would press the next button
  const stops = findAll(".place-name, .dock .main:enabled");
  stops[stops.indexOf(/** @type {HTMLElement} */ (event.target)) + 1]?.focus();
}

/** @param {string} name @param {number} seat @param {boolean} begins */
function drawPlaceTools(name, seat, begins) {
  return h(
    "div",
    { class: "row tight whole-row", key: "tools" },
    button(begins ? "picked" : "", t("setup_begins"), () => set({ first: begins ? null : seat }), {
      "aria-pressed": begins,
      "aria-label": t("setup_first", { name }),
    }),
    button("anchor", icon("up"), () => moveUp(seat), {
      disabled: seat === 0,
      "aria-label": t("setup_up", { name }),
    }),
    button("anchor", icon("cross"), () => remove(seat), {
      "aria-label": t("setup_remove", { name }),
    }),
  );
}

/** @param {number} seat */
function moveUp(seat) {
  const { names, first } = draft();
  const moved = [...names];
  [moved[seat - 1], moved[seat]] = [moved[seat], moved[seat - 1]];
  // The one who begins is a person, not a place.
  const begins = first === seat ? seat - 1 : first === seat - 1 ? seat : first;
  state.ui.placeOpen = seat - 1;
  set({ names: moved, first: begins });
}

/** @param {number} seat */
function remove(seat) {
  const { names, first } = draft();
  state.ui.placeOpen = null;
  set({
    names: names.filter((_, at) => at !== seat),
    first: first === null || first === seat ? null : first > seat ? first - 1 : first,
  });
}

/**
 * Draw the people who played before, guests for a trial, the edition, the dice, the house rules,
 * and the things to lay out.
 * @param {Game} game
 * @param {number} most
 */
function drawChoices(game, most) {
  const { known, dice } = draft();
  const people = written();
  const absent = people.length < most ? known.filter((name) => !people.includes(name)) : [];
  return h(
    "section",
    { class: "start-choices stack rules" },
    h(
      "div",
      { class: "line spread" },
      h("h2", { class: "ask" }, t("setup_players")),
      button("quiet", t("rules"), () => changeOpen({ rules: game.id })),
    ),
    h("p", { class: "hint" }, t("setup_players_hint")),
    h(
      "div",
      { class: "row", role: "group", "aria-label": t("setup_known") },
      absent.map((name) =>
        button(
          "person pill large line one-line",
          [icon("plus"), name],
          () => set(withName(name, most)),
          { key: name },
        ),
      ),
      people.length < 2
        ? button(
            "person pill large line",
            [icon("die"), t("setup_guests")],
            () => tryOut(game, people),
            { key: "guests", waits: state.busy },
          )
        : null,
    ),
    drawEditions(game),
    drawDiceChoice(ownFaces(game), dice, (chosen) => set({ dice: chosen })),
    drawHouseRules(game, draft(), (values) => set(values)),
    drawSetUp(game),
    h("p", { class: "soft" }, translateOr(`tile_${game.id}`, "")),
  );
}

/** Draw the editions of `game`, where it has several. @param {Game} game */
function drawEditions(game) {
  const { preset } = draft();
  const chosen = presetOf(game, preset);
  const names = Object.keys(game.presets);
  if (names.length < 2) return null;
  return [
    h("h2", { key: "edition" }, t("setup_edition")),
    h(
      "div",
      {
        class: "grid",
        key: "editions",
        role: "radiogroup",
        "aria-label": t("setup_edition"),
        vars: { "--least": "17rem" },
      },
      names.map((name) =>
        radio(
          "edition",
          h("b", {}, translateOr(`preset_${game.id}_${name}`, titleOf(game.title))),
          name === chosen,
          () => set({ preset: name, options: {} }),
          translateOr(`about_preset_${game.id}_${name}`, t(`line_${game.id}`)),
        ),
      ),
    ),
  ];
}

/** @param {Game} game @param {string[]} people */
async function start(game, people) {
  const { first, names, preset, options, known, rules, dice } = draft();
  const chosen = presetOf(game, preset);
  const begins = first === null ? -1 : people.indexOf(names[first]?.trim());
  const done = await sendAction({
    type: "start",
    game: game.id,
    names: people,
    preset: chosen,
    options,
    first_seat: begins < 0 ? null : begins,
    dice: diceOf(ownFaces(game), dice),
  });
  if (!done) return false;
  saveUnfinished("setup", null);
  const mine = written();
  const met = [...mine, ...known.filter((name) => !mine.includes(name))].slice(0, MOST_KNOWN);
  const played = { preset: chosen, options, dice };
  savePreference("setup", { names: mine, known: met, rules: { ...rules, [game.id]: played } });
  Object.assign(state, { open: {}, ui: {} });
  changeUi({});
  return true;
}
// The choice of dice for a game with its own: taught or unknown ones.

/**
 * Return the set for dice with `faces`: the `chosen` one, else the first that knows them.
 * @param {string[]} faces
 * @param {string | null} chosen
 */
export function diceOf(faces, chosen) {
  const fitting = fittingSets(faces).map(({ name }) => name);
  return chosen === "" || (chosen && fitting.includes(chosen)) ? chosen : (fitting[0] ?? "");
}

/**
 * Whether the eye would watch dice with `faces` and not read them.
 * @param {string[]} faces
 * @param {string | null} chosen
 */
export function areUnknown(faces, chosen) {
  return faces.length > 0 && watched() && !diceOf(faces, chosen);
}

/** Whether a camera watches the tray. */
function watched() {
  return state.snapshot !== null && eyeWatches(state.snapshot);
}

/** @param {string[]} faces */
function fittingSets(faces) {
  if (!faces.length) return [];
  return (taughtSets("dice") ?? []).filter((set) => knowsFaces(set, faces));
}

/**
 * Draw the choice for dice with `faces`; `choose` gets the name of a set, empty for unknown ones.
 * @param {string[]} faces
 * @param {string | null} chosen
 * @param {(set: string) => void} choose
 */
export function drawDiceChoice(faces, chosen, choose) {
  const sees = watched() || fittingSets(faces).length;
  if (!faces.length || !sees) return null;
  const now = diceOf(faces, chosen);
  return [
    h("h2", { key: "dice" }, t("taught_dice")),
    h(
      "div",
      { class: "stack tight", key: "sets", role: "radiogroup", "aria-label": t("taught_dice") },
      fittingSets(faces).map(({ name }) =>
        radio("dice", h("b", {}, name), name === now, () => choose(name), t("taught_dice_own")),
      ),
      radio(
        "dice",
        h("b", {}, t("taught_dice_none")),
        now === "",
        () => choose(""),
        t("taught_dice_none_hint"),
      ),
    ),
    button("quiet", t("taught_show"), () => openPanel("taught"), { key: "teach" }),
  ];
}
