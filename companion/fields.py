"""Types of fields in requests, with their limits."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from vision.protocol import MAX_JPEG_BYTES, MAX_STILL_BYTES

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:-]{1,64}$(?!\n)")]
Word: TypeAlias = Annotated[str, Meta(max_length=64)]
Count: TypeAlias = Annotated[int, Meta(ge=0, lt=2**53)]
BoundingBox: TypeAlias = Annotated[
    tuple[float, float, float, float], Meta(description="x1, y1, x2, y2 in pixels of the frame")
]
Jpeg: TypeAlias = Annotated[
    bytes, Meta(max_length=MAX_JPEG_BYTES, extra_json_schema={"contentMediaType": "image/jpeg"})
]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Border: TypeAlias = Annotated[
    tuple[Share, Share, Share, Share],
    Meta(description="x1, y1, x2, y2 of the tray, in shares of the whole picture"),
]
Still: TypeAlias = Annotated[
    bytes, Meta(max_length=MAX_STILL_BYTES, extra_json_schema={"contentMediaType": "image/jpeg"})
]


MAX_PIXELS = 4096 * 3072


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request; unknown fields are refused."""


def check_border(border: Border | None) -> None:
    """Raise `ValueError` if `border` is empty."""
    if border is not None and not (border[0] < border[2] and border[1] < border[3]):
        raise ValueError("Expected x1 < x2 and y1 < y2")


def check_jpeg(picture: bytes | None) -> None:
    """Raise `ValueError` if the `picture`, if any, is not a JPEG of at most `MAX_PIXELS`.

    A few bytes may claim a size that takes gigabytes to decode.
    """
    if picture is None:
        return
    if not picture.startswith(b"\xff\xd8\xff") or jpeg_pixels(picture) > MAX_PIXELS:
        raise ValueError("Expected a JPEG of at most 12 megapixels")


def jpeg_pixels(picture: bytes) -> int:
    """Return width times height from the frame header of a JPEG (ITU T.81); 0 if it has none."""
    at = 2 if picture.startswith(b"\xff\xd8\xff") else len(picture)
    while at + 9 <= len(picture) and picture[at] == 0xFF:
        kind = picture[at + 1]
        if kind == 0xFF:  # a fill byte
            at += 1
        elif kind in _FRAME_HEADERS:
            height, width = picture[at + 5 : at + 7], picture[at + 7 : at + 9]
            return int.from_bytes(height) * int.from_bytes(width)
        else:
            at += 2 + int.from_bytes(picture[at + 2 : at + 4])
    return 0


_FRAME_HEADERS = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
