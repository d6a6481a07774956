"""What can be measured on a page that people would see as a fault."""

from playwright.sync_api import Page

UNDER_NOTICES = """() => {
  const boxOf = (node) => node.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const boxes = [...document.querySelectorAll('.notice')].map(boxOf);
  return [...document.querySelectorAll("button, a[href], input, [role='button']")]
    .filter((node) => node.checkVisibility() && boxes.some((box) => meet(box, boxOf(node))))
    .map((node) => node.getAttribute('aria-label') ?? node.textContent);
}"""


def under_notices(page: Page) -> list[str]:
    """Return the names of the controls that a message or the banner lies over."""
    found: list[str] = page.evaluate(UNDER_NOTICES)
    return found
