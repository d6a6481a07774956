/** A drawer that slides in from the right: the log, what this device is set to, the rules. */

import { changeUi, state } from "../store.js";
import { t } from "../words.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** Draw the open drawer `name` with its title and content; Escape and a cross close it, the
 * rules before what they lie over. */
export function drawDrawer(name, title, ...content) {
  const close = () => changeUi(state.ui.rules ? { rules: null } : { panel: null });
  return h(
    "section",
    {
      class: `drawer stack wood ${name}`,
      key: name,
      "aria-label": title,
      tabindex: -1,
      onkeydown: (event) => event.key === "Escape" && close(),
    },
    h(
      "div",
      { class: "drawer-head line spread" },
      h("h2", {}, title),
      h(
        "button",
        { class: "tool anchor", "aria-label": t("close"), onclick: close },
        icon("cross"),
      ),
    ),
    content,
  );
}
