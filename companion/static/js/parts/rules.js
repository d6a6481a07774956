/** The rules of a game, fetched when somebody asks for them. */

import { Failed, get } from "../api.js";
import { loadModule } from "../reload.js";
import { changeState, changeUi, state } from "../store.js";
import { language, t } from "../words.js";

let drawer = null; // the module that draws them
const fetched = {}; // the sentences, by language and game; null while they come

/** Open the rules of `game`. */
export function openRules(game) {
  changeUi({ rules: game });
}

/** Draw the rules if they are open, beside the `table` that is drawn. */
export function drawRules(snapshot, table) {
  const game = state.ui.rules;
  if (!game) return null;
  const name = `${language}/${game}`;
  if (!fetched[name] || !drawer) {
    if (fetched[name] === undefined) fetchRules(name);
    return null;
  }
  return drawer.drawRulesDrawer(snapshot, table, game, fetched[name]);
}

async function fetchRules(name) {
  fetched[name] = null;
  try {
    const [module, words] = await Promise.all([
      loadModule(() => import("./rules_drawer.js")),
      get(`/words/${name}.json`, undefined, "default"),
    ]);
    drawer = module;
    fetched[name] = words;
    changeState({});
  } catch (error) {
    delete fetched[name];
    changeUi({ rules: null });
    if (!(error instanceof Failed)) throw error;
    changeState({ message: { text: t("unreachable"), x: innerWidth / 2, y: innerHeight / 3 } });
  }
}
