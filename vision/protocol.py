"""Names and limits that the eye shares with those who receive its messages.

The page's server imports this module, so it stays light: no numpy, no OpenCV.
"""

from typing import Literal, TypeAlias, get_args
from urllib.parse import urlsplit, urlunsplit

EyeState: TypeAlias = Literal[
    "empty", "moving", "hand", "still", "reading",
    "sure", "unsure", "covered", "dark", "moved camera", "lost", "ended",
]  # fmt: skip
"""What the eye sees now; only a recording can have "ended"."""

RESTING_STATES: tuple[EyeState, ...] = ("empty", "still", "reading", "sure", "unsure")
"""States in which nothing moves and nobody reaches in."""

Light: TypeAlias = Literal["dark", "dim", "good", "glare"]
"""How much light there is in the tray; "glare" is too much, or the reflection of a lamp."""

PictureFault: TypeAlias = Literal["too dark", "glare", "flicker", "blurred"]
"""What may be wrong with a camera's pictures."""

PICTURE_FAULTS: tuple[PictureFault, ...] = get_args(PictureFault)

MAX_JPEG_BYTES = 40 * 1024
"""Limit of every JPEG that the eye sends by itself. The log's schema has the same limit."""

MAX_STILL_BYTES = 176 * 1024
"""Limit of a still that the table requests: in base64, the largest body that a table accepts."""

MAX_PIXELS = 3264 * 2448
"""Limit of a JPEG that somebody sends: 8 megapixels take 50 MB to decode."""

MAX_SCANS = 50
"""Limit of its scans: programs write about ten, and each takes the time of a small picture."""

MAX_SEGMENTS = 200
"""Limit of the segments before its frame header, and of fill bytes: a photograph has about ten."""

MAX_TAUGHT_NAME_LENGTH = 60
"""Characters in the name of a taught set, face or card."""

MAX_CARD_NAME_LENGTH = 120
"""Characters in the name of a card that is defined by its print, as JSON."""

MAX_TAUGHT_STILLS = 3000
"""Limit of the stills of one taught set, and so of its faces."""

MAX_CAMERA_NAME_LENGTH = 200
"""Characters in the name that an eye gives its camera."""

MAX_TROUBLE_LENGTH = 500
"""Characters in the sentence that says why an eye has no picture."""


def without_password(address: str) -> str:
    """Return `address` without user, password and query: camera names are shown and logged.

    Raises `ValueError` for what is not an address, as with a ``/``, ``?`` or ``#`` in its password.

    >>> without_password("rtsp://me:secret@camera.lan:554/high")
    'rtsp://camera.lan:554/high'
    >>> without_password("http://camera.lan/live?user=me&pwd=secret")
    'http://camera.lan/live'
    """
    parts = urlsplit(address)
    try:
        parts.port  # noqa: B018 - of "me:sec#ret@camera.lan", it would be "sec"
    except ValueError:
        raise ValueError("no port") from None
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=host, query="", fragment=""))


def is_valid_taught_name(name: str, longest: int = MAX_TAUGHT_NAME_LENGTH) -> bool:
    """Return whether a taught set, face or card may have this `name`."""
    return bool(name.strip()) and len(name) <= longest and name.isprintable()


def is_small_jpeg(picture: bytes) -> bool:
    """Return whether this is a JPEG of at most `MAX_PIXELS` and `MAX_SCANS`.

    A few bytes may claim a size that takes gigabytes to decode, or scans that take minutes. Only
    the headers are read (ITU T.81), and only those that every decoder finds in the same place.
    """
    at = 2 if picture.startswith(b"\xff\xd8\xff") else len(picture)
    for _ in range(MAX_SEGMENTS):
        if at + 9 > len(picture) or picture[at] != 0xFF:
            break
        kind = picture[at + 1]
        if kind == 0xFF:  # a fill byte
            at += 1
        elif kind in _FRAME_HEADERS:
            height, width = picture[at + 5 : at + 7], picture[at + 7 : at + 9]
            pixels = int.from_bytes(height) * int.from_bytes(width)
            return 0 < pixels <= MAX_PIXELS and picture.count(b"\xff\xda") <= MAX_SCANS
        elif kind in _WITHOUT_LENGTH:
            break
        else:
            at += 2 + int.from_bytes(picture[at + 2 : at + 4])
    return False


_FRAME_HEADERS = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_WITHOUT_LENGTH = {0x00, 0x01, *range(0xD0, 0xDA)}
