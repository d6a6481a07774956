"""The table plays, asks about or ignores each reading, never twice."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.files import FileError
from companion.log.log import Log
from companion.log.readings import DieReport
from companion.log.rows import Row
from companion.table.event_broadcaster import ServerSentEvent
from companion.table.eyes import SILENCE_SECONDS, EyeReport
from companion.table.table import ActionRequest, Table
from engine.core.refusals import NotNow
from engine.games import GAMES
from tests.companion.conftest import JPEG, Played, seen


def test_a_sure_roll_is_played_with_its_picture(played: Played) -> None:
    """It makes one row, from the camera, with the picture."""
    played.start()
    assert played.read(seen(1, "1 2 3"), JPEG) == {"outcome": "played", "why": []}
    row = played.shown["last_row"]
    assert (row["source"], row["has_picture"]) == ("camera", True)
    assert (played.cash(), played.table.picture_of_row(2)) == ([6, 0], JPEG)
    assert played.shown["eye"]["roll"]["outcome"] == "played"
    assert played.table.picture_of_row(1) is None


def test_a_reading_is_announced_once_with_its_outcome(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise screens would show its effect next to the previous reading."""
    told: list[ServerSentEvent] = []
    played.start()
    monkeypatch.setattr(played.table.screens.broadcaster, "publish_latest", told.append)
    played.read(seen(1, "1 2 3"))
    assert [json.loads(event.data)["eye"]["roll"]["number"] for event in told] == [1]
    played.table.tick()
    assert len(told) == 1


def test_a_repeated_reading_changes_nothing_even_after_a_restart(played: Played) -> None:
    """An eye without an answer repeats it; an older one that comes late changes nothing."""
    played.start()
    played.read(seen(5, "1 2 3"), JPEG)
    for again in (5, 4):
        assert played.read(seen(again, "1 2 3"), JPEG)["outcome"] == "repeat"
    played.again()
    assert played.read(seen(5, "1 2 3"), JPEG)["outcome"] == "repeat"
    assert played.cash() == [6, 0]
    other_run = replace(seen(5, "1 1 1"), eye="run2")
    assert played.read(other_run, JPEG)["outcome"] == "played"


def test_a_doubtful_reading_is_asked_and_answered(played: Played) -> None:
    """The question has likely answers; the answer is one row with the picture."""
    played.start()
    die = DieReport("5", 0.61, (1.0, 2.0, 3.0, 4.0), "white", (("5", 0.61), ("6", 0.3), ("x", 0.1)))
    reading = replace(seen(7, "1 1 1", sure=False), dice=(die,) * 3)
    assert played.read(reading, JPEG) == {"outcome": "asked", "why": ["unsure"]}
    question = played.shown["eye"]["question"]
    assert (question["number"], question["why"], question["faces"]) == (7, ["unsure"], ["5"] * 3)
    assert question["answers"] == [["5", "5", "5"], ["5", "5", "6"], ["5", "6", "5"]]
    assert played.cash() == [0, 0]
    played.do("dice", faces=["5", "5", "6"], number=7)
    shown = played.shown
    assert (played.cash(), shown["eye"]["question"]) == ([16, 0], None)
    assert (shown["last_row"]["source"], shown["last_row"]["has_picture"]) == ("hand", True)
    assert played.read(reading, JPEG)["outcome"] == "repeat"


def test_another_photograph_replaces_one_that_is_asked_about(played: Played) -> None:
    """It shows the same roll, so equal faces are no doubt unless they were before."""
    phone = EyeReport("run1", "unsure", camera="phone", phone=True, photographs=True)
    played.table.take_report(phone)
    played.start()
    assert played.read(seen(1, "1 2 3", sure=False))["outcome"] == "asked"
    assert played.read(seen(2, "1 2 3", thrown=None)) == {"outcome": "played", "why": []}
    assert (played.cash(), played.shown["eye"]["question"]) == ([6, 0], None)
    for number, faces in enumerate(("4 5", "4", "4 5"), 3):
        assert played.read(seen(number, faces))["why"] == ["too few"]
    played.do("dismiss", number=5)
    assert played.shown["eye"]["question"] is None
    for number in (6, 7):
        reading = seen(number, "1 2 3", thrown=None)
        assert played.read(reading) == {"outcome": "asked", "why": ["thrown unclear"]}


