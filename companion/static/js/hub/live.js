/** What the tables are doing, told by the hub for as long as somebody is logged in. */

import { Failed, get } from "../api.js";
import { changeState, state } from "../store.js";

const REOPEN_MS = 1500;
const SHORT_ID = 4; // letters that tell tables of one name apart

/** Every table by its id, as it last said it stands. */
export const tables = {};

/** What a table is called; where others are called the same, with the beginning of its id. */
export function nameOf(id) {
  const name = tables[id]?.name ?? id;
  const others = Object.entries(tables).some(
    ([other, table]) => other !== id && table.name === name,
  );
  return others ? `${name} (${id.slice(0, SHORT_ID)})` : name;
}

let stream = null;
let seen = null; // whose tables are known

/** Follow all tables for as long as the page lives. */
export function followTables() {
  setInterval(keepOpen, REOPEN_MS);
  document.addEventListener("visibilitychange", keepOpen);
  window.addEventListener("pagehide", close);
  keepOpen();
}

function close() {
  stream?.close();
  stream = null;
}

/** Let there be a stream where somebody looks, and ask who we are where it was ended. */
async function keepOpen() {
  const { role, name } = state.you;
  if (!role || document.hidden) return close();
  if (name !== seen) close();
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  close();
  seen = name;
  stream = new EventSource("/api/events");
  let begun = false; // the first event is whole
  stream.onerror = lost;
  stream.onopen = () => {
    begun = false;
    changeState({ link: "live" });
  };
  stream.addEventListener("archive", ({ data }) => changeState({ kept: JSON.parse(data) }));
  stream.addEventListener("tables", ({ data }) => {
    if (!begun) for (const id of Object.keys(tables)) delete tables[id];
    begun = true;
    for (const [id, table] of Object.entries(JSON.parse(data))) {
      if (table) tables[id] = table;
      else delete tables[id];
    }
    changeState({ link: "live" });
  });
}

async function lost() {
  changeState({ link: "lost" });
  try {
    changeState({ you: await get("/api/me") });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  }
}
