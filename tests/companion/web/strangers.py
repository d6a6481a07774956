"""Slow strangers and ten devices, in a network namespace.

``unshare -rn python -m tests.companion.web.strangers DATA COUNT SECONDS`` prints as JSON how
long the devices waited. All have their own address, as in a real network; with
``--loopback``, which needs no namespace, the strangers share one.
"""

import fcntl
import json
import selectors
import socket
import struct
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from tests.companion.serving import Served

DEVICES = 10
EVERY = 4.0  # seconds between two bytes of a stranger
PAUSE = 1.0  # seconds until a disconnected stranger returns
WITHIN = 60.0  # seconds until an act counts as unanswered
_SET_ADDRESS, _SET_MASK, _SET_FLAGS, _UP = 0x8916, 0x891C, 0x8914, 1  # linux/sockios.h, linux/if.h
POST = "POST /api/access/join HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n"
KINDS = {
    "says nothing": "",
    "drips a head": "GET / HTTP/1.1\r\nHost: {}\r\nX-Slow: ",
    "stops after the head": POST + "Content-Length: 50\r\n\r\n",
    "drips a body": POST + "Content-Length: 5000\r\n\r\n{{",
    "reads nothing": "GET /static/js/app.js HTTP/1.1\r\nHost: {}\r\n\r\n",
}


def make_network() -> None:
    """Bring the loopback device of this network up, with the addresses 10.0.0.0/8.

    Raises:
        RuntimeError: The network has a route, so such an address may be a machine.
    """
    if len(Path("/proc/net/route").read_text(encoding="ascii").splitlines()) > 1:
        raise RuntimeError("this is a real network: run it under `unshare -rn`")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for request, device, value in (
            (_SET_FLAGS, b"lo", struct.pack("h", _UP)),
            (_SET_ADDRESS, b"lo:1", _address("10.0.0.1")),
            (_SET_MASK, b"lo:1", _address("255.0.0.0")),
        ):
            fcntl.ioctl(control, request, struct.pack("16s16s", device, value))


def _address(text: str) -> bytes:
    return struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(text))


class Device:
    """A browser at `address` that joined with `code` and follows the table."""

    def __init__(self, host: str, port: int, address: str, code: str) -> None:
        self.base, self.address = f"http://{host}:{port}", address
        jar = CookieJar()
        handler = _From(address)
        self._opener = urllib.request.build_opener(
            handler, urllib.request.HTTPCookieProcessor(jar), urllib.request.ProxyHandler({})
        )
        self.me = self.ask("/api/access/join", {"code": code})
        self.stream = self._opener.open(f"{self.base}/api/tables/main/events", timeout=WITHIN)
        self.stream.readline()

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the JSON at `path`; raises `OSError`."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {"Content-Type": "application/json"}
        )
        with self._opener.open(request, timeout=WITHIN) as answer:
            return json.load(answer)

    def act(self, number: int) -> float:
        """Start a game; return the milliseconds until the answer."""
        version = self.ask("/api/tables/main")["version"]
        names = ["Ana", "Ben", "Cleo"]
        action = {"type": "start", "game": "last_chance", "names": names, "first_seat": 0}
        began = time.monotonic()
        body = {"id": f"act-{number}", "version": version, "action": action}
        self.ask("/api/tables/main/actions", body)
        return (time.monotonic() - began) * 1000


class _From(urllib.request.HTTPHandler):
    """Opens connections from one address."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def http_open(self, request: urllib.request.Request) -> Any:
        connection: Any = partial(HTTPConnection, source_address=(self._address, 0))
        return self.do_open(connection, request)


@dataclass
class Strangers:
    """`count` strangers at `host`, who return when they are disconnected."""

    host: str
    port: int
    count: int
    own_addresses: bool
    longest: float = 0.0
    """The longest time in seconds for which an incomplete request was tolerated."""
    _away: list[tuple[float, int]] = field(default_factory=list)
    _open: dict[socket.socket, tuple[int, float]] = field(default_factory=dict)
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def run(self, until: threading.Event) -> None:
        """Run all strangers until stopped."""
        for number in range(self.count):
            self._come(number)
        next_byte = time.monotonic() + EVERY
        while not until.is_set():
            for key, _ in self._selector.select(0.2):
                self._hear(key.fileobj)
            while self._away and self._away[0][0] < time.monotonic():
                self._come(self._away.pop(0)[1])
            if time.monotonic() >= next_byte:
                next_byte += EVERY
                for one, (number, _) in list(self._open.items()):
                    if "drips" in self._kind(number):
                        self._say(one, b"x")
        for one in list(self._open):
            self._leave(one)

    def _kind(self, number: int) -> str:
        return list(KINDS)[number % len(KINDS)]

    def _come(self, number: int) -> None:
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        if self.own_addresses:
            one.bind((f"10.7.{number // 200}.{number % 200 + 1}", 0))
        one.settimeout(WITHIN)
        try:
            one.connect((self.host, self.port))
        except OSError:
            one.close()
            self._away.append((time.monotonic() + PAUSE, number))
            return
        one.setblocking(False)
        self._open[one] = (number, time.monotonic())
        if self._kind(number) != "reads nothing":
            self._selector.register(one, selectors.EVENT_READ)
        self._say(one, KINDS[self._kind(number)].format(self.host).encode())

    def _say(self, one: socket.socket, words: bytes) -> None:
        try:
            one.send(words)
        except BlockingIOError:
            pass
        except OSError:
            self._leave(one)

    def _hear(self, one: Any) -> None:
        try:
            heard = one.recv(1 << 16)
        except OSError:
            heard = b""
        if not heard:
            self._leave(one)

    def _leave(self, one: socket.socket) -> None:
        number, came = self._open.pop(one)
        if self._kind(number) != "reads nothing":
            self.longest = max(self.longest, time.monotonic() - came)
            self._selector.unregister(one)
        one.close()
        self._away.append((time.monotonic() + PAUSE, number))


def main(data: Path, count: int, seconds: float, *, own_network: bool = True) -> dict[str, Any]:
    """Return the milliseconds of each act without and with `count` strangers, and the failures."""
    host = "127.0.0.1"
    if own_network:
        make_network()
        host = "10.0.0.1"
    served = Served(data, "--host", "0.0.0.0", "--ask-code-everywhere").wait()
    try:
        code = served.output.read_text().rpartition("for new devices: ")[2][:9]
        addresses = [f"10.1.0.{n + 1}" if own_network else host for n in range(DEVICES)]
        devices = [Device(host, served.port, address, code) for address in addresses]
        for other in devices[0].ask("/api/me")["door"]["devices"]:
            devices[0].ask("/api/access/role", {"device": other["device"], "role": "banker"})
        calm = [devices[n % DEVICES].act(n) for n in range(3 * DEVICES)]
        strangers = Strangers(host, served.port, count, own_network)
        over = threading.Event()
        crowd = threading.Thread(target=strangers.run, args=(over,), daemon=True)
        crowd.start()
        beside, failed, number = [], [], 1000
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            number += 1
            try:
                beside.append(devices[number % DEVICES].act(number))
            except OSError as error:
                failed.append(repr(error))
            time.sleep(0.1)
        over.set()
        crowd.join(WITHIN)
        return {"calm": calm, "beside": beside, "failed": failed, "longest": strangers.longest}
    finally:
        served.kill()


if __name__ == "__main__":
    found = main(
        Path(sys.argv[1]),
        int(sys.argv[2]),
        float(sys.argv[3]),
        own_network="--loopback" not in sys.argv,
    )
    print(json.dumps(found))
