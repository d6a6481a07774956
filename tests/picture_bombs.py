"""Files of a few bytes that claim pictures of gigabytes, or take minutes to decode."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTE = 1 << 20
START = b"\xff\xd8"


def _segment(marker: int, data: bytes = b"") -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(data) + 2) + data


def jpeg(side: int, *, before: bytes = b"", marker: int = 0xC0, scans: int = 1) -> bytes:
    """Return a grey JPEG of `side` x `side` pixels with `scans`; `before` precedes its size."""
    tables = _segment(0xDB, b"\0" + b"\1" * 64)
    tables += b"".join(_segment(0xC4, bytes((kind, 1)) + bytes(16)) for kind in (0, 0x10))
    frame = _segment(marker, struct.pack(">BHHB", 8, side, side, 1) + b"\1\x11\0")
    last = 0 if marker == 0xC2 else 63
    scan = _segment(0xDA, bytes((1, 1, 0, 0, last, 0))) + b"\0"
    again = _segment(0xDA, b"\1\1\0\1\x3f\0") + b"\0"
    return START + before + tables + frame + scan + again * (scans - 1) + b"\xff\xd9"


def _skipped(marker: int) -> bytes:
    """Return a JPEG in which a small size follows where a marker without a length would end."""
    large = START + bytes((0xFF, marker)) + _segment(0xFE) + jpeg(7_000)[2:]
    return large.ljust(4 + 0xFFFE, b"\0") + jpeg(16)[2:]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(side: int) -> bytes:
    """Return the beginning of a PNG of `side` x `side` pixels."""
    head = struct.pack(">2I5B", side, side, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(MEGABYTE))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", data)


JPEGS = {
    "large": jpeg(20_000),
    "below the limit of the library": jpeg(7_000),
    "progressive": jpeg(7_000, marker=0xC2),
    "small size in a comment": jpeg(20_000, before=_segment(0xFE, jpeg(16))),
    "junk before the size": jpeg(7_000, before=b"junk"),
    "zero after a marker": jpeg(7_000, before=b"\xff\0\0\4"),
    "a marker without a length": _skipped(0x01),
    "a restart": _skipped(0xD0),
    "many scans": jpeg(2_800, marker=0xC2, scans=2_000),
    "no height": jpeg(0),
}
OTHERS = {
    "PNG": png(20_000),
    "BMP": b"BM" + struct.pack("<IHHIIiiHH", 1000, 0, 0, 54, 40, 20_000, 20_000, 1, 24) + bytes(24),
    "GIF": b"GIF89a" + struct.pack("<2H3B", 65_535, 65_535, 0x80, 0, 0) + bytes(6),
    "PNM": b"P6 20000 20000 255\n",
}


@contextmanager
def memory_limit(megabytes: int) -> Iterator[None]:
    """Fail if the block uses more than `megabytes` MB on top of what was already in use."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # resets the peak
    before = _memory("VmRSS")
    yield
    assert _memory("VmHWM") - before <= megabytes * MEGABYTE


def _memory(name: str) -> int:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(name))
