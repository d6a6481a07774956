"""The house rules of a free table: none, since its box defines everything."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """Nothing to choose before the box."""


PRESETS: Mapping[str, Options] = {"any_box": Options()}
"""The one way to begin."""
