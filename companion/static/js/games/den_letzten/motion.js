/**
 * What the last act moved, step by step from the old place to the new: the dog, characters along the
 * ring, then bones from whom to whom. The page already shows how it ended; this only plays it.
 */

import { flyNode, prefersReducedMotion } from "../../effects.js";
import { state } from "../../store.js";
import { placeOn, pointOfSeat, spaceAhead, waitingPoint } from "./board.js";
import { bone } from "./figures.js";

const STEP_MS = 170;
const FALL_MS = 500; // into the centre
const FLY_MS = 700;
const JUMP = 34; // units of the board

/** Play what led to `snapshot`, once, if it is the act after what the page showed before. */
export function followMoves(snapshot) {
  const { drawn } = state;
  const next = drawn?.run === snapshot.run && snapshot.version === drawn.version + 1;
  if (!next || snapshot.last_row?.kind !== "action") return;
  if (prefersReducedMotion.matches || document.hidden) return;
  const { events = [] } = snapshot.last_row;
  // The page is patched when this function's caller has returned; nothing is painted before that.
  queueMicrotask(() => {
    const moved = waysOf(snapshot, events).reduce((when, { piece, legs }) => {
      const node = document.querySelector(`.hunt ${piece}`);
      if (!node) return when;
      return legs.length ? hop(node, legs, when) : shake(node, when);
    }, 0);
    flyBones(events, moved);
  });
}

/** The way of each piece that moved, one after the other; one without legs stays where it is. */
function waysOf(snapshot, events) {
  const ways = [];
  for (const event of events) {
    const piece = event.type === "dog_moved" ? ".white-dog" : `[data-seat="${event.seat}"]`;
    if (event.type === "two_dogs") ways.push({ piece, legs: [] });
    if (event.type in SPACES) ways.push({ piece, legs: legsOf(snapshot, event) });
    if (event.type === "bitten") {
      const fall = leg(pointOfSeat(snapshot, snapshot.seats[event.seat]), FALL_MS);
      if (event.reason !== "dog_step") ways[ways.length - 1].legs.push(fall);
      // The dog has come to where the character stood.
      else ways.push({ piece, legs: [leg(placeOn(snapshot.dog, snapshot.spaces)), fall] });
    }
  }
  return ways;
}

// The spaces on which a piece sets its feet, by the event.
const SPACES = {
  dog_moved: ({ space }) => [space - 1, space],
  moved: ({ count, end }) => Array.from({ length: count + 1 }, (_, step) => end - count + step),
  pushed: ({ start, end }, { spaces, options }) => {
    if (options.bump === "variant") return [start, end];
    const back = (start - end + spaces) % spaces;
    return Array.from({ length: back + 1 }, (_, step) => start - step);
  },
};

function legsOf(snapshot, event) {
  const { spaces, seats } = snapshot;
  const on = (space) => leg(placeOn(spaceAhead(0, space, spaces), spaces));
  const legs = SPACES[event.type](event, snapshot).map(on);
  if (event.start === null) legs[0] = leg(waitingPoint(event.seat, seats.length));
  return legs;
}

/** One leg of a way: to `point`, in so many milliseconds. */
function leg(point, ms = STEP_MS) {
  return { point, ms };
}

/** Let `piece` stand at the first of `legs` until `when`, then jump along; returns its arrival. */
function hop(piece, legs, when) {
  const duration = legs.slice(1).reduce((sum, { ms }) => sum + ms, 0);
  if (!duration) return when;
  let since = 0;
  const frames = legs.flatMap(({ point: [x, y], ms }, at) => {
    if (!at) return [{ transform: `translate(${x}px, ${y}px)`, offset: 0 }];
    const [fromX, fromY] = legs[at - 1].point;
    const high = `translate(${(fromX + x) / 2}px, ${(fromY + y) / 2 - JUMP}px)`;
    since += ms;
    return [
      { transform: high, offset: (since - ms / 2) / duration },
      { transform: `translate(${x}px, ${y}px)`, offset: since / duration },
    ];
  });
  piece.animate(frames, { delay: when, duration, fill: "backwards" });
  return when + duration;
}

function shake(piece, when) {
  const duration = 450;
  const here = getComputedStyle(piece).transform;
  const turned = (degrees) => ({ transform: `${here} rotate(${degrees}deg)` });
  piece.animate([0, -14, 12, -8, 0].map(turned), { delay: when, duration });
  return when + duration;
}

/** Let each bone that was paid fly from its payer to its payee, over everything. */
function flyBones(events, start) {
  const paid = events.filter(({ type }) => type === "bones_paid");
  paid.forEach(({ transfer: { payer, payee } }, number) => {
    const [from, to] = [payer, payee].map(boxOf);
    if (from && to)
      flyNode(bone(), from, to, { ms: FLY_MS, delay: start + 250 * number, swell: 1.8 });
  });
}

/** Where an account is on the screen. */
function boxOf(account) {
  const seat = account.replace("bowl", "seat");
  const places = account === "box" ? ".accounts" : `[data-account="${seat}"] .purse`;
  return document.querySelector(places)?.getBoundingClientRect();
}
