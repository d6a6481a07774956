/** Sentences with players in them, each with his sign; and what a banker would say happened. */

import { sentenceOf } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { seatName } from "../../parts/seats.js";
import { drawDie } from "./dice.js";
import { bone, darkDog } from "./figures.js";

// The prompts that ask for something; all others tell what just happened.
const ASKED = new Set(["place_dog", "throw", "choose", "step_dog", "game_over"]);
const PICTURES = {
  bone_to_box: bone,
  bone_to_player: bone,
  dark_dog: darkDog,
  deal: bone,
  deal_to: bone,
};

/** The sentence `key` as nodes: `seats` are filled in as signs with names, `figures` as text. */
export function sentence(snapshot, key, seats, figures = {}) {
  const names = Object.entries(seats).map(([name, seat]) => [name, seatName(snapshot, seat)]);
  return sentenceOf(key, Object.fromEntries(names), figures);
}

/** What the last act brought, as a short list; nothing where nothing happened. */
export function drawLastEvents(snapshot, leave = []) {
  const told = snapshot.prompts.filter(({ code }) => !ASKED.has(code) && !leave.includes(code));
  if (!told.length) return null;
  return h(
    "ul",
    { class: "happened plate stack tight left", key: "happened", "aria-live": "polite" },
    drawSum(snapshot, told[0].code),
    told.map((prompt, at) =>
      h(
        "li",
        { class: `line happened-${prompt.code}`, key: `${snapshot.version}.${at}` },
        PICTURES[prompt.code]?.(),
        h("span", {}, promptSentence(snapshot, prompt)),
      ),
    ),
  );
}

/** The dice of the throw that is told of. */
function drawSum(snapshot, code) {
  if (code !== "move" && code !== "two_dogs") return null;
  return h(
    "li",
    { class: "line dice-s", key: "dice" },
    snapshot.dice.map((one) => drawDie(snapshot, one.face, one.body)),
    h("b", {}, "= ", snapshot.sum),
  );
}

function promptSentence(snapshot, { code, seat, figures }) {
  const seats = {
    ...(seat === null ? {} : { name: seat }),
    ...(code === "bone_to_player" ? { to: figures.to } : {}),
  };
  const count = code === "move" ? figures.steps : figures.bones;
  return sentence(snapshot, `prompt_den_letzten_${code}`, seats, { ...figures, count });
}
