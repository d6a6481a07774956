/** Setting up a game: who plays, which edition, which house rules. */

import { sendAction } from "../actions.js";
import { loadPreference, loadUnfinished, savePreference, saveUnfinished } from "../device.js";
import { changeOpen, changeUi, openPanel, state } from "../store.js";
import { t, titleOf, translateOr } from "../words.js";
import { radio } from "./controls.js";
import { h, icon } from "./dom.js";
import { allOptions, drawHouseRules, presetOf } from "./house_rules.js";
import { seatColour, seatSign } from "./seats.js";
import { knowsFaces, taughtSets } from "./taught_sets.js";
import { eyeWatches } from "./tray.js";

/** Draw the form for a new game. @param {Snapshot} snapshot */
export function drawStart(snapshot) {
  const games = state.games;
  const game = games.find((one) => one.id === draft().game) ?? games[0];
  if (!game) return h("p", { class: "waiting" }, t("opening"));
  const [fewest, most] = game.players[presetOf(game, draft().preset)];
  seatGuests(most);
  const names = draft().names.map((name) => name.trim());
  const ready =
    names.every(Boolean) && !repeated(names) && names.length >= fewest && names.length <= most;
  return h(
    "main",
    { class: "start fill stack", key: "start" },
    h(
      "div",
      { class: "start-body fill" },
      h(
        "div",
        { class: "start-column stack", key: "column" },
        games.length > 1 ? drawGames(games, game) : null,
        h(
          "section",
          { class: "panel shrinks stack tight rules", key: "rules" },
          drawEditions(game),
          drawDiceChoice(ownFaces(game), draft().dice, (dice) => set({ dice })),
          h(
            "button",
            { class: "quiet", onclick: () => changeOpen({ rules: game.id }) },
            t("rules"),
          ),
          drawHouseRules(game, draft(), (values) => set(values)),
        ),
      ),
      drawPlayers(fewest, most),
    ),
    h(
      "div",
      { class: "start-go row wood" },
      h("p", { class: "hint warn grow" }, missing(snapshot, game, names, fewest, most)),
      h(
        "button",
        { class: "main", disabled: !ready, waits: state.busy, onclick: () => start(game, names) },
        t("setup_go"),
      ),
    ),
  );
}

/**
 * What still stands in the way, or what a start would end, and that nobody reads the dice then.
 * @param {Snapshot} snapshot
 * @param {Game} game
 * @param {string[]} names
 * @param {number} fewest
 * @param {number} most
 */
function missing(snapshot, game, names, fewest, most) {
  if (names.length < fewest || names.length > most) {
    return t("setup_count", { title: titleOf(game.title), min: fewest, max: most });
  }
  if (!names.every(Boolean)) return t("setup_names");
  if (repeated(names)) return t("refusal_duplicate_name", { name: repeated(names) });
  const unknown = areUnknown(ownFaces(game), draft().dice) ? t("setup_dice_unknown") : "";
  return [unknown, snapshot.game && !snapshot.over ? t("setup_replace") : ""].join(" ").trim();
}

/**
 * The first of `names` that another one before it is, too: as the server compares them, or nearly.
 * @param {string[]} names
 */
function repeated(names) {
  const keys = names.map((name) => name.normalize("NFC").replace(/\s+/g, " ").toLowerCase());
  return names.find((_, at) => keys.indexOf(keys[at]) < at);
}

/**
 * The faces of the dice of `game` that are no numbers, by the house rules that are chosen.
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
 * What was chosen so far, also before a reload; at first who sits there, and what was chosen last.
 * @returns {Setup}
 */
function draft() {
  const { seats = [], game = null } = state.snapshot ?? {};
  const seated = seats.map(({ name }) => name);
  /** @type {Setup} */
  const setup = state.open.setup ?? {
    names: ["", "", ""],
    first: null,
    game: game ?? "",
    preset: "",
    options: {},
    dice: null, // the taught set; null: none was chosen yet, empty: unknown dice
    known: [],
    came: [], // the names that phones brought
    rules: {}, // by game: the preset and options that were played last
    .../** @type {Partial<Setup>} */ (loadPreference("setup", {})),
    ...loadUnfinished("setup"),
  };
  if (seated.length && seated.join() !== setup.seated?.join()) {
    Object.assign(setup, { names: follow(setup.names, seated, setup.seated), seated });
  }
  state.open.setup = setup;
  return setup;
}

/**
 * The names that are written here, after those at the table were `before` and are `seated` now: who
 * was renamed is called so, and who came is there; all others stay as they were typed.
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

/** @param {Partial<Setup>} values */
function set(values) {
  changeOpen({ setup: { ...draft(), ...values } });
  saveUnfinished("setup", state.open.setup);
}

/**
 * Who typed a name on a phone is written down here, once: the banker may strike it out again.
 * @param {number} most
 */
function seatGuests(most) {
  const standing = (state.you.door?.devices ?? []).filter(({ seat }) => seat === null);
  const came = standing.flatMap(({ name }) => name || []);
  for (const name of came.filter((one) => !draft().came.includes(one))) {
    draft().came.push(name);
    if (!draft().names.some((one) => one.trim() === name)) state.open.setup = withName(name, most);
  }
}

