/**
 * Animates the last act from the old places to the new: the dog, characters along the ring, then
 * bones. The page already shows the result.
 */

import { eventsToPlay, flyNode } from "../../effects.js";
import { boxOnScreen } from "../../parts/dom.js";
import { placeOn, pointOfSeat, spaceAhead, waitingPoint } from "./board.js";
import { bone } from "./figures.js";

const STEP_MS = 170;
const FALL_MS = 500; // into the centre
const FLY_MS = 700;
const JUMP = 34; // units of the board

/**
 * Play the act that led to `snapshot`, once, if it directly follows what the page showed.
 * @param {DenLetzten.Table} snapshot
 */
export function followMoves(snapshot) {
  const events = eventsToPlay(snapshot);
  if (!events.length) return;
  // The page is patched after this function's caller returns; nothing is painted before that.
  queueMicrotask(() => {
    const moved = waysOf(snapshot, events).reduce((when, { piece, legs }) => {
      const node = document.querySelector(`.hunt ${piece}`);
      if (!node) return when;
      return legs.length ? hop(node, legs, when) : shake(node, when);
    }, 0);
    flyBones(events, moved);
  });
}

/**
 * Return the path of each moved piece, one after the other; a piece without legs stays.
 * @param {DenLetzten.Table} snapshot
 * @param {DenLetzten.Event[]} events
 */
function waysOf(snapshot, events) {
  /** @type {{ piece: string, legs: DenLetzten.Leg[] }[]} */
  const ways = [];
  for (const event of events) {
    const piece = event.type === "dog_moved" ? ".white-dog" : `[data-seat="${event.seat}"]`;
    const legs = spacesOf(event).map((space) => legOn(snapshot, space));
    if (event.type === "moved" && event.start === null)
      legs[0] = leg(waitingPoint(event.seat, snapshot.seats.length));
    if (event.type === "two_dogs" || legs.length) ways.push({ piece, legs });
    if (event.type === "bitten") {
      const fall = leg(pointOfSeat(snapshot, snapshot.seats[event.seat]), FALL_MS);
      if (event.reason !== "dog_step") ways[ways.length - 1].legs.push(fall);
      // The dog has come to where the character stood.
      else ways.push({ piece, legs: [legOn(snapshot, snapshot.dog ?? 1), fall] });
    }
  }
  return ways;
}

/**
 * Return the spaces on which a piece sets its feet in `event`.
 * @param {DenLetzten.Event} event
 */
function spacesOf(event) {
  if (event.type === "dog_moved") return [event.space - 1, event.space];
  if (event.type === "moved")
    return Array.from({ length: event.count + 1 }, (_, step) => event.end - event.count + step);
  return event.type === "pushed" ? [event.start, event.end] : []; // over others, in one jump
}

/** @param {DenLetzten.Table} snapshot @param {number} space */
function legOn({ spaces }, space) {
  return leg(placeOn(spaceAhead(0, space, spaces), spaces));
}

/**
 * One leg of a way: to `point`, in `ms` milliseconds.
 * @param {DenLetzten.Spot} point
 */
function leg(point, ms = STEP_MS) {
  return { point, ms };
}

/**
 * Let `piece` stand at the first of `legs` until `when`, then jump along; returns its arrival.
 * @param {Element} piece
 * @param {DenLetzten.Leg[]} legs
 * @param {number} when
 */
function hop(piece, legs, when) {
  const duration = legs.slice(1).reduce((sum, { ms }) => sum + ms, 0);
  if (!duration) return when;
  let since = 0;
  /** @type {Keyframe[]} */
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

/** @param {Element} piece @param {number} when */
function shake(piece, when) {
  const duration = 450;
  const here = getComputedStyle(piece).transform;
  /** @param {number} degrees */
  const turned = (degrees) => ({ transform: `${here} rotate(${degrees}deg)` });
  piece.animate([0, -14, 12, -8, 0].map(turned), { delay: when, duration });
  return when + duration;
}

/**
 * Let each bone that was paid fly from its payer to its payee, over everything.
 * @param {DenLetzten.Event[]} events
 * @param {number} start
 */
function flyBones(events, start) {
  const paid = events.flatMap((event) => (event.type === "bones_paid" ? event.transfer : []));
  paid.forEach(({ payer, payee }, number) => {
    const [from, to] = [payer, payee].map(boxOf);
    if (from && to)
      flyNode(bone(68), from, to, { ms: FLY_MS, delay: start + 250 * number, swell: 1.8 });
  });
}

/** Return where an account is on the screen. @param {string} account */
function boxOf(account) {
  const seat = account.replace("bowl", "seat");
  const places = account === "box" ? ".accounts" : `[data-account="${seat}"] .purse`;
  const node = document.querySelector(places);
  return node && boxOnScreen(node);
}
