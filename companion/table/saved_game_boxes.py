"""The boxes that people put together for a game that lets them, each by its name.

Each is a file in the data folder, which is also what is handed on from table to table: a JSON
object with `croupier_box` (the version of this form), `game` (its id) and `box` (of the
`Game.game_box_type`).
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion import files
from companion.fields import RequestBody
from companion.files import FileError
from engine.core.codec import from_json, to_json
from engine.core.game import Games
from engine.core.refusals import BadAction, NotAllowed

VERSION = 1
FOLDER = "boxes"

# What may not stand in the name of a file, or hides it.
_AS_FILE = str.maketrans({"%": "%25", "/": "%2F", ".": "%2E"})


class BoxFile(RequestBody, frozen=True):
    """What a file holds."""

    croupier_box: int
    game: str
    box: dict[str, Any]


def read_game_box(text: str | bytes, games: Games) -> BoxFile:
    """Return the box that `text` holds, for one of `games`.

    Raises `NotAllowed`: ``box_unreadable`` (cut short, or no box), ``box_version`` (of a program
    with another form), ``box_of_no_game``.
    """
    try:
        data = json.loads(text)
        version = data.get("croupier_box") if isinstance(data, dict) else None
        if isinstance(version, int) and version != VERSION:
            raise NotAllowed("box_version", f"Version {version} of boxes is not known here.")
        file = msgspec.convert(data, BoxFile)
        kind = games[file.game].game_box_type if file.game in games else None
        if kind is None:
            raise NotAllowed("box_of_no_game", "The game of this box is not here.", game=file.game)
        box = to_json(from_json(kind, file.box))
    except NotAllowed:
        raise
    except (ValueError, BadAction, RecursionError) as error:
        raise NotAllowed("box_unreadable", f"That is no whole box: {error}."[:200]) from None
    assert isinstance(box, Mapping)
    return BoxFile(VERSION, file.game, dict(box))


class SavedGameBoxes:
    """The boxes in the data `folder`; each of its methods reads what lies there now."""

    def __init__(self, folder: Path, games: Games) -> None:
        self._folder, self._games = folder / FOLDER, games

    def of_game(self, game: str) -> list[dict[str, Any]]:
        """Return the boxes of `game`, by name; what is damaged is left where it is."""
        found = []
        for path in sorted((self._folder / game).glob("*.json")):
            try:
                found.append(read_game_box(path.read_bytes(), self._games).box)
            except (NotAllowed, OSError):
                continue
        return found

    def save(self, text: str) -> None:
        """Keep the box that `text` holds, in place of one of the same name.

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
        """Return what is handed on of a box; raises `NotAllowed` ``box_gone``."""
        for box in self.of_game(game):
            if box["name"] == name:
                return self.to_bytes(BoxFile(VERSION, game, box))
        raise NotAllowed("box_gone", "There is no such box.", name=name)

    @staticmethod
    def to_bytes(file: BoxFile) -> bytes:
        """Return what is written for `file`."""
        return msgspec.json.format(msgspec.json.encode(file)) + b"\n"

    def _path(self, game: str, name: str) -> Path:
        return self._folder / game / f"{name.translate(_AS_FILE)}.json"
