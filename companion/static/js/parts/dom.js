/**
 * The page is drawn whole after every change: `h` makes a fresh tree, `patch` carries only the
 * differences into the tree on screen, so that focus, typed text and running motions survive.
 *
 * Style is set through the CSSOM and never as an attribute: the page's Content-Security-Policy
 * allows nothing inline.
 */

const SVG = "http://www.w3.org/2000/svg";
// Attributes that the tree on screen has by itself: `vars` makes the one, people open the other.
const OWN = new Set(["style", "open"]);
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
 * tells siblings apart when a list changes; `waits` lets a button do nothing for the moment, without
 * losing the keyboard as `disabled` would; everything else is an attribute, left out when null or
 * false.
 */
export function h(tag, props, ...children) {
  const node = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  node.on = [];
  for (const [name, value] of Object.entries(props ?? {})) setProp(node, name, value);
  if (props?.waits) node.onclick = null;
  node.append(...children.flat(Infinity).filter(present).map(asNode));
  return node;
}

function present(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(String(child));
}

function setProp(node, name, value) {
  if (name === "key") node.key = value;
  else if (name === "waits") {
    if (value) node.setAttribute("aria-disabled", "true");
  } else if (name === "vars") {
    for (const [key, item] of Object.entries(value)) node.style.setProperty(key, item);
    node.vars = value;
  } else if (name.startsWith("on")) {
    // What a handler returns says nothing: `false` would cancel what the browser does by itself.
    node[name] = value && ((event) => void value(event));
    node.on.push(name);
  } else if (name === "value" || name === "checked") {
    node[name] = value;
    node.given = { ...node.given, [name]: value };
  } else if (value === true) node.setAttribute(name, "");
  else if (value !== null && value !== undefined && value !== false) {
    node.setAttribute(name, String(value));
  }
}

/** Bring `old` (on screen) to the shape of `fresh`; returns the node now on screen. */
export function patch(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  patchAttributes(old, fresh);
  patchHandlers(old, fresh);
  patchChildren(old, fresh);
  return old;
}

function alike(old, fresh) {
  return (
    old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && old.key === fresh.key
  );
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!OWN.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of Object.keys(old.vars ?? {})) {
    if (!(name in (fresh.vars ?? {}))) old.style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(fresh.vars ?? {})) {
    if (old.vars?.[name] !== value) old.style.setProperty(name, value);
  }
  old.vars = fresh.vars;
}

function patchHandlers(old, fresh) {
  for (const name of old.on ?? []) if (!fresh.on?.includes(name)) old[name] = null;
  for (const name of fresh.on ?? []) old[name] = fresh[name];
  old.on = fresh.on;
  for (const [name, value] of Object.entries(fresh.given ?? {})) {
    // What somebody is typing stays until something else is to stand there, or it is heard meanwhile.
    const typing = old === document.activeElement && !old.oninput && old.given?.[name] === value;
    if (old[name] !== value && !typing) old[name] = value;
  }
  old.given = fresh.given;
}

function patchChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  const keyed = new Map(
    [...old.childNodes].filter((c) => c.key !== undefined).map((c) => [c.key, c]),
  );
  wanted.forEach((child, at) => {
    let here = old.childNodes[at];
    const match = child.key === undefined ? undefined : keyed.get(child.key);
    if (match && match !== here) {
      old.insertBefore(match, here ?? null);
      here = match;
    }
    if (!here) old.append(child);
    else if (match || child.key === undefined) {
      // A keyed element that is still wanted further down must not be overwritten here.
      if (!match && here.key !== undefined) old.insertBefore(child, here);
      else patch(here, child);
    } else old.insertBefore(child, here);
  });
  while (old.childNodes.length > wanted.length) old.lastChild.remove();
}

// Small pictures of one line each, for buttons that stand beside a word.

const PATHS = {
  back: "M9 14 L4 9 L9 4 M4 9 H14 A6 6 0 0 1 14 21 H9",
  forth: "M15 14 L20 9 L15 4 M20 9 H10 A6 6 0 0 0 10 21 H15",
  rows: "M5 5 H19 M5 12 H19 M5 19 H14",
  plus: "M12 4 V20 M4 12 H20",
  cross: "M6 6 L18 18 M18 6 L6 18",
  up: "M12 19 V6 M6 12 L12 6 L18 12",
  help: "M9 9 A3.200 3.200 0 1 1 12 12.400 V14.500 M12 18 V18.100 M12 2.500 A9.500 9.500 0 1 0 12 21.500 A9.500 9.500 0 1 0 12 2.500",
  eye: "M2 12 Q12 1 22 12 Q12 23 2 12 M12 9.500 A2.500 2.500 0 1 0 12 14.500 A2.500 2.500 0 1 0 12 9.500",
  die: "M5 4 H19 A1 1 0 0 1 20 5 V19 A1 1 0 0 1 19 20 H5 A1 1 0 0 1 4 19 V5 A1 1 0 0 1 5 4 M8.500 8.500 V8.600 M15.500 15.500 V15.600 M12 12 V12.100",
  people:
    "M9 11 A3.500 3.500 0 1 0 9 4 A3.500 3.500 0 1 0 9 11 M2 20 Q2 14 9 14 Q16 14 16 20 M15.500 4.500 A3.500 3.500 0 0 1 15.500 10.500 M18 14.500 Q22 16 22 20",
  set: "M4 7 H12 M18 7 H20 M4 17 H6 M12 17 H20 M15 4 A3 3 0 1 0 15 10 A3 3 0 1 0 15 4 M9 14 A3 3 0 1 0 9 20 A3 3 0 1 0 9 14",
};

/** Draw the icon `name` (of this file), or one line along a path of its own. */
export function icon(name) {
  return h(
    "svg",
    { class: "icon rigid", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: PATHS[name] ?? name,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.4,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
