"""What can go wrong with a camera, each with a stable code.

CameraError
├── CameraAbsent      absent       nothing there: no such device, file, folder or address
├── CameraUnreadable  unreadable   it is there, but gives no picture
├── CameraLost        lost         it gave pictures and stopped
└── CameraStuck       stuck        it hangs, and only the end of the program frees it
"""


class CameraError(Exception):
    """A camera cannot be used. `code` is stable, `message` one clear line for people."""

    code = "camera"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class CameraAbsent(CameraError):  # noqa: N818 - named by its cause
    """There is no such device, file, folder or address."""

    code = "absent"


class CameraUnreadable(CameraError):  # noqa: N818 - named by its cause
    """It is there, but no picture can be had from it."""

    code = "unreadable"


class CameraLost(CameraError):  # noqa: N818 - named by its cause
    """A live camera that gave pictures gives none any more."""

    code = "lost"


class CameraStuck(CameraError):  # noqa: N818 - named by its cause
    """A camera that cannot even be closed: nothing helps but to end the program."""

    code = "stuck"
