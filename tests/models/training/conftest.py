"""Small substitutes for photographs and rendered dice.

Tests that need torch are collected only if the extra `train` is installed; all others run without
it.
"""

from importlib.util import find_spec

import numpy as np
import pytest

from models.training.photographs import LabelledDie, Photograph
from models.training.sprites import EMBLEMS, LabelledSprite, render_group

NEED_TORCH = ("export", "fit", "main", "networks", "recipes", "restore")
collect_ignore = [] if find_spec("torch") else [f"test_{name}.py" for name in NEED_TORCH]


@pytest.fixture(scope="session")
def store() -> list[list[LabelledSprite]]:
    """Return three groups of rendered dice, the last with symbols on some."""
    return [render_group(1), render_group(2), render_group(EMBLEMS)]


@pytest.fixture
def photograph() -> Photograph:
    """Return a picture with two dice, a pale and a dark square on grey."""
    image = np.full((200, 300, 3), 120, np.uint8)
    image[40:80, 50:90] = 230
    image[100:150, 200:250] = 20
    dice = (LabelledDie((50.0, 40.0, 90.0, 80.0), 3), LabelledDie((200.0, 100.0, 250.0, 150.0), 6))
    return Photograph("byler_d6", "images/a.jpg", image, dice, held_out=False, unlabelled="none")
