"""A picture changed as by another camera shows the same dice, which needs no label to check."""

import numpy as np
import pytest

from models.training.picture_changes import CHANGES, Change
from vision.frame import Image
from vision.reader import Reader
from vision.virtual.tray import VirtualTray


@pytest.fixture(scope="module")
def trays() -> list[Image]:
    """Draw two trays."""
    return [VirtualTray(np.random.default_rng(seed)).frame(0.0) for seed in (23, 24)]


@pytest.fixture(scope="module")
def shown(reader: Reader, trays: list[Image]) -> list[list[str]]:
    """Return the faces that are read in each of the trays as it is."""
    return [faces(reader, tray) for tray in trays]


def faces(reader: Reader, picture: Image) -> list[str]:
    """Return the faces of all dice that are read in `picture`."""
    return sorted(die.face for die in reader.read(picture).dice)


@pytest.mark.parametrize("change", [change for _, change in CHANGES], ids=[n for n, _ in CHANGES])
def test_the_same_dice_are_read(
    reader: Reader, trays: list[Image], shown: list[list[str]], change: Change
) -> None:
    """The tray may be larger, turned, mirrored, lit, compressed or framed differently."""
    assert [faces(reader, change(tray)) for tray in trays] == shown
