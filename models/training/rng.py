"""Drawing at random."""

from collections.abc import Sequence
from typing import TypeVar

from numpy.random import Generator

T = TypeVar("T")


def one_of(rng: Generator, items: Sequence[T]) -> T:
    """Draw one of `items`, each as likely."""
    return items[int(rng.integers(len(items)))]
