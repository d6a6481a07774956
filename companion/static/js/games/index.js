/**
 * The display of each game, by the game's id. A display has
 * `stage(snapshot)` (the one thing that is asked now), `progress(snapshot)` (a short text),
 * `turn(snapshot)` (a seat or null), `accounts(snapshot)` ([name, sum] pairs) and
 * `notes(snapshot, seat)` (small things beside a player's name).
 */

import { lastChance } from "./last_chance.js";

export const displays = { last_chance: lastChance };
