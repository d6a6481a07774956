"""The dice that a running eye learns from its table: the game's set, and confirmed dice.

The table names both in its answer to a heartbeat.
"""

import base64
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from companion.eye.table_client import PostJson
from vision.cameras.demo import DemoCamera
from vision.eye import Eye
from vision.frame import Image
from vision.longer_look import PictureReader
from vision.reader import Reader
from vision.reading import Reading
from vision.taught_reader import TaughtReader
from vision.taught_set import TaughtKind, TaughtSet, TaughtSetError

log = logging.getLogger(__name__)


class ReplaceableReader:
    """The reader of a running eye, which can be replaced at any time."""

    def __init__(self, reader: PictureReader) -> None:
        self.reader = reader

    def read(self, image: Image, **known: Any) -> Reading:
        """Read the dice in a picture (H, W, 3), as `vision.reader.Reader` does."""
        return self.reader.read(image, **known)


class TaughtDiceLearner:
    """Keeps `reader` up to date with the table's own dice; `faces` are the known ones."""

    def __init__(self, eye: Eye, reader: ReplaceableReader, faces: Sequence[str] = ()) -> None:
        self.faces = tuple(faces)
        self._eye, self._reader = eye, reader
        self._first = reader.reader, self.faces  # used if the table names no set
        self._named: object = (None, None)  # the sets that were learned last
        self._of_tables: TaughtReader | None = None

    def learn_named_sets(
        self, taught: Mapping[str, Any] | None, confirmed: Mapping[str, Any] | None, post: PostJson
    ) -> None:
        """Learn both sets that the table names, unless they are known already.

        Raises as `post` does.
        """
        if (taught, confirmed) == self._named:
            return
        own = {} if taught is None else _fetch(taught, "dice", post)
        known = {} if confirmed is None else _fetch(confirmed, "confirmed", post)
        reader, self.faces = self._first
        if isinstance(reader, Reader):
            symbols = reader.learn_confirmed_dice(known)
            if taught is not None or (symbols and not isinstance(reader, TaughtReader)):
                self._of_tables = self._of_tables or TaughtReader({})
                reader, self.faces = self._of_tables, tuple(own)
                reader.replace_stills({**symbols, **own})
                reader.learn_confirmed_dice(known)
        self._reader.reader = reader
        self._named = taught, confirmed
        camera = self._eye.camera
        if isinstance(camera, DemoCamera):  # virtual dice get the faces of the set
            camera.set_printed_faces(self.faces)


def _fetch(
    named: Mapping[str, Any], kind: TaughtKind, post: PostJson
) -> Mapping[str, Sequence[Image]]:
    """Return the stills of a `named` set by face; none if it is damaged or of another `kind`."""
    try:
        file = base64.b64decode(post("eye/dice", {"name": named["name"]})["file"])
        known = TaughtSet.from_bytes(file)
    except TaughtSetError as error:
        log.warning("%s", error)
        return {}
    return known.stills if known.kind == kind else {}
