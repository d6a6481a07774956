"""A known roll is not played again, from whichever eye and however late."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.log.log import Log
from companion.log.readings import DieReport, ReadingReport
from companion.table.table import ActionRequest, Table
from engine.games import GAMES
from tests.companion.conftest import JPEG, Clock, Played, seen


def test_a_roll_entered_by_hand_is_asked_about_when_an_arm_leaves(played: Played) -> None:
    """To the eye, the dice come to rest again long after they were entered."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.clock.t += 30
    assert played.read(seen(1, "3 1 2"))["why"] == ["too early"]
    played.clock.t += 30
    assert played.read(seen(2, "3 1 2"))["outcome"] == "played"  # a roll that looks the same


def test_a_roll_entered_by_hand_is_known_after_pushes(played: Played) -> None:
    """Readings of pushed dice in between are not actions."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    for number in range(1, 25):
        played.read(seen(number, "1 2 3", thrown=False))
    played.clock.t += 30
    assert played.read(seen(25, "3 1 2"))["why"] == ["too early"]


def test_dice_other_than_those_entered_are_a_roll(played: Played) -> None:
    """Entering one roll by hand does not cause a question about the next."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    assert played.read(seen(1, "3 3 2"))["outcome"] == "played"


def test_a_roll_that_rested_while_a_row_was_written_is_asked_about(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow card, dice that come to rest before the row is written may be that row's dice."""
    played.start()
    append = played.table.store.log.append

    def slow(*row: Any) -> None:
        played.clock.t += 0.5
        append(*row)

    monkeypatch.setattr(played.table.store.log, "append", slow)
    played.do("dice", faces=["1", "2", "3"])
    played.clock.t += 0.1
    late = seen(1, "1 2 4", after_rest_ms=300.0)
    assert played.read(late)["why"] == ["too early"]


def test_a_roll_that_rested_before_a_game_was_resumed_is_asked_about(played: Played) -> None:
    """This holds even if both games await the same roll."""
    for names in (("Ana", "Ben"), ("Cleo", "Dan")):
        played.start(*names)
        played.do("dice", faces=["1", "2", "3"])
    awaited = played.table.state.awaited_dice
    played.clock.t += 60
    played.do("play_on", game=1)
    assert played.table.state.awaited_dice == awaited
    played.clock.t += 0.1
    late = seen(1, "1 2 4", after_rest_ms=300.0)
    assert played.read(late)["why"] == ["too early"]


def test_a_roll_entered_by_hand_is_known_after_a_power_cut(played: Played) -> None:
    """An eye on another machine goes on, and may see the dice come to rest again."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.again()
    played.clock.t += 30
    assert played.read(seen(1, "3 1 2"))["why"] == ["too early"]


def test_an_eye_repeats_its_last_roll_after_a_power_cut(played: Played) -> None:
    """An open question survives; a known reading is recognised by its number."""
    played.start()
    played.read(seen(1, "4 4 5"))
    played.read(seen(2, "1 2 3", sure=False))
    played.again()
    played.clock.t += 3
    again = seen(2, "1 2 3", sure=False, after_rest_ms=9000.0)
    assert played.read(again)["outcome"] == "repeat"
    assert played.shown["eye"]["question"]["number"] == 2
    played.do("dice", faces=["1", "2", "3"], number=2)
    played.again()
    assert played.read(again)["outcome"] == "repeat"


def test_half_covered_dice_do_not_make_the_next_roll_count(played: Played) -> None:
    """The next roll only counts when the eye has seen as many dice as were entered."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    assert played.read(seen(1, "1 2"))["why"] == ["too few"]
    played.do("dismiss", number=1)  # otherwise the question would be a reason by itself
    assert played.read(seen(2, "1 2 3"))["why"] == ["too early"]


def test_dice_completed_by_hand_are_known_when_all_are_seen(played: Played) -> None:
    """They answered a reading with too few dice; one with all dice needs no second question."""
    played.start()
    played.read(seen(1, "1 2"))
    played.do("dice", faces=["1", "2", "3"], number=1)
    assert played.read(seen(2, "1 2 3"))["why"] == ["too early"]
    played.read(seen(3, "4 4 4", sure=False))
    played.do("dice", faces=["4", "4", "5"], number=3)
    assert played.read(seen(4, "4 4 5"))["outcome"] == "played"


def test_a_correction_of_dice_entered_by_hand_is_known(played: Played) -> None:
    """Somebody typed a 4 for a 3 and corrected it before the arm was gone."""
    played.start()
    played.do("dice", faces=["1", "2", "4"])
    played.do("correct", row=2, faces=["1", "2", "3"])
    played.clock.t += 30
    assert played.read(seen(1, "1 2 3"))["why"] == ["too early"]


def test_a_roll_is_known_by_its_faces_after_an_undone_correction(
    played: Played,
) -> None:
    """It was right at first; a completely undone roll is known by its last faces."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("correct", row=2, faces=["1", "2", "4"])
    played.do("undo")
    played.clock.t += 30
    assert played.read(seen(1, "1 2 3"))["why"] == ["too early"]
    played.do("dismiss", number=1)
    played.do("correct", row=2, faces=["1", "2", "4"])
    played.do("undo", to=1)
    played.clock.t += 30
    assert played.read(replace(seen(1, "1 2 4"), eye="run2"))["why"] == ["too early"]


def test_a_second_eye_does_not_play_the_same_roll_again(played: Played) -> None:
    """It was slower, but had seen the dice at rest before the first eye's reading arrived."""
    played.start()
    played.clock.t += 10
    assert played.read(seen(1, "1 2 3"))["outcome"] == "played"
    played.clock.t += 1
    other = replace(seen(1, "1 2 3", after_rest_ms=1500.0), eye="run2")
    assert played.read(other)["why"] == ["too early"]
    assert played.read(seen(2, "1 1 1", after_rest_ms=500.0))["outcome"] == "played"


def test_a_second_eye_with_a_view_later_does_not_play_the_roll_again(played: Played) -> None:
    """To it, the dice came to rest long after they were played; the first eye goes on playing."""
    played.start()
    played.read(seen(1, "1 2 3"))
    played.clock.t += 1.5
    other = replace(seen(1, "3 1 2", after_rest_ms=200.0), eye="run2")
    assert played.read(other)["why"] == ["too early"]
    played.clock.t += 30
    assert played.read(seen(2, "1 2 3"))["outcome"] == "played"  # a roll that looks the same
    played.clock.t += 30
    another = replace(seen(2, "1 1 2"), eye="run2")
    assert played.read(another)["outcome"] == "played"


def test_a_second_eye_knows_a_corrected_or_answered_roll(played: Played) -> None:
    """The second eye makes the same reading that people corrected or answered for the first."""
    played.start()
    played.read(seen(1, "1 2 4"))
    played.do("correct", row=2, faces=["1", "2", "3"])
    played.clock.t += 1.5
    other = replace(seen(1, "1 2 3"), eye="run2")
    assert played.read(other)["why"] == ["too early"]
    played.read(seen(2, "4 4 4", sure=False))
    played.do("dice", faces=["4", "4", "5"], number=2)
    played.clock.t += 1.5
    other = replace(seen(2, "4 4 5"), eye="run2")
    assert played.read(other)["why"] == ["too early"]


def test_a_question_outlives_acts_that_do_not_answer_it(played: Played) -> None:
    """Somebody pays from a phone; the roll in the tray still needs an answer."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.clock.t += 1
    played.read(seen(7, "2 2 2", sure=False), JPEG)
    played.do("pay", seat=0, amount=1)
    assert played.shown["eye"]["question"]["number"] == 7
    played.do("undo")
    assert played.shown["eye"]["question"]["number"] == 7
    played.do("dice", faces=["2", "2", "2"], number=7)
    assert played.shown["eye"]["question"] is None
    played.read(seen(8, "2 2 2", sure=False))
    played.start()  # another game, which awaits the same
    assert played.shown["eye"]["question"] is None


class Dogs:
    """Three players at Den Letzten with ordinary dice; two dogs end a turn."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.table = Table(Log(folder), GAMES, now=self.clock)
        options = {"dog_start": "first_space", "two_dogs": "one_bone"}
        setup: dict[str, Any] = {"names": ["Ana", "Ben", "Cy"], "first_seat": 0}
        self.do("start", game="den_letzten", preset="ordinary_dice", options=options, **setup)

    def do(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Do an act at the present version."""
        version: Any = self.table.snapshot()["version"]
        return self.table.submit(ActionRequest(f"a{version}", version, {"type": type_, **fields}))

    def read(self, number: int, faces: str, **fields: Any) -> dict[str, Any]:
        """Let the eye see two white dice."""
        return self.table.take_reading(white(number, faces, **fields), None)


@pytest.fixture
def dogs(tmp_path: Path) -> Iterator[Dogs]:
    """Return that table; Ana has entered two dogs on her phone, and it is Ben's turn."""
    dogs = Dogs(tmp_path / "data")
    dogs.clock.t += 10
    dogs.do("throw_white", faces=["dog", "dog"], seat=0)
    yield dogs
    dogs.table.close()


def white(number: int, faces: str, **fields: Any) -> ReadingReport:
    """Return a sure roll of white dice."""
    dice = tuple(DieReport(face, 0.99, (0.0, 0.0, 9.0, 9.0), "white") for face in faces.split())
    return replace(seen(number, faces), dice=dice, **fields)


def test_roll_from_a_phone_is_not_the_next_players(dogs: Dogs) -> None:
    """The same dice are awaited again, but those at rest are Ana's roll."""
    dogs.clock.t += 1
    assert dogs.read(1, "6 6", after_rest_ms=2000.0)["why"] == ["too early"]
    assert dogs.read(2, "5 6")["outcome"] == "played"


def test_a_roll_from_a_phone_is_known_by_what_the_dice_show(dogs: Dogs) -> None:
    """Sixes that become visible later stand for the dogs that were entered."""
    dogs.clock.t += 30
    assert dogs.read(1, "6 6")["why"] == ["too early"]


def test_stopping_enters_no_dice(dogs: Dogs) -> None:
    """Therefore the next roll is played."""
    assert dogs.read(1, "2 3")["outcome"] == "played"
    dogs.clock.t += 1
    dogs.do("stop", seat=1)
    dogs.clock.t += 1
    assert dogs.read(2, "2 3")["outcome"] == "played"


def test_a_question_about_white_dice_is_not_about_black_ones(dogs: Dogs) -> None:
    """Ben entered the white dice on his phone; the black ones are awaited in the same turn."""
    dogs.clock.t += 1
    assert dogs.read(1, "2 3", sure=False)["outcome"] == "asked"
    shown = dogs.do("throw_white", faces=["2", "3"], seat=1)
    assert shown["awaited"]["body"] == "black"
    assert shown["eye"]["question"] is None
