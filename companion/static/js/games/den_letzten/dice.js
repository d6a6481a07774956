/** The dice of this game: with dogs, or ordinary ones whose six stands for the dog. */

import { die, faceName } from "../../parts/dice.js";
import { h } from "../../parts/dom.js";
import { t } from "../../words.js";
import { dogHead } from "./dog_head.js";

/** The face that is no number, for all parts of the page that draw and name faces. */
export const dogFace = { dog: { name: () => t("dog"), draw: dogHead } };

/** Whether `face`, as the dice show it, is a dog. */
export function isDog(snapshot, face) {
  return face === (snapshot.options.dog_is === "six" ? "6" : "dog");
}

/** Draw a die of `body`, its face as the game knows it or as the dice show it. */
export function drawDie(snapshot, face, body, className = "") {
  return snapshot.options.dog_is === "six" && (face === "dog" || face === "6")
    ? sixAsDog(body, className)
    : die(face, { body, className });
}

/** The dice as they lie and what they come to, "3 + dog = 3"; places for the black ones. */
export function drawSum(snapshot) {
  if (!snapshot.dice.length) return null;
  return h(
    "p",
    {
      class: "throw-sum row center largest dice-l",
      key: "sum",
      role: "img",
      "aria-label": sumInWords(snapshot),
      "data-roll": true,
    },
    snapshot.dice.map((one) => drawDie(snapshot, one.face, one.body)),
    h("span", { class: "equals" }, "="),
    h("b", { class: "lit" }, snapshot.sum),
  );
}

function sumInWords(snapshot) {
  const faces = snapshot.dice.map(({ face }) => faceName(face)).join(", ");
  return t("hunt_sum", { faces, sum: snapshot.sum });
}

/** Draw the six of a die of `body` with a dog's head in its corner. */
function sixAsDog(body, className = "") {
  const six = die("6", { body, className });
  six.setAttribute("aria-label", t("dog"));
  six.append(
    h(
      "g",
      { transform: "translate(52 46) scale(.5)" },
      h("circle", { cx: 50, cy: 52, r: 54, fill: "#ffd785", stroke: "#2a1d10", "stroke-width": 5 }),
      dogHead("#2a1d10", "#ffd785"),
    ),
  );
  return six;
}
