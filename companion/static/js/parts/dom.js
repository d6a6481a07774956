/**
 * The whole page is drawn after every change: `h` makes a fresh tree, and `patch` carries only the
 * differences into the tree on screen, so that focus, typed text and running motions survive.
 *
 * Style is set through the CSSOM and never as an attribute: the page's Content-Security-Policy
 * allows nothing inline.
 */

const SVG = "http://www.w3.org/2000/svg";
// Attributes that the tree on screen has by itself: `vars` sets the first, people change the second.
const OWN = new Set(["style", "open"]);
// Attributes that say "false", too.
const SWITCHES = new Set(["aria-busy", "aria-expanded", "aria-pressed"]);
const SVG_TAGS = new Set([
  "svg",
  "g",
  "image",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polygon",
  "polyline",
  "text",
  "use",
]);

/**
 * Make an element.
 *
 * Props: `onclick` and other `on…` become properties; `vars` sets CSS custom properties; `key`
 * identifies a sibling when a list changes; `waits` lets a button do nothing for the moment,
 * without losing the keyboard as `disabled` would; everything else is an attribute, left out when
 * null or, except for `SWITCHES`, false.
 * @param {string} tag
 * @param {Props | null} props
 * @param {...Child} children
 * @returns {Drawn}
 */
export function h(tag, props, ...children) {
  const made = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  const node = /** @type {Drawn} */ (made); // an SVG element has all that is used of the other
  node.on = [];
  for (const [name, value] of Object.entries(props ?? {})) setProp(node, name, value);
  if (props?.waits) node.onclick = null;
  appendTo(node, children);
  return node;
}

/**
 * Make a button that looks like its class `look` and shows `words`; `onclick` is called at a tap.
 * @param {string} look
 * @param {Child} words
 * @param {Props["onclick"]} onclick
 * @param {Props} [props]
 */
export function button(look, words, onclick, props) {
  return h("button", { class: look, onclick, ...props }, words);
}

/** @param {Drawn} node @param {Child[]} children */
function appendTo(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) appendTo(node, child);
    else if (child instanceof Node) node.append(child);
    else if (child !== null && child !== undefined && child !== false && child !== "")
      node.append(document.createTextNode(String(child)));
  }
}

/**
 * Return all elements in `root` that match `selector`.
 * @param {string} selector
 * @param {ParentNode} root
 */
export function findAll(selector, root = document) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = root.querySelectorAll(selector);
  return [...found];
}

/**
 * Return the box of `node` on the screen, in pixels. Chrome before 128 measures what is inside the
 * zoomed page in the page's own pixels.
 * @param {Element} node
 */
export function boxOnScreen(node) {
  const { x, y, width, height } = node.getBoundingClientRect();
  const page = node.closest(".page")?.getBoundingClientRect().width;
  const scale = page ? document.documentElement.clientWidth / page : 1;
  return new DOMRect(x * scale, y * scale, width * scale, height * scale);
}

/** Return the fields of `node` by name. @param {Node} node */
function fieldsOf(node) {
  return /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node));
}

/** @param {Drawn} node @param {string} name @param {unknown} value */
function setProp(node, name, value) {
  if (name === "key") node.key = /** @type {string | number} */ (value);
  else if (name === "waits") {
    if (value) node.setAttribute("aria-disabled", "true");
  } else if (name === "vars") {
    node.vars = /** @type {Record<string, string | number>} */ (value);
    for (const [key, item] of Object.entries(node.vars)) node.style.setProperty(key, String(item));
  } else if (name.startsWith("on")) {
    // A handler's result is ignored: `false` would cancel the browser's default action.
    const handle = /** @type {((event: Event) => unknown) | null} */ (value);
    fieldsOf(node)[name] = handle && ((/** @type {Event} */ event) => void handle(event));
    node.on?.push(name);
  } else if (name === "value" || name === "checked") {
    fieldsOf(node)[name] = value;
    node.given = { ...node.given, [name]: value };
  } else if (SWITCHES.has(name)) node.setAttribute(name, String(Boolean(value)));
  else if (value === true) node.setAttribute(name, "");
  else if (value !== null && value !== undefined && value !== false) {
    node.setAttribute(name, String(value));
  }
}

/**
 * Bring `old` (on screen) to the shape of `fresh`; returns the node now on screen.
 * @template {Node} T
 * @param {T} old
 * @param {T} fresh
 */
export function patch(old, fresh) {
  if (!alike(old, fresh)) {
    old.parentNode?.replaceChild(fresh, old);
    return fresh;
  }
  if (old instanceof Text) {
    if (old.data !== fresh.textContent) old.data = fresh.textContent ?? "";
  } else
    patchElement(
      /** @type {Drawn} */ (/** @type {Node} */ (old)),
      /** @type {Drawn} */ (/** @type {Node} */ (fresh)),
    );
  return old;
}

/** @param {Drawn} old @param {Drawn} fresh */
function patchElement(old, fresh) {
  patchAttributes(old, fresh);
  patchHandlers(old, fresh);
  patchChildren(old, fresh);
}

/** @param {Node} old @param {Node} fresh */
function alike(old, fresh) {
  return (
    old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && old.key === fresh.key
  );
}

