/** As much of a browser as the page's scripts need where nothing is laid out. */

class FakeNode {
  /** @type {Map<string, unknown>} */
  attributes = new Map();
  /** @type {FakeNode[]} */
  children = [];
  style = { setProperty() {} };
  /** @type {Record<string, string>} */
  dataset = {};
  /** @type {(event: object) => void} */
  onclick = () => {};

  /** @param {string} tag */
  constructor(tag) {
    this.tagName = tag;
  }

  /** @param {string} name @param {unknown} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** @param {...FakeNode} children */
  append(...children) {
    this.children.push(...children);
  }

  /** All that it says. @returns {string} */
  get textContent() {
    return this.children.map((child) => child.textContent).join("");
  }
}

class FakeText extends FakeNode {
  /** @param {string} text */
  constructor(text) {
    super("#text");
    this.text = text;
  }

  get textContent() {
    return this.text;
  }
}

/**
 * All elements in `node`, which a script drew, that are called `tag`, in order.
 * @param {unknown} node
 * @param {string} tag
 * @returns {FakeNode[]}
 */
export function findTags(node, tag) {
  if (!(node instanceof FakeNode)) return [];
  return node.children.flatMap((child) => [
    ...(child.tagName === tag ? [child] : []),
    ...findTags(child, tag),
  ]);
}

const root = new FakeNode("html");
root.dataset = { view: "hand", languages: '{"de": "Deutsch", "en": "English", "fr": "Français"}' };

/**
 * The sentences that the server has, by language: what a test puts here.
 * @type {Record<string, Record<string, Sentence>>}
 */
export const sentences = { de: {}, en: {}, fr: {} };

/** Let the device ask for `languages`, its favourite first. @param {...string} languages */
export function speak(...languages) {
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { languages } });
}

/** @type {(path: string, body: unknown) => unknown} */
let reply = (path) => {
  const [, language = ""] = /^\/words\/(\w+)\.json$/.exec(path) ?? [];
  return sentences[language];
};

/** Let the server answer what `given` returns for a path and a body. @param {typeof reply} given */
export function answer(given) {
  reply = given;
}

Object.assign(globalThis, {
  Node: FakeNode,
  document: {
    documentElement: root,
    addEventListener() {},
    createElement: (/** @type {string} */ tag) => new FakeNode(tag),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new FakeNode(tag),
    createTextNode: (/** @type {string} */ text) => new FakeText(text),
    querySelector: () => null,
  },
  fetch: async (/** @type {string} */ path, /** @type {RequestInit} */ { body } = {}) => {
    const found = reply(path, typeof body === "string" ? JSON.parse(body) : null);
    return { ok: true, status: 200, json: async () => found };
  },
  getComputedStyle: () => ({ getPropertyValue: () => "" }),
  localStorage: { getItem: () => null, setItem() {} },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  requestAnimationFrame: (/** @type {() => void} */ draw) => setTimeout(draw, 0),
  window: globalThis,
});
globalThis.addEventListener = () => {};
speak("en");
