"""A picture changed as by another camera shows the same dice, which needs no label to check."""

import numpy as np
import pytest

from models.training.picture_changes import CHANGES, Change
from vision.reader import Reader
from vision.virtual.tray import VirtualTray


@pytest.fixture(scope="module")
def reader() -> Reader:
    """Load the networks once."""
    return Reader(threads=2)


@pytest.mark.parametrize("change", [change for _, change in CHANGES], ids=[n for n, _ in CHANGES])
def test_the_same_dice_are_read(reader: Reader, change: Change) -> None:
    """The tray may be larger, turned, mirrored, lit, compressed or framed differently."""
    for seed in (23, 24):
        picture = VirtualTray(np.random.default_rng(seed)).frame(0.0)
        read, again = reader.read(picture).dice, reader.read(change(picture)).dice
        assert sorted(die.face for die in again) == sorted(die.face for die in read)
