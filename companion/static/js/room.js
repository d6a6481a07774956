/** The page at `/table`, for a television: everything large, and nothing to tap. */

/** Whether this is a display for the whole room. */
export const IN_ROOM = document.documentElement.dataset.view === "room";

// In pixels, before it is enlarged: what all stages fit into, as on a small tablet.
const WIDTH = 1280;
const HEIGHT = 740;

/** Whatever this device may do elsewhere, here it looks on. */
export function asSeenInRoom(you) {
  const { role, taken } = you;
  return IN_ROOM && role ? { role: "spectator", seat: null, taken, own: {} } : you;
}

function fill() {
  const zoom = Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
  document.documentElement.style.setProperty("--zoom", zoom.toFixed(3));
}

if (IN_ROOM) {
  addEventListener("resize", fill);
  fill();
}
