"""Dice on the sheet, whatever the camera's orientation: their faces, and which were kept."""

import os

import numpy as np
import pytest

from tests.vision.sheet_rolls import roll
from tests.vision.sheet_views import View, printed
from tests.vision.test_tray_sheet import around
from vision.bounding_box import rotate_box
from vision.reader import Reader
from vision.reading import Die, Reading
from vision.sheet_reading import read_dice_on_sheet, with_off_tray_doubts
from vision.tray_sheet import find_markers, find_sheet

A_FIVE_LIKE_A_MARK = 85  # number of a roll
ROLLS = int(os.environ.get("CROUPIER_SHEET_ROLLS", "4"))


def test_a_camera_at_any_angle_reads_the_upper_faces() -> None:
    """It may be upside down, sideways or at a slant of up to 40°; dice on the rail are known."""
    reader, paper = Reader(), printed("a4")
    right, likely, faults = 0, 0, []
    for number in (A_FIVE_LIKE_A_MARK, *range(ROLLS)):
        rng = np.random.default_rng(number)
        tilt = float(rng.uniform(0, 40)) * (-1) ** number
        view = View("straight", rng.uniform(350, 450), tilt, rng.uniform(-15, 15))
        rolled = roll(view, paper, rng)
        image = np.ascontiguousarray(np.rot90(rolled.image, number // 2))
        found = find_sheet(find_markers(image), image.shape)
        assert found is not None
        reading = read_dice_on_sheet(image, found, (), lambda picture, _: reader.read(picture))
        every = sorted(die.face for die in reading.dice) == sorted(map(str, rolled.faces))
        right += every
        assert every or number != A_FIVE_LIKE_A_MARK
        likely += reading.likely
        if len(reading.dice) < len(rolled.faces):
            continue  # a game that counts its dice asks
        if reading.likely and not every:
            faults.append((number, "faces"))
        for die in reading.dice:
            nearest = np.linalg.norm(rolled.places - found.place_of_box(die.box), axis=1)
            if found.zone_of_box(die.box) != rolled.zones[int(nearest.argmin())]:
                faults.append((number, "zone"))
        if ("off the tray" in reading.doubts) != ("off" in rolled.zones):
            faults.append((number, "off the tray"))
    print(f"of {ROLLS + 1} rolls {right} right, {likely} sure or likely; {faults}")
    assert right > 0.95 * (ROLLS + 1)
    assert not faults


@pytest.mark.parametrize("turns", range(4))
def test_a_box_is_turned_with_its_picture(turns: int) -> None:
    """Turning it back restores it."""
    picture = np.zeros((30, 50), np.uint8)
    picture[5:9, 10:25] = 1
    rows, columns = np.nonzero(np.rot90(picture, turns))
    seen = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert rotate_box((10, 5, 25, 9), (50, 30), turns) == seen
    size = (30, 50) if turns % 2 else (50, 30)
    assert rotate_box(rotate_box((10, 5, 25, 9), (50, 30), turns), size, -turns) == (10, 5, 25, 9)


def test_a_die_next_to_the_area_is_asked_about() -> None:
    """It may have jumped out; one on the rail is kept."""
    view = View("Camera Module 3", 450)
    image = view.shoot(printed("a4"), np.random.default_rng(0))
    found = find_sheet(find_markers(image), image.shape)
    assert found is not None
    places = ((100.0, 90.0), (100.0, 188.0), (120.0, -9.0))
    dice = tuple(Die("5", 0.99, around(view, np.array(at)), "red", ()) for at in places)
    reported = with_off_tray_doubts(Reading(dice, (), 1.0), found)
    assert [die.doubts for die in reported.dice] == [(), (), ("off the tray",)]
    assert reported.doubts == ("off the tray",)
