"""The cards, and which dice crack them (Rules §1.3, Crack).

Nobody has published the whole deck of the box, so people enter the cards that they turn over.
`INVENTED_DECK` is ours, for tables without the box: 36 combinations with prizes and attempts in the
range seen on real cards, with higher prizes for harder cards. It is **not** the printed deck.

Jokers are not declared: a card stands for a set of dice multisets, and dice that are one of them
crack it. With a lock (Rules §1.5, Locks), dice are laid on places of the card, on printed numbers
first. The first die on a long drink fixes the face of all long drinks, the same holds for
cocktails, and the two faces differ. A die that was set aside and may still be either is *unplaced*:
it stays, without a place. Dice of one face are interchangeable, so a place holds a face, or None.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from operator import itemgetter
from typing import Literal, TypeAlias

from engine.core.dice import FACES
from engine.core.refusals import NotAllowed
from engine.last_chance.options import MONEY_BY_EDITION, Options

Symbol: TypeAlias = Literal["1", "2", "3", "4", "5", "6", "L", "C", "J"]
LaidFaces: TypeAlias = tuple[str | None, ...]
"""The face that lies on each place of a card, or None."""

DICE_COUNT = 5
"""The number of dice, and of places on a card."""

NO_FACES_LAID: LaidFaces = (None,) * DICE_COUNT

LOOSE_JOKER = "J"
JOKERS = ("L", "C", LOOSE_JOKER)


def printable_symbols(options: Options) -> tuple[str, ...]:
    """Return the symbols that may be printed on cards."""
    return (*FACES, LOOSE_JOKER) if options.joker_mode == "J_independent" else (*FACES, "L", "C")


def check_symbols(printed: Sequence[str], options: Options) -> None:
    """Refuse with ``bad_symbols`` or ``only_jokers`` unless `printed` can be on one card."""
    allowed = printable_symbols(options)
    if len(printed) != DICE_COUNT or not set(printed) <= set(allowed):
        said = f"A card shows five of {' '.join(allowed)}."
        raise NotAllowed("bad_symbols", said, symbols=tuple(printed), allowed=allowed)
    if set(printed) == {LOOSE_JOKER}:
        raise NotAllowed("only_jokers", "Any roll would crack a card of five J.")


def cracking_combinations(
    printed: Sequence[str], options: Options, laid: Sequence[str | None] = ()
) -> frozenset[tuple[str, ...]]:
    """Return every combination of five faces, sorted, that cracks a card with symbols `printed`.

    `laid` are the faces on its places; empty: none are laid.
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
    """Return whether `dice`, of which some are `laid`, crack the card with symbols `printed`."""
    return tuple(sorted(dice)) in cracking_combinations(printed, options, laid)


def can_all_be_used(
    printed: Sequence[str], dice: Sequence[str], options: Options, laid: Sequence[str | None] = ()
) -> bool:
    """Return whether `dice`, of which some are `laid`, are part of a combination that cracks it."""
    whole = cracking_combinations(printed, options, laid)
    return tuple(sorted(dice)) in partial_combinations(whole)


@cache
def partial_combinations(whole: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    """Return all parts of the combinations `whole`, from empty to complete, each sorted."""
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
) -> Mapping[tuple[str, ...], Sequence[tuple[str, ...]]]:
    """Return the shortest lists of faces that would complete the card, by the dice kept for them.

    All are sorted; there are none if it is cracked. The `locked` ones of `dice` must stay, those
    `laid` on their places of the card.
    """
    lying, fixed = Counter(dice), Counter(locked)
    ways = map(Counter, sorted(cracking_combinations(printed, options, laid)))
    pairs = [(way & lying, way - lying) for way in ways if not fixed - way]
    fewest = min(missing.total() for _, missing in pairs)
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for kept, missing in pairs:
        if missing.total() == fewest > 0:
            found.setdefault(tuple(kept.elements()), []).append(tuple(missing.elements()))
    return found


