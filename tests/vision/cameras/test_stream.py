"""A camera at an address keeps its password to itself."""

import doctest

import pytest

from vision.cameras import open_camera, stream
from vision.errors import CameraUnreadable


def test_the_examples_in_the_docstrings() -> None:
    """They run as they stand."""
    assert doctest.testmod(stream) == (0, 2)


def test_a_password_is_in_no_message() -> None:
    """Not even when nothing answers."""
    with pytest.raises(CameraUnreadable) as error:
        open_camera("tcp://me:secret@127.0.0.1:9/x")
    assert "secret" not in str(error.value)
    assert "127.0.0.1:9" in str(error.value)


def test_what_is_no_address_is_told_in_one_line() -> None:
    """A bracket left open is no traceback."""
    with pytest.raises(CameraUnreadable, match="no address"):
        open_camera("rtsp://[fe80::1/x")
