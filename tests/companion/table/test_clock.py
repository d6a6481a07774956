"""The clock of an auction runs and can be held, and no restart or pause costs time."""

from companion.table.clock import Countdown
from engine.core.game_rules import Timer
from tests.companion.tiny import Count

AUCTION = Timer(Count(1), 2.0)


def test_the_clock_plays_the_games_action_when_time_is_up() -> None:
    """Two seconds, then the first count."""
    clock = Countdown()
    clock.reset(AUCTION, 10.0, run=True)
    assert clock.due_action(11.9) is None
    assert clock.seconds_left(11.5) == 0.5
    assert clock.due_action(12.0) == Count(1)


def test_a_held_clock_keeps_its_time() -> None:
    """After a minute's pause, the countdown continues with the remaining time."""
    clock = Countdown()
    clock.reset(AUCTION, 10.0, run=True)
    clock.pause(11.5)
    assert (clock.is_running, clock.due_action(99.0), clock.seconds_left(99.0)) == (
        False,
        None,
        0.5,
    )
    clock.resume(70.0)
    assert clock.due_action(70.4) is None
    assert clock.due_action(70.5) == Count(1)


def test_a_clock_that_begins_held_has_its_full_time() -> None:
    """A power cut must not sell a card."""
    clock = Countdown()
    clock.reset(AUCTION, 10.0, run=False)
    assert (clock.is_armed, clock.is_running, clock.seconds_left(500.0)) == (True, False, 2.0)


def test_without_a_timer_nothing_is_counted() -> None:
    """This holds before a game, and in a game without a clock."""
    clock = Countdown()
    clock.reset(None, 0.0, run=True)
    clock.resume(5.0)
    assert (clock.is_armed, clock.is_running, clock.due_action(1e9)) == (False, False, None)


def test_the_same_span_of_time_runs_on() -> None:
    """Paying during a turn gains no time; neither does a pause or an undo."""
    clock, turn = Countdown(), Timer(Count(1), 60.0, span=(1,))
    clock.reset(turn, 0.0, run=True)
    clock.reset(turn, 20.0, run=True)
    clock.reset(turn, 25.0, run=False)
    assert clock.seconds_left(30.0) == 30.0
    clock.clear(30.0)
    assert (clock.is_armed, clock.due_action(99.0)) == (False, None)
    clock.reset(turn, 100.0, run=True)
    assert clock.seconds_left(110.0) == 20.0
    clock.pause(110.0)
    clock.reset(turn, 120.0, run=True)
    assert (clock.is_running, clock.seconds_left(130.0)) == (False, 20.0)
    clock.reset(Timer(Count(1), 60.0, span=(2,)), 130.0, run=True)
    assert (clock.is_running, clock.seconds_left(131.0)) == (True, 59.0)
