"""What the eye tells: the words and the measure that whoever hears it needs to know too.

A page's server imports this, so it stays light: no numpy, no OpenCV.
"""

from typing import Literal, TypeAlias, get_args

State: TypeAlias = Literal[
    "empty", "moving", "hand", "still", "reading",
    "sure", "unsure", "covered", "dark", "moved camera", "lost",
]  # fmt: skip
"""What the eye sees now."""

STATES: tuple[State, ...] = get_args(State)

MOST_PICTURE = 40 * 1024
"""The bytes that a JPEG of the eye has at most. The schema of the log says it too."""
