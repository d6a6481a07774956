"""The protocols of cameras."""

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from vision.frame import Frame

# Width and height requested from a camera. At a distance of 40 cm, a 16 mm die then covers 29 to 61
# pixels, depending on the lens (hardware/README.md). Dice of 20 pixels are read, but less reliably.
USUAL_PICTURE_SIZE = (1280, 960)


class Camera(Protocol):
    """A source of frames.

    `live` distinguishes a camera that shows the present, whose end is a loss and raises CameraLost,
    from a recording that simply ends.
    """

    live: bool

    @property
    def name(self) -> str:
        """A short name for people."""
        ...

    def frames(self) -> Iterator[Frame]:
        """Yield frames in order, with non-decreasing `t`, until the recording ends.

        Raises CameraLost when a live camera stops delivering pictures.
        """
        ...

    def close(self) -> None:
        """Release the device; frames() ends. May be called twice."""
        ...


@runtime_checkable
class ReopenableCamera(Protocol):
    """A camera that can open its device again, however that was chosen."""

    def reopen(self) -> Camera:
        """Open the same camera again after close(); raises CameraError."""
        ...
