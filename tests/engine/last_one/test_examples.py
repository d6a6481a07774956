"""The worked examples in the documentation of Last One are true."""

import doctest

from engine import last_one
from engine.last_one import cards


def test_examples_in_docstrings() -> None:
    """A melee from outside, and how cards are counted and written."""
    results = [doctest.testmod(module) for module in (last_one, cards)]
    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) >= 9
