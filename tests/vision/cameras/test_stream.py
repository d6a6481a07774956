"""Network cameras: streams with odd formats, and passwords that are never shown."""

import doctest
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from vision import protocol
from vision.cameras import open_camera
from vision.errors import CameraUnreadable
from vision.frame import encode_jpeg


def test_the_examples_in_the_docstrings() -> None:
    """The examples run as written."""
    assert doctest.testmod(protocol) == (0, 2)


@pytest.mark.parametrize("scheme", ["tcp", "RTSP", "rtsps", "srt", "unheard-of"])
def test_a_password_is_in_no_message(scheme: str) -> None:
    """This holds even if nothing answers; anything that looks like an address is not a file."""
    with pytest.raises(CameraUnreadable) as error:
        open_camera(f"{scheme}://me:secret@127.0.0.1:9/x")
    assert "secret" not in str(error.value)
    assert "127.0.0.1:9" in str(error.value)


@pytest.mark.parametrize("password", ["sec#ret", "sec/ret", "sec?ret", "sec[ret]"])
def test_a_password_that_breaks_the_address_is_in_no_message(password: str) -> None:
    """The message says how to write it instead."""
    with pytest.raises(CameraUnreadable, match="write %2F for /") as error:
        open_camera(f"rtsp://me:{password}@127.0.0.1:9/x")
    assert "sec" not in str(error.value)
    assert "ret" not in str(error.value)


def test_a_malformed_address_is_reported_in_one_line() -> None:
    """An unclosed bracket gives no traceback."""
    with pytest.raises(CameraUnreadable, match="not the address"):
        open_camera("rtsp://[fe80::1/x")


class _BoundaryAfter(BaseHTTPRequestHandler):
    """A camera that sends each boundary after the picture, as the ESP32-CAM does, and a page."""

    def do_GET(self) -> None:
        """Send pictures until nobody takes them, or the page."""
        self.send_response(200)
        if self.path == "/":
            self.end_headers()
            self.wfile.write(b"<html>A camera</html>" * 50)
            return
        self.send_header("Content-Type", "multipart/x-mixed-replace;boundary=part")
        self.end_headers()
        jpeg = encode_jpeg(np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8))
        head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
        try:
            while True:
                self.wfile.write(head + jpeg + b"\r\n--part\r\n")
        except OSError:
            pass

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def stream() -> Iterator[str]:
    """Return the address of such a camera, without a path."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _BoundaryAfter)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_stream_with_its_boundaries_after_the_pictures_is_read(stream: str) -> None:
    """FFmpeg by itself refuses it."""
    camera = open_camera(f"{stream}/stream")
    assert next(camera.frames()).size == (160, 120)
    camera.close()


def test_a_cameras_page_is_not_a_stream(stream: str) -> None:
    """People copy the address of the page by mistake."""
    with pytest.raises(CameraUnreadable, match="as a video"):
        open_camera(f"{stream}/")