def test_an_answer_may_correct_a_die_taken_for_kept(played: Played) -> None:
    """A die that cannot have stayed was rolled, and nobody is asked about it."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    reading = seen(8, "1 2 6", moved=(False, False, True), sure=False)
    played.read(reading)
    shown = played.do("dice", faces=["1", "4", "6"], kept=[0, 1], number=8)
    assert shown["last_row"]["dice"] == {"faces": ["1", "4", "6"], "kept": [0]}


def test_an_undone_reading_can_be_entered_by_hand(played: Played) -> None:
    """If people choose those dice after all, the second row has the picture, too."""
    played.start()
    played.read(seen(1, "1 2 3"), JPEG)
    played.do("undo")
    shown = played.do("dice", faces=["1", "2", "3"], number=1)
    assert (shown["version"], shown["last_row"]["has_picture"]) == (4, True)
    played.again()
    assert played.cash() == [6, 0]
    assert played.read(seen(1, "1 2 3"), JPEG)["outcome"] == "repeat"


def test_dice_of_another_colour_stay_beside(tmp_path: Path) -> None:
    """Two white dice are rolled; a demo leaves the others in their shown places."""
    table = Table(Log(tmp_path / "data"), GAMES)
    start = {"type": "start", "game": "den_letzten", "names": ["Ana", "Ben", "Cy"]}
    rules = {"preset": "ordinary_dice", "options": {"dog_start": "first_space"}}
    table.submit(ActionRequest("a", 0, {**start, **rules}))
    white = (DieReport("6", 0.99, (0.0, 0.0, 9.0, 9.0), "white"),) * 2
    black = DieReport("3", 0.99, (50.0, 0.0, 59.0, 9.0), "black")
    reading = replace(seen(2, "6 6 3", moved=(True, True, False)), dice=(*white, black))
    assert table.take_reading(reading, None)["outcome"] == "played"
    roll = table.snapshot()["eye"]["roll"]  # type: ignore[index, call-overload]
    assert [die["body"] for die in roll["dice"]] == ["white", "white"]
    assert roll["beside"] == [{"box": [50.0, 0.0, 59.0, 9.0], "body": "black"}]
    table.close()


def test_a_question_can_be_dismissed_once(played: Played) -> None:
    """Then it is gone for everybody."""
    played.start()
    played.read(seen(7, "1 1 1", thrown=None))
    with pytest.raises(NotNow):
        played.do("dismiss", number=6)
    assert played.do("dismiss", number=7)["eye"]["question"] is None
    with pytest.raises(NotNow) as refused:
        played.do("dismiss", number=7)
    assert refused.value.code == "no_such_reading"
    assert played.shown["version"] == 1


def test_a_push_leaves_a_question_open(played: Played) -> None:
    """Otherwise a roll would be forgotten because somebody straightened the dice."""
    played.start()
    played.read(seen(7, "1 1 1", sure=False), JPEG)
    played.read(seen(8, "1 1 1", thrown=False))
    assert played.shown["eye"]["question"]["number"] == 7
    assert played.do("dice", faces=["1", "1", "2"], number=7)["last_row"]["has_picture"] is True
    # A new roll is not played while a question is open: see `test_roll_state`.


def test_a_question_outlives_the_correction_of_an_older_roll(played: Played) -> None:
    """The misread roll made the next one doubtful, which now gets a new verdict."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    kept = seen(7, "1 5 6", moved=(False, True, True), sure=True)
    played.do("correct", row=2, faces=["2", "2", "3"])
    assert played.read(kept, JPEG)["why"] == ["kept unclear"]
    shown = played.do("correct", row=2, faces=["1", "2", "3"])
    question = shown["eye"]["question"]
    assert (question["number"], question["kept"], question["picture"]) == (7, [0], True)
    assert question["why"] == ["kept unclear"]
    assert played.do("undo")["eye"]["question"]["kept"] == []
    assert played.do("dice", faces=["1", "5", "6"], number=7)["last_row"]["has_picture"] is True


