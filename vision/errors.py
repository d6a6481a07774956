"""What can go wrong with a camera; each message is one clear line for people.

CameraError
├── CameraAbsent      nothing there: no such device, file, folder or address
├── CameraUnreadable  it is there, but gives no picture
├── CameraLost        it gave pictures and stopped
└── CameraStuck       it hangs, and only the end of the program frees it
"""


class CameraError(Exception):
    """A camera cannot be used."""


class CameraAbsent(CameraError):
    """There is no such device, file, folder or address."""


class CameraUnreadable(CameraError):
    """It is there, but no picture can be had from it."""


class CameraLost(CameraError):
    """A live camera that gave pictures gives none any more."""


class CameraStuck(CameraError):
    """A camera that cannot even be closed: nothing helps but to end the program."""
