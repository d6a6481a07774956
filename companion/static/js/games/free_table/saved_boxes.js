/** The boxes of one's own: kept on this table, handed on as files, taken from files. */

import { showMessage } from "../../actions.js";
import { Failed, get, post, Refused, TABLE } from "../../api.js";
import { h } from "../../parts/dom.js";
import { changeUi, state } from "../../store.js";
import { t, translateOr } from "../../words.js";

const VERSION = 1; // of the form of a file, as the table knows it
const LONGEST = 24; // letters of a name

let asking = false;

/** The boxes that are kept, as far as they are here yet. */
export function savedBoxes() {
  if (!state.ui.boxes && !asking) ask(() => get(`${TABLE}/boxes`));
  return state.ui.boxes ?? [];
}

/** Do `request`, which brings the boxes that are kept then; tell whether that was done. */
async function ask(request) {
  asking = true;
  try {
    const { boxes } = await request();
    changeUi({ boxes });
    return true;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    changeUi({ boxes: state.ui.boxes ?? [] });
    const { code, message } = error instanceof Refused ? error.body : {};
    showMessage(code ? translateOr(`refusal_${code}`, message) : t("unreachable"));
    return false;
  } finally {
    asking = false;
  }
}

function keep(text) {
  return ask(() => post(`${TABLE}/boxes`, { text }));
}

/** Draw what can be done with `box`: keep it, and with one that is kept hand it on or forget it. */
export function drawSaveBox(box) {
  const kept = savedBoxes().find(({ name }) => name === box.name);
  const game = state.snapshot.game;
  const same = kept && JSON.stringify(kept) === JSON.stringify(box);
  return h(
    "div",
    { class: "row", key: "keeping" },
    same
      ? h(
          "a",
          {
            class: "second link",
            href: `${TABLE}/box.json?name=${encodeURIComponent(box.name)}`,
            download: "",
          },
          t("free_export"),
        )
      : h(
          "button",
          {
            class: "second",
            onclick: () => keep(JSON.stringify({ croupier_box: VERSION, game, box })),
          },
          t("free_keep"),
        ),
    h("label", { class: "second link anchor" }, t("free_import"), drawFile()),
    same
      ? h(
          "button",
          {
            class: "quiet",
            onclick: () => ask(() => post(`${TABLE}/boxes/forget`, { name: box.name })),
          },
          t("free_forget"),
        )
      : null,
  );
}

function drawFile() {
  const take = async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) await keep(freeName(await file.text()));
  };
  return h("input", {
    class: "file-input cover",
    type: "file",
    accept: ".json,application/json",
    onchange: take,
  });
}

/** The `text` of a file, its box called otherwise where one of that name is kept: nothing is lost. */
function freeName(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return text; // the table says what is wrong with it
  }
  const names = savedBoxes().map(({ name }) => name);
  const wanted = data?.box?.name;
  if (!names.includes(wanted)) return text;
  let number = 2;
  const called = () => `${wanted.slice(0, LONGEST - 5)} (${number})`;
  while (names.includes(called())) number += 1;
  return JSON.stringify({ ...data, box: { ...data.box, name: called() } });
}
