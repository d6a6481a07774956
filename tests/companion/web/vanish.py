"""Eight phones vanish without closing; run it in a network namespace (`unshare -rn`), see the test.

While the network is down, nobody can close a connection, as when a phone leaves the Wi-Fi.
"""

import fcntl
import os
import socket
import struct
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from tests.companion.serving import Served

PHONES = 8
RESTART_DELAYS_SECONDS = 120.0  # seconds until this gives up
_SET_FLAGS, _UP = 0x8914, 1  # SIOCSIFFLAGS and IFF_UP (linux/sockios.h, linux/if.h)


def loopback(*, up: bool) -> None:
    """Switch the loopback device of this network on or off."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh", b"lo", _UP if up else 0)
        fcntl.ioctl(control, _SET_FLAGS, request)


def sockets(pid: int) -> int:
    """Return how many sockets process `pid` holds."""
    held = 0
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            held += os.readlink(fd).startswith("socket:")
    return held


def main(data: Path) -> None:
    """Print after how many seconds the server had given up all phones."""
    loopback(up=True)
    served = Served(data).wait()
    try:
        address = f"http://127.0.0.1:{served.port}/api/tables/main/events"
        phones = [urllib.request.urlopen(address, timeout=60) for _ in range(PHONES)]
        for phone in phones:
            phone.readline()
        held = sockets(served.process.pid)
        assert held > PHONES, held
        loopback(up=False)
        began = time.monotonic()
        while (
            sockets(served.process.pid) > held - PHONES
            and time.monotonic() - began < RESTART_DELAYS_SECONDS
        ):
            time.sleep(0.1)
        print(round(time.monotonic() - began, 1))
    finally:
        served.kill()


main(Path(sys.argv[1]))
