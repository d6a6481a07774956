"""Cards and boxes that people entered at this table.

A card that was entered and not undone is remembered in a small SQLite file next to the log, and
offered the next time. The game says what is on a card (`Game.card_from_action`).

A box that people build for a game is a JSON file in the data folder, which other tables can import:
an object with `croupier_box` (the version of this format), `game` (its id) and `box` (of the
`Game.game_box_type`).
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion import files
from companion.fields import RequestBody
from companion.files import FileError
from companion.log.history import REPLAY_ERRORS, History
from companion.log.moment import Moment
from companion.log.played_games import played_games
from companion.log.rows import Row
from companion.log.schema import PAGE_SIZE
from companion.table.state import TableState
from engine.core.codec import from_json, to_json
from engine.core.game import Games
from engine.core.refusals import BadAction, Json, NotAllowed

FILE = "cards.sqlite3"

CardFields: TypeAlias = Mapping[str, Json]
"""What is printed on a card: the fields of the action that turns it over."""

_TABLE = """
CREATE TABLE IF NOT EXISTS card (
  game TEXT NOT NULL, printed TEXT NOT NULL, PRIMARY KEY (game, printed)
) STRICT
"""


class EnteredCards:
    """The cards in the data `folder`, by game.

    Any thread may call its methods. They raise `FileError` ``deck_unwritable``.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def of_game(self, game: str) -> list[CardFields]:
        """Return the cards of `game`, in the order in which they were entered."""
        if not self._path.exists():
            return []
        with self._open() as db:
            rows = db.execute("SELECT printed FROM card WHERE game = ? ORDER BY rowid", [game])
            return [json.loads(printed) for (printed,) in rows]

    def remember_from(self, state: TableState) -> None:
        """Remember the card that somebody entered, once the game has gone on with it."""
        head, rows = state.head, state.history.rows
        if head is None or head.before is None or rows[-1].kind != "action":
            return
        if (card := _entered_card(head.before, rows)) is not None:
            self.remember(head.game.id, card)

    def remember_cards_of(self, history: History) -> None:
        """Remember the cards of all games in `history`, which comes from a backup.

        If that fails, people enter them again.
        """
        with suppress(FileError):
            for game, text in dict.fromkeys(_entered_cards(history)):
                self.remember(game, json.loads(text))

    def remember(self, game: str, card: CardFields) -> None:
        """Remember `card` of `game`, unless it is known."""
        with self._open() as db:
            db.execute("INSERT OR IGNORE INTO card VALUES (?, ?)", [game, card_as_text(card)])

    def forget(self, game: str, card: CardFields) -> None:
        """Forget `card` of `game`, if it is known."""
        if self._path.exists():
            with self._open() as db:
                db.execute(
                    "DELETE FROM card WHERE game = ? AND printed = ?", [game, card_as_text(card)]
                )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=5)) as db:
                db.execute(f"PRAGMA page_size = {PAGE_SIZE}")  # of a new file
                db.execute("PRAGMA synchronous = EXTRA")  # as for the access store
                with db:
                    db.execute(_TABLE)
                    yield db
        except (sqlite3.Error, ValueError) as error:
            if type(error) is sqlite3.DatabaseError or isinstance(error, ValueError):
                # The file is damaged: it is better to enter cards again than to offer wrong ones.
                self._path.replace(self._path.with_name(f"broken-{FILE}"))
            raise FileError("deck_unwritable", f"Cannot use {self._path}: {error}.") from error


def _entered_card(moment: Moment, rows: Sequence[Row]) -> CardFields | None:
    """Return the card that the act `moment` turned over, if it was entered and is in no list."""
    is_entered = rows[moment.row - 1].source == "hand" and not moment.game.card_names
    return moment.card_turned_over if is_entered else None


def _entered_cards(history: History) -> Iterator[tuple[str, str]]:
    """Yield game and card of each entered card, newest game first."""
    for played in played_games(history):
        for moment in played.moments[1:-1]:
            with suppress(*REPLAY_ERRORS):  # today's rules may refuse an old game
                if (card := _entered_card(moment, history.rows)) is not None:
                    yield moment.game.id, card_as_text(card)


def card_as_text(card: CardFields) -> str:
    """Return the text of `card`, the same for equal ones."""
    return json.dumps(card, sort_keys=True)


VERSION = 1
FOLDER = "boxes"

# Characters that a file name must not contain, or that hide it.
_AS_FILE = str.maketrans({"%": "%25", "/": "%2F", ".": "%2E"})


class BoxFile(RequestBody, frozen=True):
    """The content of a box file."""

    croupier_box: int
    game: str
    box: dict[str, Any]


def read_game_box(text: str | bytes, games: Games) -> BoxFile:
    """Return the box in `text`, for one of `games`.

    Raises `NotAllowed`: ``box_unreadable``, ``box_version`` (of another version of the format),
    ``box_of_no_game``.
    """
    try:
        data = json.loads(text)
        version = data.get("croupier_box") if isinstance(data, dict) else None
        if isinstance(version, int) and version != VERSION:
            raise NotAllowed("box_version", f"Unknown game version {version}.")
        file = msgspec.convert(data, BoxFile)
        kind = games[file.game].game_box_type if file.game in games else None
        if kind is None:
            raise NotAllowed("box_of_no_game", "Croupier does not have that game.", game=file.game)
        box = to_json(from_json(kind, file.box))
    except NotAllowed:
        raise
    except (ValueError, BadAction, RecursionError) as error:
        raise NotAllowed("box_unreadable", f"This is not a complete game: {error}."[:200]) from None
    assert isinstance(box, Mapping)
    return BoxFile(VERSION, file.game, dict(box))


class SavedGameBoxes:
    """The boxes in the data `folder`; each method reads the present files."""

    def __init__(self, folder: Path, games: Games) -> None:
        self._folder, self._games = folder / FOLDER, games

    def of_game(self, game: str) -> list[dict[str, Any]]:
        """Return the boxes of `game`, sorted by file name; damaged files are ignored."""
        found = []
        for path in sorted((self._folder / game).glob("*.json")):
            try:
                found.append(read_game_box(path.read_bytes(), self._games).box)
            except (NotAllowed, OSError):
                continue
        return found

    def save(self, text: str) -> None:
        """Store the box in `text`, in place of one with the same name.

        Raises as `read_game_box` does, and `FileError` ``box_unwritable``.
        """
        file = read_game_box(text, self._games)
        path = self._path(file.game, str(file.box["name"]))
        try:
            files.make_folder(path.parent)
            files.write_atomically(path, self.to_bytes(file))
        except OSError as error:
            raise FileError("box_unwritable", f"Cannot write {path}: {error}.") from error

    def forget(self, game: str, name: str) -> None:
        """Forget a box, if it is known."""
        if any(box["name"] == name for box in self.of_game(game)):
            self._path(game, name).unlink(missing_ok=True)

    def export_box(self, game: str, name: str) -> bytes:
        """Return the file of a box; raises `NotAllowed` ``box_gone``."""
        for box in self.of_game(game):
            if box["name"] == name:
                return self.to_bytes(BoxFile(VERSION, game, box))
        raise NotAllowed("box_gone", "No such game.", name=name)

    @staticmethod
    def to_bytes(file: BoxFile) -> bytes:
        """Return the content of a box file."""
        return msgspec.json.format(msgspec.json.encode(file)) + b"\n"

    def _path(self, game: str, name: str) -> Path:
        return self._folder / game / f"{name.translate(_AS_FILE)}.json"
