/**
 * People's own dice and cards: how well they are known, with controls to teach, forget and export.
 */

import { changeOpen, changeUi, state } from "../store.js";
import { formatAmount, t } from "../words.js";
import { drawDownload, drawFileButton, drawNameForm, drawWaiting } from "./controls.js";
import { calledFace } from "./dice.js";
import { button, h } from "./dom.js";
import { beginDeck, drawDeckLesson, drawKindsOfDeck, drawLesson, teachMore } from "./lesson.js";
import { addressOf, bringSet, forget, taughtSets } from "./taught_sets.js";

const MAX_NAME = 24; // letters

/** Draw the page: all sets, or the current lesson. @param {Snapshot} snapshot */
export function drawTaught(snapshot) {
  const sets = taughtSets("dice");
  const { lesson } = state.open;
  return h(
    "main",
    { class: "stage taught fill stack", key: lesson ? "lesson" : "taught" },
    !sets
      ? drawWaiting()
      : lesson
        ? drawTeaching(snapshot, sets, lesson)
        : drawSets(snapshot, sets),
  );
}

/** @param {Snapshot} snapshot @param {API.SetView[]} sets @param {Lesson} lesson */
function drawTeaching(snapshot, sets, lesson) {
  if ("order" in lesson) return drawDeckLesson(snapshot, lesson);
  const set = sets.find(({ name }) => name === lesson.set) ?? { name: lesson.set, parts: [] };
  return drawLesson(snapshot, set, lesson);
}

/** @param {Snapshot} snapshot @param {API.SetView[]} sets */
function drawSets(snapshot, sets) {
  return h(
    "section",
    { class: "stack", key: "sets" },
    h("h2", { class: "ask" }, t("taught")),
    h("p", { class: "hint" }, t("taught_hint")),
    [...(taughtSets("confirmed") ?? []), ...sets].map(drawDice),
    taughtSets("cards")?.map(drawDeck),
    drawNew(sets),
    h(
      "div",
      { class: "row", key: "more" },
      snapshot.game ? null : button("quiet", t("close"), () => changeOpen({ panel: null })),
      drawFileButton(t("taught_bring"), bringSet, { accept: ".taught" }),
    ),
  );
}

/** @param {API.SetView} set */
function drawDice(set) {
  const { name, parts, right, read } = set;
  return drawSet(
    set,
    h(
      "div",
      { class: "row" },
      parts.map((part) =>
        h(
          "span",
          { class: "line tight", key: part.name },
          drawStill(name, part, part.stills.at(-1)),
          `${calledFace(part.name)} · ${formatAmount(part.stills.length)}`,
        ),
      ),
    ),
    h(
      "p",
      { class: "soft" },
      read
        ? t("taught_right", { right: formatAmount(right), all: formatAmount(read) })
        : t("taught_unplayed"),
    ),
  );
}

/** Draw a deck of cards that the eye knows. @param {API.SetView} set */
function drawDeck(set) {
  return drawSet(set, h("p", { class: "soft" }, t("taught_cards", { count: set.parts.length })));
}

/** @param {API.SetView} set @param {...Child} content */
function drawSet(set, ...content) {
  const { name, kind, in_use: inUse } = set;
  const title = kind === "confirmed" ? t("taught_confirmed") : name;
  return h(
    "article",
    { class: "plate stack tight", key: `set ${name}`, "aria-label": title },
    h(
      "p",
      { class: "line spread large" },
      h("b", { class: "clip" }, title),
      inUse ? h("span", { class: "good" }, t("taught_in_use")) : null,
    ),
    kind === "confirmed" ? h("p", { class: "hint" }, t("taught_confirmed_hint")) : null,
    content,
    state.ui.forgetting === name ? drawForget(name, title) : drawActs(set),
  );
}

/** @param {API.SetView} set */
function drawActs(set) {
  const { name, kind } = set;
  return h(
    "div",
    { class: "row", key: "acts" },
    kind === "dice" ? drawMore(() => teach(name)) : null,
    kind === "cards" ? drawMore(() => teachMore(set)) : null,
    drawDownload(addressOf(name), t("taught_take")),
    button("quiet", t("taught_forget"), () => changeUi({ forgetting: name })),
  );
}

/** @param {() => unknown} onclick */
function drawMore(onclick) {
  return button("second", t("taught_more"), onclick, { key: "more" });
}

/** @param {string} name @param {string} title */
function drawForget(name, title) {
  const leave = () => changeUi({ forgetting: null });
  return h(
    "div",
    { class: "row", key: "forget", role: "group", "aria-label": t("taught_forget") },
    h("p", { class: "grow" }, t("taught_forget_sure", { name: title })),
    button("danger", t("taught_forget"), () => {
      leave();
      forget(name);
    }),
    button("quiet", t("cancel"), leave),
  );
}

/**
 * Draw the picture of a still.
 * @param {string} set
 * @param {API.PartView} part
 * @param {API.StillView | undefined} still
 */
export function drawStill(set, { name }, still) {
  return h("img", { class: "still", alt: "", src: addressOf(set, name, still?.still) });
}

/** @param {API.SetView[]} sets */
function drawNew(sets) {
  return drawNameForm(
    {
      key: "new",
      field: "newSet",
      label: t("taught_name"),
      longest: MAX_NAME,
      words: t("taught_show"),
      rank: sets.length ? "second" : "main",
      room: "whole-row",
      take: (name, kind) => (kind ? beginDeck(name, kind) : teach(name)),
    },
    drawKindsOfDeck(),
  );
}

/** @param {string} set */
function teach(set) {
  changeOpen({ lesson: { set, face: null } }, { newSet: "" });
}