def test_an_undo_removes_the_question_about_a_later_roll(played: Played) -> None:
    """The undo leads to a roll other than that asked about, or to dice that lay there before."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.read(seen(7, "5 5 5", sure=False))
    assert played.do("undo")["eye"]["question"] is None
    played.do("dice", faces=["1", "2", "3"])
    opened = replace(seen(1, "1 2 4", thrown=None), eye="run2")
    assert played.read(opened)["why"] == ["thrown unclear"]
    row = played.shown["version"]
    assert played.do("correct", row=row, faces=["1", "2", "4"])["eye"]["question"] is None


def test_an_undone_resale_removes_its_question(tmp_path: Path) -> None:
    """The undo leads from the second crack to the first, in which the same dice lay."""
    table = Table(Log(tmp_path / "data"), GAMES)
    version: Any = 0

    def do(type_: str, **fields: Any) -> Any:
        nonlocal version
        shown = table.submit(ActionRequest(f"a{version}", version, {"type": type_, **fields}))
        version = shown["version"]
        return shown

    do("start", game="last_chance", names=["Ana", "Ben", "Cy"], first_seat=0)
    do("flip", symbols=list("23456"), prize=160_000, attempts=1)
    do("roll", faces=list("12244"))
    first: Any = None
    for seat in (0, 1):
        do("bid", seat=seat, amount=10_000)
        for k in (1, 2, 3):
            shown = do("count", k=k)
        first = first or version
        if seat == 0:
            do("throw", kept=list("1224"), thrown=["4"])
    reading = seen(1, "1 2 2 4 5", moved=(False,) * 4 + (True,), sure=False)
    assert table.take_reading(reading, None)["outcome"] == "asked"
    shown = do("undo", to=first)
    assert shown["awaited"]["before"] == list("12244")
    assert shown["eye"]["question"] is None
    table.close()


def test_an_undone_start_removes_its_question(played: Played) -> None:
    """The undo leads to the first roll of the previous game, which awaits the same."""
    played.start()
    played.start("Cy", "Dia")
    played.read(seen(7, "2 2 2", sure=False))
    assert played.do("undo")["eye"]["question"] is None


def test_an_undone_roll_removes_the_question_after_it(played: Played) -> None:
    """Undo may lead to a roll that was undone and now replaces another one."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("undo")
    played.do("dice", faces=["2", "2", "2"])
    played.read(seen(7, "5 5 5", sure=False))
    assert played.do("undo", to=2)["eye"]["question"] is None


def test_a_question_is_judged_by_all_dice_of_its_reading(tmp_path: Path) -> None:
    """The white dice of the correction lie next to the black ones: the doubt is gone."""
    table = Table(Log(tmp_path / "data"), GAMES)
    options = {"dog_start": "first_space"}
    rules = {"first_seat": 0, "preset": "ordinary_dice", "options": options}
    acts: list[dict[str, Any]] = [
        {"type": "start", "game": "den_letzten", "names": ["Ana", "Ben", "Cy"], **rules},
        {"type": "dice", "faces": ["1", "2"]},
        {"type": "correct", "row": 2, "faces": ["1", "3"]},
    ]
    for number, act in enumerate(acts[:2]):
        table.submit(ActionRequest(f"a{number}", number, act))
    white = [DieReport(face, 0.99, (0.0, 0.0, 9.0, 9.0), "white") for face in "13"]
    black = [DieReport(face, 0.99, (50.0, 0.0, 59.0, 9.0), "black") for face in "45"]
    reading = seen(3, "1 3 4 5", moved=(False, False, True, True), sure=False)
    asked = table.take_reading(replace(reading, dice=(*white, *black)), None)
    assert asked["why"] == ["beside changed"]
    eye: Any = table.submit(ActionRequest("a2", 2, acts[2]))["eye"]
    assert (eye["question"]["number"], eye["question"]["why"]) == (3, ["unsure"])
    version: Any = table.snapshot()["version"]
    black_dice = {"type": "throw_black", "faces": ["4", "5"], "seat": 0}
    shown: Any = table.submit(ActionRequest("a3", version, black_dice))
    assert shown["eye"]["question"] is None  # it was entered on a phone
    table.close()


def test_entering_the_dice_answers_a_question(played: Played) -> None:
    """A late answer is refused."""
    played.start()
    played.read(seen(7, "1 1 1", sure=False))
    played.do("dice", faces=["1", "1", "1"])
    assert played.shown["eye"]["question"] is None


def test_a_roll_meanwhile_entered_by_hand_is_not_played_again(played: Played) -> None:
    """Somebody was faster than the eye, so the table asks instead of playing a second roll."""
    played.start()
    played.clock.t += 10
    played.do("dice", faces=["1", "1", "1"])
    played.clock.t += 1
    late = seen(1, "1 1 1", after_rest_ms=2000.0)
    assert played.read(late) == {"outcome": "asked", "why": ["too early"]}
    played.clock.t += 10
    fresh = seen(2, "2 2 2", after_rest_ms=2000.0)
    assert played.read(fresh)["outcome"] == "played"
    assert played.cash() == [3, 6]


