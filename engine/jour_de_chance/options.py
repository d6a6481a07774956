"""The house rules of Jour de Chance (Rules §4.5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.options import OptionsWithOdds, asked_option


@dataclass(frozen=True, slots=True)
class Options(OptionsWithOdds):
    """All house rules."""

    stop_at_21: bool = asked_option(False)
    draw_pile_empty: Literal["reshuffle", "end"] = "reshuffle"
    final_tie: Literal["shared", "playoff"] = "shared"


PRESETS: Mapping[str, Options] = {"origames": Options()}
"""The default first."""
