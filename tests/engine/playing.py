"""Random games for the tests of every game: random legal actions with wrong ones among them.

As the table does, they use only a game's public methods (`legal_choices`, `actions`, `play`).
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from inspect import getdoc
from random import Random
from re import findall
from typing import Any, TypeAlias

from engine.core.awaited_dice import AwaitedDice
from engine.core.choice import Choice
from engine.core.codec import from_json, to_json
from engine.core.event import Played
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.options import describe_options
from engine.core.people import Pause, Rename, Resume
from engine.core.refusals import Json, Refusal

RANDOM_GAMES = int(os.environ.get("CROUPIER_RANDOM_GAMES", "100"))
"""How many random games each game's tests play; raise it for a long night."""

WRONG = 0.05
"""The share of actions that are spoilt before they are played."""


@dataclass(frozen=True)
class Playthrough:
    """A game from its start: the result of each act, and the actions between them as JSON."""

    setup: Setup
    plays: list[Played[Any]]
    log: list[dict[str, Any]]

    @property
    def states(self) -> list[Any]:
        """All states from the first."""
        return [played.state for played in self.plays]

    @property
    def state(self) -> Any:
        """The last state."""
        return self.plays[-1].state


Pick: TypeAlias = Callable[[Any, tuple[Choice, ...], Random], dict[str, Any]]
"""Chooses an action, as JSON, in a state among its legal choices."""


def random_action(choices: tuple[Choice, ...], rng: Random) -> dict[str, Any]:
    """Return an action, as JSON, that one of `choices` offers."""
    return rng.choice(choices).random_action(rng.randrange)


def at_random(state: Any, choices: tuple[Choice, ...], rng: Random) -> dict[str, Any]:
    """Pick without looking at the `state`."""
    return random_action(choices, rng)


def random_options(game: Game[Any], rng: Random) -> dict[str, Any]:
    """Return about half of the house rules of `game`, each with any of its values.

    Numbers are among the ten lowest, so that games are short; lists like the sides of a die stay
    as they are.
    """
    options: dict[str, Any] = {}
    rules: list[Any] = describe_options(game.options)
    for rule in rules:
        if rng.random() < 0.5 or "list_of" in rule:
            continue
        if "values" in rule:
            options[rule["id"]] = rng.choice(rule["values"])
        elif "low" in rule:
            most = min(rule["high"], rule["low"] + 9 * rule["step"])
            options[rule["id"]] = rng.randrange(rule["low"], most + 1, rule["step"])
        else:
            options[rule["id"]] = rng.random() < 0.5
    return options


