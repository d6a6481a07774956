"""The printed sheet, seen by cameras at many heights: the position of everything on it."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.vision.sheet_views import LENSES, Array, View, grainy, printed
from vision.frame import Image
from vision.tray_sheet import PAPER_SIZES, Sheet, SheetView, SheetWatcher, find_markers, find_sheet

PAPER = printed("a4")
GRID = np.array([(x, y) for x in np.linspace(12, 285, 7) for y in np.linspace(12, 198, 6)])


def error(found: SheetView | None, view: View) -> float:
    """Return the maximum error in mm of points of the paper."""
    assert found is not None
    seen = view.pixels(GRID)
    within = ((seen > 0) & (seen < (1280, 960))).all(axis=1)
    return float(np.linalg.norm(found.to_millimetres(seen) - GRID, axis=1)[within].max())


def without(image: Image, view: View, marks: tuple[int, ...]) -> Image:
    """Return a picture in which hands cover some of the markers."""
    image = image.copy()
    for number in marks:
        quad = view.pixels(Sheet("a4").markers[number].corners)
        cv2.fillConvexPoly(image, quad.round().astype(np.int32), (120, 140, 190))
    return image


@pytest.mark.parametrize("lens", LENSES)
def test_positions_are_right_to_a_millimetre(lens: str) -> None:
    """This holds from 30 to 60 cm, slanted by up to 35°, and with any two markers covered later."""
    rng = np.random.default_rng(1)
    for height, tilt in ((300, 0), (450, 20), (600, 35)):
        view = View(lens, height, tilt, rng.uniform(-20, 20))
        picture = view.shoot(PAPER, rng)
        watcher = SheetWatcher()
        watcher.has_sheet_moved(picture, 0.0)
        known = watcher.view
        assert error(known, view) < 1.0
        again = grainy(picture, rng)
        for number, hidden in enumerate(combinations(range(4), 2), 1):
            watcher.has_sheet_moved(without(again, view, hidden), float(number))
            assert watcher.view is known


def test_every_paper_is_known_by_its_marks() -> None:
    """Nothing on it overlaps anything else or the paper's edge."""
    for paper in PAPER_SIZES:
        sheet = Sheet(paper)
        places = [*sheet.markers.values(), sheet.area, sheet.rail, sheet.card]
        for a, b in combinations(places, 2):
            assert a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top
        assert all(min(p.left, p.top) >= 10 and p.right <= sheet.width - 10 for p in places)
        height = 1.6 * sheet.width
        view = View("webcam", height, over=(sheet.width / 2, sheet.height / 2))
        image = view.shoot(printed(paper), np.random.default_rng(0))
        found = find_sheet(find_markers(image), image.shape)
        assert found is not None
        assert found.sheet.paper == paper


@pytest.mark.parametrize(
    ("change", "moved"),
    [
        ({"over": (156.5, 105.0)}, True),
        ({"turn": 4.0}, True),
        ({"height": 430.0}, True),
        ({}, False),
        ({"over": (149.5, 105.0)}, False),
    ],
)
def test_a_camera_that_was_moved_is_noticed(change: dict[str, float], moved: bool) -> None:
    """It takes two seconds at most; neither a millimetre nor hands over the markers count."""
    rng = np.random.default_rng(3)
    view, watcher = View("Camera Module 3", 450), SheetWatcher()
    before = view.shoot(PAPER, rng)
    assert not watcher.has_sheet_moved(before, 0.0)
    for number, hidden in enumerate(((0,), (0, 3), (0, 1, 2, 3), (2,))):
        assert not watcher.has_sheet_moved(without(before, view, hidden), 1.0 + number)
    later = replace(view, **change)
    now = later.shoot(PAPER, rng)
    reported = [watcher.has_sheet_moved(grainy(now, rng), 10.0 + t) for t in (0.0, 0.9, 1.8)]
    assert any(reported) == moved
    if moved:
        assert error(watcher.view, later) < 2.0


def test_a_sheet_that_is_gone_is_forgotten() -> None:
    """It is after five looks without any of its markers in place; a single one keeps it."""
    rng = np.random.default_rng(5)
    view, watcher = View("Camera Module 3", 450), SheetWatcher()
    sheet = view.shoot(PAPER, rng)
    gone = grainy(np.full_like(sheet, 110), rng)
    one_left = without(sheet, view, (0, 1, 2))
    beside = without(replace(view, over=(90.0, 105.0)).shoot(PAPER, rng), view, (0, 1))
    times = iter(range(1000))

    def look(*images: Image, clear: bool = True) -> list[bool]:
        return [
            watcher.has_sheet_moved(image, 4.0 * next(times), lambda: clear) for image in images
        ]

    look(sheet)
    assert not any(look(*[gone] * 20, clear=False))
    for _ in range(3):
        assert not any(look(*[gone] * 4, one_left))
    assert watcher.view is not None
    assert look(*[gone] * 5) == [False] * 4 + [True]
    assert watcher.view is None
    assert not any(look(sheet))
    assert watcher.view is not None
    assert any(look(*[beside] * 5))


def test_kept_rolled_and_off_the_sheet_are_distinguished() -> None:
    """Two hundred rolls of five dice, each with its position on the paper."""
    rng = np.random.default_rng(4)
    view, sheet = View("Camera Module 2", 450, 15, 10), Sheet("a4")
    image = view.shoot(PAPER, rng)
    found = find_sheet(find_markers(image), image.shape)
    assert found is not None
    for _ in range(200):
        for zone, place in (("area", sheet.area), ("rail", sheet.rail), ("card", sheet.card)):
            low, high = (place.left + 8, place.top + 8), (place.right - 8, place.bottom - 8)
            assert found.zone_of_box(around(view, rng.uniform(low, high))) == zone
        assert found.zone_of_box(around(view, np.array((rng.uniform(40, 250), -8.0)))) == "off"


def around(view: View, at: Array) -> tuple[float, float, float, float]:
    """Return the bounding box in the picture around a point of the paper."""
    ((x, y),) = view.pixels(at.reshape(1, 2)).tolist()
    return x - 20, y - 20, x + 20, y + 20
