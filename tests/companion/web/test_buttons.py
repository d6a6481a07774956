"""Push buttons at pins: each press is an act or nothing."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from companion.web import buttons
from companion.web.buttons import GpioButton, watch_buttons
from engine.core.codec import to_json
from engine.free_table.game_box import GameBox
from tests.companion.conftest import Played
from tests.companion.table.test_likely_rolls import counted


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """Return mock pins."""
    monkeypatch.setattr(buttons, "BOUNCE_SECONDS", None)  # the mock counts short presses
    factory = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    yield factory
    factory.close()


def press(pins: MockFactory, number: int) -> None:
    """Press and release."""
    pins.pin(number).drive_low()
    pins.pin(number).drive_high()


def test_buttons_act_for_their_player(played: Played, pins: MockFactory) -> None:
    """They use the lowest values; a press does nothing if the action is illegal or needs dice."""
    played.start()
    watched = watch_buttons(
        played.table, [*map(GpioButton.parse, ("17=pay:2", "5=throw", "6=open", "27=undo"))]
    )
    for idle in (17, 5):
        press(pins, idle)
    assert played.shown["version"] == 1
    played.do("throw", seat=0, faces=["1", "2", "3"])
    played.do("throw", seat=1, faces=["1", "1", "1"])
    press(pins, 17)
    assert played.cash() == [6, 2]
    press(pins, 27)
    assert played.cash() == [6, 3]
    press(pins, 6)
    assert played.shown["phase"] == "auction"
    for pin in watched:
        pin.close()


def test_ending_a_turn_sends_the_time_on_the_clock(all_games: Played, pins: MockFactory) -> None:
    """The field has whole seconds, as on the page, so that nobody loses time."""
    all_games.start(game="free_table")
    all_games.do("arrange", box=to_json(GameBox("Chess", turns="chess", seconds=600)))
    all_games.clock.t += 19.5
    watched = watch_buttons(all_games.table, [GpioButton.parse("17=end_turn")])
    press(pins, 17)
    assert [seat["left"] for seat in all_games.shown["seats"]] == [581, 600]
    for pin in watched:
        pin.close()


@pytest.mark.parametrize(
    ("name", "spec", "sent"),
    [
        ("left", {"min": 1, "max": 9, "step": 1}, 1),
        ("time", {"min": 1, "max": 9, "step": 1, "clock": True}, 5),
        ("time", {"min": 1, "max": 3, "step": 1, "clock": True}, 3),
    ],
)
def test_the_game_says_which_field_is_the_clocks_time(
    name: str, spec: dict[str, Any], sent: int
) -> None:
    """The field's name alone does not decide, as it may mean something else in another game."""
    choice = {"type": "bid", "seat": None, "fields": {name: spec}}
    shown = {"legal": [choice], "clock": {"seconds": 4.2, "running": True}}
    table = SimpleNamespace(snapshot=lambda: shown)
    action = GpioButton.parse("17=bid").action(table)  # type: ignore[arg-type]
    assert action == {"type": "bid", name: sent}


def test_no_stops_a_roll_and_then_dismisses_it(played: Played, pins: MockFactory) -> None:
    """It stops the roll before it is played; without a question, the button does nothing."""
    counted(played)
    watched = watch_buttons(played.table, [GpioButton.parse("22=no")])
    press(pins, 22)
    assert played.shown["eye"]["question"]["delay"] is None
    press(pins, 22)
    assert played.shown["eye"]["question"] is None
    version = played.shown["version"]
    press(pins, 22)
    assert played.shown["version"] == version
    assert played.cash() == [0, 0]
    for pin in watched:
        pin.close()


@pytest.mark.parametrize("text", ["17", "x=undo", "17=bid:0", "17=bid:x", "17=", "99=undo"])
def test_a_malformed_button_is_refused(text: str) -> None:
    """It raises a ValueError, which the command line shows."""
    with pytest.raises(ValueError, match=r".+"):
        GpioButton.parse(text)