def fitting_dice(printed: Sequence[str], dice: Sequence[str], options: Options) -> Sequence[int]:
    """Return the dice (indices) that fit a card with symbols `printed`; none if all would.

    They match a printed number or, for each kind of drink, are those with its commonest face. A
    single die for a joker of any face is better rolled again: most faces fit there, and it may show
    a face that is missing elsewhere.
    """
    must_differ = options.joker_vs_printed == "must_differ"
    fit = Counter(printed) & Counter(dice)
    rest = [face for at, face in enumerate(dice) if dice[:at].count(face) >= fit[face]]
    rest = [face for face in rest if not (must_differ and face in printed)]
    loose = Counter(rest)
    for drink in sorted(("L", "C"), key=printed.count, reverse=True):
        face, often = max(loose.items(), key=itemgetter(1), default=("", 0))
        count = min(often, printed.count(drink))
        if count >= (1 if must_differ else 2):
            fit[face] += count
            del loose[face]
    if must_differ:
        fit.update(rest[: printed.count(LOOSE_JOKER)])
    places = [at for at, face in enumerate(dice) if dice[:at].count(face) < fit[face]]
    return places if len(places) < len(dice) else ()


_ORDER = (*FACES, *JOKERS)


@dataclass(frozen=True, slots=True)
class Card:
    """Five `symbols` in printed order (see `in_printed_order`), a `prize` in units, `attempts`."""

    symbols: tuple[str, ...]
    prize: int
    attempts: int


def in_printed_order(symbols: Iterable[str]) -> tuple[str, ...]:
    """Return `symbols` in the order of a card: numbers first, then L, C and J."""
    return tuple(sorted(symbols, key=_ORDER.index))


def card_by_name(name: str) -> Card | None:
    """Return the card of that `name`: five symbols, prize and attempts.

    A prize below 1000 is in thousands.

    >>> card_by_name("4 3 L C L 240 4")
    Card(symbols=('3', '4', 'L', 'L', 'C'), prize=240000, attempts=4)
    """
    *symbols, prize, attempts = name.upper().split() if len(name.split()) > DICE_COUNT else [""] * 2
    if len(symbols) != DICE_COUNT or not set(symbols) <= set(_ORDER):
        return None
    if not (prize.isdecimal() and attempts.isdecimal()):
        return None
    units = int(prize) * (1000 if int(prize) < 1000 else 1)
    return Card(in_printed_order(symbols), units, int(attempts))


_DECK = """
1 2 3 4 5 230 4, 1 3 5 L L 260 3, 2 4 6 L L 200 4, 1 2 3 L L 260 3, 4 5 6 L L 200 4,
1 1 L L C 140 3, 4 4 L L C 140 3, 6 L L L C 140 3, 2 L L L C 140 3, 5 6 L L L 230 4,
3 3 L L L 260 4, 5 5 5 L L 280 4, 2 2 L L L 310 3, 1 L L C C 190 4, 6 L L C C 250 3,
3 L L C C 190 4, 5 L L C C 250 3, L L L C C 130 4, 1 1 6 6 L 150 4, 2 2 5 5 L 220 3,
3 3 4 4 L 150 4, 1 1 1 L L 280 4, 6 6 6 L C 190 3, 2 2 2 L C 190 3, L L L L C 150 4,
1 L L L L 290 4, 6 L L L L 340 3, 4 L L L C 140 3, 3 5 L L L 290 3, 1 4 L L L 230 4,
1 3 4 6 L 140 3, 2 3 5 6 L 140 3, 1 2 5 6 L 140 3, 2 2 5 5 6 280 4, 4 4 4 C C 330 3,
1 1 3 5 6 260 4
"""
INVENTED_DECK: tuple[Card, ...] = tuple(filter(None, map(card_by_name, _DECK.split(","))))
"""36 invented cards in Ravensburger money. Prizes grow with difficulty: from 130 000 at a chance of
3 in 5, with best play and free dice, to about 340 000 at 1 in 6."""


def possible_next_cards(
    options: Options, turned: Sequence[Card], won: Sequence[Card]
) -> tuple[Card, ...]:
    """Return the cards of the invented deck that may be turned over next, equally likely.

    Once all have been `turned` over, those that nobody has `won` are used again.
    """
    deck = Counter(invented_deck(options))
    return tuple((deck - Counter(turned) or deck - Counter(won)).elements())


def invented_deck(options: Options) -> tuple[Card, ...]:
    """Return the invented deck with the prizes and jokers of the edition in `options`."""
    return tuple(_fit(card, options) for card in INVENTED_DECK)


