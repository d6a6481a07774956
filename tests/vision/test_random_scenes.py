"""Rolls are counted correctly in random scenes: none missed, none invented.

CROUPIER_SCENES sets the number of scenes (300 is the bar; fewer keep the tests short).
"""

import os
from itertools import pairwise

import numpy as np
import pytest

from tests.vision.random_scenes import random_scene
from tests.vision.stage import KnowingReader, Stage, arm, leaving, play
from vision.reading import Reading

SCENES = int(os.environ.get("CROUPIER_SCENES", "3"))


class Frank(KnowingReader):
    """Knows resting frames; reports any other as unreadable."""

    def read(self, image: np.ndarray, **_: object) -> Reading:
        """Return the truth, or a doubt."""
        known = self.stage.truth.get(id(image))
        return super().read(image) if known else Reading((), ("blurred",), 1.0)


def test_rolls_are_counted_and_none_is_invented() -> None:
    """At least 99 of 100 rolls are reported or asked about; nothing else is called a roll."""
    made_rolls = reported = asked = invented = asked_for_nothing = 0
    faults = []
    for seed in range(SCENES):
        made = random_scene(seed)
        rolls = play(made.stage, Frank(made.stage)).rolls
        spans = list(pairwise([*made.rolls, len(made.stage.film)]))
        firm = [roll.frame for roll in rolls[1:] if roll.rolled]
        open_ = [roll.frame for roll in rolls[1:] if roll.rolled is None]
        hits = sum(any(a <= f < b for f in firm) for a, b in spans)
        perhaps = sum(
            not any(a <= f < b for f in firm) and any(a <= f < b for f in open_) for a, b in spans
        )
        made_rolls, reported, asked = made_rolls + len(spans), reported + hits, asked + perhaps
        extra = len(firm) - hits
        invented += extra
        asked_for_nothing += len(open_) - perhaps
        if extra or hits + perhaps < len(spans):
            faults.append((seed, made.acts, hits, perhaps, extra))
    summary = (made_rolls, reported, asked, invented, asked_for_nothing, faults)
    print("rolls, reported, asked, invented, asked for nothing, faults:", summary)
    assert reported + asked >= 0.99 * made_rolls, summary
    assert invented == 0, summary


def test_a_roll_where_an_arm_rested_is_reported() -> None:
    """An arm that rests for seconds becomes part of the table; its leaving is not a hand."""
    for seed in (1, 2):
        stage = Stage(seed)
        stage.show(30)
        stage.show(10, arm(250))
        stage.show(110, lambda image, _: arm(250)(image, 99))
        stage.show(6, leaving(250))
        gone = len(stage.film)
        stage.roll(rest=75)
        stage.roll(rest=30)
        rolls = [roll for roll in play(stage, Frank(stage)).rolls if roll.frame > gone]
        assert [roll.rolled for roll in rolls] == [True, True]


@pytest.mark.parametrize("degrees", [20, 45])
def test_a_die_that_a_knock_turned_is_asked_about(degrees: int) -> None:
    """The same face at the same place without a hand in view is hardly a roll."""
    for seed in range(2):
        stage = Stage(seed)
        stage.show(20)
        stage.tray.shift_die(0, 0, 0, degrees)
        stage.show(20)
        assert [roll.rolled for roll in play(stage).rolls[1:]] == [None]


def test_two_rolls_in_the_dark_do_not_count_as_one() -> None:
    """The lamp went out during one roll and on during another: their number is unknown."""
    stage = Stage(3)
    stage.show(30)
    for rest in (45, 60):
        stage.tray.roll()
        stage.show(rest, lambda image, _: (image * 0.03).astype(np.uint8))
    stage.show(30)
    (roll,) = play(stage).rolls[1:]
    assert roll.rolled is None
