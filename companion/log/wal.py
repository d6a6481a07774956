"""Whether the newest rows of a log may be missing.

After a power cut they lie in its write-ahead log. SQLite reads that up to the first frame that is
not whole, and silently ignores those after it (sqlite.org, "WAL-mode File Format").
"""

import struct
from pathlib import Path

_HEADER, _FRAME = 32, 24  # in bytes; the page follows the header of its frame
_MASK = 0xFFFFFFFF


def has_torn_wal(database: Path) -> bool:
    """Return whether the WAL of `database` holds something that will not be read.

    That is what was being written when the power went, or what has changed on the disk since.
    """
    try:
        data = database.with_name(f"{database.name}-wal").read_bytes()
    except OSError:
        return False
    if len(data) < _HEADER:
        return False
    magic, _, page, _, salt1, salt2, *told = struct.unpack(">8I", data[:_HEADER])
    order = ">" if magic & 1 else "<"
    found = _checksum(data[: _HEADER - 8], order, (0, 0))
    if magic >> 1 != 0x377F0682 >> 1 or found != tuple(told) or page == 0:
        return any(data)
    whole = True
    for at in range(_HEADER, len(data) - _FRAME - page + 1, _FRAME + page):
        first, second, *told = struct.unpack(">4I", data[at + 8 : at + _FRAME])
        if whole:
            found = _checksum(data[at : at + 8], order, found)
            found = _checksum(data[at + _FRAME : at + _FRAME + page], order, found)
            whole = found == tuple(told) and (first, second) == (salt1, salt2)
        # Frames left over from before the last checkpoint have other salts.
        if not whole and (first == salt1 or second == salt2):
            return True
    return False


def _checksum(data: bytes, order: str, start: tuple[int, int]) -> tuple[int, int]:
    one, two = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _MASK
        two = (two + second + one) & _MASK
    return one, two
