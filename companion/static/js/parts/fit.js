/** Names too long for their place are written smaller, before they end in an ellipsis. */

const SMALLEST = 65; // percent of the size of a name that has room
const STEP = 5;

const fitted = new WeakMap(); // by node: what was fitted, and into which place

/** Fit the names; to be called whenever the page was drawn or has another size. */
export function fitNames() {
  for (const node of document.querySelectorAll(".clip:not(.one-line)")) {
    if (fitted.get(node) === placeOf(node)) continue;
    if (!shrink(node, isCut)) shrink(node, isTooWide);
    fitted.set(node, placeOf(node));
  }
}

function placeOf(node) {
  const { textContent, clientWidth, clientHeight } = node;
  return [textContent, clientWidth, clientHeight, innerWidth, innerHeight].join();
}

/** Write what `node` holds smaller while it `overflows`; returns whether it fits then. */
function shrink(node, overflows) {
  node.style.fontSize = "";
  const full = parseFloat(getComputedStyle(node).fontSize);
  for (let percent = 100 - STEP; percent >= SMALLEST && overflows(node); percent -= STEP) {
    node.style.fontSize = `${(percent * full) / 100}px`;
  }
  return !overflows(node);
}

/** Whether a word is wider than its line, by parts of a pixel too: they make an ellipsis. */
function isTooWide(node) {
  const text = document.createRange();
  text.selectNodeContents(node);
  return text.getBoundingClientRect().width > node.getBoundingClientRect().width;
}

/** Whether anything is hidden, also by a third line. */
function isCut(node) {
  return isTooWide(node) || node.scrollHeight > 1.2 * node.clientHeight;
}

window.addEventListener("resize", fitNames);
