/**
 * The display of each game, by the game's id; only the one that is played is loaded.
 *
 * A display has `stage(snapshot)` (the one thing that is asked now), `progress(snapshot)` (a short
 * text), `turn(snapshot)` (a seat or null), `accounts(snapshot)` ([name, sum] pairs) and
 * `notes(snapshot, seat)` (small things beside a player's name); where seats have no cash,
 * `purse(snapshot, seat)` draws what they have. Its style is `css/<game>.css`. With
 * `whole` its stage shows the players itself and takes the whole table; no dice are thrown then.
 * It may have `says(before, now)` (what a banker says aloud of a step, `[{ text, sound }]`) and
 * `figures(action, names)` (what its line in the log needs beyond the action's own fields, or
 * another `key` for that line).
 */

import { state } from "../store.js";

const LOADERS = {
  last_chance: async () => (await import("./last_chance.js")).lastChance,
  last_one: async () => (await import("./last_one.js")).lastOne,
  den_letzten: async () => (await import("./den_letzten.js")).denLetzten,
  jour_de_chance: async () => (await import("./jour_de_chance.js")).jourDeChance,
};

/** Whether `game` can be shown. */
export function hasDisplay(game) {
  return game in LOADERS;
}

const loading = {};

/** Load the display of `game` and its style, once however often it is asked for. */
export function loadDisplay(game) {
  loading[game] ??= load(game).catch((error) => {
    delete loading[game]; // the network went away: the next call tries again
    throw error;
  });
  return loading[game];
}

async function load(game) {
  const [display] = await Promise.all([LOADERS[game](), loadStyle(`/static/css/${game}.css`)]);
  state.displays[game] = display;
}

function loadStyle(href) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done, failed) => {
    link.onload = done;
    link.onerror = failed;
    // What holds for small screens goes over what holds for one game.
    document.querySelector('link[href$="phone.css"]').before(link);
  });
}
