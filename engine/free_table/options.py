"""The house rules of a free table: none, since the box defines everything."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """No house rules."""


PRESETS: Mapping[str, Options] = {"any_box": Options()}
