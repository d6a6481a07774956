/**
 * What the last act moved, step by step from the old place to the new: characters along the ring,
 * the dog, then bones from whom to whom. The page already shows how it ended; this only plays it.
 */

import { bone } from "./figures.js";
import { placeOn, pointOfSeat, spaceAhead, waitingPoint } from "./board.js";

const STEP_MS = 170;
const FALL_MS = 500; // into the centre
const FLY_MS = 700;

let shown = null;

/** Play what led to `snapshot`, once, if it is the act after what was shown before. */
export function followMoves(snapshot) {
  const before = shown;
  shown = snapshot;
  const next = before?.run === snapshot.run && snapshot.version === before.version + 1;
  if (!next || snapshot.log.at(-1)?.kind !== "action") return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  // The page is patched when this function's caller has returned; nothing is painted before that.
  queueMicrotask(() => {
    const played = before.dog && before.dog !== snapshot.dog ? playDog(before, snapshot) : 0;
    flyBones(snapshot, playMoves(snapshot, played));
  });
}

function playDog(before, snapshot) {
  const piece = document.querySelector(".hunt .white-dog");
  hop(
    piece,
    [before.dog, snapshot.dog].map((space) => placeOn(space, snapshot.spaces)),
    0,
  );
  return STEP_MS;
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
  const { spaces, dog } = snapshot;
  const at = (ahead) => placeOn(spaceAhead(ahead, dog, spaces), spaces);
  const points = stepsOf(snapshot, move).map(at);
  if (move.start === null) points[0] = waitingPoint(move.seat, snapshot.seats.length);
  const there = hop(piece, points, when);
  if (!move.caught) return there;
  const end = pointOfSeat(snapshot, snapshot.seats[move.seat]);
  return hop(piece, [points.at(-1), end], there, FALL_MS, "replace");
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

/** Let `piece` jump over `points` from `when` on; returns when it stands. */
function hop(piece, points, when, ms = STEP_MS) {
  const frames = points.flatMap(([x, y], at) => {
    const place = { transform: `translate(${x}px, ${y}px)` };
    const next = points[at + 1];
    if (!next) return [place];
    const [midX, midY] = [(x + next[0]) / 2, (y + next[1]) / 2 - 34];
    return [place, { transform: `translate(${midX}px, ${midY}px)` }];
  });
  const duration = ms * Math.max(points.length - 1, 0);
  if (!piece || !duration) return when;
  piece.animate(frames, { delay: when, duration, fill: "backwards", easing: "linear" });
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
    const [from, to] = [payer, payee].map(middleOf);
    if (!from || !to) return;
    const flying = document.createElement("div");
    flying.className = "flying-bone";
    flying.append(bone());
    document.body.append(flying);
    const frames = [from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 60], to].map(
      ([x, y], at) => ({
        transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${at === 1 ? 1.8 : 1})`,
        opacity: 1,
      }),
    );
    const delay = start + 250 * number;
    const flight = flying.animate(frames, { delay, duration: FLY_MS, easing: "ease-in-out" });
    flight.finished.finally(() => flying.remove());
  });
}

/** The middle of an account on the screen, as [x, y]. */
function middleOf(account) {
  const [kind, seat] = account.split(":");
  const places =
    kind === "box" ? ".accounts" : `.seat-list > :nth-child(${Number(seat) + 1}) .purse`;
  const box = document.querySelector(places)?.getBoundingClientRect();
  return box && [box.left + box.width / 2, box.top + box.height / 2];
}
