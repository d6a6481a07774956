/**
 * What is too long for its place: names are written smaller, before they end in an ellipsis, and tools
 * leave out their words.
 */

const SMALLEST = 65; // percent of the size of a name that has room
const STEP = 5;
const LEAST_USED = ["settings", "people", "redo", "new_game", "log", "undo"]; // tools, most used last

const fitted = new WeakMap(); // by node: what was fitted, and into which place

/** Fit all of it; to be called whenever the page was drawn or has another size. */
export function fitPage() {
  fitTools();
  fitNames();
}

/** The words of the least used tools make room for how far the game is. */
function fitTools() {
  const head = document.querySelector(".head");
  const progress = head?.querySelector(".progress");
  const place = [head?.textContent, innerWidth, innerHeight].join();
  if (!progress || fitted.get(head) === place) return;
  fitted.set(head, place);
  const tools = LEAST_USED.map((word) => head.querySelector(`.tool-${word}`)).filter(Boolean);
  for (const tool of tools) tool.style.removeProperty("--words");
  while (tools.length && isTooWide(progress)) tools.shift().style.setProperty("--words", 0);
}

/** All names of a step are measured before one is changed, or each would cost a layout of its own. */
function fitNames() {
  const names = [...document.querySelectorAll(".clip:not(.one-line)")];
  const changed = names.filter((node) => fitted.get(node) !== placeOf(node));
  shrink(shrink(changed, isCut), isTooWide);
  const places = changed.map(placeOf);
  changed.forEach((node, at) => {
    fitted.set(node, places[at]);
  });
}

function placeOf(node) {
  const { textContent, clientWidth, clientHeight } = node;
  return [textContent, clientWidth, clientHeight, innerWidth, innerHeight].join();
}

/**
 * Write what `nodes` hold smaller while it `overflows`; returns those where it still does. In the height
 * of two lines there is room for three that are so small.
 */
function shrink(nodes, overflows) {
  for (const node of nodes) Object.assign(node.style, { fontSize: "", maxHeight: "" });
  const usual = new Map(nodes.map((node) => [node, sizesOf(node)]));
  let left = nodes.filter(overflows);
  for (let percent = 100 - STEP; percent >= SMALLEST && left.length; percent -= STEP) {
    for (const node of left) {
      const { fontSize, maxHeight } = usual.get(node);
      Object.assign(node.style, { fontSize: `${(percent * fontSize) / 100}px`, maxHeight });
    }
    left = left.filter(overflows);
  }
  return left;
}

function sizesOf(node) {
  const { fontSize, maxHeight } = getComputedStyle(node);
  return { fontSize: parseFloat(fontSize), maxHeight };
}

/** Whether a word is wider than its line, by parts of a pixel too: they make an ellipsis. */
function isTooWide(node) {
  const text = document.createRange();
  text.selectNodeContents(node);
  return text.getBoundingClientRect().width > node.getBoundingClientRect().width;
}

/** Whether anything is hidden, also by a line too many. */
function isCut(node) {
  return isTooWide(node) || node.scrollHeight > 1.08 * node.clientHeight;
}

window.addEventListener("resize", fitPage);
