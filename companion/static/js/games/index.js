/**
 * The display of each game, by the game's id; only the one that is played is loaded.
 *
 * A display has `stage(snapshot)` (the one thing that is asked now) and `progress(snapshot)` (a short
 * text), put together from `parts/` and the classes of `css/kit.css`; what style only it needs is in
 * `css/<game>.css`. With `whole` its stage shows the players itself and takes the
 * whole table; no dice are thrown then. Without, the page shows them, whose turn it is (the seat of
 * the first prompt), `accounts(snapshot)` ([name, sum] pairs) and `notes(snapshot, seat)` (small
 * things beside a player's name); where seats have no cash, `purse(snapshot, seat)` draws what they
 * have.
 *
 * It may have `announcements(before, now)` (what a banker says aloud of a step, `[{ text, sound }]`),
 * `logFigures(action, names)` (what its line in the log needs beyond the action's own fields, or
 * another `key` for that line), `position(snapshot)` (what tells, within a phase, whether something
 * half done still belongs to the game as it stands) and `standsAfter(action, other)` (whether `action`
 * still means the same when somebody was faster with `other`) and `faces` (of dice and cards that are
 * no numbers: by face, its `name()` and what is drawn on a die, `draw(ink, ground)`) and
 * `beside(snapshot)` (what stays in sight while the eye asks about its dice) and `switches` (the names
 * in `ui` of what only changes how the table is shown, and may be tapped in a game of before, too)
 * and `dropDraft(snapshot)` (drop what is half told on this device, and say whether there was any).
 * What a display tells only once it remembers as `ui.told`, which outlasts a phase.
 */

import { Unreachable } from "../api.js";
import { loadModule } from "../reload.js";
import { state } from "../store.js";

const LOADERS = {
  last_chance: async () => (await import("./last_chance.js")).lastChance,
  last_one: async () => (await import("./last_one.js")).lastOne,
  den_letzten: async () => (await import("./den_letzten.js")).denLetzten,
  jour_de_chance: async () => (await import("./jour_de_chance.js")).jourDeChance,
  yacht: async () => (await import("./yacht.js")).yacht,
  ten_thousand: async () => (await import("./ten_thousand.js")).tenThousand,
  free_table: async () => (await import("./free_table.js")).freeTable,
};

/** Whether `game` can be shown. */
export function hasDisplay(game) {
  return game in LOADERS;
}

const loading = {};

/**
 * Load the display of `game` and its style, once however often it is asked for. Throws `Unreachable`
 * where they do not come.
 */
export function loadDisplay(game) {
  loading[game] ??= load(game).catch((error) => {
    delete loading[game]; // the network went away: the next call tries again
    throw error;
  });
  return loading[game];
}

async function load(game) {
  const style = loadStyle(`/static/css/${game}.css`);
  const [display] = await Promise.all([loadModule(LOADERS[game]), style]);
  state.displays[game] = display;
}

/** Load the style at `href`; throws `Unreachable` where it does not come. */
export function loadStyle(href) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done, failed) => {
    link.onload = done;
    link.onerror = () => failed(new Unreachable(href));
    document.head.append(link);
  });
}