/** @param {Drawn} old @param {Drawn} fresh */
function patchAttributes(old, fresh) {
  // By name: `attributes` makes an object of each.
  for (const name of old.getAttributeNames()) {
    if (!OWN.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name) ?? "";
    if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of Object.keys(old.vars ?? {})) {
    if (!(name in (fresh.vars ?? {}))) old.style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(fresh.vars ?? {})) {
    if (old.vars?.[name] !== value) old.style.setProperty(name, String(value));
  }
  old.vars = fresh.vars;
}

/** @param {Drawn} old @param {Drawn} fresh */
function patchHandlers(old, fresh) {
  const [now, next] = [fieldsOf(old), fieldsOf(fresh)];
  for (const name of old.on ?? []) if (!fresh.on?.includes(name)) now[name] = null;
  for (const name of fresh.on ?? []) now[name] = next[name];
  old.on = fresh.on;
  for (const [name, value] of Object.entries(fresh.given ?? {})) {
    // Typed text stays until other text must replace it, or it was taken meanwhile.
    const typing = old === document.activeElement && !old.oninput && old.given?.[name] === value;
    if (now[name] !== value && !typing) now[name] = value;
  }
  old.given = fresh.given;
}

/** @param {Drawn} old @param {Drawn} fresh */
function patchChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  const keyed = new Map(
    [...old.childNodes].filter((c) => c.key !== undefined).map((c) => [c.key, c]),
  );
  wanted.forEach((child, at) => {
    /** @type {ChildNode | undefined} */
    let here = old.childNodes[at];
    const match = child.key === undefined ? undefined : keyed.get(child.key);
    if (match && match !== here) {
      // A moved element loses the focus, so one that is in its way goes to the end instead.
      if (here && here.nextSibling === match) old.append(here);
      else old.insertBefore(match, here ?? null);
      here = match;
    }
    if (!here) old.append(child);
    else if (match || child.key === undefined) {
      // A keyed element that is needed further down must not be overwritten here.
      if (!match && here.key !== undefined) old.insertBefore(child, here);
      else patch(here, child);
    } else old.insertBefore(child, here);
  });
  while (old.childNodes.length > wanted.length) old.lastChild?.remove();
}

// Small pictures of one line each, for buttons with or without a word.

/** @type {Record<string, string>} */
const PATHS = {
  back: "M9 14 L4 9 L9 4 M4 9 H14 A6 6 0 0 1 14 21 H9",
  forth: "M15 14 L20 9 L15 4 M20 9 H10 A6 6 0 0 0 10 21 H15",
  rows: "M5 5 H19 M5 12 H19 M5 19 H14",
  menu: "M4 6 H20 M4 12 H20 M4 18 H20",
  past: "M12 7 V12 L15.500 14 M4 12 A8 8 0 1 0 6.500 6.200 M4 4 V8 H8",
  plus: "M12 4 V20 M4 12 H20",
  cross: "M6 6 L18 18 M18 6 L6 18",
  dots: "M11 5 H13 M12 4 V6 M11 12 H13 M12 11 V13 M11 19 H13 M12 18 V20",
  left: "M19 12 H5 M11 6 L5 12 L11 18",
  up: "M12 19 V6 M6 12 L12 6 L18 12",
  help: "M9 9 A3.200 3.200 0 1 1 12 12.400 V14.500 M12 18 V18.100 M12 2.500 A9.500 9.500 0 1 0 12 21.500 A9.500 9.500 0 1 0 12 2.500",
  eye: "M2 12 Q12 1 22 12 Q12 23 2 12 M12 9.500 A2.500 2.500 0 1 0 12 14.500 A2.500 2.500 0 1 0 12 9.500",
  die: "M5 4 H19 A1 1 0 0 1 20 5 V19 A1 1 0 0 1 19 20 H5 A1 1 0 0 1 4 19 V5 A1 1 0 0 1 5 4 M8.500 8.500 V8.600 M15.500 15.500 V15.600 M12 12 V12.100",
  phone:
    "M8 2.500 H16 A1.500 1.500 0 0 1 17.500 4 V20 A1.500 1.500 0 0 1 16 21.500 H8 A1.500 1.500 0 0 1 6.500 20 V4 A1.500 1.500 0 0 1 8 2.500 M11 18.500 H13",
  people:
    "M9 11 A3.500 3.500 0 1 0 9 4 A3.500 3.500 0 1 0 9 11 M2 20 Q2 14 9 14 Q16 14 16 20 M15.500 4.500 A3.500 3.500 0 0 1 15.500 10.500 M18 14.500 Q22 16 22 20",
  set: "M4 7 H12 M18 7 H20 M4 17 H6 M12 17 H20 M15 4 A3 3 0 1 0 15 10 A3 3 0 1 0 15 4 M9 14 A3 3 0 1 0 9 20 A3 3 0 1 0 9 14",
};

/**
 * Draw the picture on the box of a game; `id` may also be "tray".
 * @param {string} id
 * @param {Props} [props]
 */
export function drawBoxPicture(id, props) {
  return h("img", { class: "cover full", alt: "", src: `/static/svg/boxes.svg#${id}`, ...props });
}

/**
 * Draw the icon `name` (of this file), or one line along a path of its own.
 * @param {string} name
 */
export function icon(name) {
  return h(
    "svg",
    { class: "icon rigid", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: PATHS[name] ?? name,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
