"""Corrections of wrong labels."""

from dataclasses import replace

from models.training.corrections import correct_labels
from models.training.photographs import LabelledDie, Photograph


def test_a_wrong_face_is_corrected_where_it_lies(photograph: Photograph) -> None:
    """The die at that point gets another face; the rest of the picture is unchanged."""
    dice = (LabelledDie((147.0, 253.0, 176.0, 281.0), 5), *photograph.dice)
    wrong = replace(photograph, name="images/IMG_20191209_095555.jpg", dice=dice)
    right = correct_labels(wrong)
    assert [die.face for die in right.dice] == [6, 3, 6]
    assert right.dice[1:] == photograph.dice
    assert right.unlabelled == "none"


def test_a_forgotten_die_is_added(photograph: Photograph) -> None:
    """It follows the labelled ones."""
    right = correct_labels(replace(photograph, name="images/IMG_20191208_111730.jpg"))
    assert [die.face for die in right.dice] == [3, 6, 2]


def test_with_unlabelled_dice_only_the_labelled_count(photograph: Photograph) -> None:
    """This holds in all variants of such a picture."""
    crowd = replace(photograph, folder="catan_oblique", name="images/dice_163_jpg.rf.0.jpg")
    assert correct_labels(crowd).unlabelled == "elsewhere"


def test_other_pictures_stay_as_they_are(photograph: Photograph) -> None:
    """The same name in another folder is another picture."""
    assert correct_labels(photograph).dice == photograph.dice
    other = replace(photograph, folder="rune55_tray", name="images/IMG_20191209_095555.jpg")
    assert correct_labels(other).dice == other.dice
