/** What is asked in each phase, beside the board. */

import { sendAction } from "../../actions.js";
import { actionButton } from "../../parts/controls.js";
import { h } from "../../parts/dom.js";
import { drawEnding } from "../../parts/overlays.js";
import { seatName } from "../../parts/seats.js";
import { legalChoices, mayAct, state } from "../../store.js";
import { t } from "../../words.js";
import { drawBoard } from "./board.js";
import { bone, bowl, darkDog } from "./figures.js";
import { drawLastEvents, sentence } from "./sentences.js";
import { drawChoose } from "./stop_or_more.js";
import { drawThrow } from "./throwing.js";

/** Before the first round: where the white dog stands. */
export function drawPlaceDog(snapshot) {
  const choice = legalChoices(snapshot, "place_dog")[0];
  const put = (space) => sendAction({ type: "place_dog", space, seat: choice.seat });
  return table(snapshot, { onSpace: choice ? put : null }, [
    h("h2", { class: "ask", key: "ask" }, t("prompt_den_letzten_place_dog")),
    choice ? h("p", { class: "hint", key: "hint" }, t("hunt_place_hint")) : null,
    mayAct(null)
      ? actionButton({ class: "second", key: "draw" }, { type: "draw" }, t("hunt_table_places"))
      : null,
  ]);
}

/** Somebody throws the white dice. */
export function drawWhite(snapshot) {
  return table(snapshot, {}, [
    h(
      "h2",
      { class: "ask", key: "ask" },
      sentence(snapshot, "prompt_den_letzten_throw", { name: snapshot.turn }),
    ),
    drawThrow(snapshot, "white"),
  ]);
}

/** The white dice lie: stop, or throw the black ones too. */
export function drawChoice(snapshot) {
  const [{ seat, how }] = snapshot.stop;
  const way = how === "moved" ? { seat, steps: snapshot.sum } : null;
  return table(snapshot, { way: state.ui.black ? null : way }, drawChoose(snapshot));
}

/** The round is over: who gave whom a bone, and the white dog goes on. */
export function drawStep(snapshot) {
  const asked = [
    h("h2", { class: "ask", key: "ask" }, t("hunt_round_over", { number: snapshot.round - 1 })),
    drawEvaluation(snapshot),
    h(
      "p",
      { class: "line left", key: "handed" },
      darkDog(),
      h("span", {}, sentence(snapshot, "prompt_den_letzten_step_dog", { name: snapshot.turn })),
    ),
    drawStepButton(snapshot),
    drawThreat(snapshot),
  ];
  return table(snapshot, {}, asked, ["bone_to_player", "dark_dog"]);
}

function drawStepButton(snapshot) {
  const choice = legalChoices(snapshot, "step_dog")[0];
  if (!choice) return null;
  const step = () => sendAction({ type: "step_dog", seat: choice.seat });
  return h(
    "button",
    { class: "main", key: "step", waits: state.busy, onclick: step },
    t("hunt_step"),
  );
}

/** Whom the next step of the dog catches. */
function drawThreat(snapshot) {
  const { catches } = snapshot.prompts.find(({ code }) => code === "step_dog").figures;
  if (catches === null) return null;
  const name = sentence(snapshot, "hunt_will_catch", { name: catches });
  return h("p", { class: "hint warn", key: "catch" }, name);
}

/** From whom to whom a bone went, as large as it matters. */
function drawEvaluation(snapshot) {
  const paid = snapshot.settlement.filter(({ reason }) => reason === "evaluation");
  if (snapshot.settlement.some(({ reason }) => reason === "deal")) return null; // somebody came late
  if (!paid.length) return h("p", { class: "hint", key: "none" }, t("hunt_nobody_pays"));
  const owner = (account) => Number(account.split(":")[1]);
  return h(
    "div",
    { class: "evaluation line center full", key: "evaluation" },
    paid.map(({ payer, payee }) => [
      drawParty(snapshot, owner(payer), "gives", "−1"),
      h(
        "span",
        { class: "gift stack tight center larger" },
        bone(),
        h("span", { "aria-label": t("to") }, "→"),
      ),
      drawParty(snapshot, owner(payee), "gets", "+1"),
    ]),
  );
}

function drawParty(snapshot, seat, role, change) {
  return h(
    "span",
    { class: `party plate stack tight center grow ${role}` },
    seatName(snapshot, seat, "clip"),
    h("small", { class: "soft" }, t(role === "gives" ? "hunt_nearest" : "hunt_farthest")),
    h("b", { class: "larger" }, change),
  );
}

/** The end: who emptied his bowl and how, the board as it stood, and what all games tell. */
export function drawOver(snapshot) {
  const over = snapshot.prompts.find(({ code }) => code === "game_over");
  return drawEnding(snapshot, {
    lead: [
      over.figures.empty.map((seat) =>
        h("p", { key: `empty${seat}` }, sentence(snapshot, "hunt_empty", { name: seat })),
      ),
    ],
    below: h(
      "div",
      { class: "grid", key: "last-board" },
      drawBoard(snapshot),
      drawLastEvents(snapshot),
    ),
  });
}

/** The bowl of a seat, and the dark dog beside it where that is. */
export function drawBowl({ name, bones }, first) {
  return h(
    "span",
    { class: "purse anchor" },
    first ? darkDog(t("hunt_first")) : null,
    bowl(bones, t("hunt_bones_of", { name, count: bones })),
  );
}

function table(snapshot, board, asked, leave = []) {
  return h(
    "section",
    { class: "hunt", key: "hunt" },
    drawBoard(snapshot, board),
    h(
      "div",
      { class: "hunt-side stack", key: "side" },
      h("div", { class: "hunt-ask stack center", key: "ask" }, asked),
      drawLastEvents(snapshot, leave),
    ),
  );
}
