"""When five dice crack a card (Rules §1.3, Crack).

Jokers need no declaration: a card stands for a set of dice multisets, and it is cracked when the
dice are one of them. Under a lock, a die laid on a joker declares it (Rules §1.5): combinations
that make something else of it are then none any more.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from engine.core.refusals import NotAllowed
from engine.last_chance.actions import FACES
from engine.last_chance.options import Options

DICE_COUNT = 5
"""Dice in the box, and places on a card."""

LOOSE_JOKER = "J"
JOKERS = ("L", "C", LOOSE_JOKER)


def printable_symbols(options: Options) -> tuple[str, ...]:
    """Return what may be printed on a place of a card."""
    return (*FACES, LOOSE_JOKER) if options.joker_mode == "J_independent" else (*FACES, "L", "C")


def check_symbols(printed: Sequence[str], options: Options) -> None:
    """Refuse with ``bad_symbols`` or ``only_jokers`` what cannot be `printed` on a card."""
    allowed = printable_symbols(options)
    if len(printed) != DICE_COUNT or not set(printed) <= set(allowed):
        raise NotAllowed(
            "bad_symbols",
            f"A card shows five of {' '.join(allowed)}.",
            symbols=tuple(printed),
            allowed=allowed,
        )
    if set(printed) == {LOOSE_JOKER}:
        raise NotAllowed("only_jokers", "Any dice would crack a card of five J.")


def cracking_combinations(
    printed: Sequence[str], options: Options, laid: Sequence[str | None] = ()
) -> frozenset[tuple[str, ...]]:
    """Return every sorted combination of five faces that cracks a card with symbols `printed`.

    `laid` are the faces that lie on its places (see `lock`; none: nothing lies there). The first
    one on a long drink fixes the value of all, likewise on a cocktail.
    """
    declared = tuple(
        sorted(
            (symbol, face)
            for symbol, face in zip(printed, laid, strict=False)
            if face is not None and symbol in JOKERS
        )
    )
    must_differ = options.joker_vs_printed == "must_differ"
    return _combinations(tuple(sorted(printed)), must_differ, declared)


@cache
def _combinations(
    printed: tuple[str, ...], must_differ: bool, declared: tuple[tuple[str, str], ...]
) -> frozenset[tuple[str, ...]]:
    numbers = tuple(symbol for symbol in printed if symbol not in JOKERS)
    values = [face for face in FACES if not (must_differ and face in numbers)]
    longs, cocktails, loose = (printed.count(joker) for joker in JOKERS)
    long_is, cocktail_is, fixed = (
        [face for symbol, face in declared if symbol == joker] for joker in JOKERS
    )
    return frozenset(
        tuple(sorted((*numbers, *[long] * longs, *[cocktail] * cocktails, *fixed, *others)))
        for long in (long_is or values if longs else values[:1])
        for cocktail in (cocktail_is or values if cocktails else values[:1])
        if not (longs and cocktails and long == cocktail)
        for others in product(values, repeat=loose - len(fixed))
    )


def cracks_card(
    printed: Sequence[str], dice: Sequence[str], options: Options, laid: Sequence[str | None] = ()
) -> bool:
    """Tell whether `dice`, of which some are `laid`, crack the card with symbols `printed`."""
    return tuple(sorted(dice)) in cracking_combinations(printed, options, laid)


def can_all_be_used(
    printed: Sequence[str], dice: Sequence[str], options: Options, laid: Sequence[str | None] = ()
) -> bool:
    """Tell whether `dice`, of which some are `laid`, can all be part of what cracks the card."""
    return tuple(sorted(dice)) in partial_combinations(
        cracking_combinations(printed, options, laid)
    )


@cache
def partial_combinations(whole: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    """Return all parts of the combinations `whole`, sorted, these and the empty one included."""
    return frozenset(
        part
        for dice in whole
        for size in range(DICE_COUNT + 1)
        for part in combinations(dice, size)
    )


def missing_faces(
    printed: Sequence[str],
    dice: Sequence[str],
    options: Options,
    laid: Sequence[str | None] = (),
    locked: Sequence[str] = (),
) -> tuple[tuple[str, ...], ...]:
    """Return the shortest lists of faces that would still complete the card, in order.

    Empty if the dice crack it. With no dice on the table, every combination counts whole. Of
    `dice`, those `locked` must stay, and of these those `laid` on places of the card there.
    """
    lying, fixed = Counter(dice), Counter(locked)
    missing = {
        tuple(sorted((Counter(combination) - lying).elements()))
        for combination in cracking_combinations(printed, options, laid)
        if not fixed - Counter(combination)
    }
    fewest = min(len(faces) for faces in missing)
    return tuple(sorted(faces for faces in missing if len(faces) == fewest)) if fewest else ()