def test_unawaited_dice_are_shown_and_offered_later(played: Played) -> None:
    """They are rolled during an auction; when dice are awaited, the table offers them."""
    assert played.read(seen(1, "1 2 3"))["why"] == ["not awaited"]
    played.start()
    played.do("open")
    assert played.read(seen(2, "4 4 4"), JPEG)["outcome"] == "ignored"
    assert played.shown["eye"]["roll"]["number"] == 2
    for k in (1, 2, 3):
        shown = played.do("count", k=k)
    assert shown["eye"]["question"]["why"] == ["too early"]
    assert played.do("dice", faces=["4", "4", "4"], number=2)["last_row"]["has_picture"] is True
    with pytest.raises(NotNow):
        played.do("dice", faces=["4", "4", "4"], number=3)


@pytest.mark.parametrize("thrown", [False, None])
def test_dice_rolled_too_early_may_be_straightened(played: Played, thrown: bool | None) -> None:
    """The roll is offered as it was read, with its picture."""
    played.start()
    played.do("open")
    played.read(seen(2, "4 4 5"), JPEG)
    played.read(seen(3, "5 4 4", thrown=thrown))
    assert played.shown["eye"]["roll"]["number"] == 3
    for k in (1, 2, 3):
        shown = played.do("count", k=k)
    assert shown["eye"]["roll"] is None  # only the question is shown
    question = shown["eye"]["question"]
    assert (question["number"], question["why"]) == (2, ["too early"])
    assert played.picture_of(2) == JPEG


@pytest.mark.parametrize("faces", ["4 4 6", "4 4", ""])
def test_dice_rolled_too_early_and_changed_are_forgotten(played: Played, faces: str) -> None:
    """Somebody turned a die or took it away, so they are no longer that roll."""
    played.start()
    played.do("open")
    played.read(seen(2, "4 4 5"), JPEG)
    played.read(seen(3, faces, thrown=False))
    for k in (1, 2, 3):
        shown = played.do("count", k=k)
    assert shown["eye"]["question"] is None


def test_dice_rolled_too_early_that_are_changed_when_asked_about_are_forgotten(
    played: Played,
) -> None:
    """Dice that the table asks about must still lie there."""
    played.start()
    played.do("open")
    played.read(seen(2, "4 4 5"))
    for k in (1, 2, 3):
        shown = played.do("count", k=k)
    assert shown["eye"]["question"]["number"] == 2
    played.read(seen(3, "4 4 6", thrown=False))
    assert played.shown["eye"]["question"] is None


def test_the_newer_of_two_early_rolls_is_offered(played: Played) -> None:
    """This holds even if both show the same faces."""
    played.start()
    played.do("open")
    for number in (2, 3):
        played.read(seen(number, "4 4 5"))
    for k in (1, 2, 3):
        shown = played.do("count", k=k)
    assert shown["eye"]["question"]["number"] == 3


def test_early_dice_are_not_offered_after_a_virtual_roll(
    played: Played,
) -> None:
    """As after an entry by hand, they are not the next roll."""
    played.start()
    played.do("open")
    played.read(seen(2, "4 4 5"))
    for k in (1, 2, 3):
        played.do("count", k=k)
    assert played.do("draw")["eye"]["question"] is None


