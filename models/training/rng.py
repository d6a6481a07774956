"""Random choices."""

from collections.abc import Sequence
from typing import TypeVar

from numpy.random import Generator

T = TypeVar("T")


def one_of(rng: Generator, items: Sequence[T]) -> T:
    """Return one of `items`, each with equal probability."""
    return items[int(rng.integers(len(items)))]
