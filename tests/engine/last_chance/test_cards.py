"""The invented deck with the money and the jokers of each edition."""

from typing import Any

import pytest

from engine.last_chance.cards import INVENTED_DECK, fitting_dice, invented_deck, missing_faces
from engine.last_chance.options import Options


@pytest.mark.parametrize(
    ("money", "prizes"),
    [
        ("ravensburger", {130_000: 130_000, 190_000: 190_000, 340_000: 340_000}),
        ("mb", {130_000: 1_500, 190_000: 2_100, 250_000: 2_800, 340_000: 3_700}),
        ("deluxe", {130_000: 2_000, 190_000: 2_800, 250_000: 3_600, 340_000: 4_900}),
    ],
)
def test_prizes_in_the_money_of_an_edition(money: str, prizes: dict[int, int]) -> None:
    """They cover the same part of that box's range as in the first edition, in whole bills."""
    rules = Options(money=money)  # type: ignore[arg-type]
    deck = invented_deck(rules)
    found = {ours.prize: card.prize for ours, card in zip(INVENTED_DECK, deck, strict=True)}
    assert {prize: found[prize] for prize in prizes} == prizes
    assert [(card.symbols, card.attempts) for card in deck] == [
        (card.symbols, card.attempts) for card in INVENTED_DECK
    ]


def test_independent_jokers_replace_the_others() -> None:
    """Long drinks and cocktails become one J, and numbers that differ from card to card."""
    deck = invented_deck(Options(joker_mode="J_independent"))
    pairs = zip(INVENTED_DECK, deck, strict=True)
    found = {"".join(ours.symbols): "".join(card.symbols) for ours, card in pairs}
    assert found["12345"] == "12345"
    assert found["135LL"] == "1356J"
    assert found["246LL"] == "1246J"
    assert found["11LLC"] == "1136J"
    assert found["LLLLC"] == "2255J"
    assert found["6LLLL"] == "2256J"


@pytest.mark.parametrize(
    ("printed", "dice", "joker_vs_printed", "fit"),
    [
        ("11LLC", "33126", "may_equal", [0, 1, 2]),  # no lone die for the cocktail
        ("11LLC", "33126", "must_differ", [0, 1, 2, 3]),
        ("34LLC", "44331", "may_equal", [0, 2]),
        ("2LLCC", "55662", "may_equal", []),  # all fit
        ("LLCCC", "12233", "may_equal", [1, 2, 3, 4]),
        ("125JJ", "11346", "may_equal", [0]),
        ("125JJ", "11346", "must_differ", [0, 2, 3]),
    ],
)
def test_dice_that_fit_a_card(
    printed: str, dice: str, joker_vs_printed: Any, fit: list[int]
) -> None:
    """Numbers come first; the kind of drink with most places takes the commonest face."""
    assert [*fitting_dice(printed, dice, Options(joker_vs_printed=joker_vs_printed))] == fit


def test_what_is_missing_depends_on_the_dice_that_stay() -> None:
    """If two 3s and two 4s stay, the last die must be one of them."""
    assert missing_faces("34LLC", "44331", Options()) == {
        ("3", "3", "4", "4"): [("3",), ("4",)],
        ("1", "3", "3", "4"): [("1",), ("3",)],
        ("1", "3", "4", "4"): [("1",), ("4",)],
    }
