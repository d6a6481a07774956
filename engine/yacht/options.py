"""The house rules of Yacht (Rules §6.4), with the most common ways to play it as presets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.core.options import OptionsWithOdds, number_option


@dataclass(frozen=True, slots=True)
class Options(OptionsWithOdds):
    """All house rules."""

    dice: int = number_option(5, low=5, high=6)
    columns: int = number_option(1, low=1, high=3, step=2)
    pairs: bool = False
    three_of_a_kind: bool = True
    of_a_kind: Literal["all_dice", "equal_dice"] = "all_dice"
    full_house: Literal["fixed", "sum"] = "fixed"
    straights: Literal["four_and_five", "low_and_high"] = "four_and_five"
    small_straight: int = number_option(30, low=15, high=40, step=5)
    large_straight: int = number_option(40, low=20, high=60, step=5)
    upper_bonus: int = number_option(35, low=0, high=100, step=5)
    further_yachts: int = number_option(100, low=0, high=100, step=50)
    joker: Literal["free", "forced", "forced_no_extra", "original", "off"] = "free"
    saved_rolls: bool = False

    @property
    def yacht_points(self) -> int:
        """The points for a yacht."""
        return 50 if self.dice == 5 else 100

    @property
    def upper_points_for_bonus(self) -> int:
        """The points in the upper boxes that earn the bonus: all but two dice of each number."""
        return 21 * (self.dice - 2)


_PLAIN = Options(further_yachts=0, joker="off")
_EQUAL = replace(_PLAIN, of_a_kind="equal_dice", straights="low_and_high")
_YATZY = replace(
    _EQUAL, pairs=True, full_house="sum", small_straight=15, large_straight=20, upper_bonus=50
)
PRESETS: Mapping[str, Options] = {
    "american": Options(),
    "german": _PLAIN,
    "kniffel": Options(further_yachts=50, joker="forced_no_extra"),
    "french": _EQUAL,
    "english": replace(
        _PLAIN,
        of_a_kind="equal_dice",
        full_house="sum",
        small_straight=25,
        large_straight=30,
        upper_bonus=25,
    ),
    "traditional": replace(
        _EQUAL, three_of_a_kind=False, full_house="sum", large_straight=30, upper_bonus=0
    ),
    "yatzy": _YATZY,
    "maxi_yatzy": replace(_YATZY, dice=6, upper_bonus=100, saved_rolls=True),
    "triple": Options(columns=3),
}
"""The default first."""
