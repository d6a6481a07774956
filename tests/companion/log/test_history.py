"""The meaning of rows: paths, undo, redo and correction, against a model that keeps every path."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.log.history import History
from companion.log.rows import BODY_TYPES, Row, Source
from companion.table.snapshot import export_lines
from engine.core.offered_game import Setup
from engine.core.refusals import Json, NotAllowed, Refusal
from tests.companion.tiny import GAMES, TINY

START: dict[str, Any] = {"game": "tiny", "setup": {"names": ["Ana", "Ben"]}}


def row(history: History, kind: Any, body: dict[str, Json], source: Source = "hand") -> Row:
    """Return the next row of `history`."""
    return Row(history.version + 1, msgspec.convert(body, BODY_TYPES[kind]), source, "", "")


def put(history: History, kind: Any, *, source: Source = "hand", **body: Json) -> None:
    """Append a row."""
    new = row(history, kind, body, source)
    history.add(new, history.check_playable(new))


def count(history: History, k: int) -> None:
    """Let the clock count an auction."""
    put(history, "action", source="clock", action={"type": "count", "k": k})


def throw(faces: str) -> dict[str, Json]:
    """Return the body of a roll that shows `faces` ("123")."""
    return {
        "action": {"type": "throw", "faces": list(faces)},
        "dice": {"faces": list(faces), "kept": []},
    }


def pay(seat: int, amount: int) -> dict[str, Json]:
    """Return the body of a payment."""
    return {"action": {"type": "pay", "seat": seat, "amount": amount}}


def begun() -> History:
    """Return a history in which the tiny game has begun."""
    history = History(GAMES)
    put(history, "start", **START)
    return history


def cash(history: History) -> tuple[int, ...]:
    """Return the coins by seat."""
    assert history.head is not None
    return history.head.state.cash  # type: ignore[no-any-return]


def auction(history: History) -> tuple[int, int | None]:
    """Return the number of auctions so far, and how far the current one is counted down."""
    assert history.head is not None
    return history.head.state.auctions, history.head.state.count


def test_undo_and_redo_are_rows() -> None:
    """Two undos and two redos end where they began, eight rows later."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "action", **throw("456"))
    for _ in range(2):
        put(history, "undo", to=history.version_after_undo)
    assert cash(history) == (0, 0)
    for expected in ((6, 0), (6, 15)):
        put(history, "undo", to=history.version_after_redo)
        assert cash(history) == expected
    assert history.version_after_redo is None
    assert history.version == 7


def test_undo_and_redo_take_the_clocks_acts_along() -> None:
    """One undo takes back the auction with its countdown; one redo brings it all back."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "action", action={"type": "open"})
    for k in (1, 2, 3):
        count(history, k)
    put(history, "undo", to=history.version_after_undo)
    assert (cash(history), auction(history)) == ((6, 0), (0, None))
    put(history, "undo", to=history.version_after_redo)
    assert (auction(history), history.version_after_redo) == ((1, None), None)
    assert history.version_after_undo == 2
    assert History(GAMES, history.rows).version_after_undo == 2


def test_the_clocks_acts_after_an_undo_go_with_the_act_before() -> None:
    """One of two bids is undone, and the countdown goes on: the next undo takes back the other."""
    history = begun()
    put(history, "action", action={"type": "open"})
    count(history, 1)
    put(history, "action", action={"type": "open"})
    put(history, "undo", to=history.version_after_undo)
    assert auction(history) == (1, 1)
    count(history, 2)
    put(history, "undo", to=history.version_after_undo)
    assert auction(history) == (0, None)
    put(history, "undo", to=history.version_after_redo)
    assert auction(history) == (1, 2)


def test_an_undo_to_an_earlier_undos_place_is_no_redo() -> None:
    """After a jump to the roll undone first, undo and redo restore that roll."""
    history = begun()
    put(history, "action", **throw("111"))
    put(history, "undo", to=history.version_after_undo)
    put(history, "action", **throw("222"))
    put(history, "undo", to=history.version_after_undo)
    put(history, "undo", to=2)
    put(history, "undo", to=history.version_after_undo)
    put(history, "undo", to=history.version_after_redo)
    assert cash(history) == (3, 0)


def test_a_correction_is_undone_with_the_clocks_later_acts() -> None:
    """The clock's acts before the correction stay."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "action", action={"type": "open"})
    count(history, 1)
    put(history, "correct", row=2, **throw("666"))
    count(history, 2)
    put(history, "undo", to=history.version_after_undo)
    assert (cash(history), auction(history)) == ((6, 0), (1, 1))


