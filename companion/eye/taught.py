"""What a running eye knows of the table's own dice: the game's set, and confirmed dice.

The table names both in its answer to a heartbeat.
"""

import base64
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vision.cameras.base import VirtualCamera
from vision.eye import Eye
from vision.frame import Image
from vision.longer_look import PictureReader
from vision.reader import Reader
from vision.reading import Reading
from vision.taught_reader import TaughtReader
from vision.taught_set import TaughtKind, TaughtSet, TaughtSetError

log = logging.getLogger(__name__)

Ask = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Sends JSON to a path of the table, and returns its answer."""


class ReplaceableReader:
    """The reader of a running eye, which can be replaced at any time."""

    def __init__(self, reader: PictureReader) -> None:
        self.reader = reader

    def read(self, image: Image, **known: Any) -> Reading:
        """Read the dice in a picture (H, W, 3), as `vision.reader.Reader` does."""
        return self.reader.read(image, **known)


class TaughtDice:
    """Follows the table's own dice; `faces` are those known by now."""

    def __init__(self, eye: Eye, reader: ReplaceableReader, faces: Sequence[str] = ()) -> None:
        self.faces = tuple(faces)
        self._eye, self._reader = eye, reader
        self._first = reader.reader, self.faces  # if the table names no set
        self._told: object = (None, None)
        self._of_tables: TaughtReader | None = None

    def learn_named_sets(
        self, taught: Mapping[str, Any] | None, confirmed: Mapping[str, Any] | None, ask: Ask
    ) -> None:
        """Learn both sets that the table names, unless they are known already.

        Raises as `ask` does.
        """
        if (taught, confirmed) == self._told:
            return
        own = {} if taught is None else _fetched(taught, "dice", ask)
        known = {} if confirmed is None else _fetched(confirmed, "confirmed", ask)
        reader, self.faces = self._first
        if isinstance(reader, Reader):
            symbols = reader.learn_confirmed_dice(known)
            if taught is not None or (symbols and not isinstance(reader, TaughtReader)):
                reader, self.faces = self._taught_reader(), tuple(own)
                reader.replace_stills({**symbols, **own})
                reader.learn_confirmed_dice(known)
        self._reader.reader = reader
        self._told = taught, confirmed
        camera = self._eye.camera
        if isinstance(camera, VirtualCamera):  # virtual dice get the faces of the set
            camera.set_printed_faces(self.faces)

    def _taught_reader(self) -> TaughtReader:
        if self._of_tables is None:
            self._of_tables = TaughtReader({})
        return self._of_tables


def _fetched(named: Mapping[str, Any], kind: TaughtKind, ask: Ask) -> Mapping[str, Sequence[Image]]:
    """Return the stills of a set of that kind by face; none if the file is of another kind."""
    try:
        file = base64.b64decode(ask("eye/dice", {"name": named["name"]})["file"])
        known = TaughtSet.from_bytes(file)
    except TaughtSetError as error:
        log.warning("%s", error)
        return {}
    return known.stills if known.kind == kind else {}
