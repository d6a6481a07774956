"""Camera errors; each message is one clear line for people.

CameraError
├── CameraAbsent      nothing there: no such device, file, folder or address
├── CameraUnreadable  it exists but gives no picture
├── CameraLost        it gave pictures and stopped
└── CameraStuck       it hangs, and only ending the program releases it
"""


class CameraError(Exception):
    """A camera cannot be used."""


class CameraAbsent(CameraError):
    """There is no such device, file, folder or address."""


class CameraUnreadable(CameraError):
    """The camera exists, but gives no picture."""


class CameraLost(CameraError):
    """A live camera stopped giving pictures."""


class CameraStuck(CameraError):
    """A camera cannot even be closed; only ending the program helps."""