def test_the_end_of_a_turns_time_is_undone_alone() -> None:
    """The clock has run for minutes, so nobody's act caused it."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "action", source="clock", action={"type": "open"}, span=True)
    assert history.version_after_undo == 2


def test_a_games_first_act_by_the_clock_is_undone_alone() -> None:
    """Only the next undo takes back the start."""
    history = begun()
    put(history, "action", source="clock", action={"type": "open"})
    count(history, 1)
    put(history, "undo", to=history.version_after_undo)
    assert auction(history) == (0, None)
    put(history, "undo", to=history.version_after_undo)
    assert history.head is None


def test_a_longer_history_leaves_the_shorter_one_as_it_is() -> None:
    """A row is interpreted before it is stored."""
    history = begun()
    new = row(history, "action", throw("123"))
    longer = history.with_row(new, history.check_playable(new))
    assert (longer.version, cash(longer), longer.version_after_undo) == (2, (6, 0), 1)
    assert (history.version, cash(history), history.version_after_undo) == (1, (0, 0), 0)


def test_undo_goes_back_over_the_start_of_a_game_to_the_one_before() -> None:
    """A game that was begun by mistake can be taken back."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "start", game="tiny", setup={"names": ["Zoe"]})
    assert cash(history) == (0,)
    put(history, "undo", to=history.version_after_undo)
    assert cash(history) == (6, 0)
    for _ in range(2):
        put(history, "undo", to=history.version_after_undo)
    assert history.head is None
    assert history.version_after_undo is None


def test_correction_replays_what_came_after() -> None:
    """The corrected roll changes its own sum and nothing else."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "action", **throw("456"))
    put(history, "action", **pay(0, 6))
    put(history, "correct", row=2, **throw("666"))
    assert cash(history) == (12, 15)
    put(history, "undo", to=history.version_after_undo)
    assert cash(history) == (0, 15)


def test_correction_that_forbids_a_later_act_names_it() -> None:
    """Ana paid six coins that she would not have had: the correction is refused."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "action", **pay(0, 6))
    with pytest.raises(NotAllowed) as refused:
        put(history, "correct", row=2, **throw("111"))
    assert refused.value.code == "later_act_refused"
    assert refused.value.figures == {"row": 3, "why": "not_enough"}
    assert (history.version, cash(history)) == (3, (0, 0))


