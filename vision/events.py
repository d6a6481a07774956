"""What an eye tells: that it sees something else now, a roll, or what its camera shows."""

from dataclasses import dataclass
from typing import TypeAlias

from vision.protocol import EyeState
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class StateChange:
    """The eye sees something else now; `t` is seconds since the camera started."""

    state: EyeState
    t: float


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice came to rest otherwise than they lay before, or one is gone and something is doubtful.

    `reading` is what the stills of the rest tell together. `moved` tells for each of its dice
    whether it is not where or what it was at the last resting read; one on the rail of a sheet is
    kept, and has not moved.
    `rolled` is True for a throw, False for dice that were only pushed, None when that cannot be
    told. `after_rest_ms` is the time from the first resting frame to this roll, `size` the (width,
    height) of the frame, `evidence` a JPEG (`MAX_JPEG_BYTES`).
    """

    number: int
    frame: int
    t: float
    reading: Reading
    moved: tuple[bool, ...]
    rolled: bool | None
    after_rest_ms: float
    size: tuple[int, int]
    evidence: bytes


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The dice of `roll` lie there still and surely show what was told.

    It was told with the number that this one `confirms`, and at its time; `t` is now. None of its
    dice has `moved` since. It is not sure where a die may lie there as well, and be hidden.
    """

    roll: Roll
    confirms: int
    t: float


@dataclass(frozen=True, slots=True)
class Preview:
    """What the camera shows at `t`: a JPEG (`MAX_JPEG_BYTES`)."""

    t: float
    jpeg: bytes


EyeEvent: TypeAlias = StateChange | Roll | Confirmation | Preview
