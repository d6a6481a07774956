/** Sentences with pictures or people in them. */

import { t } from "../words.js";

const MARK = "\u0001"; // stands where a node goes

/** The sentence `key` as nodes: `nodes` by the names of their places in it, `figures` as text. */
export function sentenceOf(key, nodes, figures = {}) {
  const marks = Object.fromEntries(Object.keys(nodes).map((name) => [name, MARK + name + MARK]));
  return t(key, { ...figures, ...marks })
    .split(MARK)
    .map((part, at) => (at % 2 ? nodes[part] : part));
}
