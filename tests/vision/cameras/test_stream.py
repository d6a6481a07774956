"""A network camera's password is never shown."""

import doctest

import pytest

from vision.cameras import open_camera, opencv
from vision.errors import CameraUnreadable


def test_the_examples_in_the_docstrings() -> None:
    """They run as they are."""
    assert doctest.testmod(opencv) == (0, 2)


@pytest.mark.parametrize("scheme", ["tcp", "RTSP", "rtsps", "srt", "unheard-of"])
def test_a_password_is_in_no_message(scheme: str) -> None:
    """Not even if nothing answers; anything in the form of an address is no file."""
    with pytest.raises(CameraUnreadable) as error:
        open_camera(f"{scheme}://me:secret@127.0.0.1:9/x")
    assert "secret" not in str(error.value)
    assert "127.0.0.1:9" in str(error.value)


def test_what_is_no_address_is_reported_in_one_line() -> None:
    """An unclosed bracket gives no traceback."""
    with pytest.raises(CameraUnreadable, match="no address"):
        open_camera("rtsp://[fe80::1/x")
