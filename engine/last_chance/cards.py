"""The cards. Nobody knows the whole deck of the box, so cards are data that the table enters.

`INVENTED_DECK` is ours, so that a table without the box (or a demonstration) can play: 36
combinations with prizes and attempts in the range seen on real cards, a higher prize where the card
is harder. It is **not** the printed deck.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.last_chance.actions import FACES, Flip
from engine.last_chance.combination import DICE_COUNT, JOKERS
from engine.last_chance.money import MONEY_BY_EDITION
from engine.last_chance.options import Options

_ORDER = (*FACES, *JOKERS)


@dataclass(frozen=True, slots=True)
class Card:
    """Five `symbols` in printed order (numbers, L, C, J), a `prize` in units, and `attempts`."""

    symbols: tuple[str, ...]
    prize: int
    attempts: int


def card_from_flip(flip: Flip) -> Card:
    """Return the card that `flip` turned over, its symbols in order."""
    return Card(tuple(sorted(flip.symbols, key=_ORDER.index)), flip.prize, flip.attempts)


def card_by_name(name: str) -> Card | None:
    """Return the card of that `name`: five symbols, prize and attempts; None where it is none.

    A prize below 1000 counts thousands, as people say it.

    >>> card_by_name("4 3 L C L 240 4")
    Card(symbols=('3', '4', 'L', 'L', 'C'), prize=240000, attempts=4)
    """
    *symbols, prize, attempts = name.upper().split() if len(name.split()) > DICE_COUNT else [""] * 2
    if len(symbols) != DICE_COUNT or not set(symbols) <= set(_ORDER):
        return None
    if not (prize.isdecimal() and attempts.isdecimal()):
        return None
    units = int(prize) * (1000 if int(prize) < 1000 else 1)
    return Card(tuple(sorted(symbols, key=_ORDER.index)), units, int(attempts))


INVENTED_DECK: tuple[Card, ...] = tuple(
    Card(tuple(symbols.split()), prize, attempts)
    for symbols, prize, attempts in (
        ("1 2 3 4 5", 230_000, 4),
        ("1 3 5 L L", 260_000, 3),
        ("2 4 6 L L", 200_000, 4),
        ("1 2 3 L L", 260_000, 3),
        ("4 5 6 L L", 200_000, 4),
        ("1 1 L L C", 140_000, 3),
        ("4 4 L L C", 140_000, 3),
        ("6 L L L C", 140_000, 3),
        ("2 L L L C", 140_000, 3),
        ("5 6 L L L", 230_000, 4),
        ("3 3 L L L", 260_000, 4),
        ("5 5 5 L L", 280_000, 4),
        ("2 2 L L L", 310_000, 3),
        ("1 L L C C", 190_000, 4),
        ("6 L L C C", 250_000, 3),
        ("3 L L C C", 190_000, 4),
        ("5 L L C C", 250_000, 3),
        ("L L L C C", 130_000, 4),
        ("1 1 6 6 L", 150_000, 4),
        ("2 2 5 5 L", 220_000, 3),
        ("3 3 4 4 L", 150_000, 4),
        ("1 1 1 L L", 280_000, 4),
        ("6 6 6 L C", 190_000, 3),
        ("2 2 2 L C", 190_000, 3),
        ("L L L L C", 150_000, 4),
        ("1 L L L L", 290_000, 4),
        ("6 L L L L", 340_000, 3),
        ("4 L L L C", 140_000, 3),
        ("3 5 L L L", 290_000, 3),
        ("1 4 L L L", 230_000, 4),
        ("1 3 4 6 L", 140_000, 3),
        ("2 3 5 6 L", 140_000, 3),
        ("1 2 5 6 L", 140_000, 3),
        ("2 2 5 5 6", 280_000, 4),
        ("4 4 4 C C", 330_000, 3),
        ("1 1 3 5 6", 260_000, 4),
    )
)
"""36 invented cards in Ravensburger money. Prize by difficulty: from 130 000 for a chance of 3 in 5
with best play and free dice down to 360 000 for about 1 in 6."""


def possible_next_cards(
    options: Options, turned: Sequence[Card], won: Sequence[Card]
) -> tuple[Card, ...]:
    """Return the cards of the invented deck that may be turned over next, equally likely.

    Cards come but once; when all were `turned`, those that nobody has `won` go back into the box.
    """
    fresh = Counter(invented_deck(options)) - Counter(turned)
    if not fresh:
        fresh = Counter(invented_deck(options)) - Counter(won)
    return tuple(fresh.elements())


def invented_deck(options: Options) -> tuple[Card, ...]:
    """Return the invented deck in the money and with the jokers of `options`."""
    return tuple(_fit(card, options) for card in INVENTED_DECK)


def _fit(card: Card, options: Options) -> Card:
    low, high = MONEY_BY_EDITION["ravensburger"].prize_range
    new_low, new_high = options.money_of_edition.prize_range
    step = options.money_of_edition.smallest_bill
    share = (card.prize - low) * (new_high - new_low) // (high - low)
    symbols = _one_joker(card) if options.joker_mode == "J_independent" else card.symbols
    return Card(symbols, (new_low + share) // step * step, card.attempts)


def _one_joker(card: Card) -> tuple[str, ...]:
    """Return the symbols of `card` with one joker J, the others numbers: five J are no card."""
    numbers = [symbol for symbol in card.symbols if symbol not in JOKERS]
    jokers = DICE_COUNT - len(numbers)
    first = card.prize // 10_000 + card.attempts
    more: list[str] = [FACES[(first + 3 * place) % len(FACES)] for place in range(jokers - 1)]
    return (*sorted(numbers + more), *["J"] * (jokers > 0))
