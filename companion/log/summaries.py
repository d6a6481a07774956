"""A summary of each game of a log, so that it need not be played again.

`games.jsonl` next to the log has a line for each game. It can be deleted at any time: it is then
computed again. A line is valid only for the rows and rules that it was made from.
"""

import contextlib
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import engine
from companion.log.history import History
from companion.log.played_games import game_up_to
from companion.log.statistics import summarise_game
from companion.log.views import GameSummary

FILE = "games.jsonl"


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """The `summary` of the game at `version`, which began at row `start`.

    `row` is the checksum of the log at that version and `rules` that of the rules; `summary` is
    None if they can no longer play the game.
    """

    version: int
    start: int
    row: str
    rules: str
    summary: GameSummary | None


class Summaries:
    """The summaries of the log in `folder`; `checksum` returns that of a row.

    Any thread may ask for them.
    """

    def __init__(self, folder: Path, checksum: Callable[[int], str | None]) -> None:
        self._file, self._checksum = folder / FILE, checksum
        self._known: dict[int, StoredSummary] = {}
        self._read = 0
        self._reading = threading.Lock()

    def games(
        self, history: History, sum_up: Callable[[], object] = lambda: None
    ) -> Iterator[StoredSummary]:
        """Yield the games on the path of `history`, newest first.

        If more than one besides the newest has no summary, `sum_up` is called to make them.
        """
        self._read_more()
        version, newest, missing = len(history.rows), True, 0
        while version:
            game = self._find(version)
            missing += game is None and not newest
            if game is None and missing == 2:
                sum_up()
                self._read_more()
                game = self._find(version)
            if game is None:
                # Played in a history of its own, so that all of it is forgotten afterwards.
                of_its_own = history if newest else History(history.games, history.rows)
                game = self._sum_up(of_its_own, version)
            if game is None:
                return
            yield game
            version, newest = game.start - 1, False

    def _find(self, version: int) -> StoredSummary | None:
        """Return what is known of the game at `version`, if its rows are still the same."""
        game = self._known.get(version)
        return game if game is not None and game.row == self._checksum(version) else None

    def _sum_up(self, history: History, version: int) -> StoredSummary | None:
        head = history.head_at(version)
        if head is None:
            return None
        summary = summarise_game(game_up_to(head, history.rows))
        row = self._checksum(version) or ""
        game = StoredSummary(version, head.start.row, row, _rules(), summary)
        if version < len(history.rows) or (summary is not None and summary["line"]["over"]):
            self._keep(game)
        return game

    def _keep(self, game: StoredSummary) -> None:
        self._known[game.version] = game
        text = json.dumps(asdict(game))
        with contextlib.suppress(OSError), self._file.open("a", encoding="utf-8") as file:
            file.write(f"{_digest(text)} {text}\n")

    def _read_more(self) -> None:
        """Read the lines that this or another process has written since."""
        with self._reading:
            try:
                with self._file.open("rb") as file:
                    file.seek(self._read)
                    lines = file.read().splitlines(keepends=True)
            except OSError:
                return
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                self._read += len(line)
                self._take(line.decode(errors="replace").rstrip("\n"))

    def _take(self, line: str) -> None:
        digest, _, text = line.partition(" ")
        if digest == _digest(text):
            game = StoredSummary(**json.loads(text))
            if game.rules == _rules():
                self._known[game.version] = game


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@cache
def _rules() -> str:
    """Return a checksum of the program's rules."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(Path(engine.__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
