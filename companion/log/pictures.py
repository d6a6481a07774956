"""The pictures of rolls: one file each, named by a digest of its content.

A row of the log names its picture, so that no other can take its place. The oldest pictures are
deleted when there are too many; the rows stay.
"""

import contextlib
import hashlib
import time
from pathlib import Path

from companion.budget import MAX_PICTURE_BYTES
from companion.files import make_folder, write_atomically

LEFTOVER_SECONDS = 3600.0  # an older unfinished file is left over from a power cut
_ENDING = ".jpg"


def picture_name(jpeg: bytes) -> str:
    """Return the name of the picture `jpeg`."""
    return hashlib.blake2b(jpeg, digest_size=16).hexdigest()


class Pictures:
    """The pictures in `folder`/pictures. Raises `OSError` if they cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "pictures"
        self._names = {path.stem for path in self.folder.glob(f"*{_ENDING}")}

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __len__(self) -> int:
        return len(self._names)

    def get(self, name: str) -> bytes | None:
        """Return the picture `name`; None if it is gone or damaged."""
        try:
            jpeg = self._path(name).read_bytes()
        except OSError:
            return None
        return jpeg if picture_name(jpeg) == name else None

    def save(self, jpeg: bytes) -> str:
        """Store `jpeg` durably, and return its name."""
        name = picture_name(jpeg)
        if name not in self._names:
            make_folder(self.folder)
            write_atomically(self._path(name), jpeg)
            self._names.add(name)
        return name

    def prune(self, most_bytes: int = MAX_PICTURE_BYTES) -> None:
        """Remove the oldest pictures until the others fit into `most_bytes`.

        None is removed for its age: a small machine without a battery for its clock may date new
        ones far in the past.
        """
        left, found = 0, []
        for name in list(self._names):
            with contextlib.suppress(OSError):
                stat = self._path(name).stat()
                found.append((stat.st_mtime, stat.st_size, name))
        for _, size, name in sorted(found, reverse=True):
            left += size
            if left > most_bytes:
                self._path(name).unlink(missing_ok=True)
                self._names.discard(name)
        for part in self.folder.glob(".*.part"):
            with contextlib.suppress(OSError):
                if part.stat().st_mtime < time.time() - LEFTOVER_SECONDS:  # newer: in use
                    part.unlink()

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{_ENDING}"
