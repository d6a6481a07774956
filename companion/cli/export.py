"""`croupier export`: the current game, or one in a game file, as text or as a game file."""

import argparse
import json
import sys
from pathlib import Path

from companion.cli import Failure
from companion.cli.arguments import add_data_argument
from companion.log.history import History
from companion.log.log import read_rows
from companion.log.played_games import played_games, skip_resumed
from companion.log.statistics import summarise_game
from companion.table.snapshot import export_game, export_lines
from companion.upkeep.exports import game_csv, games_csv
from companion.words.sentences import replay_lines
from engine import GAMES
from engine.core.game_file import Replay, from_game_file, to_game_file
from engine.core.refusals import Refusal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.description = "Print the moves of the current game, oldest first."
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a game file, instead of the log"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as a game file (one line of JSON)")
    form.add_argument("--csv", action="store_true", help="as a table of the scores after each move")
    form.add_argument("--all", action="store_true", help="every game in the log, as a table")
    add_data_argument(parser)
    parser.set_defaults(command=_export, error=parser.error)


def _export(args: argparse.Namespace) -> int:
    what = f"{args.file}" if args.file else "the log"
    if args.file is not None and (args.csv or args.all):
        args.error("only games in the log can be written as tables")
    try:
        if args.csv or args.all:
            sys.stdout.write(_table_of_log(args.data, whole=args.all))
            return 0
        if args.file is None and not args.json:
            lines = _lines_of_log(args.data)
        else:
            played = _game_of_file(args.file) if args.file else _game_of_log(args.data)
            lines = [json.dumps(to_game_file(played))] if args.json else replay_lines(played)
    except Refusal as refusal:
        raise Failure(f"{what} cannot be replayed: {refusal}") from refusal
    for line in lines:
        print(line)
    return 0


def _history(folder: Path) -> History:
    return History(GAMES, read_rows(folder))


def _lines_of_log(folder: Path) -> list[str]:
    lines = export_lines(_history(folder))
    if not lines:
        raise Failure(f"no game has been started in {folder}")
    return lines


def _table_of_log(folder: Path, *, whole: bool) -> str:
    history = _history(folder)
    games = played_games(history)
    newest = next(games, None)
    if newest is None:
        raise Failure(f"no game has been started in {folder}")
    if not whole:
        return game_csv(newest)
    counted = skip_resumed((newest, *games), history.rows, lambda game: game.moments[0].row)
    summaries = [summarise_game(game) for game in counted]
    _say_left_out(summaries.count(None))
    return games_csv(summaries)


def _say_left_out(count: int) -> None:
    if count:
        what = "1 older game" if count == 1 else f"{count} older games"
        print(f"croupier: skipped because it can no longer be replayed: {what}", file=sys.stderr)


def _game_of_log(folder: Path) -> Replay:
    head = _history(folder).head
    if head is None:
        raise Failure(f"no game has been started in {folder}")
    return export_game(head)


def _game_of_file(path: Path) -> Replay:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Failure(f"{path} is not a Croupier game file") from error
    return from_game_file(GAMES, data)