def spoil(game: Game[Any], action: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return `action` with one thing changed; it may still be legal by luck."""
    spoilt = dict(action)
    name = rng.choice(list(action))
    old = action[name]
    if name == "type":
        spoilt["type"] = rng.choice([*game.actions.kinds, "cheat"])
    elif isinstance(old, bool) or not isinstance(old, int):
        spoilt[name] = rng.choice([None, 7, "x", [], [old], True])
    else:
        spoilt[name] = rng.choice([old + 1, old - 1, -old - 1, old * 1000, str(old), None])
    return spoilt


def play_out(
    game: Game[Any], setup: Setup, rng: Random, most: int, pick: Pick = at_random
) -> Playthrough:
    """Play a whole game at random; fail if it is not over after `most` actions.

    `pick` chooses a legal action, for games that pure chance would hardly ever end.
    """
    played = Playthrough(setup, [game.start(setup)], [])
    while choices := game.legal_choices(played.state):
        accept(game, pick(played.state, choices, rng), played)
        assert len(played.log) <= most, f"no end after {most} actions"
    _check_end(game, played.state)
    return played


def play_wildly(
    game: Game[Any], setup: Setup, rng: Random, most: int, pick: Pick = at_random
) -> Playthrough:
    """Play a whole game at random with `WRONG` actions among the legal ones, and check each step.

    What the game holds is conserved, what it offers is accepted, and what it refuses changes
    nothing. Fails if the game is not over after `most` actions. `pick` is as in `play_out`.
    """
    played = Playthrough(setup, [game.start(setup)], [])
    state = played.state
    total = sum(game.balances(state).values())
    while choices := game.legal_choices(state):
        action = pick(state, choices, rng)
        if rng.random() < WRONG:
            try_wrong(game, spoil(game, action, rng), played)
        else:
            accept(game, action, played)
        state = played.state
        assert sum(game.balances(state).values()) == total, action
        assert len(played.log) <= most, f"no end after {most} actions"
    _check_end(game, state)
    _refuses_everything(game, state, played)
    return played


def _check_end(game: Game[Any], state: Any) -> None:
    """Check that a game is over, for a reason that its docstring lists."""
    assert game.is_over(state)
    assert game.ending(state) in findall(r"``(\w+)``", getdoc(game.ending) or "")


def accept(game: Game[Any], action: dict[str, Any], played: Playthrough) -> None:
    """Play `action` in the last state of `played` and append both; a refusal is raised."""
    after = game.play(played.state, game.actions.parse(action))
    played.log.append(action)
    played.plays.append(after)


def try_wrong(game: Game[Any], action: dict[str, Any], played: Playthrough) -> None:
    """Play `action`, which is probably illegal: if it is refused, nothing changes."""
    before = repr(played.state)  # contains all fields, and is quicker than JSON
    try:
        accept(game, action, played)
    except Refusal as caught:
        refusal = caught
    else:
        return
    assert refusal.code
    assert refusal.message
    assert repr(played.state) == before


def _refuses_everything(game: Game[Any], state: Any, played: Playthrough) -> None:
    for action in {entry["type"]: entry for entry in played.log}.values():
        try:
            game.play(state, game.actions.parse(action))
        except Refusal:
            continue
        raise AssertionError(f"{action} was accepted after the end")


def check_replay(game: Game[Any], played: Playthrough) -> None:
    """Play the log again: every state comes back equal, so undo can be a replay."""
    again = game.start(played.setup)
    assert again == played.plays[0]
    for action, expected in zip(played.log, played.plays[1:], strict=True):
        again = game.play(again.state, game.actions.parse(action))
        assert again == expected


def check_throws(game: Game[Any], played: Playthrough) -> None:
    """Check that each awaited roll has its own identity (`AwaitedDice.throw`).

    A roll is awaited until its dice are entered or no dice are awaited any more. Until then, only
    its locked dice may change; otherwise it is another roll.
    """
    known: set[tuple[int, ...]] = set()
    last: AwaitedDice | None = None
    for number, state in enumerate(played.states):
        waits = game.awaited_dice(state)
        if last is not None and _enters_dice(game, played, number - 1):
            last = None
        if waits is not None and last is not None and waits.throw == last.throw:
            assert replace(waits, fixed=()) == replace(last, fixed=())
        elif waits is not None:
            assert waits.throw not in known, f"throw {waits.throw} is awaited twice"
            known.add(waits.throw)
        last = waits


def check_feats(game: Game[Any], played: Playthrough) -> None:
    """Check that pauses and new names do not change a game's turning points."""
    idle = (Pause.type, Resume.type, Rename.type)
    acts = zip(played.log, played.plays[1:], strict=True)
    busy = [one for action, one in acts if action["type"] not in idle]
    assert _told(game, played.plays) == _told(game, [played.plays[0], *busy])


def _told(game: Game[Any], plays: list[Played[Any]]) -> list[tuple[Any, ...]]:
    feats = game.find_feats(plays)
    return [(feat.code, feat.seat, feat.weight, feat.figures) for feat in feats]


def _enters_dice(game: Game[Any], played: Playthrough, number: int) -> bool:
    """Return whether action `number` entered the dice that were awaited before it."""
    action = game.actions.parse(played.log[number])
    return bool(game.faces_from_action(played.states[number], action))


def check_round_trip(state: Any) -> None:
    """Check that `state` survives being written as JSON and read back."""
    data: Json = to_json(state)
    assert from_json(type(state), data) == state
