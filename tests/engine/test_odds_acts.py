"""The odds agree with what the rules allow, in random states of every game with odds.

`CROUPIER_RANDOM_GAMES` sets how many states of each game are checked (three per unit).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, product
from random import Random
from typing import Any, TypeAlias

import pytest

from engine.core.choice import Choice, FieldSpec, IntRange, ListOf, OneOf
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.options import OptionsWithOdds
from engine.core.refusals import Refusal
from engine.games import GAMES
from engine.ten_thousand.state import BankPoints
from engine.yacht.state import Score
from tests.engine.playing import RANDOM_GAMES, random_action, random_options
from tests.engine.rivals import NAMES

Act: TypeAlias = tuple[str, dict[str, Any]]
"""The type of an action, and those of its fields that the odds name."""

MOST_ACTS = 150
STATES_SOLVED = 25


def _ten_thousand(state: Any, odds: dict[str, Any]) -> Iterator[Act]:
    for part in {*odds["throws"], " ".join(odds["best"] or ())} - ({""} if state.dice else set()):
        kept = tuple(sorted((*state.aside, *part.split())))
        yield "throw", {"kept": () if len(kept) == state.options.dice else kept}
    if odds["fresh"] is not None:
        yield "throw", {"kept": ()}
    if odds["bank"] is not None:
        yield "bank", {}


def _yacht(state: Any, odds: dict[str, Any]) -> Iterator[Act]:
    keeps = {*odds["keeps"], *([] if odds["keep"] is None else [" ".join(odds["keep"])])}
    yield from (("throw", {"kept": tuple(kept.split())}) for kept in keeps)
    boxes = {*odds["boxes"], odds["box"]} - {None}
    yield from (("score", {"box": box}) for box in boxes)


def _jour_de_chance(state: Any, odds: dict[str, Any]) -> Iterator[Act]:
    yield "draw_card", {}
    for one in odds["bank"]:
        yield "bank_card", {"owner": one["owner"], "card": one["card"]}


def _den_letzten(state: Any, odds: dict[str, Any]) -> Iterator[Act]:
    yield from [("throw_white", {})] if state.phase == "throw" else _CHOSEN


_CHOSEN: list[Act] = [("stop", {}), ("throw_black", {})]


def _last_chance(state: Any, odds: dict[str, Any]) -> Iterator[Act]:
    kept = [*(odds["keep"] or ()), *(text.split() for text in odds["costs"] or ())]
    if state.phase in ("bets", "crack"):  # before that, nobody has bought the card
        yield from (("throw", {"kept": tuple(faces)}) for faces in kept)
    if odds["bets"]:
        yield "bet", {"amount": odds["bets"]["amount"]}


NAMED: dict[str, Callable[[Any, dict[str, Any]], Iterator[Act]]] = {
    "ten_thousand": _ten_thousand,
    "yacht": _yacht,
    "jour_de_chance": _jour_de_chance,
    "den_letzten": _den_letzten,
    "last_chance": _last_chance,
}
"""The acts that the odds of a game name."""


def random_states(name: str, count: int, seats: int = 0) -> Iterator[Any]:
    """Yield `count` states with odds, from games played at random by random house rules."""
    game, seed = GAMES[name], 0
    while count:
        seed += 1
        rng = Random(f"{name} {seed}")
        players = seats or rng.randint(max(3, game.min_players), 4)
        options = {**random_options(game, rng), "tell_odds": True}
        if name == "ten_thousand":
            options["six_ones_win"] = False  # no odds consider this rule
        try:
            state = game.start(Setup(NAMES[:players], rng.randrange(players), "", options)).state
        except Refusal:
            continue
        for _ in range(MOST_ACTS):
            choices = game.legal_choices(state)
            if not choices or not count:
                break
            if game.odds(state) is not None:
                yield state
                count -= 1
            state = game.play(state, game.actions.parse(random_action(choices, rng))).state


def is_offered(choices: tuple[Choice, ...], act: Act) -> bool:
    """Return whether one of `choices` has the type and the fields of `act`."""
    kind, fields = act
    return any(
        choice.type == kind
        and all(_may_be(choice.fields[name], value) for name, value in fields.items())
        for choice in choices
    )


def _may_be(spec: FieldSpec, value: Any) -> bool:
    if isinstance(spec, IntRange):
        return value in range(spec.min, spec.max + 1, spec.step)
    return isinstance(spec, OneOf) and value in spec.one_of


def test_every_game_with_odds_is_checked() -> None:
    """A new game with odds must add its acts here."""
    assert set(NAMED) == {
        n for n, game in GAMES.items() if issubclass(game.options, OptionsWithOdds)
    }


@pytest.mark.parametrize("name", NAMED)
def test_each_act_that_odds_name_is_legal(name: str) -> None:
    """All dice to keep, boxes, cards and bets that the odds name are legal."""
    game = GAMES[name]
    for state in random_states(name, 3 * RANDOM_GAMES):
        odds: Any = game.odds(state)
        choices = game.legal_choices(state)
        for act in NAMED[name](state, odds):
            assert is_offered(choices, act), (act, state)


@pytest.mark.parametrize("name", ["ten_thousand", "last_chance"])
def test_the_best_legal_act_is_worth_what_the_odds_say(name: str) -> None:
    """It is computed over all rolls, from the odds of the state after each."""
    game = GAMES[name]
    busy = ("choose", "crack")
    states = (one for one in random_states(name, 10**6) if one.phase in busy)
    for state in islice(states, STATES_SOLVED):
        acts = [choice for choice in game.legal_choices(state) if choice.type in ("throw", "bank")]
        best = max(gain for choice in acts for gain in _gains(game, state, choice))
        assert WORTH[name](state, state) == pytest.approx(best, abs=1e-6), state


def _gains(game: Game[Any], state: Any, choice: Choice) -> Iterator[float]:
    """Yield the average value of each act of `choice`."""
    if choice.type == "bank":
        yield WORTH[game.id](game.play(state, BankPoints()).state, state)
        return
    kept, thrown = choice.fields["kept"], choice.fields["thrown"]
    assert isinstance(kept, OneOf)
    assert isinstance(thrown, ListOf)
    for stay in kept.one_of:
        rolls = Counter(tuple(sorted(one)) for one in product(thrown.list_of, repeat=thrown.min))
        yield sum(ways * _after(game, state, stay, roll) for roll, ways in rolls.items()) / (
            len(thrown.list_of) ** thrown.min
        )


def _after(game: Game[Any], state: Any, kept: Any, thrown: tuple[str, ...]) -> float:
    action = game.actions.parse({"type": "throw", "kept": kept, "thrown": thrown})
    return WORTH[game.id](game.play(state, action).state, state)


def _points_of_turn(state: Any, began: Any) -> float:
    """Return the current player's points, with what the rest of the turn is worth if it goes on."""
    has = state.totals[began.turn]
    if state.turns != began.turns:
        return float(has)
    odds: Any = GAMES["ten_thousand"].odds(state)
    best = max(one["expected"] for one in odds["throws"].values())
    return float(has + max(best, odds["bank"] or 0))


def _chance_to_crack(state: Any, began: Any) -> float:
    if state.crack_count != began.crack_count or state.phase != "crack":
        return float(state.cards_out_of_deck > began.cards_out_of_deck)
    odds: Any = GAMES["last_chance"].odds(state)
    return float(odds["chance"])


WORTH: dict[str, Callable[[Any, Any], float]] = {
    "ten_thousand": _points_of_turn,
    "last_chance": _chance_to_crack,
}
"""What a state is worth by its odds to the player in turn when the act began."""


def test_each_box_is_worth_the_next_turns_value() -> None:
    """In Yacht for one, a box's value is the expected final score after it, jokers included."""
    game, looked_at = GAMES["yacht"], 0
    for state in random_states("yacht", 10**6, seats=1):
        odds: Any = game.odds(state)
        for box, lost in odds["boxes"].items():
            after = game.play(state, Score(box)).state
            next_odds: Any = game.odds(after) or {"expected": game.scores(after)[0]}
            assert odds["expected"] - lost == pytest.approx(next_odds["expected"], abs=1e-3)
            looked_at += 1
        if looked_at > 10 * STATES_SOLVED:
            break
