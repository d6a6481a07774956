"""A deck that changes while the eye looks for its next card."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.taught.store import TaughtStore
from companion.taught.teacher import DiceTeacher
from engine.core.refusals import NotNow
from models.training.card_pictures import random_photograph, render_combination_deck
from tests.companion.conftest import Played
from vision.frame import Image
from vision.virtual.cards import render_card
from vision.virtual.tray import VirtualTray


class Lesson:
    """Teaches a deck; a test may do something else while the eye looks."""

    def __init__(self, played: Played) -> None:
        self.teacher, self._lesson = DiceTeacher(played.table), played.table.lesson
        self._store = TaughtStore(played.folder)
        self._cards = list(render_combination_deck(np.random.default_rng(1)).values())

    def show(self, number: int, meanwhile: Callable[[], object] = bool) -> bool:
        """Show a card by its number; return whether it is new."""

        def look() -> Image:
            meanwhile()
            return random_photograph(self._cards[number], np.random.default_rng(number))[0]

        return self.see(look, str(number))

    def see(self, look: Callable[[], Image], card: str, *, again: bool = False) -> bool:
        """Show the picture that `look` takes as `card`; return whether it is new."""
        self._lesson.wait_for_still = (  # type: ignore[method-assign]
            lambda: cv2.imencode(".jpg", look())[1].tobytes()
        )
        return self.teacher.cards.capture_card("suns", card, again=again)["new"]

    def forget(self, card: str) -> None:
        """Forget a card, or all."""
        self.teacher.forget("suns", card, "")

    def cards(self) -> list[str]:
        """Return the known cards."""
        return sorted(self._store.load_or_new("suns", "cards").stills)


@pytest.fixture
def lesson(played: Played) -> Lesson:
    """Return a lesson in which two cards were shown."""
    lesson = Lesson(played)
    assert lesson.show(1)
    assert lesson.show(2)
    return lesson


@pytest.mark.parametrize(("card", "left"), [("1", ["2"]), ("", [])])
def test_a_card_or_deck_forgotten_meanwhile_does_not_return(
    lesson: Lesson, card: str, left: list[str]
) -> None:
    """The next look finds the card that is in the tray."""
    assert not lesson.show(3, lambda: lesson.forget(card))
    assert lesson.cards() == left
    assert lesson.show(3)


def test_two_cards_learned_at_once_are_both_kept(lesson: Lesson) -> None:
    """Two tablets teach at one tray."""
    assert lesson.show(3, lambda: lesson.show(4))
    assert lesson.cards() == ["1", "2", "3", "4"]


@pytest.mark.parametrize("seed", [0, 2, 7])
def test_dice_still_in_the_tray_are_not_a_card(lesson: Lesson, seed: int) -> None:
    """Together they may have an outline like a card's, so people must remove them."""
    tray = VirtualTray(np.random.default_rng(seed))
    with pytest.raises(NotNow) as refused:
        lesson.see(lambda: tray.frame(0.0), "3")
    assert refused.value.code == "dice_in_tray"
    assert lesson.cards() == ["1", "2"]


def test_a_card_with_pips_on_it_is_no_die(lesson: Lesson) -> None:
    """To the detector, the clubs of a playing card look like small dice."""
    tray = VirtualTray(np.random.default_rng(3))
    tray.lay_card_alone(render_card("2\u2663"))
    assert lesson.see(lambda: tray.frame(0.0), "3")
