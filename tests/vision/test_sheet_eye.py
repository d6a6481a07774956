"""With a printed sheet, the eye knows which dice were kept and whether the sheet was moved."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from tests.vision.sheet_views import SIZE, View, grainy, printed
from vision.events import Roll, StateChange
from vision.eye import Eye
from vision.frame import Frame, Image
from vision.reading import Die, Reading
from vision.tray_sheet import Sheet

SHEET, VIEW = Sheet("a4"), View("Camera Module 3", 450)
RATE, SCENE, MOVING = 10, 24, 8  # frames per second, of a scene, and of it while dice roll
LONG = 95  # frames of a scene in which a missing sheet is forgotten
CLOTH, SKIN = (190, 190, 200), (120, 140, 190)
RAIL = [((p.left + p.right) / 2, (p.top + p.bottom) / 2) for p in SHEET.rail_places]
BY_FACE = ((30, 30, 160), (160, 40, 30), (20, 120, 30), (150, 130, 20), (120, 30, 120))


class Scene(NamedTuple):
    """The camera's position, and where dice lie on the paper.

    A cloth may replace the sheet, or arms may cover some of its markers; `light` is its brightness.
    """

    view: View
    places: list[tuple[float, float]]
    frames: int = SCENE
    cloth: bool = False
    arms_over: tuple[int, ...] = ()
    light: float = 1.0


@cache
def shot(view: View, number: int) -> Image:
    """Return the picture of the empty sheet in the scene of that number."""
    return view.shoot(printed("a4"), np.random.default_rng(number))


class Camera:
    """Shows one scene after another."""

    live = False
    name = "stills"

    def __init__(self, *scenes: Scene) -> None:
        self.scenes = scenes
        self.dice: list[tuple[Die, ...]] = []
        self.shown: list[Image] = []
        for number, scene in enumerate(scenes):
            view, found = scene.view, []
            image = shot(view, number).copy()
            if scene.cloth:
                image[:] = CLOTH
            for mark in scene.arms_over:
                _lay_arm_over(image, view, mark)
            for i, (x, y) in enumerate(view.pixels(np.array(scene.places)).tolist()):
                box = (x - 18, y - 18, x + 18, y + 18)
                low, high = (round(x - 18), round(y - 18)), (round(x + 18), round(y + 18))
                cv2.rectangle(image, low, high, BY_FACE[i], cv2.FILLED)
                found.append(Die(str(i + 1), 0.99, box, "red", ((str(i + 1), 0.99),)))
            image = np.asarray(image * scene.light, np.uint8)
            image[0, 0] = number
            self.shown.append(image)
            self.dice.append(tuple(found))

    def frames(self) -> Iterator[Frame]:
        """Yield the scenes, with motion between them."""
        rng = np.random.default_rng(9)
        number = 0
        for scene, image in enumerate(self.shown):
            resting = [grainy(image, rng) for _ in range(3)]
            for k in range(self.scenes[scene].frames):
                shown = (
                    np.roll(resting[k % 3], 90 - 7 * k, axis=0) if k < MOVING else resting[k % 3]
                )
                shown[0, 0] = scene
                yield Frame(shown, number / RATE, number)
                number += 1

    def close(self) -> None:
        """Do nothing."""

    def read(self, image: Image, **_: object) -> Reading:
        """Return the true dice, like a reader."""
        return Reading(self.dice[int(image[0, 0, 0])], (), 1.0)


def _lay_arm_over(image: Image, view: View, mark: int) -> None:
    """Draw an arm from the left or the right that covers a marker."""
    middle = view.pixels(SHEET.markers[mark].corners).mean(axis=0)
    start = (0 if middle[0] < SIZE[0] / 2 else SIZE[0], round(middle[1]))
    cv2.line(image, start, (round(middle[0]), round(middle[1])), SKIN, 130)


def seen(*scenes: Scene) -> list[Roll | StateChange]:
    """Return the rolls and states that an eye reports about the scenes."""
    camera = Camera(*scenes)
    happened = Eye(camera, camera).events()
    return [event for event in happened if isinstance(event, Roll | StateChange)]


def rolls_of(*scenes: Scene) -> list[Roll]:
    """Return only the rolls."""
    return [event for event in seen(*scenes) if isinstance(event, Roll)]


def test_dice_on_the_rail_are_kept() -> None:
    """Setting dice aside is not a roll; in a roll next to them only the others are rolled."""
    rolled = [(60.0, 40.0), (110.0, 60.0), (160.0, 40.0), (80.0, 120.0), (150.0, 130.0)]
    aside = [RAIL[0], RAIL[1], *rolled[2:]]
    again = [RAIL[0], RAIL[1], (70.0, 60.0), (120.0, 140.0), (190.0, 100.0)]
    rolls = rolls_of(Scene(VIEW, rolled), Scene(VIEW, aside), Scene(VIEW, again))
    assert [roll.moved for roll in rolls] == [(True,) * 5, (False, False, True, True, True)]
    assert not any(roll.reading.doubts for roll in rolls)


def test_a_pushed_sheet_is_reported() -> None:
    """Its dice lie elsewhere in the picture, and whether they were rolled is unclear."""
    dice = [(60.0, 40.0), (110.0, 60.0)]
    pushed = replace(VIEW, over=(160.0, 100.0))
    events = seen(Scene(VIEW, dice), Scene(pushed, dice))
    assert "moved camera" in [e.state for e in events if isinstance(e, StateChange)]


ROLLED = [(60.0, 40.0), (110.0, 60.0), (160.0, 40.0)]
WHERE_THE_RAIL_WAS = [RAIL[0], RAIL[2], RAIL[4]]
WHERE_THE_CARD_WAS = [(250.0, 60.0), (255.0, 100.0), (110.0, 120.0)]


def test_without_the_sheet_all_dice_count_as_rolled() -> None:
    """On a cloth, no die counts as kept on the rail or as off the tray."""
    before = Scene(VIEW, ROLLED), Scene(VIEW, ROLLED, LONG, cloth=True)
    for places in (WHERE_THE_RAIL_WAS, WHERE_THE_CARD_WAS):
        roll = rolls_of(*before, Scene(VIEW, places, cloth=True))[-1]
        assert roll.moved == (True, True, True)
        assert roll.t > (SCENE + LONG) / RATE
        assert roll.reading.sure


def test_a_sheet_under_arms_is_not_forgotten() -> None:
    """They may cover all of its markers if they move now and then, or rest while one is visible.

    Nor is it forgotten in a picture that is too dark.
    """
    restless = [Scene(VIEW, ROLLED, 30, arms_over=(0, 1, 2, 3)) for _ in range(4)]
    resting = Scene(VIEW, ROLLED, LONG, arms_over=(0, 1, 2))
    one_covered = Scene(VIEW, ROLLED, LONG, arms_over=(3,))
    dark = Scene(VIEW, ROLLED, LONG, cloth=True, light=0.3)
    scenes = [Scene(VIEW, ROLLED), *restless, resting, one_covered, dark]
    events = seen(*scenes, Scene(VIEW, WHERE_THE_RAIL_WAS))
    last = sum(scene.frames for scene in scenes) / RATE
    assert not [event for event in events if isinstance(event, Roll) and event.t > last]
    states = [e.state for e in events if isinstance(e, StateChange) and e.t < last]
    assert "moved camera" not in states
