"""Views of invented faces."""

from itertools import islice

import numpy as np
import pytest

from models.training.symbol_samples import VIEWS, BlankDie, SymbolSamples, render_blank, vary
from vision.classifiers import FACE_CROP_SIDE
from vision.taught_faces import ANGLES, RADII


@pytest.fixture(scope="module")
def blanks() -> list[BlankDie]:
    """Return a few dice without pips, bright and dark."""
    return [render_blank(seed) for seed in range(12)]


def test_views_of_faces(blanks: list[BlankDie]) -> None:
    """Each face is seen VIEWS times in a row, then another one follows."""
    drawn = list(islice(SymbolSamples(blanks, np.random.default_rng(1)), 3 * VIEWS))
    assert [number for _, number in drawn] == [1] * VIEWS + [2] * VIEWS + [3] * VIEWS
    assert all(rows.shape == (ANGLES, RADII, 3) for rows, _ in drawn)
    crop = next(SymbolSamples(blanks, np.random.default_rng(2)).face())
    assert crop.shape == (FACE_CROP_SIDE, FACE_CROP_SIDE, 3)


def test_corners_are_those_of_the_upper_side(blanks: list[BlankDie]) -> None:
    """The corners lie within the rendered die, around its centre."""
    for blank in blanks:
        x1, y1, x2, y2 = blank.sprite.box
        slack = 0.2 * (x2 - x1)  # corners are rounded
        assert (blank.corners > (x1 - slack, y1 - slack)).all()
        assert (blank.corners < (x2 + slack, y2 + slack)).all()


def test_a_varied_face_differs() -> None:
    """A varied face is a different face, however similar."""
    board = np.zeros((96, 96), np.uint8)
    board[20:60, 30:50] = 255
    rng = np.random.default_rng(0)
    assert not any(np.array_equal(board, vary(board, rng)) for _ in range(20))
