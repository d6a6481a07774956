"""The house rules of Yacht (Rules §6.4), with the most common ways to play it as presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.options import TellsOdds, number_option


@dataclass(frozen=True, slots=True)
class Options(TellsOdds):
    """All house rules."""

    three_of_a_kind: bool = True
    of_a_kind: Literal["all_dice", "equal_dice"] = "all_dice"
    full_house: Literal["fixed", "sum"] = "fixed"
    straights: Literal["four_and_five", "low_and_high"] = "four_and_five"
    small_straight: int = number_option(30, low=15, high=40, step=5)
    large_straight: int = number_option(40, low=20, high=60, step=5)
    upper_bonus: int = number_option(35, low=0, high=100, step=5)
    further_yachts: int = number_option(100, low=0, high=100, step=50)
    joker: Literal["free", "forced", "forced_no_extra", "off"] = "free"


PRESETS: Mapping[str, Options] = {
    "american": Options(),
    "german": Options(further_yachts=0, joker="off"),
    "kniffel": Options(further_yachts=50, joker="forced_no_extra"),
    "french": Options(
        of_a_kind="equal_dice", straights="low_and_high", further_yachts=0, joker="off"
    ),
    "english": Options(
        of_a_kind="equal_dice",
        full_house="sum",
        small_straight=25,
        large_straight=30,
        upper_bonus=25,
        further_yachts=0,
        joker="off",
    ),
    "traditional": Options(
        three_of_a_kind=False,
        of_a_kind="equal_dice",
        full_house="sum",
        straights="low_and_high",
        large_straight=30,
        upper_bonus=0,
        further_yachts=0,
        joker="off",
    ),
}
"""The default first."""
