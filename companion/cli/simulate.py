"""Let automatic players play a game many times and report the results.

The same seed gives the same games.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean, pstdev
from typing import Any

from companion.cli import Failure, Progress
from companion.cli.arguments import parse_number_from
from engine.core.game import Game, GameResult
from engine.core.offered_game import Setup
from engine.core.options import OptionValue, describe_options
from engine.core.player import next_action
from engine.core.refusals import BadSetup, Refusal
from engine.games import GAMES

MAX_ACTIONS = 50_000
"""A game with more actions counts as ``unfinished``."""

USUAL_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A simulated game: its number of `actions`, and its `result` (None: unfinished)."""

    actions: int
    result: GameResult | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("game", metavar="GAME", help="for example last_chance")
    count = parse_number_from(1)
    parser.add_argument("--games", required=True, type=count, help="number of games")
    parser.add_argument("--seed", default="1", help="any word or number (default: 1)")
    parser.add_argument("--players", type=count, help="number of players (default: 4 if allowed)")
    parser.add_argument("--preset", default="", help="edition to play")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="ID=VALUE",
        help="a house rule; can be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.set_defaults(command=_simulate)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not ID=VALUE")
    return name, value


def _options(game: Game[Any], texts: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return house rules as JSON: named values stay text, numbers and switches are parsed."""
    named = {row["id"] for row in describe_options(game.options) if "values" in row}
    return {name: text if name in named else _value(text) for name, text in texts.items()}


def _value(text: str) -> OptionValue:
    try:
        value: OptionValue = json.loads(text)
    except ValueError:
        return text
    return value


def _simulate(args: argparse.Namespace) -> int:
    if args.game not in GAMES:
        args.error(f"unknown game {args.game!r}; choose from {', '.join(GAMES)}")
    game = GAMES[args.game]
    options = _options(game, dict(args.option))
    players = args.players or min(max(USUAL_PLAYERS, game.min_players), game.max_players)
    progress = Progress()
    runs = []
    try:
        for number in range(args.games):
            progress.say(f"{number} of {args.games} games")
            setup = _setup(game, players, number, args.preset, options)
            runs.append(simulate_game(game, setup, Random(f"{args.seed}:{number}")))
    except BadSetup as refusal:
        args.error(refusal.message)
    except Refusal as refusal:
        raise Failure(refusal.message) from refusal
    finally:
        progress.clear()
    figures = {
        "game": game.id,
        "games": args.games,
        "seed": args.seed,
        "players": players,
        "preset": args.preset or next(iter(game.presets)),
        "options": options,
        **summarise_games(runs, players),
    }
    print(json.dumps(figures) if args.json else "\n".join(format_summary(game.title, figures)))
    return 0


def _setup(
    game: Game[Any], players: int, number: int, preset: str, options: Mapping[str, OptionValue]
) -> Setup:
    """Return the setup of game `number`; all players start equally often."""
    names = tuple(f"Player {seat + 1}" for seat in range(players))
    return Setup(names, number % players, preset, {**game.simulation_options, **options})


def simulate_game(game: Game[Any], setup: Setup, rng: Random) -> SimulatedGame:
    """Play a game with automatic players; `rng` rolls and draws.

    Raises `Refusal` if the setup is not allowed, and `NotNow` ``nobody_acts``.
    """
    state, actions = game.start(setup).state, 0
    while not game.is_over(state) and actions < MAX_ACTIONS:
        action = next_action(game, state, len(setup.names), rng.randrange)
        state = game.play(state, action).state
        actions += 1
    return SimulatedGame(actions, game.result(state) if game.is_over(state) else None)


def summarise_games(runs: Sequence[SimulatedGame], players: int) -> dict[str, Any]:
    """Return the figures of `runs`; spreads are standard deviations.

    ::

        {"wins": [by seat], "shared", "unwon", "scores": {"unit", "mean", "spread": [by seat]},
         "actions": {"mean", "spread", "min", "max"}, "endings": {word: games}}

    A shared first place is a win for each. Unfinished games have neither winners nor scores.
    """
    results = [run.result for run in runs if run.result is not None]
    lengths = [run.actions for run in runs]
    scores = [[result.scores[seat] for result in results] for seat in range(players)]
    endings = Counter(run.result.ending if run.result else "unfinished" for run in runs)
    return {
        "wins": [sum(seat in result.winners for result in results) for seat in range(players)],
        "shared": sum(len(result.winners) > 1 for result in results),
        "unwon": sum(not result.winners for result in results),
        "scores": {
            "unit": results[0].unit if results else "",
            "mean": [mean(row) if row else None for row in scores],
            "spread": [pstdev(row) if row else None for row in scores],
        },
        "actions": {
            "mean": mean(lengths),
            "spread": pstdev(lengths),
            "min": min(lengths),
            "max": max(lengths),
        },
        "endings": dict(endings.most_common()),
    }


def format_summary(title: str, figures: Mapping[str, Any]) -> list[str]:
    """Return `figures` as lines for people."""
    games, scores, length = figures["games"], figures["scores"], figures["actions"]
    players, seed = figures["players"], figures["seed"]
    lines = [f"{title}: {games} games of {players} players, seed {seed}", ""]
    lines.append(f"{'':10}{'wins':>8}{'share':>9}{'mean ' + scores['unit']:>16}{'spread':>14}")
    for seat, wins in enumerate(figures["wins"]):
        row = f"{_number(scores['mean'][seat]):>16}{_number(scores['spread'][seat]):>14}"
        lines.append(f"{f'Player {seat + 1}':10}{wins:8}{wins / games:9.1%}{row}")
    shares = {word: figures[word] for word in ("shared", "unwon")}
    lines += [f"{word:10}{n:8}{n / games:9.1%}" for word, n in shares.items()]
    lines += ["", f"{'actions':18}{'mean':>9}{'spread':>9}{'fewest':>9}{'most':>9}"]
    row = "".join(f"{_number(length[key]):>9}" for key in ("mean", "spread", "min", "max"))
    lines += [f"{'':18}{row}", "", f"{'ending':18}{'games':>9}{'share':>9}"]
    lines += [f"{word:18}{n:9}{n / games:9.1%}" for word, n in figures["endings"].items()]
    return lines


def _number(value: float | None) -> str:
    """Return `value` with four significant digits, or all before the point, in groups of three."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
