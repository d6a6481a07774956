"""Dice that stay on the card (option `lock`; Rules §1.5, Locks).

A die is laid on a place of the card: first on its printed number, if that place is free; the first
die on a long drink fixes all of them, likewise cocktails, and the two differ. Dice of one face are
interchangeable, so a place simply holds a face, or None.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from engine.last_chance.combination import JOKERS
from engine.last_chance.options import Options

Laid: TypeAlias = tuple[str | None, ...]


def on_card(laid: Laid) -> tuple[str, ...]:
    """Return the faces of the dice that lie on the card."""
    return tuple(face for face in laid if face is not None)


def fits(printed: Sequence[str], laid: Laid, slot: int, face: str, options: Options) -> bool:
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


def _on(printed: Sequence[str], laid: Laid, joker: str) -> set[str]:
    pairs = zip(printed, laid, strict=True)
    return {face for symbol, face in pairs if symbol == joker and face is not None}


def lay_printed(printed: Sequence[str], laid: Laid, faces: Iterable[str]) -> Laid:
    """Return `laid` with every die of `faces` that fits a printed number laid on it."""
    places = list(laid)
    for face in faces:
        free = (i for i, old in enumerate(places) if old is None and printed[i] == face)
        place = next(free, None)
        if place is not None:
            places[place] = face
    return tuple(places)


def lay_kept(printed: Sequence[str], laid: Laid, faces: Sequence[str], options: Options) -> Laid:
    """Return `laid` with the dice of `faces`, set aside by the cracker, laid where they belong.

    Printed numbers come first. A die that could be a long drink or a cocktail is laid only when the
    choice makes no difference; else it stays open until the cracker says which (`Lay`).
    """
    for face, number in sorted(Counter(faces).items()):
        before = laid.count(face)
        laid = lay_printed(printed, laid, [face] * number)
        left = number - (laid.count(face) - before)
        places = _joker_places(printed, laid, face, left, options)[:left]
        laid = tuple(face if i in places else old for i, old in enumerate(laid))
    return laid


def _joker_places(
    printed: Sequence[str], laid: Laid, face: str, number: int, options: Options
) -> list[int]:
    free = [i for i in range(len(laid)) if fits(printed, laid, i, face, options)]
    groups = [[i for i in free if printed[i] == joker] for joker in JOKERS]
    groups = [group for group in groups if group]
    roomy = [group for group in groups if len(group) >= number] or groups
    if len({len(group) for group in roomy}) > 1:
        return []
    return roomy[0] if roomy else []
