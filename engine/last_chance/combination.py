"""When five dice crack a card (RULES §1.3, `cracked`).

Jokers need no declaration: a card stands for a set of dice multisets, its *targets*, and it is
cracked when the dice are one of them. That holds under a lock too: it only says which dice may not
be thrown again.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product

from engine.last_chance.actions import FACES
from engine.last_chance.options import Options

DICE = 5
"""Dice in the box, and places on a card."""

JOKERS = ("L", "C", "J")


def symbols(options: Options) -> tuple[str, ...]:
    """Return what may be printed on a place of a card."""
    return (*FACES, "J") if options.joker_mode == "J_independent" else (*FACES, "L", "C")


def targets(
    printed: Sequence[str], options: Options, locked: Sequence[str] = ()
) -> frozenset[tuple[str, ...]]:
    """Return every sorted combination of five faces that cracks a card with symbols `printed`.

    With dice `locked`, which may not be thrown, only those that hold their faces.
    """
    every = _targets(tuple(sorted(printed)), options.joker_vs_printed == "must_differ")
    if not locked:
        return every
    stay = Counter(locked)
    return frozenset(target for target in every if not stay - Counter(target))


@cache
def _targets(printed: tuple[str, ...], must_differ: bool) -> frozenset[tuple[str, ...]]:
    numbers = tuple(symbol for symbol in printed if symbol not in JOKERS)
    values = [face for face in FACES if not (must_differ and face in numbers)]
    longs, cocktails, loose = (printed.count(joker) for joker in JOKERS)
    return frozenset(
        tuple(sorted((*numbers, *[long] * longs, *[cocktail] * cocktails, *others)))
        for long in (values if longs else values[:1])
        for cocktail in (values if cocktails else values[:1])
        if not (longs and cocktails and long == cocktail)
        for others in product(values, repeat=loose)
    )


def cracked(printed: Sequence[str], dice: Sequence[str], options: Options) -> bool:
    """Tell whether `dice` crack the card with symbols `printed`."""
    return tuple(sorted(dice)) in targets(printed, options)


def needs(
    printed: Sequence[str], dice: Sequence[str], options: Options, locked: Sequence[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """Return the shortest lists of faces that would still complete the card, in order.

    Empty if the dice crack it. With no dice on the table, every target counts whole. The dice
    `locked`, which are among `dice`, must stay.
    """
    lying = Counter(dice)
    missing = {
        tuple(sorted((Counter(target) - lying).elements()))
        for target in targets(printed, options, locked)
    }
    fewest = min(len(faces) for faces in missing)
    return tuple(sorted(faces for faces in missing if len(faces) == fewest)) if fewest else ()
