"""How the reader's time grows, as ratios within one run rather than milliseconds."""

from collections.abc import Callable
from time import process_time

import cv2
import numpy as np
import pytest

from vision.reader import Reader
from vision.virtual.tray import VirtualTray


def cheapest(work: Callable[[], object], rounds: int = 7) -> float:
    """Return the least processor time of several runs of `work`, in seconds: others only add."""
    times = []
    for _ in range(rounds):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


@pytest.fixture(scope="module")
def reader() -> Reader:
    """Return a reader on one thread, as on a Pi."""
    return Reader(threads=1)


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    """Return a virtual tray with five dice at rest."""
    return VirtualTray(np.random.default_rng(3)).frame(0.0)


def test_known_scale_is_cheaper(reader: Reader, picture: np.ndarray) -> None:
    """A fixed camera's single pass takes at most 0.8 of the search over scales."""
    known = cheapest(lambda: reader.read(picture, die_size=44.0))
    assert known < 0.8 * cheapest(lambda: reader.read(picture))


def test_large_pictures_cost_little_more(reader: Reader, picture: np.ndarray) -> None:
    """A 4K picture takes at most 2.5 times as long as 640 x 480: only its reduction is added."""
    large = np.asarray(cv2.resize(picture, (3840, 2880)), np.uint8)
    assert cheapest(lambda: reader.read(large), 3) < 2.5 * cheapest(lambda: reader.read(picture), 3)


def test_five_dice_cost_at_most_twice_more_than_the_search_for_them(
    reader: Reader, picture: np.ndarray
) -> None:
    """Reading the empty table takes at least a third of the time with five dice on it."""
    bare = np.full_like(picture, 90)
    assert cheapest(lambda: reader.read(bare, die_size=44.0)) > 0.33 * cheapest(
        lambda: reader.read(picture, die_size=44.0)
    )
