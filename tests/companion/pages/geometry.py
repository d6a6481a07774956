"""Measurements that find what people would see as faults of a page."""

from playwright.sync_api import Page

UNDER_NOTICES = """() => {
  const boxOf = (node) => node.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const boxes = [...document.querySelectorAll('.notice')].map(boxOf);
  const tapped = (node) => {
    const { left, right, top, bottom } = boxOf(node);
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return found && node.contains(found);
  };
  return [...document.querySelectorAll("button, a[href], label, [role='button']")]
    .filter((node) => tapped(node) && boxes.some((box) => meet(box, boxOf(node))))
    .map((node) => node.getAttribute('aria-label') ?? node.textContent);
}"""

# Pixels by which letters may stick out of their box: a line is higher than its letters.
GEOMETRY = """(slack) => {
  const CONTROLS = "button, a[href], input, summary, [role='button']";
  const LEAST = 2; // times the height of its letters is left of a name that is too long
  const wrong = [];
  const named = (node) => {
    const at = node.closest('[class]:not([class=""])')?.getAttribute('class').trim();
    const text = node.getAttribute?.('aria-label') ?? node.textContent;
    return `${at}: ${text.trim().slice(0, 30)}`;
  };
  const modal = [...document.querySelectorAll('[aria-modal]')].at(-1);
  const drawer = document.querySelector('.drawer');
  const ground = modal ?? drawer ?? document.getElementById('page');
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !node.closest('.unseen, .flying, [inert], svg, option');

  const ancestors = (node) => {
    const found = [];
    for (let at = node; at && at !== document.body; at = at.parentElement) found.push(at);
    return found;
  };
  // What is too long for it ends in an ellipsis there, as is meant.
  const shortens = (node) => {
    const style = getComputedStyle(node);
    return style.textOverflow === 'ellipsis' || !['none', ''].includes(style.webkitLineClamp);
  };
  const common = (one, other) => {
    const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
    const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };

  // The players are always in sight: only a phone scrolls them.
  for (const rail of document.querySelectorAll('.rail')) {
    const more = rail.scrollHeight - rail.clientHeight;
    const tablet = innerWidth > 900 && innerHeight > 540;
    if (more > 1 && tablet) wrong.push(`the rail scrolls ${more} px`);
  }

  // Every line of every text, with what may be said about it.
  const texts = [];
  const walk = document.createTreeWalker(ground, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || !seen(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const [short] = ancestors(node).filter(shortens).map((at) => at.getBoundingClientRect());
    const boxes = [...range.getClientRects()].map((box) => (short ? common(box, short) : box))
      .filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length) texts.push({ text, node, boxes });
  }

  // What cuts off: anything that hides what stands out of it and cannot be scrolled that way.
  const cutters = (node) => {
    const found = [];
    for (const at of ancestors(node)) {
      const style = getComputedStyle(at);
      const [x, y] = ['X', 'Y'].map((way) => /hidden|clip/.test(style[`overflow${way}`]));
      if (x || y) found.push({ box: at.getBoundingClientRect(), x, y });
      if (style.position === 'fixed') break;
    }
    return found;
  };
  for (const { node, boxes } of texts) {
    for (const box of boxes) {
      const scrolls = ancestors(node).some((at) => at.scrollWidth > at.clientWidth
        && /auto|scroll/.test(getComputedStyle(at).overflowX));
      if (!scrolls && (box.left < -slack || box.right > innerWidth + slack)) {
        wrong.push(`beside the display: ${named(node)}`);
      }
      for (const { box: by, x, y } of cutters(node)) {
        const wide = x && (box.left < by.left - slack || box.right > by.right + slack);
        const high = y && (box.top < by.top - 2 * slack || box.bottom > by.bottom + 2 * slack);
        if (wide || high) wrong.push(`cut off: ${named(node)}`);
      }
      const holder = node.closest('button, .plate, li, td');
      const around = holder?.getBoundingClientRect();
      if (!around?.width) continue; // it has no box
      if (box.left < around.left - slack || box.right > around.right + slack) {
        wrong.push(`out of its box: ${named(node)}`);
      }
    }
  }

  // The ink of a first line may stand higher than its line, as an accent on a capital does.
  const pen = document.createElement('canvas').getContext('2d');
  for (const { text, node } of texts) {
    const [short] = ancestors(node).filter(shortens);
    if (!short) continue;
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(node);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText(text.data.trim());
    const range = document.createRange();
    range.selectNodeContents(text);
    const [line] = range.getClientRects();
    const zoom = line.height / (ink.fontBoundingBoxAscent + ink.fontBoundingBoxDescent);
    const top = line.top + zoom * (ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent);
    if (top < short.getBoundingClientRect().top - 1) wrong.push(`beheaded: ${named(node)}`);
    // A letter or two are no name.
    const left = short.clientWidth / parseFloat(fontSize);
    if (short.scrollWidth > short.clientWidth && left < LEAST) {
      wrong.push(`${left.toFixed(1)} letters left of ${named(node)}`);
    }
  }

  // No word and no figure is broken in two.
  for (const { text, node } of texts) {
    for (const word of text.data.matchAll(/[^ \\n-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter(({ width }) => width > 1);
      const tops = parts.map(({ top }) => top);
      if (tops.some((top) => Math.abs(top - tops[0]) > slack)) {
        wrong.push(`broken: ${word[0]} in ${named(node)}`);
      }
    }
  }

  // A control that is seen is hit at its middle; one out of sight can be scrolled to.
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  };
  const inSight = (node) => {
    const [x, y] = middle(node);
    if (x < 0 || y < 0 || x > innerWidth - 1 || y > innerHeight - 1) return false;
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === 'visible') continue;
      const box = at.getBoundingClientRect();
      if (at !== document.body && (y < box.top || y > box.bottom || x < box.left || x > box.right))
        return false;
    }
    return true;
  };
  const hit = (node) => {
    const found = document.elementFromPoint(...middle(node));
    return found && (node.contains(found) || found.contains(node) && !found.matches('.notice')
      || found.closest('label')?.contains(node));
  };
  const controls = [...ground.querySelectorAll(CONTROLS)].filter((node) => node.checkVisibility()
    && node.getBoundingClientRect().width > 2 && !node.closest('.unseen, [inert]'));
  const later = [];
  for (const node of controls) {
    const over = document.elementFromPoint(...middle(node));
    // Under a dock what is scrolled ends, as at the border of the display.
    const dock = over?.closest('.dock');
    if (!inSight(node) || (dock && !over.contains(node) && !dock.contains(node))) later.push(node);
    else if (!hit(node)) wrong.push(`covered: ${named(node)}`);
  }

  // Texts and controls that do not hold each other lie beside each other.
  // What is scrolled out of its place is not there.
  const clipped = (node, box) => ancestors(node.parentElement)
    .filter((at) => getComputedStyle(at).overflowY !== 'visible')
    .reduce((left, at) => common(left, at.getBoundingClientRect()), box);
  const things = [
    ...texts.flatMap(({ node, boxes }) => boxes.map((box) => ({ node, box, text: true }))),
    ...controls.filter((node) => !node.closest('svg'))
      .map((node) => ({ node, box: node.getBoundingClientRect() })),
  ].map(({ node, box, text }) => ({ node, box: clipped(node, box), text }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  const fixed = (node) => {
    for (let at = node; at; at = at.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at;
    }
    return null;
  };
  const layers = new Map(things.map(({ node }) => [node, fixed(node)]));
  for (let a = 0; a < things.length; a += 1) {
    for (let b = a + 1; b < things.length; b += 1) {
      const [one, other] = [things[a], things[b]];
      if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
      // What lies over a text that says what it does is that text's own.
      const names = other.node.matches('.bare') && other.node.parentElement.contains(one.node);
      if (one.text && names) continue;
      if (layers.get(one.node) !== layers.get(other.node)) continue;
      const { width: wide, height: high } = common(one.box, other.box);
      const deep = one.text && other.text ? 3 * slack : slack;
      if (wide > slack && high > deep) {
        wrong.push(`overlap: ${named(one.node)} and ${named(other.node)}`);
      }
    }
  }

  // What people look at is there without a search, where the display is no phone.
  if (innerWidth > 720 && !modal) {
    for (const node of document.querySelectorAll('.stage .ask, .seat, .stage .main, .throw')) {
      const box = node.getBoundingClientRect();
      if (box.height && (box.top < 0 || box.bottom > innerHeight + slack)) {
        wrong.push(`out of sight: ${named(node)}`);
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');
  for (const node of later) {
    node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    if (!hit(node)) wrong.push(`out of reach: ${named(node)}`);
  }
  for (const node of document.querySelectorAll('*')) if (node.scrollTop) node.scrollTop = 0;
  return [...new Set(wrong)];
}"""

SLACK = 2  # pixels


def under_notices(page: Page) -> list[str]:
    """Return the names of the controls that a message or the banner lies over."""
    found: list[str] = page.evaluate(UNDER_NOTICES)
    return found


def faults_of_layout(page: Page) -> list[str]:
    """Return everything that is cut off, broken, covered, overlapping or out of sight on `page`."""
    found: list[str] = page.evaluate(GEOMETRY, SLACK)
    return found


DRAWN = """() => document.fonts.ready.then(() =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""


def resize(page: Page, width: int, height: int) -> None:
    """Show `page` at this size, in its typeface, with all names fitted."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)
