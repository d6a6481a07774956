"""In pictures without dice, hardly any dice may be read, and none surely.

CROUPIER_CLUTTER sets the number of drawn pictures (150 is the bar; fewer keep the tests short) and
of photographs of the cards in `../shared`, if available.
"""

import os
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from tests.vision.clutter_scenes import clutter
from vision.reader import Reader

PICTURES = int(os.environ.get("CROUPIER_CLUTTER", "6"))
MOST_FALSE = 0.15  # share of pictures with a false die today; the aim is 0


@cache
def drawn_clutter(number: int) -> np.ndarray:
    """Draw the clutter of that number, once for all tests."""
    return clutter(np.random.default_rng([9, number]))


def _false_dice(reader: Reader, pictures: list[np.ndarray]) -> tuple[int, int, int]:
    """Return the number of pictures with dice, with sure dice, and the number of dice."""
    readings = [reader.read(picture) for picture in pictures]
    some = [reading for reading in readings if reading.dice]
    return len(some), sum(r.sure for r in some), sum(len(r.dice) for r in some)


def test_drawn_clutter_shows_no_die(reader: Reader) -> None:
    """Studs, crosswords, beads and keys are not dice."""
    pictures = [drawn_clutter(number) for number in range(PICTURES)]
    some, sure, dice = _false_dice(reader, pictures)
    print(f"{some} of {PICTURES} drawn pictures with {dice} false dice, {sure} sure")
    assert sure == 0
    assert some <= max(1, MOST_FALSE * PICTURES)


def test_the_clutter_network_runs_only_if_it_decides(reader: Reader) -> None:
    """It may remove a die, but never adds one."""
    spared = 0
    for number in range(3):
        image = drawn_clutter(number)
        seen, all_seen = reader.detect(image), reader.detect(image, all_clutter=True)
        assert [one.box for one in seen] == [one.box for one in all_seen]
        is_die = reader.calibration.is_die
        assert [is_die(one) for one in seen] == [is_die(one) for one in all_seen]
        spared += sum(
            one.clutter < other.clutter for one, other in zip(seen, all_seen, strict=True)
        )
    assert spared > 0


def test_photographed_cards_show_no_die(reader: Reader, shared_dir: Path) -> None:
    """Playing cards show pips, too."""
    found = (shared_dir / "card-photos").rglob("*")
    files = sorted(file for file in found if file.suffix.lower() in (".jpg", ".png"))
    files = files[:: max(1, len(files) // PICTURES)][:PICTURES]
    pictures = [np.asarray(cv2.imread(str(file)), np.uint8) for file in files]
    some, sure, dice = _false_dice(reader, pictures)
    print(f"{some} of {len(pictures)} photographs with {dice} false dice, {sure} sure")
    assert sure == 0
    assert some <= max(1, MOST_FALSE * PICTURES)
