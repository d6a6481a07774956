"""Types of fields in requests, with their limits."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from vision.protocol import MAX_JPEG_BYTES, MAX_STILL_BYTES, is_small_jpeg

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:-]{1,64}$(?!\n)")]
Word: TypeAlias = Annotated[str, Meta(max_length=64)]
NonNegativeInt: TypeAlias = Annotated[int, Meta(ge=0, lt=2**53)]
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
SMALL_JPEG = "a JPEG of at most 8 megapixels"


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request; unknown fields are refused."""


def check_border(border: Border | None) -> None:
    """Raise `ValueError` if `border` is empty."""
    if border is not None and not (border[0] < border[2] and border[1] < border[3]):
        raise ValueError("Expected x1 < x2 and y1 < y2")


def check_jpeg(picture: bytes | None) -> None:
    """Raise `ValueError` if there is a `picture` and it is not a small JPEG."""
    if picture is not None and not is_small_jpeg(picture):
        raise ValueError(f"Expected {SMALL_JPEG}")
