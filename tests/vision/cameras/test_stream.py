"""A camera at an address keeps its password to itself."""

import doctest

import pytest

from vision.cameras import CameraUnreadable, open_camera, stream


def test_the_examples_in_the_docstrings() -> None:
    """They run as they stand."""
    assert doctest.testmod(stream) == (0, 1)


def test_a_password_is_in_no_message() -> None:
    """Not even when nothing answers."""
    with pytest.raises(CameraUnreadable) as error:
        open_camera("tcp://me:secret@127.0.0.1:9/x")
    assert "secret" not in str(error.value)
    assert "127.0.0.1:9" in str(error.value)
