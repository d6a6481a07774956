"""A network camera that speaks RTSP (RFC 2326) and sends JPEGs (RFC 2435), and its faults."""

import base64
import socketserver
import struct
import threading
import time
from collections.abc import Iterator
from typing import Any, cast

import cv2
import numpy as np
import pytest

from vision.cameras import open_camera, opencv
from vision.errors import CameraLost, CameraUnreadable

LOGIN = "Basic " + base64.b64encode(b"me:secret").decode()
SDP = (
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nc=IN IP4 0.0.0.0\r\nt=0 0\r\n"
    "m=video 0 RTP/AVP 26\r\na=control:track1\r\n"
)


def packets(number: int) -> Iterator[bytes]:
    """Yield the parts of the JPEG with this `number`, from 0, as they go over TCP."""
    noise = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)
    jpeg = cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 30])[1].tobytes()
    tables = b"".join(part[3:67] for part in jpeg.split(b"\xff\xdb")[1:])
    scan = jpeg[jpeg.index(b"\xff\xda") + 14 : -2]
    starts = range(0, len(scan), 1000)
    for count, at in enumerate(starts, number * len(starts)):
        head = struct.pack(">I4B", at, 1, 255, 160 // 8, 120 // 8)
        if at == 0:
            head += struct.pack(">2BH", 0, 0, len(tables)) + tables
        kind = 26 | (0x80 if at == starts[-1] else 0)
        rtp = struct.pack(">2BH2I", 0x80, kind, count & 0xFFFF, number * 3000, 7)
        data = rtp + head + scan[at : at + 1000]
        yield b"$\0" + struct.pack(">H", len(data)) + data


class RtspCamera(socketserver.ThreadingTCPServer):
    """Sends `pictures` pictures and then, if there were any, ends the connection."""

    daemon_threads = True
    pictures, answers, locked = 10_000, True, False

    @property
    def address(self) -> str:
        """Its address, without a user."""
        return f"127.0.0.1:{self.server_address[1]}/live"


class _Connection(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        """Answer requests until the other side has enough."""
        camera = cast(RtspCamera, self.server)
        try:
            while request := self._read_request():
                if not camera.answers:
                    time.sleep(5)
                    return
                method, _, rest = request.partition(" ")
                number = rest.partition("CSeq: ")[2].split()[0]
                is_known = not camera.locked or method == "OPTIONS" or LOGIN in rest
                self._answer(method if is_known else "401", number)
                if method == "PLAY":
                    self._play(camera.pictures)
                    if not camera.pictures:
                        time.sleep(5)
                    return
        except OSError:
            pass  # it was closed

    def _read_request(self) -> str:
        sent: Any = self.rfile
        return b"".join(iter(sent.readline, b"\r\n")).decode() if sent.peek(1) else ""

    def _answer(self, method: str, number: str) -> None:
        head = {
            "401": 'WWW-Authenticate: Basic realm="camera"\r\n',
            "DESCRIBE": f"Content-Type: application/sdp\r\nContent-Length: {len(SDP)}\r\n",
            "SETUP": "Session: 1\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n",
        }.get(method, "Session: 1\r\n")
        status = "401 Unauthorized" if method == "401" else "200 OK"
        body = SDP if method == "DESCRIBE" else ""
        self.wfile.write(f"RTSP/1.0 {status}\r\nCSeq: {number}\r\n{head}\r\n{body}".encode())

    def _play(self, pictures: int) -> None:
        for number in range(pictures):
            self.wfile.write(b"".join(packets(number)))
            time.sleep(1 / 30)


@pytest.fixture
def camera() -> Iterator[RtspCamera]:
    """Yield a camera that works."""
    with RtspCamera(("127.0.0.1", 0), _Connection) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize(("user", "locked"), [("", False), ("me:secret@", True)])
def test_an_rtsp_camera_is_read(camera: RtspCamera, user: str, locked: bool) -> None:
    """It may need a password."""
    camera.locked = locked
    opened = open_camera(f"rtsp://{user}{camera.address}")
    frames = opened.frames()
    assert [next(frames).size for _ in range(10)] == [(160, 120)] * 10
    opened.close()


@pytest.mark.parametrize("user", ["", "me:wrong@"])
def test_a_wrong_password_is_reported(camera: RtspCamera, user: str) -> None:
    """The message does not contain the password."""
    camera.locked = True
    with pytest.raises(CameraUnreadable, match="needs the right user and password") as error:
        open_camera(f"rtsp://{user}{camera.address}")
    assert "wrong@" not in str(error.value)


def test_a_camera_that_does_not_answer(camera: RtspCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    """It accepts the connection and hangs."""
    monkeypatch.setattr(opencv, "LOST_SECONDS", 0.5)
    camera.answers = False
    with pytest.raises(CameraUnreadable, match="does not answer"):
        open_camera(f"rtsp://{camera.address}")


def test_a_camera_without_a_picture(camera: RtspCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything except the picture works."""
    monkeypatch.setattr(opencv, "LOST_SECONDS", 0.5)
    camera.pictures = 0
    with pytest.raises(CameraUnreadable, match="is there but gives no picture"):
        open_camera(f"rtsp://{camera.address}")


def test_a_camera_that_breaks_off_and_comes_back(
    camera: RtspCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is lost, and can be opened again."""
    camera.pictures = 60
    opened = open_camera(f"rtsp://{camera.address}")
    with monkeypatch.context() as hurry:
        hurry.setattr(opencv, "LOST_SECONDS", 0.5)
        with pytest.raises(CameraLost, match="stopped giving pictures"):
            assert [frame.size for frame in opened.frames()]
    opened.close()
    again = open_camera(f"rtsp://{camera.address}")
    assert next(again.frames()).size == (160, 120)
    again.close()
