"""What a game says about itself, and what a simple game may leave out."""

from dataclasses import dataclass
from typing import Any

import pytest

from engine.core.action import Action
from engine.core.choice import Choice
from engine.core.event import Steps
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt
from engine.core.offered_game import Setup
from engine.core.options import OptionsWithOdds
from engine.core.places import Standing
from engine.core.refusals import BadSetup, NotNow


@dataclass(frozen=True, slots=True)
class Rules:
    """One house rule."""

    loud: bool = False


@dataclass(frozen=True, slots=True)
class Still:
    """The only state."""

    names: tuple[str, ...]
    options: object
    phase: str = "over"


class Nothing(Game[Still]):
    """A game in which nothing can be done."""

    id = "nothing"
    title = "Nothing"
    unit = "coins"
    min_players = 1
    max_players = 2
    rules = {}  # noqa: RUF012
    options = Rules
    presets = {"plain": Rules(), "loud": Rules(loud=True)}  # noqa: RUF012

    def begin(self, names: tuple[str, ...], first_seat: int, options: object) -> Steps[Still]:
        """Return the only state."""
        yield from ()
        return Still(names, options)

    def turn(self, state: Still) -> int | None:
        """Return nobody."""
        return None

    def legal_choices(self, state: Still) -> tuple[Choice, ...]:
        """Return nothing."""
        return ()

    def table_view(self, state: Still) -> dict[str, Any]:
        """Return nothing."""
        return {}

    def public_seat_view(self, state: Still, seat: int) -> dict[str, Any]:
        """Return nothing."""
        return {}

    def banker_prompts(self, state: Still) -> tuple[BankerPrompt, ...]:
        """Return nothing."""
        return ()

    def ranking(self, state: Still) -> tuple[Standing, ...]:
        """Return nobody."""
        return ()

    def ending(self, state: Still) -> str:
        """Return a word."""
        return "nothing"

    def scores(self, state: Still) -> tuple[int, ...]:
        """Return nothing for the only seat."""
        return (0,)


GAME = Nothing()


class Coin(Nothing):
    """The same with odds that a house rule can hide."""

    options = OptionsWithOdds

    def odds_even_if_hidden(self, state: Still) -> dict[str, Any]:
        """Return the chance of heads."""
        return {"heads": 0.5}


def test_a_game_without_dice_chance_clock_or_players() -> None:
    """A game need not define what it does not have."""
    state = GAME.start(Setup(("Ana",))).state
    assert GAME.possible_draws(state) == ()
    assert GAME.timer(state) is None
    assert GAME.awaited_dice(state) is None
    assert GAME.feats_to_tell([]) == ()
    assert GAME.odds(state) is None
    assert GAME.decide(state, 0, lambda n: 0) is None
    assert GAME.simulation_options == {}
    with pytest.raises(NotNow, match="not waiting for dice"):
        GAME.action_from_roll(state, ["1"], [])
    assert GAME.faces_from_action(state, Action()) == ()


def test_a_game_is_over_when_its_state_says_so() -> None:
    """Each state names its phase; the last phase has the same name in every game."""
    assert (GAME.phase(Still((), None)), GAME.is_over(Still((), None))) == ("over", True)
    assert (GAME.phase(Still((), None, "turn")), GAME.is_over(Still((), None, "turn"))) == (
        "turn",
        False,
    )


def test_a_house_rule_hides_the_odds() -> None:
    """After the game, everybody who looks back on it sees the odds."""
    coin = Coin()
    state = coin.start(Setup(("Ana",))).state
    assert coin.odds(state) == {"heads": 0.5}
    hidden = coin.start(Setup(("Ana",), options={"tell_odds": False})).state
    assert coin.odds(hidden) is None
    assert coin.odds_even_if_hidden(hidden) == {"heads": 0.5}


def test_a_game_describes_itself() -> None:
    """A page reads the title, player counts by preset, options, and how presets differ."""
    assert GAME.description_for_page() == {
        "id": "nothing",
        "title": "Nothing",
        "min_players": 1,
        "max_players": 2,
        "options": [{"id": "loud", "default": False}],
        "presets": {"plain": {}, "loud": {"loud": True}},
        "option_groups": {},
        "players": {"plain": (1, 2), "loud": (1, 2)},
        "own_faces": {},
        "card_names": [],
    }


def test_a_game_without_editions_has_one() -> None:
    """The edition is named after the game and has the default house rules."""
    assert Coin.presets == {"nothing": OptionsWithOdds()}


def test_a_setup_takes_the_first_preset_unless_told() -> None:
    """Without a name, the first preset is used; house rules change the chosen preset."""
    assert GAME.check_setup(Setup(("Ana",))) == Rules()
    assert GAME.check_setup(Setup(("Ana",), preset="loud")) == Rules(loud=True)
    assert GAME.check_setup(Setup(("Ana",), 0, "loud", {"loud": False})) == Rules()


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup(()), "player_count"),
        (Setup(("A", "B", "C")), "player_count"),
        (Setup(("A" * 25,)), "bad_name"),
        (Setup(("A\tB",)), "bad_name"),
        (Setup(("Ana", " ANA ")), "duplicate_name"),
        (Setup(("Ana",), first_seat=1), "first_seat"),
        (Setup(("Ana",), first_seat=-1), "first_seat"),
        (Setup(("Ana",), preset="quiet"), "unknown_preset"),
        (Setup(("Ana",), options={"quiet": True}), "unknown_option"),
        (Setup(("Ana",), options={"loud": 1}), "bad_option"),
    ],
)
def test_wrong_setups_are_refused(setup: Setup, code: str) -> None:
    """Each fault of a setup has its own code."""
    with pytest.raises(BadSetup) as caught:
        GAME.check_setup(setup)
    assert caught.value.code == code
