"""The house rules of Ten Thousand (Rules §7.4), with the most common ways to play as presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.options import OptionsWithOdds, number_option


@dataclass(frozen=True, slots=True)
class Options(OptionsWithOdds):
    """All house rules."""

    dice: int = number_option(6, low=5, high=6)
    target: int = number_option(10_000, low=1_000, high=20_000, step=1_000)
    exact_target: bool = False
    entry: int = number_option(500, low=0, high=1_000, step=50)
    minimum: int = number_option(0, low=0, high=1_000, step=50)
    three_ones: int = number_option(1_000, low=300, high=1_000, step=100)
    of_a_kind: Literal["fixed", "doubled", "added", "thousands", "off"] = "fixed"
    straight: int = number_option(1_500, low=0, high=3_000, step=50)
    three_pairs: int = number_option(1_500, low=0, high=3_000, step=50)
    equal_pairs: bool = True
    two_triplets: int = number_option(2_500, low=0, high=3_000, step=50)
    hot_dice: Literal["may", "must"] = "may"
    confirm_sets: bool = False
    take_over: bool = False
    three_farkles: int = number_option(0, low=0, high=1_000, step=50)
    six_ones_win: bool = False
    ending: Literal["one_more_turn", "round", "at_once"] = "one_more_turn"


PRESETS: Mapping[str, Options] = {
    "farkle": Options(),
    "zehntausend": Options(
        entry=350,
        minimum=350,
        of_a_kind="doubled",
        straight=2_000,
        three_pairs=1_000,
        two_triplets=0,
        hot_dice="must",
        ending="round",
    ),
    "dix_mille": Options(of_a_kind="doubled", three_pairs=1_000, two_triplets=0, ending="round"),
    "strict": Options(
        entry=1_000, of_a_kind="added", three_pairs=750, two_triplets=0, three_farkles=1_000
    ),
}
"""The default first."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "course": (
        *("dice", "target", "exact_target", "entry", "minimum", "hot_dice", "confirm_sets"),
        *("take_over", "three_farkles", "six_ones_win", "ending"),
    ),
    "points": (
        *("three_ones", "of_a_kind", "straight"),
        *("three_pairs", "equal_pairs", "two_triplets"),
    ),
    "display": ("tell_odds",),
}
"""The house rules by their groups on the page."""
