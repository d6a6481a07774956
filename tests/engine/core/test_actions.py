"""Actions, choices and refusals go through JSON."""

import pytest

from engine.core.action import Action, ActionTypes
from engine.core.choice import Choice, ClockSeconds, IntRange, ListOf, OneOf
from engine.core.refusals import BadAction, BadSetup, NotAllowed, NotNow, Refusal


class Jump(Action):
    """A made-up action."""

    seat: int
    over: tuple[str, ...] = ()


ACTIONS = ActionTypes([Jump])


def test_an_action_goes_through_json() -> None:
    """`parse` gives back what `to_json` wrote."""
    data = Jump(1, ("a",)).to_json()
    assert data == {"type": "jump", "seat": 1, "over": ["a"]}
    assert ACTIONS.parse(data) == Jump(1, ("a",))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "malformed"),
        (["jump"], "malformed"),
        ({}, "unknown_action"),
        ({"type": "fly"}, "unknown_action"),
        ({"type": ["jump"]}, "unknown_action"),
        ({"type": "jump"}, "malformed"),
        ({"type": "jump", "seat": "1"}, "malformed"),
        ({"type": "jump", "seat": 1, "high": 2}, "malformed"),
    ],
)
def test_malformed_actions_are_refused(data: object, code: str) -> None:
    """Anything but a known type with right fields is refused with its code."""
    with pytest.raises(BadAction) as caught:
        ACTIONS.parse(data)
    assert caught.value.code == code


def test_choices_are_json() -> None:
    """A page can read the values that each field may take."""
    fields = {
        "n": IntRange(1, 9, 2),
        "on": OneOf(("yes", "no")),
        "dice": ListOf(("1", "2"), 0, 5, "2"),
        "left": ClockSeconds(0, 90),
    }
    assert Choice("bet", 2, fields).to_json() == {
        "type": "bet",
        "seat": 2,
        "fields": {
            "n": {"min": 1, "max": 9, "step": 2},
            "on": {"one_of": ["yes", "no"]},
            "dice": {"list_of": ["1", "2"], "min": 0, "max": 5, "not_only": "2"},
            "left": {"min": 0, "max": 90, "step": 1, "clock": True},
        },
    }


@pytest.mark.parametrize("kind", [BadSetup, BadAction, NotNow, NotAllowed])
def test_refusals_carry_code_and_figures(kind: type[Refusal]) -> None:
    """Each refusal is a ValueError whose JSON has code, message and figures."""
    refusal = kind("too_low", "Bid more.", amount=1, min=2)
    assert isinstance(refusal, ValueError)
    assert str(refusal) == "Bid more."
    assert refusal.to_json() == {"code": "too_low", "message": "Bid more.", "amount": 1, "min": 2}
