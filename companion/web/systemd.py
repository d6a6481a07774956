"""Reports to systemd by sd_notify(3) that the page is there, and that it still answers.

Only the page counts, so a table is never restarted because its eye is away; the eye has its own
supervisor (`companion.eye.supervisor`).
"""

import faulthandler
import os
import socket
import threading
import time
import urllib.error
import urllib.request

ANSWER_TIMEOUT_SECONDS = 10.0  # a page that takes longer is stuck
RETRY_SECONDS = 0.5


def report_to_systemd(page: str) -> None:
    """Report to systemd, in the background, when the `page` answers, if systemd wants that.

    The first report says that the service is ready; later ones feed the watchdog.
    """
    # Removed from the environment, which the eye inherits: it must not report.
    manager = os.environ.pop("NOTIFY_SOCKET", "")
    patience = int(os.environ.pop("WATCHDOG_USEC", "0")) / 1e6
    if manager:
        faulthandler.enable()  # a watchdog that kills the table leaves its stack in the journal
        arguments = (manager, page, patience)
        threading.Thread(target=_report, args=arguments, name="systemd", daemon=True).start()


def _report(manager: str, page: str, patience: float) -> None:
    message = b"READY=1"
    while True:
        if not (_answers(page) and _notify(manager, message)):
            time.sleep(RETRY_SECONDS)
            continue
        if not patience:
            return
        message = b"WATCHDOG=1"
        time.sleep(patience / 3)


def _answers(page: str) -> bool:
    """Return whether `page` answers at all, even with an error."""
    try:
        urllib.request.urlopen(page, timeout=ANSWER_TIMEOUT_SECONDS).close()
    except urllib.error.HTTPError as error:
        error.close()
    except OSError:
        return False
    return True


def _notify(manager: str, message: bytes) -> bool:
    """Send `message` to the socket `manager`; return whether it was accepted.

    A leading "@" means an abstract socket (unix(7)). A restarted manager refuses for a moment.
    """
    address = "\0" + manager[1:] if manager.startswith("@") else manager
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(message, address)
    except OSError:
        return False
    return True