/**
 * What was chosen so far, with `name` where there is room for it.
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

/** @param {Game[]} games @param {Game} game */
function drawGames(games, game) {
  return h(
    "section",
    { class: "panel shrinks stack tight", key: "games" },
    h("h2", {}, t("setup_game")),
    h(
      "div",
      {
        class: "grid",
        role: "radiogroup",
        "aria-label": t("setup_game"),
        vars: { "--least": "11rem" },
      },
      games.map((one) =>
        radio(
          "game",
          h("b", {}, titleOf(one.title)),
          one.id === game.id,
          () =>
            set({ game: one.id, preset: "", options: {}, dice: null, ...draft().rules[one.id] }),
          numberOfPlayers(one),
        ),
      ),
    ),
    // Of the others it would push the editions and the house rules out of sight.
    h("p", { class: "hint" }, translateOr(`tile_${game.id}`, "")),
  );
}

/** How many play `game`. @param {Game} game */
function numberOfPlayers(game) {
  const [fewest, most] = game.players[presetOf(game)];
  return t("setup_people", { min: fewest, max: most });
}

/** @param {number} fewest @param {number} most */
function drawPlayers(fewest, most) {
  const { names, first, known } = draft();
  const absent = known.filter((name) => !names.includes(name));
  return h(
    "section",
    { class: "panel shrinks stack tight start-players", key: "players" },
    h("h2", {}, t("setup_players")),
    h("p", { class: "hint" }, t("setup_players_hint")),
    h(
      "ol",
      { class: "stack tight" },
      names.map((name, seat) => drawName(name, seat, first === seat, fewest)),
    ),
    h(
      "button",
      {
        class: "second add",
        disabled: names.length >= most,
        onclick: () => set({ names: [...names, ""] }),
      },
      t("setup_add"),
    ),
    absent.length ? h("p", { class: "hint" }, t("setup_known")) : null,
    h(
      "div",
      { class: "row" },
      absent.map((name) =>
        h("button", { class: "step", onclick: () => set(withName(name, most)) }, name),
      ),
    ),
  );
}

/** @param {string} name @param {number} seat @param {boolean} begins @param {number} fewest */
function drawName(name, seat, begins, fewest) {
  const { names } = draft();
  const shown = name || t("setup_name", { number: seat + 1 });
  return h(
    "li",
    { class: "name-row", key: `name${seat}`, vars: { "--seat": seatColour(seat) } },
    seatSign(seat),
    h("input", {
      class: "name full",
      type: "text",
      maxlength: 24,
      autocomplete: "off",
      "aria-label": t("setup_name", { number: seat + 1 }),
      placeholder: t("setup_name_hint"),
      value: name,
      oninput: (event) =>
        set({ names: names.map((old, at) => (at === seat ? event.target.value : old)) }),
    }),
    h(
      "button",
      {
        class: begins ? "picked" : "soft",
        "aria-pressed": begins ? "true" : "false",
        "aria-label": t("setup_first", { name: shown }),
        onclick: () => set({ first: begins ? null : seat }),
      },
      t("setup_begins"),
    ),
    h(
      "button",
      {
        class: "tool anchor",
        disabled: seat === 0,
        "aria-label": t("setup_up", { name: shown }),
        onclick: () => moveUp(seat),
      },
      icon("up"),
    ),
    h(
      "button",
      {
        class: "tool anchor",
        disabled: names.length <= Math.min(2, fewest),
        "aria-label": t("setup_remove", { name: shown }),
        onclick: () => removeName(seat),
      },
      icon("cross"),
    ),
  );
}

/** @param {number} seat */
function moveUp(seat) {
  const { names, first } = draft();
  const moved = [...names];
  [moved[seat - 1], moved[seat]] = [moved[seat], moved[seat - 1]];
  // The one who begins is a person, not a place.
  const begins = first === seat ? seat - 1 : first === seat - 1 ? seat : first;
  set({ names: moved, first: begins });
}

/** @param {number} seat */
function removeName(seat) {
  const { names, first } = draft();
  set({
    names: names.filter((_, at) => at !== seat),
    first: first === null || first === seat ? null : first > seat ? first - 1 : first,
  });
}

/** @param {Game} game */
function drawEditions(game) {
  const names = Object.keys(game.presets);
  const chosen = presetOf(game, draft().preset);
  return [
    h("h2", {}, t("setup_edition")),
    h(
      "div",
      { class: "stack tight", role: "radiogroup", "aria-label": t("setup_edition") },
      names.map((name) =>
        radio(
          "edition",
          h("b", {}, translateOr(`preset_${game.id}_${name}`, name)),
          name === chosen,
          () => set({ preset: name, options: {} }),
          translateOr(`about_preset_${game.id}_${name}`, ""),
        ),
      ),
    ),
  ];
}

/** @param {Game} game @param {string[]} names */
async function start(game, names) {
  const { first, preset, options, known, rules, dice } = draft();
  const chosen = presetOf(game, preset);
  const done = await sendAction({
    type: "start",
    game: game.id,
    names,
    preset: chosen,
    options,
    first_seat: first,
    dice: diceOf(ownFaces(game), dice),
  });
  if (!done) return;
  saveUnfinished("setup", null);
  const met = [...names, ...known.filter((name) => !names.includes(name))].slice(0, 12);
  const played = { preset: chosen, options, dice };
  savePreference("setup", {
    names,
    game: game.id,
    ...played,
    known: met,
    rules: { ...rules, [game.id]: played },
  });
  Object.assign(state, { open: {}, ui: {} });
  changeUi({});
}

// With which dice a game is played that has its own: those that were taught, or unknown ones.

/**
 * The name of the set that is `chosen` for dice with `faces`: the first that knows them unless one
 * is.
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
    h(
      "button",
      { class: "quiet", key: "teach", onclick: () => openPanel("taught") },
      t("taught_show"),
    ),
  ];
}