def test_a_reading_that_the_rules_refuse_is_asked(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question has the refusal's code."""
    played.start()
    game = played.table.games["tiny"]

    def refuse(*_: object) -> None:
        raise NotNow("moon", "Not under this moon.")

    monkeypatch.setattr(type(game), "action_from_roll", refuse)
    assert played.read(seen(1, "1 2 3")) == {
        "outcome": "asked",
        "why": ["moon"],
    }
    assert played.shown["version"] == 1


def test_a_full_disk_lets_the_eye_repeat_a_reading(played: Played) -> None:
    """It was not stored, so it does not count as received."""
    played.start()

    with played.full_disk(), pytest.raises(FileError):
        played.read(seen(1, "1 2 3"), JPEG)
    assert played.read(seen(1, "1 2 3"), JPEG)["outcome"] == "played"
    assert played.cash() == [6, 0]


def test_a_full_disk_is_reported_with_the_reading(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every screen shows the reason once, with the dice, however often the eye tries."""
    played.start()
    told: list[str] = []
    monkeypatch.setattr(
        played.table.screens.broadcaster, "publish_latest", lambda event: told.append(event.name)
    )

    with played.full_disk():
        for _ in range(3):
            with pytest.raises(FileError):
                played.read(seen(1, "1 2 3"), JPEG)
    assert told == ["snapshot"]
    shown = played.shown
    assert shown["trouble"]["code"] == "log_unwritable"
    assert (shown["eye"]["roll"]["number"], shown["eye"]["roll"]["outcome"]) == (1, "ignored")
    assert shown["eye"]["roll"]["why"] == ["log_unwritable"]
    played.table.tick()
    assert told == ["snapshot", "eye"]
    played.read(seen(1, "1 2 3"), JPEG)
    assert (played.shown["trouble"], played.shown["eye"]["roll"]["outcome"]) == (None, "played")


def test_a_silent_eye_is_lost_for_everybody(played: Played) -> None:
    """Three seconds without a heartbeat, and every screen shows it."""
    assert played.shown["eye"]["state"] == "lost"
    assert played.shown["eye"]["age_ms"] is None
    played.table.take_report(EyeReport("run1", "sure", 29.8, "demo", demo=True, preview=JPEG))
    shown = played.shown["eye"]
    assert (shown["state"], shown["fps"], shown["demo"], shown["age_ms"]) == ("sure", 29.8, True, 0)
    assert played.table.eyes.preview == JPEG
    stream = played.table.listen("tablet")
    next(stream), next(stream)
    played.clock.t += 3.1
    played.table.tick()
    assert '"state":"lost"' in next(stream)
    assert played.shown["eye"]["state"] == "lost"


def test_rolls_in_the_demo_tray_are_done_once(played: Played) -> None:
    """A request goes out with each heartbeat until it is done, but not to the next eye."""
    with pytest.raises(NotNow) as refused:
        played.table.request_demo_roll(())
    assert refused.value.code == "no_demo"
    demo = EyeReport("run1", "sure", demo=True)
    assert played.table.take_report(demo) == []
    box = (1.0, 2.0, 3.0, 4.0)
    assert played.table.request_demo_roll((box,)) == 1
    asked = [{"n": 1, "keep": [list(box)]}]
    assert played.table.take_report(demo) == asked
    assert played.table.take_report(demo) == asked
    assert played.table.take_report(replace(demo, done=1)) == []
    played.start()
    assert played.table.request_demo_roll(()) == 2
    assert [one["count"] for one in played.table.take_report(replace(demo, done=1))] == [3]
    assert played.table.take_report(replace(demo, eye="run2")) == []
    assert played.table.request_demo_roll(()) == 3
    assert played.table.take_report(replace(demo, eye="run2")) == [{"n": 3, "keep": [], "count": 3}]


def test_a_repeated_tap_is_one_roll(played: Played) -> None:
    """A page without an answer repeats the request with the same id."""
    played.table.take_report(EyeReport("run1", "sure", demo=True))
    assert [played.table.request_demo_roll((), tap) for tap in ("a", "a", "b")] == [1, 1, 2]
    assert played.table.request_demo_roll((), "a") == 1
    assert len(played.table.take_report(EyeReport("run1", "sure", demo=True))) == 2


def test_requested_rolls_continue_the_eyes_count(played: Played) -> None:
    """An eye that outlives the table has made rolls before; the next tap asks for a new one."""
    played.table.take_report(EyeReport("run1", "sure", demo=True, done=7))
    assert played.table.request_demo_roll(()) == 8
    asked = [{"n": 8, "keep": []}]
    assert played.table.take_report(EyeReport("run1", "sure", demo=True, done=7)) == asked


def test_a_demo_eye_beside_a_real_one_is_ignored(played: Played) -> None:
    """Virtual dice count only once the real eye is silent."""
    played.start()
    demo = EyeReport("run1", "sure", 5.0, "demo", demo=True, preview=JPEG + b"virtual")
    real = EyeReport("run2", "hand", 30.0, "camera", preview=JPEG)
    played.table.take_report(demo)
    played.table.take_report(real)
    for beat in range(3):
        played.clock.t += 0.9
        played.table.take_report(replace(demo, state=("empty", "moving", "sure")[beat]))
    shown = played.shown["eye"]
    assert (shown["state"], shown["camera"], shown["demo"]) == ("hand", "camera", False)
    assert (played.table.eyes.preview, shown["age_ms"]) == (JPEG, 2700)
    assert played.read(seen(1, "1 2 3")) == {
        "outcome": "ignored",
        "why": ["demo"],
    }
    assert (played.cash(), played.shown["eye"]["roll"]) == ([0, 0], None)
    assert played.read(replace(seen(1, "6 6 6"), eye="run2"))["outcome"] == "played"
    played.clock.t += 0.4
    played.table.take_report(demo)
    assert (played.shown["eye"]["demo"], played.table.eyes.preview) == (True, JPEG + b"virtual")
    assert played.read(seen(2, "1 2 3"))["outcome"] == "played"


def test_only_one_real_eye_is_heard_at_a_time(played: Played) -> None:
    """It is the last one started, until it is silent: two would play one roll twice."""
    played.start()
    first, second = EyeReport("run1", "sure", camera="a"), EyeReport("run2", "sure", camera="b")
    for report in (first, second, first, second, first):
        played.table.take_report(report)
    assert played.shown["eye"]["camera"] == "b"
    assert played.read(seen(1, "1 2 3")) == {"outcome": "ignored", "why": ["other eye"]}
    assert played.read(replace(seen(1, "6 6 6"), eye="run2"))["outcome"] == "played"
    played.clock.t += SILENCE_SECONDS
    played.table.take_report(first)
    assert played.shown["eye"]["camera"] == "b"
    played.clock.t += 0.1
    played.table.take_report(first)
    assert played.shown["eye"]["camera"] == "a"
    assert played.read(seen(2, "1 2 3"))["outcome"] == "played"


def test_a_requested_roll_waits_for_its_eye(played: Played) -> None:
    """Another eye's heartbeat in between does not matter; only a silent eye is no longer asked."""
    demo = EyeReport("run1", "sure", demo=True)
    played.table.take_report(demo)
    played.table.request_demo_roll(())
    for other in (EyeReport("run2", "sure", demo=True, done=9), EyeReport("run3", "sure")):
        assert played.table.take_report(other) == []
    assert played.table.take_report(demo) == [{"n": 1, "keep": []}]
    played.clock.t += 3.1
    played.table.take_report(EyeReport("run3", "sure"))
    assert played.table.take_report(demo) == []


def test_dice_of_a_restarted_demo_tray_are_no_roll(played: Played) -> None:
    """Virtual dice are rolled only by a button. With real dice, the table asks."""
    played.start()
    played.table.take_report(EyeReport("run1", "empty", demo=True))
    assert played.read(seen(1, "1 2 3", thrown=None))["outcome"] == "ignored"
    assert played.shown["eye"]["roll"]["number"] == 1  # so that their places are known
    assert played.read(seen(2, "4 5 6"))["outcome"] == "played"


def test_a_requested_roll_of_a_demo_tray_is_a_roll(played: Played) -> None:
    """No hand can have pushed virtual dice. Without a request, they are asked about."""
    played.start()
    played.table.take_report(EyeReport("run1", "sure", demo=True))
    played.read(seen(1, "1 2 3", thrown=None))
    played.table.request_demo_roll(())
    assert played.read(seen(2, "4 5 6", thrown=None))["outcome"] == "played"
    played.start()
    assert played.read(seen(3, "1 1 2", thrown=None))["outcome"] == "asked"


def test_dice_before_a_restarted_camera_are_asked_about(played: Played) -> None:
    """Somebody may have rolled while it was away."""
    played.start()
    played.table.take_report(EyeReport("run1", "empty"))
    assert played.read(seen(1, "1 2 3", thrown=None))["outcome"] == "asked"


def test_a_row_stores_only_unusual_parts_of_a_reading(played: Played) -> None:
    """This saves bytes with each roll of a year; reading restores the whole."""
    played.start()
    reading = seen(1, "1 2 3")
    played.read(reading)
    row = played.table.state.history.rows[-1]
    told = json.loads(row.to_columns()[2])["reading"]
    assert set(told) == {"dice", "moved", "thrown", "sure"}
    assert set(told["dice"][0]) == {"face", "confidence", "box", "body"}
    assert Row.from_columns(row.to_columns()) == row
    assert row.reading == reading
