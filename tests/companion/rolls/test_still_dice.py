"""What was entered for a die holds while it lies still; rolls of any action are known."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from companion.log.log import Log
from companion.log.readings import DieReport, ReadingReport
from companion.rolls.earlier_rolls import faces_of_still_dice
from companion.table.table import ActionRequest, Table
from engine.core.action import Action
from engine.core.awaited_dice import AwaitedDice
from engine.core.event import Steps
from tests.companion import tiny
from tests.companion.conftest import Played, seen


def faces_shown(played: Played) -> list[str]:
    """Return the faces of the dice that lie there."""
    return [die["face"] for die in played.shown["dice"]]


def dice(faces: str, *doubtful: int, at: int = 0) -> tuple[DieReport, ...]:
    """Return dice in a row; those with the indices `doubtful` are cocked and hardly readable."""
    plain = [
        DieReport(
            face, 0.99, (60.0 * i + at, 0.0, 60.0 * i + at + 50, 50.0), "white", ((face, 0.99),)
        )
        for i, face in enumerate(faces)
    ]
    doubt = {"confidence": 0.5, "doubts": ("cocked",)}
    return tuple(
        replace(die, **doubt) if i in doubtful else die  # type: ignore[arg-type]
        for i, die in enumerate(plain)
    )


def kept(number: int, faces: str, *doubtful: int, moved: str = "011") -> ReadingReport:
    """Return a roll in which the dice with a 0 in `moved` did not move."""
    fresh = tuple(flag == "1" for flag in moved)
    return replace(
        seen(number, " ".join(faces)), dice=dice(faces, *doubtful), moved=fresh, sure=not doubtful
    )


def test_what_was_answered_for_a_die_that_lies_still_holds(played: Played) -> None:
    """People are asked once, and not with every roll; even if the eye reads another face."""
    played.start()
    assert played.read(kept(1, "123", 0, moved="111"))["why"] == ["cocked"]
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert played.read(kept(2, "156", 0)) == {"outcome": "played", "why": []}
    assert faces_shown(played) == ["4", "5", "6"]
    assert played.read(kept(3, "111", 0))["outcome"] == "played"
    played.again()
    assert played.read(kept(4, "122", 0))["outcome"] == "played"
    assert faces_shown(played) == ["4", "2", "2"]


def test_a_die_that_was_moved_is_asked_about_again(played: Played) -> None:
    """So is one in another place, and one that nobody entered."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert "cocked" in played.read(kept(2, "156", 0, moved="111"))["why"]
    played.do("dice", faces=["4", "5", "6"])  # by hand: it is unknown which die shows what
    assert "cocked" in played.read(kept(3, "156", 0))["why"]


@pytest.mark.parametrize("doubts", [(), ("stacked",)])
def test_an_eye_that_is_sure_of_another_face_is_not_overruled(
    played: Played, doubts: tuple[str, ...]
) -> None:
    """Somebody may have turned the die: that is asked, though it may hide another one."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    reading = kept(2, "156")
    turned = (replace(reading.dice[0], doubts=doubts), *reading.dice[1:])
    reading = replace(reading, dice=turned, sure=not doubts)
    assert played.read(reading)["why"] == [*doubts, "kept unclear"]


def test_an_answer_that_was_taken_back_holds_no_more(played: Played) -> None:
    """Undone, or entered differently by hand."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    played.do("undo")
    played.do("dice", faces=["5", "2", "3"])
    assert "cocked" in played.read(kept(2, "156", 0))["why"]


def test_a_correction_of_what_was_answered_holds(played: Played) -> None:
    """The newest entry counts."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    shown = played.do("dice", faces=["4", "2", "3"], number=1)
    played.do("correct", row=shown["row"], faces=["5", "2", "3"])
    assert played.read(kept(2, "156", 0))["outcome"] == "played"
    assert faces_shown(played) == ["5", "5", "6"]


def test_a_doubt_about_a_rolled_die_is_asked_beside_one_that_is_known(played: Played) -> None:
    """Only the still die is excused."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert played.read(kept(2, "156", 0, 1))["why"] == ["cocked"]
    known, thrown, other = kept(3, "156", 0).dice
    dazzled = (known, replace(thrown, doubts=("glare",)), other)
    assert "glare" in played.read(replace(kept(3, "156", 0), dice=dazzled))["why"]


def test_a_question_is_not_asked_again_by_an_eye_that_starts_again(played: Played) -> None:
    """After a restart the new eye sees the dice of the open question."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.again()
    opened = replace(kept(1, "123", 0, moved="111"), eye="run2", thrown=None)
    assert played.read(opened) == {"outcome": "ignored", "why": ["not a throw"]}
    assert played.shown["eye"]["question"]["number"] == 1
    other = replace(kept(1, "126", 0, moved="111"), eye="run3", thrown=None)
    assert played.read(other)["outcome"] == "asked"


def test_a_roll_told_by_hand_is_known_though_the_eye_doubts_its_kept_die(played: Played) -> None:
    """The eye shows it late, with another face for a die whose face is known."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    played.do("dice", faces=["4", "5", "6"])
    played.clock.t += 30
    assert played.read(kept(2, "156", 0))["why"] == ["too early"]


