"""The worked examples in the documentation of Jour de Chance are true."""

import doctest

from engine import jour_de_chance
from engine.jour_de_chance import cards


def test_examples_in_docstrings() -> None:
    """Every example gives what it says."""
    results = [doctest.testmod(module) for module in (jour_de_chance, cards)]
    assert [result.failed for result in results] == [0, 0]
    assert [result.attempted for result in results] == [4, 3]
