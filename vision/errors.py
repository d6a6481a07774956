"""Camera errors; each message is one clear line for people."""


class CameraError(Exception):
    """A camera cannot be used; the base class of the others."""


class CameraAbsent(CameraError):
    """There is no such device, file, folder or address."""


class CameraUnreadable(CameraError):
    """The camera exists, but gives no picture."""


class CameraLost(CameraError):
    """A live camera stopped giving pictures."""


class CameraStuck(CameraError):
    """The camera cannot even be closed; only ending the program helps."""
