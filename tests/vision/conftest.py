"""What the tests of pictures share."""

import pytest

from vision.reader import Reader


@pytest.fixture(scope="session")
def reader() -> Reader:
    """Return a reader with the shipped networks."""
    return Reader()
