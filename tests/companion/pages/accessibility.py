"""Obstacles to reading or tapping a page, found by axe and our own measurements."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

OTHER_GROUND = {"dark": "light", "light": "dark"}
PHONE = 720  # pixels; a display that is no wider is held in a hand
# axe cannot know how large a text must be to be read from two metres, and how large a control to be
# tapped in a hurry. Marks on the tray are as large as the dice below them.
MEASURE = """(least) => {
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && node.getBoundingClientRect().width > 2;
  const name = (node) => node.closest('[class]').getAttribute('class') + ': '
    + node.textContent.trim().slice(0, 30);
  const wrong = [];
  for (const node of document.querySelectorAll('.stage *')) {
    const words = [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim());
    if (!words || !seen(node) || node.closest('svg, .playing-card b, .print-joker')) continue;
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (size < least) wrong.push(`${size} px: ${name(node)}`);
  }
  for (const node of document.querySelectorAll('button, a[href], .choice')) {
    if (!seen(node)) continue;
    const { width, height } = node.getBoundingClientRect();
    if (Math.min(width, height) < 47.5) wrong.push(`${width} x ${height}: ${name(node)}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) wrong.push(`${wide} px too wide`);
  return [...new Set(wrong)];
}"""
AXE = """(rules) => axe.run({ resultTypes: ['violations'], ...rules })
  .then(({ violations }) => violations)"""
COLOURS = {"runOnly": ["color-contrast"]}


def measured(page: Page) -> list[str]:
    """Return the parts of `page` that are too small to read or tap, or too wide."""
    small = page.viewport_size is not None and page.viewport_size["width"] <= PHONE
    found: list[str] = page.evaluate(MEASURE, 12 if small else 19)
    return found


def faults(page: Page) -> list[str]:
    """Return the faults of `page` in its current theme and in the other.

    It keeps the other theme, since changing it takes as long as axe does.
    """
    found = measured(page) + violations(page)
    other: Any = OTHER_GROUND[page.evaluate("document.documentElement.dataset.theme")]
    page.evaluate("it => { document.documentElement.dataset.theme = it; }", other)
    return found + violations(page, COLOURS)


def violations(page: Page, rules: dict[str, Any] | None = None) -> list[str]:
    """Return the violations that axe finds by all its rules, or by `rules`."""
    if page.evaluate("!window.axe"):
        page.evaluate(Axe().axe_script)
    return [
        f"{fault['id']}: {node['html'][:150]}"
        for fault in page.evaluate(AXE, rules or {})
        for node in fault["nodes"]
    ]
