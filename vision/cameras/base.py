"""What every camera can do."""

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from vision.bounding_box import BoundingBox
from vision.frame import Frame

# Width and height that a camera is asked for. 40 cm below it a die of 16 mm then covers 29 to 61
# pixels, by its lens (hardware/README.md); 20 are read, but less surely.
SIZE = (1280, 960)


class Camera(Protocol):
    """A source of frames.

    `name` is a short name for people. `live` tells a camera that shows the present (its end is a
    loss, raised as CameraLost) from a recording (its end is an end).
    """

    name: str
    live: bool

    def frames(self) -> Iterator[Frame]:
        """Yield frames in order, `t` never falling, until the recording ends.

        Raises CameraLost when a live camera stops giving pictures.
        """
        ...

    def close(self) -> None:
        """Give the device back; frames() ends. May be called twice."""
        ...


@runtime_checkable
class ReopenableCamera(Protocol):
    """A camera that knows how to find itself again, however it was chosen among others."""

    def reopen(self) -> Camera:
        """Open the very same camera anew, after close(); raises CameraError."""
        ...


@runtime_checkable
class VirtualCamera(Protocol):
    """A camera of virtual dice, which throws them when it is asked to; real trays have hands."""

    def roll(
        self, keep: Sequence[BoundingBox] = (), face: str = "", count: int = 0, card: str = ""
    ) -> None:
        """Throw the dice but those to `keep`, as `vision.cameras.demo.DemoCamera` does."""
        ...

    def set_printed_faces(self, faces: Sequence[str]) -> None:
        """Have these on the dice that are thrown next."""
        ...
