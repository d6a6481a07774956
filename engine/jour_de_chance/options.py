"""The house rules of Jour de Chance (Rules §4.5).

Two things have one value only (2 to 8 play; a pair banks the drawn card, its twin being worth the
same) and are therefore rules, not switches.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.core.options import TellsOdds, choice, switch


@dataclass(frozen=True, slots=True)
class Options(TellsOdds):
    """Every house rule, each explained in one line for the family at the table."""

    stop_at_21: bool = switch("Is the game over as soon as somebody has banked exactly 21?")
    draw_pile_empty: Literal["reshuffle", "end"] = choice(
        "What if the draw pile is empty?",
        reshuffle="The discards become the new draw pile; if there are none, the game is over",
        end="The game is over at once",
    )
    final_tie: Literal["shared", "playoff"] = choice(
        "Who wins if nothing breaks a tie?",
        shared="Everybody who is tied",
        playoff="Those who are tied play once more; who is still tied then shares",
    )


PRESETS: Mapping[str, Options] = MappingProxyType({"origames": Options()})
"""The editions, the default first."""
