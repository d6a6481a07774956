/** The test of the eye: throw, say what lies there, and see how often it was right. */

import { throwDemoDice } from "../actions.js";
import { changeUi } from "../store.js";
import { formatAmount, formatList, t } from "../words.js";
import { die } from "./dice.js";
import { h } from "./dom.js";
import { drawFacePad } from "./throw_entry.js";

let told = { number: null, faces: [] }; // what was tapped of the throw that is asked about

/** Draw the test as it stands, where an eye `watches`; `tell(path, body)` sends what is tapped. */
export function drawCameraTest(test, { watches, demo, tell }) {
  const run = (on) => tell("/test", { on });
  const asked = test.on
    ? drawAsked(test, demo, tell)
    : h("p", { class: "hint" }, t("camera_test_hint"));
  return h(
    "section",
    { class: "plate stack tight dice-m", key: "test" },
    h("h3", {}, t("camera_test")),
    watches ? asked : h("p", { class: "warn", key: "no-eye" }, t("lesson_no_eye")),
    test.throws ? drawResults(test) : null,
    test.on
      ? h(
          "button",
          { class: "second", key: "end", onclick: () => run(false) },
          t("camera_test_end"),
        )
      : watches
        ? h(
            "button",
            { class: "second", key: "begin", onclick: () => run(true) },
            t("camera_test_begin"),
          )
        : null,
  );
}

function drawAsked(test, demo, tell) {
  if (test.number === undefined) {
    return [
      h("p", { class: "large strong", key: "throw", role: "status" }, t("camera_test_throw")),
      demo
        ? h("button", { class: "main", key: "demo", onclick: () => throwDemoDice([]) }, t("throw"))
        : null,
    ];
  }
  if (told.number !== test.number) told = { number: test.number, faces: [] };
  const { number, faces } = told;
  const put = (next) => {
    told = { number, faces: next };
    changeUi({});
  };
  return [
    h("p", { class: "large strong", key: "ask", role: "status" }, t("camera_test_ask")),
    h(
      "div",
      { class: "row", key: "told" },
      faces.map((face, at) =>
        h(
          "button",
          {
            class: "slot middle",
            "aria-label": t("take_back", { face }),
            onclick: () => put(faces.filter((_, other) => other !== at)),
          },
          die(face),
        ),
      ),
    ),
    drawFacePad((face) => put([...faces, face])),
    h(
      "div",
      { class: "row", key: "done" },
      h(
        "button",
        {
          class: "main",
          disabled: !faces.length,
          onclick: () => tell("/test/answer", { number, faces }),
        },
        t("camera_test_done"),
      ),
      h(
        "button",
        { class: "quiet", onclick: () => tell("/test/answer", { number, faces: [] }) },
        t("camera_test_skip"),
      ),
    ),
  ];
}

function drawResults({ throws, right, asked, sure_and_wrong: wrong, low, high, last, mistakes }) {
  const percent = (share) => formatAmount(Math.round(share * 100));
  const same = last.truth.join() === last.read.join();
  return h(
    "div",
    { class: "stack tight", key: "results" },
    h(
      "p",
      { class: same ? "good strong" : "warn", role: "status" },
      same
        ? t("camera_test_right")
        : t("camera_test_wrong", { read: formatList(last.read), truth: formatList(last.truth) }),
    ),
    h(
      "p",
      { class: "large strong" },
      t("camera_test_score", { right: formatAmount(right), throws: formatAmount(throws) }),
    ),
    h("p", { class: "soft" }, t("camera_test_share", { low: percent(low), high: percent(high) })),
    h(
      "p",
      { class: "soft" },
      t("camera_test_asked", { asked: formatAmount(asked), wrong: formatAmount(wrong) }),
    ),
    mistakes.map(({ truth, read, count }) =>
      h(
        "p",
        { class: "line soft dice-s", key: `${truth}${read}` },
        truth === "none" ? t("camera_test_no_die") : die(truth),
        "→",
        read === "none" ? t("camera_test_no_die") : die(read),
        `× ${formatAmount(count)}`,
      ),
    ),
  );
}
