"""What an eye makes of dice on a printed sheet: which were kept, and that the sheet was moved."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from tests.vision.sheet_views import View, grainy, printed
from vision.events import Roll, StateChange
from vision.eye import Eye
from vision.frame import Frame, Image
from vision.reading import Die, Reading
from vision.tray_sheet import Sheet

SHEET, VIEW = Sheet("a4"), View("Camera Module 3", 450)
RATE, SCENE, MOVING = 10, 40, 8  # frames a second, of a scene, and of it while dice roll
RAIL = [((p.left + p.right) / 2, (p.top + p.bottom) / 2) for p in SHEET.rail_places]
BY_FACE = ((30, 30, 160), (160, 40, 30), (20, 120, 30), (150, 130, 20), (120, 30, 120))


class Camera:
    """Shows a scene after the other: where dice lie on the paper, and from where it looks."""

    live = False
    name = "stills"

    def __init__(self, *scenes: tuple[View, list[tuple[float, float]]]) -> None:
        self.dice: list[tuple[Die, ...]] = []
        self.shown: list[Image] = []
        paper = printed("a4")
        for number, (view, places) in enumerate(scenes):
            image = view.shoot(paper, np.random.default_rng(number))
            found = []
            for i, (x, y) in enumerate(view.pixels(np.array(places)).tolist()):
                box = (x - 18, y - 18, x + 18, y + 18)
                low, high = (round(x - 18), round(y - 18)), (round(x + 18), round(y + 18))
                cv2.rectangle(image, low, high, BY_FACE[i], cv2.FILLED)
                found.append(Die(str(i + 1), 0.99, box, "red", ((str(i + 1), 0.99),)))
            image[0, 0] = number
            self.shown.append(image)
            self.dice.append(tuple(found))

    def frames(self) -> Iterator[Frame]:
        """Yield the scenes, with motion between them."""
        rng = np.random.default_rng(9)
        number = 0
        for scene, image in enumerate(self.shown):
            resting = [grainy(image, rng) for _ in range(3)]
            for k in range(SCENE):
                shown = (
                    np.roll(resting[k % 3], 90 - 7 * k, axis=0) if k < MOVING else resting[k % 3]
                )
                shown[0, 0] = scene
                yield Frame(shown, number / RATE, number)
                number += 1

    def close(self) -> None:
        """End."""

    def read(self, image: Image, **_: object) -> Reading:
        """Read what lies there, as a reader would."""
        return Reading(self.dice[int(image[0, 0, 0])], (), 1.0)


def seen(*scenes: tuple[View, list[tuple[float, float]]]) -> list[Roll | StateChange]:
    """Return the rolls and states that an eye tells of the scenes."""
    camera = Camera(*scenes)
    happened = Eye(camera, camera).events()
    return [event for event in happened if isinstance(event, Roll | StateChange)]


def test_dice_on_the_rail_are_kept() -> None:
    """Set aside they are no roll; and of a throw beside them only the others are thrown."""
    thrown = [(60.0, 40.0), (110.0, 60.0), (160.0, 40.0), (80.0, 120.0), (150.0, 130.0)]
    aside = [RAIL[0], RAIL[1], *thrown[2:]]
    again = [RAIL[0], RAIL[1], (70.0, 60.0), (120.0, 140.0), (190.0, 100.0)]
    rolls = [e for e in seen((VIEW, thrown), (VIEW, aside), (VIEW, again)) if isinstance(e, Roll)]
    assert [roll.moved for roll in rolls] == [(True,) * 5, (False, False, True, True, True)]
    assert not any(roll.doubts for roll in rolls)


def test_a_sheet_that_was_pushed_is_said() -> None:
    """Its dice lie elsewhere in the picture and were not thrown: nobody can say."""
    dice = [(60.0, 40.0), (110.0, 60.0)]
    pushed = replace(VIEW, over=(160.0, 100.0))
    events = seen((VIEW, dice), (pushed, dice))
    assert "moved camera" in [e.state for e in events if isinstance(e, StateChange)]
