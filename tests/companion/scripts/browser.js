/** As much of a browser as the page's scripts need where nothing is laid out. */

class FakeNode {
  constructor(tag) {
    this.tagName = tag;
    this.attributes = new Map();
    this.children = [];
    this.style = { setProperty() {} };
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  append(...children) {
    this.children.push(...children);
  }

  /** All that it says. */
  get textContent() {
    return this.children.map((child) => child.textContent).join("");
  }

  /** All elements in it called `tag`, in order. */
  all(tag) {
    const below = this.children.filter((child) => child instanceof FakeNode);
    return below.flatMap((child) => [...(child.tagName === tag ? [child] : []), ...child.all(tag)]);
  }
}

class FakeText extends FakeNode {
  constructor(text) {
    super("#text");
    this.text = text;
  }

  get textContent() {
    return this.text;
  }
}

const root = new FakeNode("html");
root.dataset = { view: "hand", languages: '{"de": "Deutsch", "en": "English", "fr": "Français"}' };

/** The sentences that the server has, by language: what a test puts here. */
export const sentences = { de: {}, en: {}, fr: {} };

/** Let the device ask for `languages`, its favourite first. */
export function speak(...languages) {
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { languages } });
}

Object.assign(globalThis, {
  Node: FakeNode,
  document: {
    documentElement: root,
    addEventListener() {},
    createElement: (tag) => new FakeNode(tag),
    createElementNS: (_, tag) => new FakeNode(tag),
    createTextNode: (text) => new FakeText(text),
    querySelector: () => null,
  },
  fetch: async (path) => {
    const [, language] = /^\/words\/(\w+)\.json$/.exec(path);
    return { ok: true, status: 200, json: async () => sentences[language] };
  },
  getComputedStyle: () => ({ getPropertyValue: () => "" }),
  localStorage: { getItem: () => null, setItem() {} },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  requestAnimationFrame: (draw) => setTimeout(draw, 0),
  window: globalThis,
});
globalThis.addEventListener = () => {};
speak("en");
