"""Dice that stay on the card (option `lock`; Rules §1.5, Locks).

A die is laid on a place of the card: first on its printed number, if that place is free; the first
die on a long drink fixes all of them, likewise cocktails, and the two differ. A die that was set
aside and may still be long drink or cocktail is *unplaced*: it stays, but its place is open. Dice
of one face are interchangeable, so a place simply holds a face, or None.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from engine.last_chance.combination import JOKERS, can_all_be_used
from engine.last_chance.options import Options

LaidFaces: TypeAlias = tuple[str | None, ...]


def faces_of_laid_dice(laid: LaidFaces) -> tuple[str, ...]:
    """Return the faces of the dice that lie on the card."""
    return tuple(face for face in laid if face is not None)


def fits_place(
    printed: Sequence[str], laid: LaidFaces, slot: int, face: str, options: Options
) -> bool:
    """Tell whether a die that shows `face` may be laid on place `slot` of a card `printed`."""
    symbol = printed[slot]
    if laid[slot] is not None:
        return False
    if symbol not in JOKERS:
        return face == symbol
    free = (other for other, old in zip(printed, laid, strict=True) if old is None)
    if face in (printed if options.joker_vs_printed == "must_differ" else free):
        return False  # a printed number comes first
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
    """Return `laid` with every die of `faces` that fits a printed number laid on it."""
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
    """Return `laid` with the dice of `faces`, set aside by the cracker, laid where they belong.

    Printed numbers come first. A die that could be a long drink or a cocktail is laid only when the
    choice makes no difference. The rest is returned beside: their places stay open until the
    cracker says them (`Lay`), or other dice do.
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
    """Return what is laid and what is unplaced once the cracker lays `face` on `slot`.

    None: it does not fit there, or not with the dice that are unplaced.
    """
    if not fits_place(printed, laid, slot, face, options):
        return None
    laid = _lay(laid, [slot], face)
    others = tuple((Counter(unplaced) - Counter([face])).elements())
    if not can_all_be_used(printed, (*faces_of_laid_dice(laid), *others), options, laid):
        return None
    return lay_kept_dice(printed, laid, others, options)
