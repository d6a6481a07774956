/** Where something may lie on the page without covering what is there. Knows boxes alone. */

const APART = 6; // pixels between what is laid and everything else

/**
 * The `left` and `top` of a place for a box of `width` and `height`: close to the point `near`, inside
 * `room` ([width, height]), and over none of the boxes `taken`; where there is none, over as little
 * of them as can be (`cover`, in square pixels).
 */
export function findPlace({ width, height }, near, taken, room) {
  const inside = taken.filter((box) => box.width && box.bottom > 0 && box.top < room[1]);
  const wanted = [near.x - width / 2, near.y + APART];
  // A free place that is the closest touches a box or the border, or is the wanted one.
  const lefts = inside.flatMap((box) => [box.left - width - APART, box.right + APART]);
  const tops = inside.flatMap((box) => [box.top - height - APART, box.bottom + APART]);
  let best = null;
  for (const left of new Set([wanted[0], ...lefts].map(within(APART, room[0] - width - APART)))) {
    for (const top of new Set([wanted[1], ...tops].map(within(APART, room[1] - height - APART)))) {
      const place = { left, top, right: left + width, bottom: top + height };
      const cover = inside.reduce((sum, box) => sum + common(place, box), 0);
      const far = Math.hypot(left - wanted[0], top - wanted[1]);
      if (!best || cover < best.cover || (cover === best.cover && far < best.far)) {
        best = { left, top, cover, far };
      }
    }
  }
  return best;
}

function within(low, high) {
  return (value) => Math.max(low, Math.min(value, high));
}

/** The area that two boxes have in common. */
function common(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(wide, 0) * Math.max(high, 0);
}
