/** What a tap does: send an action, and say in one line why it did not work. */

import { Refused, TABLE, post, uuid } from "./api.js";
import { change, state, takeSnapshot, takeYou } from "./store.js";
import { tOr, t, amount } from "./words.js";

let last = { x: 0, y: 0 };

document.addEventListener(
  "click",
  (event) => {
    const box = event.target.closest?.("button, input, label")?.getBoundingClientRect();
    last = box
      ? { x: box.left + box.width / 2, y: box.bottom }
      : { x: event.clientX, y: event.clientY };
    if (state.tell) change({ tell: null });
  },
  true,
);

/** Send `action` to the table. Returns true when it was accepted. */
export async function send(action) {
  return deliver(`${TABLE}/actions`, { id: uuid(), version: state.snapshot.version, action });
}

/** Ask the demo tray for a throw; the dice in the boxes `keep` stay where they are. */
export async function throwTray(keep) {
  return deliver(`${TABLE}/tray`, { keep });
}

/** Ask the door for something (`join`, `seat`, `role` …). Returns true when it was done. */
export async function askDoor(what, body) {
  return deliver(`/api/access/${what}`, body);
}

/** Put the kept backup `name` back, in place of what this page shows. */
export async function restore(name) {
  const { run, version } = state.snapshot;
  return deliver(`${TABLE}/restore`, { name, run, version });
}

/** Say `text` in one line where the last tap was. */
export function tell(text) {
  change({ tell: { text, ...last } });
}

async function deliver(path, body) {
  if (state.busy) return false; // a second tap while the first is on its way
  change({ busy: true, tell: null });
  const at = last;
  try {
    const answer = await post(path, body);
    if ("phase" in answer) takeSnapshot(answer);
    if ("role" in answer) takeYou(answer);
    return true;
  } catch (error) {
    last = at;
    explain(error);
    return false;
  } finally {
    change({ busy: false });
  }
}

function explain(error) {
  if (!(error instanceof Refused)) {
    tell(t("unreachable"));
    return;
  }
  const { code, message, snapshot } = error.body;
  if (error.status === 409 && snapshot) {
    const why = snapshot.log?.at(-1)?.line ?? "";
    takeSnapshot(snapshot);
    tell(t("stale", { why }));
    return;
  }
  tell(tOr(`refusal_${code}`, message ?? t("refused"), inWords(error.body)));
}

function inWords(figures) {
  const seats = state.snapshot?.seats ?? [];
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      if (typeof value === "number" && name === "seat") return [name, seats[value]?.name ?? value];
      return [name, typeof value === "number" ? amount(value) : value];
    }),
  );
}
