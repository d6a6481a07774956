"""What people enter for a die holds while it lies still."""

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


def test_an_answer_for_a_die_holds_while_it_lies_still(played: Played) -> None:
    """People are asked once rather than with every roll, even if the eye reads another face."""
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
    """Somebody may have turned the die, so the table asks."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    reading = kept(2, "156")
    turned = (replace(reading.dice[0], doubts=doubts), *reading.dice[1:])
    reading = replace(reading, dice=turned, sure=not doubts)
    assert played.read(reading)["why"] == [*doubts, "kept unclear"]


def test_an_undone_answer_no_longer_holds(played: Played) -> None:
    """Nor does one that is entered differently by hand."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    played.do("undo")
    played.do("dice", faces=["5", "2", "3"])
    assert "cocked" in played.read(kept(2, "156", 0))["why"]


def test_a_corrected_answer_holds(played: Played) -> None:
    """The newest entry counts."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    shown = played.do("dice", faces=["4", "2", "3"], number=1)
    played.do("correct", row=shown["row"], faces=["5", "2", "3"])
    assert played.read(kept(2, "156", 0))["outcome"] == "played"
    assert faces_shown(played) == ["5", "5", "6"]


def test_a_doubtful_rolled_die_is_asked_beside_a_known_one(played: Played) -> None:
    """Only the still die needs no question."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert played.read(kept(2, "156", 0, 1))["why"] == ["cocked"]
    known, thrown, other = kept(3, "156", 0).dice
    dazzled = (known, replace(thrown, doubts=("glare",)), other)
    assert "glare" in played.read(replace(kept(3, "156", 0), dice=dazzled))["why"]


def test_a_restarted_eye_does_not_repeat_a_question(played: Played) -> None:
    """After a restart the new eye sees the dice of the open question."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.again()
    opened = replace(kept(1, "123", 0, moved="111"), eye="run2", thrown=None)
    assert played.read(opened) == {"outcome": "ignored", "why": ["not a throw"]}
    assert played.shown["eye"]["question"]["number"] == 1
    other = replace(kept(1, "126", 0, moved="111"), eye="run3", thrown=None)
    assert played.read(other)["outcome"] == "asked"


def test_a_roll_entered_by_hand_is_known_though_its_kept_die_is_doubtful(played: Played) -> None:
    """The eye reports it late, with another face for a die whose face is known."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    played.do("dice", faces=["4", "5", "6"])
    played.clock.t += 30
    assert played.read(kept(2, "156", 0))["why"] == ["too early"]


def test_after_a_missing_reading_a_die_may_be_another_one(played: Played) -> None:
    """It has been still since then, but nobody knows since when."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert played.read(kept(3, "256", 0))["why"] == ["cocked", "unheard"]
    played.do("dismiss", number=3)
    assert played.read(kept(4, "266", 0))["why"] == ["cocked"]


def test_only_peoples_entries_overrule_the_eye(played: Played) -> None:
    """It was sure of one face and now reads another: the played roll may have been wrong."""
    played.start()
    assert played.read(kept(1, "123", moved="111"))["outcome"] == "played"
    assert "cocked" in played.read(kept(2, "556", 0))["why"]
    played.do("dice", faces=["1", "5", "6"], number=2)
    assert played.read(kept(3, "511", 0))["outcome"] == "played"


@pytest.mark.parametrize(("confidence", "doubts"), [(0.99, ("stacked",)), (0.92, ())])
def test_a_face_played_without_asking_is_not_an_answer(
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


def test_an_answer_holds_during_sure_rolls(played: Played) -> None:
    """This holds even if the eye was once sure of that die in between."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["1", "2", "3"], number=1)
    assert played.read(kept(2, "156"))["outcome"] == "played"
    assert played.read(kept(3, "456", 0))["outcome"] == "played"
    assert faces_shown(played) == ["1", "5", "6"]


def test_a_sure_other_face_is_asked_even_if_another_die_showed_it(played: Played) -> None:
    """That die showed it before."""
    played.start()
    played.read(kept(1, "223", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert played.read(kept(2, "256"))["why"] == ["kept unclear"]


def test_a_die_of_another_colour_in_its_place_is_another_die(played: Played) -> None:
    """A place in pictures of another size does not identify a die, either."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    history, reading = played.table.state.history, kept(2, "156", 0)
    black = replace(reading, dice=(replace(reading.dice[0], body="black"), *reading.dice[1:]))
    assert faces_of_still_dice(history, reading, 4) == {0: "4"}
    assert faces_of_still_dice(history, black, 4) == {}
    assert faces_of_still_dice(history, replace(reading, size=(640, 480)), 4) == {}


def test_of_two_dice_at_one_place_neither_is_known(played: Played) -> None:
    """One lay on the other; now one of them lies there alone."""
    played.start()
    first, *others = dice("123", 0)
    above = replace(others[0], box=first.box)
    stacked = replace(kept(1, "123", 0, moved="111"), dice=(first, above, others[1]))
    played.read(stacked)
    played.do("dice", faces=["4", "2", "3"], number=1)
    assert "cocked" in played.read(kept(2, "156", 0))["why"]


def test_a_question_suggests_what_was_entered_before(played: Played) -> None:
    """This holds if it is asked because of another die."""
    played.start()
    played.read(kept(1, "123", 0, moved="111"))
    played.do("dice", faces=["4", "2", "3"], number=1)
    played.read(kept(2, "156", 0, 1))
    question: Any = played.shown["eye"]["question"]
    assert [die["face"] for die in question["dice"]] == question["faces"] == ["4", "5", "6"]
    assert question["answers"] == [["4", "5", "6"]]


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


def test_a_roll_entered_by_hand_is_known_whatever_its_field_is_called(tmp_path: Path) -> None:
    """It is asked about when the eye reports it 20 s later, after an arm has left."""
    time = [0.0]
    table = Table(Log(tmp_path / "data"), {"tiny": OneDie()}, now=lambda: time[0])
    start: dict[str, Any] = {"type": "start", "game": "tiny", "names": ["Ana", "Ben"]}
    table.submit(ActionRequest("a", 0, {**start, "first_seat": 0}))
    table.submit(ActionRequest("b", 1, {"type": "roll", "face": "4"}))
    time[0] += 20
    assert table.take_reading(seen(1, "4"), None)["why"] == ["too early"]
    assert table.take_reading(seen(2, "5"), None)["outcome"] == "played"
    table.close()
