"""Annotated pictures of what the eye saw."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.stage import die_at
from vision.explain import (
    ASK_COLOUR,
    MAX_PICTURES,
    PICTURE_WIDTH,
    SURE_COLOUR,
    contact_sheet,
    draw_reading,
)


def drawn(colour: tuple[int, int, int], picture: np.ndarray) -> bool:
    """Return whether a colour was used."""
    return bool((np.abs(picture.astype(int) - colour).sum(axis=2) < 12).any())


def test_boxes_distinguish_sure_from_unsure() -> None:
    """A sure die is marked in one colour, an unsure one in another; text is below."""
    image = np.full((960, 1280, 3), 128, np.uint8)
    sure, unsure = die_at((100.0, 100.0, 200.0, 200.0), 4), die_at((0.0, 0.0, 90.0, 90.0), 2, 0.6)
    one = draw_reading(image, [sure], ["first", "second"])
    assert one.shape == (480 + 60, PICTURE_WIDTH, 3)
    assert drawn(SURE_COLOUR, one)
    assert not drawn(ASK_COLOUR, one)
    assert drawn(ASK_COLOUR, draw_reading(image, [unsure], ["x"]))
    cocked = replace(sure, doubts=("cocked",))
    assert drawn(ASK_COLOUR, draw_reading(image, [cocked], ["x"]))


@pytest.mark.parametrize("shape", [(1, 1, 3), (2160, 3840, 3), (5, 4000, 3), (90, 3, 3)])
def test_any_size(shape: tuple[int, int, int]) -> None:
    """Pictures of any size can be annotated."""
    assert draw_reading(np.zeros(shape, np.uint8), [], ["x"]).shape[1] == PICTURE_WIDTH


def test_sheet() -> None:
    """Pictures are arranged in columns; extra ones are left out; none raises an error."""
    picture = draw_reading(np.zeros((48, 64, 3), np.uint8), [], ["x"])
    assert contact_sheet([picture]).shape == picture.shape
    assert contact_sheet([picture] * 4).shape == (2 * picture.shape[0], 3 * PICTURE_WIDTH, 3)
    assert contact_sheet([picture] * 100).shape[0] == MAX_PICTURES // 3 * picture.shape[0]
    with pytest.raises(ValueError, match="no picture"):
        contact_sheet([])