def test_correction_that_is_wrong_itself_says_why() -> None:
    """Four dice are refused for their number, not because of a later row."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "action", **pay(0, 6))
    with pytest.raises(NotAllowed) as refused:
        put(history, "correct", row=2, **throw("1234"))
    assert refused.value.code == "three_dice"


@pytest.mark.parametrize("target", [0, 1, 3, 4, 99])
def test_only_acts_that_count_can_be_corrected(target: int) -> None:
    """A start, an undo, an undone act and a missing row cannot."""
    history = begun()
    put(history, "action", **throw("123"))
    put(history, "action", **throw("456"))
    put(history, "undo", to=2)
    with pytest.raises(NotAllowed, match=r"correct|no act"):
        put(history, "correct", row=target, **throw("111"))


@pytest.mark.parametrize("to", [-1, 3])
def test_undo_to_a_version_that_is_not_there_is_refused(to: int) -> None:
    """Undo reaches only versions that exist."""
    history = begun()
    with pytest.raises(Refusal):
        put(history, "undo", to=to)


def test_a_long_evening_needs_no_deep_stack() -> None:
    """Three thousand acts are replayed from nothing, as after a restart."""
    history = begun()
    for _ in range(1500):
        put(history, "action", **throw("111"))
        put(history, "action", **pay(0 if history.version % 4 == 2 else 1, 3))
    again = History(GAMES, history.rows)
    assert cash(again) == cash(history)


def test_export_contains_only_acts_that_count() -> None:
    """One line for each act that was not taken back."""
    history = begun()
    put(history, "action", **throw("111"))
    put(history, "action", **pay(0, 1))
    put(history, "undo", to=2)
    first, second = export_lines(history)
    assert first.endswith("Tiny: Ana, Ben")
    assert second.endswith("Ana rolls 1 1 1")
    assert export_lines(History(GAMES)) == []


Step = tuple[str, int, int]
Path = list[tuple[int, Any]]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["throw", "pay", "undo", "back", "redo", "correct", "open", "clock"]),
        st.integers(0, 30),
        st.integers(1, 6),
    ),
    max_size=30,
)


def propose(history: History, step: Step) -> tuple[str, dict[str, Json]]:
    """Return kind and body of the row that a random step asks for."""
    word, number, face = step
    if word == "throw":
        return "action", throw(f"{face}11")
    if word == "pay":
        return "action", pay(number % 2, face)
    if word in ("open", "clock"):
        return "action", {"action": {"type": "open"}}
    if word == "correct":
        return "correct", {"row": number, **throw(f"{face}66")}
    if word == "back" and history.version_after_undo is not None:
        return "undo", {"to": history.version_after_undo}
    if word == "redo" and history.version_after_redo is not None:
        return "undo", {"to": history.version_after_redo}
    return "undo", {"to": number % (history.version + 1)}


@given(STEPS)
def test_state_is_the_fold_of_the_path(steps: list[Step]) -> None:
    """After any rows, it is that of a plain list of acts that is copied, cut and corrected."""
    history = begun()
    paths: list[Path] = [[], [(1, START)]]
    done: list[list[tuple[Source, Path]]] = [[], [("hand", paths[1])]]
    undone: list[Path] = []
    for step in steps:
        kind, body = propose(history, step)
        source: Source = "clock" if step[0] == "clock" else "hand"
        back = history.version_after_undo
        try:
            put(history, kind, source=source, **body)
        except Refusal:
            assert history.version == len(paths) - 1
            continue
        path = list(paths[-1])
        if kind == "undo":
            path = paths[int(str(body["to"]))]
        elif kind == "action":
            path.append((history.version, body))
        else:
            path = [(r, body if r == body["row"] else act) for r, act in path]
        if kind != "undo":
            undone = []
        elif undone and body["to"] != back and path is undone[-1]:
            undone.pop()
        else:
            undone.append(paths[-1])
        redo = history.version_after_redo
        assert (None if redo is None else paths[redo]) is (undone[-1] if undone else None)
        paths.append(path)
        done.append(done[int(str(body["to"]))] if kind == "undo" else [*done[-1], (source, path)])
        back = history.version_after_undo
        assert (None if back is None else paths[back]) == path_after_undo(done[-1])
    for version, path in enumerate(paths):
        assert state_at(history, version) == fold(path)
    assert state_at(History(GAMES, history.rows), history.version) == fold(paths[-1])
    put(history, "undo", to=0)
    assert history.head is None


def path_after_undo(done: list[tuple[Source, Path]]) -> Path | None:
    """Return what is left without the last act of a person, or what the clock did first."""
    left = list(done)
    while left and left[-1][0] == "clock":
        left.pop()
    if len(left) == 1 < len(done):
        return left[0][1]
    return (left[-2][1] if len(left) > 1 else []) if left else None


def state_at(history: History, version: int) -> Any:
    """Return the state at `version`, that is after so many rows; None before a game."""
    moment = History(GAMES, history.rows[:version]).head
    return None if moment is None else moment.state


def fold(path: Path) -> Any:
    """Play a path from nothing."""
    state: Any = None
    for _, body in path:
        if "setup" in body:
            state = TINY.start(Setup(tuple(body["setup"]["names"]))).state
        else:
            state = TINY.play(state, TINY.actions.parse(body["action"])).state
    return state
