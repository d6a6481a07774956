"""Print the moves of the current game, oldest first."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.cli import Failure
from companion.cli.arguments import add_data_argument
from companion.log.history import History
from companion.log.log import read_rows
from companion.log.played_games import GameRecord, played_games, skip_resumed
from companion.log.statistics import summarise_game
from companion.table.snapshot import export_game, export_lines
from companion.upkeep.exports import game_csv, games_csv
from companion.words.sentences import replay_lines
from engine.core.game_file import Replay, from_game_file, to_game_file
from engine.core.refusals import Refusal
from engine.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a game file, instead of the log"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as a game file (one line of JSON)")
    form.add_argument("--csv", action="store_true", help="as a table of the scores after each move")
    form.add_argument("--all", action="store_true", help="every game in the log, as a table")
    add_data_argument(parser)
    parser.set_defaults(command=_export)


def _export(args: argparse.Namespace) -> int:
    if args.file is not None and (args.csv or args.all):
        args.error("only games in the log can be written as tables")
    try:
        sys.stdout.write(_exported(args))
    except Refusal as refusal:
        raise Failure(f"{args.file or 'the log'} cannot be replayed: {refusal}") from refusal
    return 0


def _exported(args: argparse.Namespace) -> str:
    if args.file is not None:
        played = _game_of_file(args.file)
    else:
        history = History(GAMES, read_rows(args.data))
        games = played_games(history)
        newest = next(games, None)
        if newest is None:
            raise Failure(f"no game has been started in {args.data}")
        if args.all:
            return _table_of_games((newest, *games), history)
        if args.csv:
            return game_csv(newest)
        if not args.json:
            return "".join(f"{line}\n" for line in export_lines(history))
        played = export_game(newest.last_moment)
    lines = [json.dumps(to_game_file(played))] if args.json else replay_lines(played)
    return "".join(f"{line}\n" for line in lines)


def _table_of_games(games: Iterable[GameRecord], history: History) -> str:
    counted = skip_resumed(games, history.rows, lambda game: game.moments[0].row)
    summaries = [summarise_game(game) for game in counted]
    if count := summaries.count(None):
        what = "1 older game" if count == 1 else f"{count} older games"
        print(f"croupier: skipped because it can no longer be replayed: {what}", file=sys.stderr)
    return games_csv(summaries)


def _game_of_file(path: Path) -> Replay:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Failure(f"{path} is not a Croupier game file") from error
    return from_game_file(GAMES, data)
