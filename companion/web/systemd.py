"""What systemd is told, by sd_notify(3): that the page is there, and that it still answers.

Only the page's own answer is told, so a table whose eye is away, or that has none, is never ended
for that; the eye is watched by its keeper (`companion.eye.supervisor`).
"""

import faulthandler
import os
import socket
import threading
import time
import urllib.error
import urllib.request

ANSWERS_WITHIN = 10.0  # seconds; a page that takes longer will do so again
RETRY = 0.5  # seconds


def report_to_systemd(page: str) -> None:
    """Tell systemd, if it started this process and asks for it, when the `page` answers.

    The first time the service is ready; after that it is told as often as its watchdog wants.
    """
    # Taken out of the environment: the eye, which gets that too, has nothing to tell.
    manager = os.environ.pop("NOTIFY_SOCKET", "")
    patience = int(os.environ.pop("WATCHDOG_USEC", "0")) / 1e6
    if manager:
        faulthandler.enable()  # a watchdog that ends a table leaves in the log where it hung
        arguments = (manager, page, patience)
        threading.Thread(target=_report, args=arguments, name="systemd", daemon=True).start()


def _report(manager: str, page: str, patience: float) -> None:
    message = b"READY=1"
    while True:
        if not (_answers(page) and _tell(manager, message)):
            time.sleep(RETRY)
            continue
        if not patience:
            return
        message = b"WATCHDOG=1"
        time.sleep(patience / 3)


def _answers(page: str) -> bool:
    """Tell whether there is any answer from `page`: also that something is wrong with the log."""
    try:
        urllib.request.urlopen(page, timeout=ANSWERS_WITHIN).close()
    except urllib.error.HTTPError as error:
        error.close()
    except OSError:
        return False
    return True


def _tell(manager: str, message: bytes) -> bool:
    """Send `message` to the socket `manager`; "@" begins one that lies in no folder (unix(7)).

    Tells whether it was taken: a manager that is started anew takes none for a moment.
    """
    address = "\0" + manager[1:] if manager.startswith("@") else manager
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(message, address)
    except OSError:
        return False
    return True
