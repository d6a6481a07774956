/** A button that does something at the table. */

import { sendAction } from "../actions.js";
import { state } from "../store.js";
import { h } from "./dom.js";

/** Draw a button that sends `action`; while something is on its way it waits. */
export function actionButton(props, action, ...content) {
  const tap = { waits: state.busy, onclick: () => sendAction(action) };
  return h("button", { ...props, ...tap }, content);
}
