"""What the eye and whoever hears it must agree on.

A page's server imports this, so it stays light: no numpy, no OpenCV.
"""

from typing import Literal, TypeAlias, get_args

EyeState: TypeAlias = Literal[
    "empty", "moving", "hand", "still", "reading",
    "sure", "unsure", "covered", "dark", "moved camera", "lost", "ended",
]  # fmt: skip
"""What the eye sees now; a recording has `ended`."""

RESTING_STATES: tuple[EyeState, ...] = ("empty", "still", "reading", "sure", "unsure")
"""States in which nothing moves and nobody reaches in."""

Light: TypeAlias = Literal["dark", "dim", "good", "glare"]
"""How much light there is in the tray, or that it is too much, or shines back."""

PictureFault: TypeAlias = Literal["too dark", "glare", "flicker", "blurred"]
"""What may be wrong with a camera's pictures."""

PICTURE_FAULTS: tuple[PictureFault, ...] = get_args(PictureFault)

MAX_JPEG_BYTES = 40 * 1024
"""Of every JPEG that the eye sends by itself. The schema of the log says it too."""

MAX_STILL_BYTES = 176 * 1024
"""Of a still that the table asks for: in base64 it is the largest body that a table takes."""

MAX_TAUGHT_NAME_LENGTH = 60
"""Letters of the name of a taught set, of a face or of a card."""

MAX_CARD_NAME_LENGTH = 120
"""Letters by which a card is called that is known by what is printed on it, as JSON."""

MAX_TAUGHT_STILLS = 3000
"""Of one taught set, and so of the faces that an eye can have been taught."""

MAX_CAMERA_NAME_LENGTH = 200
"""Letters by which an eye calls its camera."""


def is_valid_taught_name(name: str, longest: int = MAX_TAUGHT_NAME_LENGTH) -> bool:
    """Tell whether a taught set, a face or a card may be called `name`."""
    return bool(name.strip()) and len(name) <= longest and name.isprintable()
