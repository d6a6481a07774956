"""The house rules of Jour de Chance (Rules §4.5).

Two things have one value only (2 to 8 play; a pair banks the drawn card, its twin being worth the
same) and are therefore rules, not switches.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.options import TellsOdds, asked_option


@dataclass(frozen=True, slots=True)
class Options(TellsOdds):
    """Every house rule."""

    stop_at_21: bool = asked_option(False)
    draw_pile_empty: Literal["reshuffle", "end"] = "reshuffle"
    final_tie: Literal["shared", "playoff"] = "shared"


PRESETS: Mapping[str, Options] = {"origames": Options()}
"""The editions, the default first."""
