"""House rules are declared once, described to a page, and checked when they come back."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from engine.core.game import Game
from engine.core.options import (
    changed_options,
    describe_options,
    number_option,
    options_with_changes,
)
from engine.core.refusals import BadSetup
from engine.games import GAMES


@dataclass(frozen=True, slots=True)
class Rules:
    """Three made-up rules."""

    lock: Literal["free", "shut"] = "free"
    loud: bool = True
    cards: int = number_option(7, low=1, high=9, step=2)


def test_a_page_can_draw_them() -> None:
    """Each rule is described with its default and its values or range."""
    assert describe_options(Rules) == [
        {"id": "lock", "default": "free", "values": ["free", "shut"]},
        {"id": "loud", "default": True},
        {"id": "cards", "default": 7, "low": 1, "high": 9, "step": 2},
    ]


def test_changes_are_applied_to_a_preset() -> None:
    """Unchanged options stay as in the preset; the difference names the changes."""
    preset = Rules(loud=False)
    assert options_with_changes(Rules, preset, {"cards": 9}) == Rules(loud=False, cards=9)
    assert changed_options(preset, Rules()) == {"loud": False}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"luck": 1}, "unknown_option"),
        ({"lock": "iron"}, "bad_option"),
        ({"lock": None}, "bad_option"),
        ({"lock": ["free"]}, "bad_option"),
        ({"loud": "yes"}, "bad_option"),
        ({"cards": 2}, "bad_option"),
        ({"cards": 11}, "bad_option"),
        ({"cards": True}, "bad_option"),
    ],
)
def test_bad_changes_are_refused(changes: dict[str, object], code: str) -> None:
    """An unknown rule, value or number is refused with its name in the figures."""
    with pytest.raises(BadSetup) as caught:
        options_with_changes(Rules, Rules(), changes)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert next(iter(changes)) in str(caught.value.figures)


def test_a_refused_value_comes_with_the_allowed_ones() -> None:
    """The refusal lists them, so that the page can show them."""
    with pytest.raises(BadSetup) as caught:
        options_with_changes(Rules, Rules(), {"lock": "iron"})
    assert caught.value.figures == {"option": "lock", "values": ["free", "shut"]}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_steps_lead_to_both_ends(game: Game[Any]) -> None:
    """Counting up from the lowest number reaches both the default and the highest."""
    for row in describe_options(game.options):
        if "step" in row:
            rule: Any = row
            numbers = range(rule["low"], rule["high"] + 1, rule["step"])
            assert {rule["default"], rule["high"]} <= set(numbers), rule["id"]