def _fit(card: Card, options: Options) -> Card:
    low, high = MONEY_BY_EDITION["ravensburger"].prize_range
    new_low, new_high = options.money_of_edition.prize_range
    step = options.money_of_edition.smallest_bill
    share = (card.prize - low) * (new_high - new_low) // (high - low)
    symbols = _one_joker(card) if options.joker_mode == "J_independent" else card.symbols
    return Card(symbols, (new_low + share) // step * step, card.attempts)


def _one_joker(card: Card) -> tuple[str, ...]:
    """Return the symbols of `card` with one J, and numbers for its other jokers."""
    numbers = [symbol for symbol in card.symbols if symbol not in JOKERS]
    jokers = DICE_COUNT - len(numbers)
    first = card.prize // 10_000 + card.attempts
    more: list[str] = [FACES[(first + 3 * place) % len(FACES)] for place in range(jokers - 1)]
    return (*sorted(numbers + more), *["J"] * (jokers > 0))


def faces_of_laid_dice(laid: LaidFaces) -> tuple[str, ...]:
    """Return the faces of the dice on the card."""
    return tuple(face for face in laid if face is not None)


def fits_place(
    printed: Sequence[str], laid: LaidFaces, slot: int, face: str, options: Options
) -> bool:
    """Return whether a die with `face` may be laid on place `slot` of a card `printed`."""
    symbol = printed[slot]
    if laid[slot] is not None:
        return False
    if symbol not in JOKERS:
        return face == symbol
    free = (other for other, old in zip(printed, laid, strict=True) if old is None)
    if face in (printed if options.joker_vs_printed == "must_differ" else free):
        return False  # it goes on a printed number first
    if symbol == "J":
        return True
    rival = "C" if symbol == "L" else "L"
    return _on(printed, laid, symbol) <= {face} and face not in _on(printed, laid, rival)


def _on(printed: Sequence[str], laid: LaidFaces, joker: str) -> set[str]:
    pairs = zip(printed, laid, strict=True)
    return {face for symbol, face in pairs if symbol == joker and face is not None}


def lay_on_printed_numbers(
    printed: Sequence[str], laid: LaidFaces, faces: Iterable[str]
) -> LaidFaces:
    """Return `laid` after every die of `faces` that matches a free printed number is laid on it."""
    places = list(laid)
    for face in faces:
        free = (i for i, old in enumerate(places) if old is None and printed[i] == face)
        place = next(free, None)
        if place is not None:
            places[place] = face
    return tuple(places)


def lay_kept_dice(
    printed: Sequence[str], laid: LaidFaces, faces: Sequence[str], options: Options
) -> tuple[LaidFaces, tuple[str, ...]]:
    """Return `laid` after `faces`, which the cracker set aside, are laid, and the unplaced faces.

    Printed numbers come first. A die that could be a long drink or a cocktail is laid only if the
    choice makes no difference. Otherwise it is unplaced, until the cracker lays it (`LayDie`)
    or other dice decide it.
    """
    kept = (*faces_of_laid_dice(laid), *faces)
    laid = lay_on_printed_numbers(printed, laid, faces)
    unplaced = Counter(kept) - Counter(faces_of_laid_dice(laid))
    for face, number in sorted(unplaced.items()):
        ways = [
            (len(places), on_places)
            for joker in JOKERS
            if len(places := _joker_places(printed, laid, joker, face, options)) >= number
            and can_all_be_used(
                printed, kept, options, on_places := _lay(laid, places[:number], face)
            )
        ]
        if len({size for size, _ in ways}) == 1:
            laid = ways[0][1]
    return laid, tuple(sorted((Counter(kept) - Counter(faces_of_laid_dice(laid))).elements()))


def _joker_places(
    printed: Sequence[str], laid: LaidFaces, joker: str, face: str, options: Options
) -> list[int]:
    slots = [slot for slot, symbol in enumerate(printed) if symbol == joker]
    return [slot for slot in slots if fits_place(printed, laid, slot, face, options)]


def _lay(laid: LaidFaces, slots: Sequence[int], face: str) -> LaidFaces:
    return tuple(face if slot in slots else old for slot, old in enumerate(laid))


def lay_by_hand(
    printed: Sequence[str],
    laid: LaidFaces,
    unplaced: Sequence[str],
    slot: int,
    face: str,
    options: Options,
) -> tuple[LaidFaces, tuple[str, ...]] | None:
    """Return the laid and the unplaced faces after the cracker lays `face` on `slot`.

    None: it does not fit there, or the `unplaced` dice would fit nowhere.
    """
    if not fits_place(printed, laid, slot, face, options):
        return None
    laid = _lay(laid, [slot], face)
    others = tuple((Counter(unplaced) - Counter([face])).elements())
    if not can_all_be_used(printed, (*faces_of_laid_dice(laid), *others), options, laid):
        return None
    return lay_kept_dice(printed, laid, others, options)
