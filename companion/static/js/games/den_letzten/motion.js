/**
 * What the last act moved, step by step from the old place to the new: characters along the ring,
 * the dog, then bones from whom to whom. The page already shows how it ended; this only plays it.
 */

import { flyNode, prefersReducedMotion } from "../../effects.js";
import { placeOn, pointOfSeat, spaceAhead, waitingPoint } from "./board.js";
import { bone } from "./figures.js";

const STILL = new Set(["rename", "pause", "resume"]); // what they leave was seen before

const STEP_MS = 170;
const FALL_MS = 500; // into the centre
const FLY_MS = 700;
const JUMP = 34; // units of the board

let shown = null;

/** Play what led to `snapshot`, once, if it is the act after what was shown before. */
export function followMoves(snapshot) {
  const before = shown;
  shown = snapshot;
  const next = before?.run === snapshot.run && snapshot.version === before.version + 1;
  if (!next || snapshot.last_row?.kind !== "action") return;
  if (STILL.has(snapshot.last_row.action?.type)) return;
  if (prefersReducedMotion.matches || document.hidden) return;
  // The page is patched when this function's caller has returned; nothing is painted before that.
  queueMicrotask(() => {
    const played = before.dog && before.dog !== snapshot.dog ? playDog(before, snapshot) : 0;
    flyBones(snapshot, playMoves(snapshot, played));
  });
}

function playDog(before, snapshot) {
  const legs = [before.dog, snapshot.dog].map((space) => leg(placeOn(space, snapshot.spaces)));
  return hop(document.querySelector(".hunt .white-dog"), legs, 0);
}

/** Let everybody who moved do so, one after the other; returns when the last one stands. */
function playMoves(snapshot, start) {
  return snapshot.moved.reduce((when, move) => {
    const piece = document.querySelector(`.hunt [data-seat="${move.seat}"]`);
    if (!piece) return when;
    return move.how === "stayed" ? shake(piece, when) : walk(snapshot, piece, move, when);
  }, start);
}

function walk(snapshot, piece, move, when) {
  const { spaces, dog, seats } = snapshot;
  const legs = stepsOf(snapshot, move).map((ahead) =>
    leg(placeOn(spaceAhead(ahead, dog, spaces), spaces)),
  );
  if (move.start === null) legs[0] = leg(waitingPoint(move.seat, seats.length));
  if (move.caught) legs.push(leg(pointOfSeat(snapshot, seats[move.seat]), FALL_MS));
  return hop(piece, legs, when);
}

/** One leg of a way: to `point`, in so many milliseconds. */
function leg(point, ms = STEP_MS) {
  return { point, ms };
}

/** The spaces ahead of the dog on which the character sets its feet. */
function stepsOf({ sum, options }, { start, end, how }) {
  const from = start ?? 0;
  if (how === "dog_step") return [0]; // the dog has come to where it stood
  if (how === "moved") return Array.from({ length: sum + 1 }, (_, step) => from + step);
  const to = end ?? 0;
  if (options.bump === "variant") return [from, to];
  return Array.from({ length: from - to + 1 }, (_, step) => from - step);
}

/** Let `piece` stand at the first of `legs` until `when`, then jump along; returns its arrival. */
function hop(piece, legs, when) {
  const duration = legs.slice(1).reduce((sum, { ms }) => sum + ms, 0);
  if (!piece || !duration) return when;
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

/** Let each bone of the settlement fly from its payer to its payee, over everything. */
function flyBones(snapshot, start) {
  const paid = snapshot.settlement.filter(({ reason }) => reason !== "deal");
  paid.forEach(({ payer, payee }, number) => {
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
