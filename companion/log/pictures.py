"""The pictures that prove rolls: one file each, called by a digest of what is in it.

A row of the log names its picture, so that another one never stands in for it. Pictures are not
kept for ever: the oldest go when there are too many, and the rows stay.
"""

import contextlib
import hashlib
import time
from collections.abc import Iterator
from pathlib import Path

from companion.files import make_folder, write_atomically

MAX_BYTES = 200 << 20
LEFT_S = 3600.0  # after which what was begun to be written is left over from a power cut
_ENDING = ".jpg"


def picture_name(jpeg: bytes) -> str:
    """Return what the picture `jpeg` is called."""
    return hashlib.blake2b(jpeg, digest_size=16).hexdigest()


class Pictures:
    """The pictures in `folder`/pictures. Raises `OSError` where they cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "pictures"
        self._names = {path.stem for path in self.folder.glob(f"*{_ENDING}")}

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __len__(self) -> int:
        return len(self._names)

    def get(self, name: str) -> bytes | None:
        """Return the picture `name`, unless it is gone or is not what was kept."""
        try:
            jpeg = self._path(name).read_bytes()
        except OSError:
            return None
        return jpeg if picture_name(jpeg) == name else None

    def save(self, jpeg: bytes) -> str:
        """Keep `jpeg`, and return its name; it is on the disk then."""
        name = picture_name(jpeg)
        if name not in self._names:
            make_folder(self.folder)
            write_atomically(self._path(name), jpeg)
            self._names.add(name)
        return name

    def prune(self, most_bytes: int = MAX_BYTES) -> None:
        """Remove the oldest pictures, so that those that stay fit into the limit.

        However old they look: a small machine without a battery for its clock may have written the
        newest in the past.
        """
        left = 0
        for _, size, name in sorted(self._files(), reverse=True):
            left += size
            if left > most_bytes:
                self._path(name).unlink(missing_ok=True)
                self._names.discard(name)
        for part in self.folder.glob(".*.part"):
            with contextlib.suppress(OSError):
                if part.stat().st_mtime < time.time() - LEFT_S:  # a newer one is being written
                    part.unlink()

    def _files(self) -> Iterator[tuple[float, int, str]]:
        """Yield when each was written, its bytes and its name; there may be thousands."""
        for name in list(self._names):
            with contextlib.suppress(OSError):
                found = self._path(name).stat()
                yield found.st_mtime, found.st_size, name

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{_ENDING}"
