"""The events of an eye: a new state, a roll, its confirmation, or a preview picture."""

from dataclasses import dataclass
from typing import TypeAlias

from vision.protocol import EyeState
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class StateChange:
    """The eye's state changed; `t` is in seconds since the camera started."""

    state: EyeState
    t: float


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice came to rest in a new way, or a die is gone and something is doubtful.

    `reading` combines the stills of the rest. `moved` says for each die whether its place or face
    differs from the previous reading; a die on the sheet's rail is kept and has not moved. `rolled`
    is True for a roll, False if dice were only pushed, None if unclear. `after_rest_ms` is the time
    from the first resting frame to this roll, `size` the (width, height) of the frame, `evidence` a
    JPEG of at most `MAX_JPEG_BYTES`.
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
    """The dice of an earlier roll still lie there, and their faces are now sure.

    `confirms` is the number of the earlier roll. `roll` has the same time but a number of its own,
    and none of its dice has `moved`. Its reading is not sure if another, hidden die may lie there.
    `t` is the time of the confirmation.
    """

    roll: Roll
    confirms: int
    t: float


@dataclass(frozen=True, slots=True)
class Preview:
    """The camera's picture at `t`: a JPEG of at most `MAX_JPEG_BYTES`."""

    t: float
    jpeg: bytes


EyeEvent: TypeAlias = StateChange | Roll | Confirmation | Preview
