"""A taught set in one file: the stills of a set of dice or a deck of cards, by name.

The file is a zip archive: `croupier.json` with kind and version, and a PNG for each still. Zip
stores a checksum of every part, so a truncated or damaged file is detected.
"""

import io
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias
from zipfile import ZIP_STORED, ZipFile

import cv2
import numpy as np

from vision.card_deck import HIGH, WIDE
from vision.classifiers import FACE_CROP_SIDE
from vision.frame import Image
from vision.protocol import (
    MAX_CARD_NAME_LENGTH,
    MAX_TAUGHT_NAME_LENGTH,
    MAX_TAUGHT_STILLS,
    is_valid_taught_name,
)

TaughtKind: TypeAlias = Literal["dice", "cards", "confirmed"]
"""The kind of a set: taught dice, taught cards, or dice that were read and confirmed."""

VERSION = 1
PNG_START = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
MANIFEST = "croupier.json"
MAX_FILE_BYTES = 400_000  # of one still, and of the manifest
STILL_SHAPES: dict[str, tuple[int, ...]] = {
    "dice": (FACE_CROP_SIDE, FACE_CROP_SIDE, 3),
    "cards": (HIGH, WIDE, 3),
    "confirmed": (FACE_CROP_SIDE, FACE_CROP_SIDE, 3),
}
"""The shape of every still of a kind."""


class TaughtSetError(Exception):
    """A file holds no usable set; the message is one clear line."""


@dataclass(frozen=True, slots=True)
class TaughtSet:
    """The stills of dice faces or cards, by name, all of the shape in STILL_SHAPES.

    Confirmed rolls up to the log row `since` are included; later ones still have to be added.
    """

    kind: TaughtKind
    stills: Mapping[str, tuple[Image, ...]]
    since: int = 0

    def to_bytes(self) -> bytes:
        """Return this set as the contents of a file."""
        names = list(self.stills)
        head = {
            "format": "croupier taught set",
            "version": VERSION,
            "kind": self.kind,
            "names": {name: len(self.stills[name]) for name in names},
            "since": self.since,
        }
        data = io.BytesIO()
        with ZipFile(data, "w", ZIP_STORED) as file:  # PNGs are already compressed
            file.writestr(MANIFEST, json.dumps(head, ensure_ascii=False))
            for i, name in enumerate(names):
                for j, still in enumerate(self.stills[name]):
                    file.writestr(_part(i, j), cv2.imencode(".png", still)[1].tobytes())
        return data.getvalue()

    @classmethod
    def load(cls, path: Path) -> "TaughtSet":
        """Read a set from a file; raises OSError, or TaughtSetError if it is not complete."""
        return cls.from_bytes(path.read_bytes(), str(path))

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "the set") -> "TaughtSet":
        """Read a set from the contents of a file called `name`; raises TaughtSetError."""
        try:
            with ZipFile(io.BytesIO(data)) as file:
                return _read(file, name)
        except TaughtSetError:
            raise
        except Exception as bad:  # zipfile, its codecs and OpenCV raise anything
            why = "was cut short or damaged" if data.startswith(b"PK") else "is not a taught set"
            raise TaughtSetError(f"'{name}' {why}") from bad


def _read(file: ZipFile, path: str) -> TaughtSet:
    head = json.loads(_part_of(file, MANIFEST))
    if not isinstance(head, dict) or head.get("format") != "croupier taught set":
        raise TaughtSetError(f"'{path}' is not a taught set")
    if head.get("version") != VERSION:
        raise TaughtSetError(
            f"'{path}' has version {head.get('version')}; this program reads version {VERSION}"
        )
    kind, names, since = head["kind"], head["names"], head.get("since", 0)
    if kind not in STILL_SHAPES or not isinstance(names, dict) or type(since) is not int:
        raise ValueError(kind)
    longest = MAX_TAUGHT_NAME_LENGTH if kind == "dice" else MAX_CARD_NAME_LENGTH
    if not all(is_valid_taught_name(name, longest) for name in names):
        raise ValueError("names")
    if not all(isinstance(n, int) and n > 0 for n in names.values()):
        raise ValueError("counts")
    if sum(names.values()) > MAX_TAUGHT_STILLS:
        raise TaughtSetError(f"'{path}' holds more than {MAX_TAUGHT_STILLS} pictures")
    stills = {
        name: tuple(_still(file, _part(i, j), STILL_SHAPES[kind]) for j in range(count))
        for i, (name, count) in enumerate(names.items())
    }
    return TaughtSet(kind, stills, since)


def _still(file: ZipFile, name: str, shape: tuple[int, ...]) -> Image:
    data = _part_of(file, name)
    # Check the size in the PNG header (ISO/IEC 15948, 11.2.1) before memory is allocated.
    if data[:16] != PNG_START or struct.unpack(">2I", data[16:24]) != (shape[1], shape[0]):
        raise ValueError(name)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.shape != shape:
        raise ValueError(name)
    return np.asarray(image, np.uint8)


def _part_of(file: ZipFile, name: str) -> bytes:
    if file.getinfo(name).file_size > MAX_FILE_BYTES:
        raise ValueError(name)
    return file.read(name)


def _part(name: int, still: int) -> str:
    return f"{name}/{still}.png"