def test_a_die_may_be_another_one_after_a_reading_that_was_never_told(played: Played) -> None:
    """It has been still since then, but nobody knows since when."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert played.read(kept(3, "256", 0))["why"] == ["cocked", "unheard"]
    played.do("dismiss", number=3)
    assert played.read(kept(4, "266", 0))["why"] == ["cocked"]


def test_what_the_eye_alone_has_told_does_not_speak_against_what_it_sees(played: Played) -> None:
    """It was sure of one face and now reads another: the played roll may have been wrong."""
    played.start()
    assert played.read(kept(1, "123", moved="111"))["outcome"] == "played"
    assert "cocked" in played.read(kept(2, "556", 0))["why"]
    played.do("dice", faces=["1", "5", "6"], number=2)
    assert played.read(kept(3, "511", 0))["outcome"] == "played"


@pytest.mark.parametrize(("confidence", "doubts"), [(0.99, ("stacked",)), (0.92, ())])
def test_what_a_die_was_played_as_unasked_was_told_by_nobody(
    played: Played, confidence: float, doubts: tuple[str, ...]
) -> None:
    """No die was missing, or likely rolls are set to be played."""
    played.start()
    played.do("set", on_likely="play")
    plain = kept(1, "123", moved="111")
    first = replace(plain.dice[0], confidence=confidence, doubts=doubts)
    reading = replace(plain, dice=(first, *plain.dice[1:]), sure=False, likely=not doubts)
    assert played.read(reading)["outcome"] == "played"
    assert "cocked" in played.read(kept(2, "556", 0))["why"]


def test_what_was_answered_holds_beside_rolls_of_which_the_eye_is_sure(played: Played) -> None:
    """This also holds if the eye was sure of it once in between."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["1", "2", "3"], number=1)
    assert played.read(kept(2, "156"))["outcome"] == "played"
    assert played.read(kept(3, "456", 0))["outcome"] == "played"
    assert faces_shown(played) == ["1", "5", "6"]


def test_another_face_of_which_the_eye_is_sure_is_asked_though_it_lay_there(played: Played) -> None:
    """Another die showed it before."""
    played.start()
    played.read(kept(1, "223", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert played.read(kept(2, "256"))["why"] == ["kept unclear"]


def test_a_die_of_another_colour_in_its_place_is_not_the_one_that_was_told(played: Played) -> None:
    """A place in pictures of another size does not identify a die, either."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    history, reading = played.table.state.history, kept(2, "156", 0)
    black = replace(reading, dice=(replace(reading.dice[0], body="black"), *reading.dice[1:]))
    assert faces_of_still_dice(history, reading, 4) == {0: "4"}
    assert faces_of_still_dice(history, black, 4) == {}
    assert faces_of_still_dice(history, replace(reading, size=(640, 480)), 4) == {}


def test_of_two_dice_at_one_place_nobody_knows_which_was_told(played: Played) -> None:
    """One lies on the other; afterwards one of them lies there alone."""
    played.start()
    first, *others = dice("123", 0)
    above = replace(others[0], box=first.box)
    stacked = replace(kept(1, "123", 0, moved="111"), dice=(first, above, others[1]))
    played.read(stacked)
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert "cocked" in played.read(kept(2, "156", 0))["why"]


def test_a_question_shows_what_was_told_of_its_dice(played: Played) -> None:
    """Another die is doubtful: the suggested answer contains what was entered before."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    played.read(kept(2, "156", 0, 1))
    question: Any = played.shown["eye"]["question"]
    assert [die["face"] for die in question["dice"]] == question["faces"] == ["4", "5", "6"]
    assert question["dice"][0]["alternatives"] == [["4", 1.0]]


# -- a game whose action has one face, not a list of faces -----------------------------------------


class Roll(Action):
    """One die shows `face`."""

    face: tiny.Face


class OneDie(tiny.Tiny):
    """The tiny game with one die."""

    rules: ClassVar[Mapping[type[Action], Callable[..., Steps[tiny.State]]]] = {
        **tiny.Tiny.rules,
        Roll: lambda state, roll: tiny.Tiny.rules[tiny.Throw](state, tiny.Throw((roll.face,) * 3)),
    }

    def awaited_dice(self, state: tiny.State) -> AwaitedDice | None:
        """Await one die."""
        return AwaitedDice(1, tiny.FACES, throw=(state.throws,))

    def action_from_roll(
        self, state: tiny.State, faces: Sequence[str], kept: Sequence[int]
    ) -> Action:
        """Return the roll."""
        return self.actions.parse({"type": "roll", "face": faces[0]})

    def faces_from_action(self, state: tiny.State, action: Action) -> tuple[str, ...]:
        """Return the face."""
        return (action.face,) if isinstance(action, Roll) else ()


def test_a_roll_told_by_hand_is_known_whatever_its_field_is_called(tmp_path: Path) -> None:
    """Entered by hand, and shown by the eye 20 s later, when an arm leaves: it is asked about."""
    time = [0.0]
    table = Table(Log(tmp_path / "data"), {"tiny": OneDie()}, now=lambda: time[0])
    start: dict[str, Any] = {"type": "start", "game": "tiny", "names": ["Ana", "Ben"]}
    table.submit(ActionRequest("a", 0, {**start, "first_seat": 0}))
    table.submit(ActionRequest("b", 1, {"type": "roll", "face": "4"}))
    time[0] += 20
    assert table.take_reading(seen(1, "4"), None)["why"] == ["too early"]
    assert table.take_reading(seen(2, "5"), None)["outcome"] == "played"
    table.close()
