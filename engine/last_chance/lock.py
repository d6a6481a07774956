"""Dice that stay on the card (option `lock`; RULES §1.5, "exact meaning").

A die is laid on a place of the card: a printed number takes its face; the first die on a long drink
fixes all of them, likewise cocktails, and the two differ. The dice of one face are interchangeable,
so a place simply holds a face.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.last_chance.combination import JOKERS
from engine.last_chance.state import State

Laid = tuple[str | None, ...]


def fits(state: State, laid: Laid, slot: int, face: str) -> bool:
    """Tell whether a die that shows `face` may be laid on the free place `slot`."""
    printed = state.open_card.symbols
    symbol = printed[slot]
    if laid[slot] is not None:
        return False
    if symbol not in JOKERS:
        return face == symbol
    if state.options.joker_vs_printed == "must_differ" and face in printed:
        return False
    on = {
        joker: {laid[i] for i, other in enumerate(printed) if other == joker} - {None}
        for joker in ("L", "C")
    }
    if symbol == "J":
        return True
    rival = "C" if symbol == "L" else "L"
    return on[symbol] <= {face} and face not in on[rival]


def lay_printed(state: State, laid: Laid, faces: Iterable[str]) -> Laid:
    """Return `laid` with every die of `faces` that fits a printed number laid on it."""
    for face in faces:
        free = [i for i in _free(state, laid, face) if state.open_card.symbols[i] == face]
        laid = _put(laid, free[:1], face)
    return laid


def lay_kept(state: State, laid: Laid, faces: Sequence[str]) -> Laid:
    """Return `laid` with the dice of `faces`, set aside by the cracker, laid where they belong.

    Printed numbers come first. A die that could be a long drink or a cocktail is laid only when the
    choice makes no difference; else it stays open until the cracker says which (`Lay`).
    """
    for face, number in sorted(Counter(faces).items()):
        before = laid.count(face)
        laid = lay_printed(state, laid, [face] * number)
        left = number - (laid.count(face) - before)
        laid = _put(laid, _joker_places(state, laid, face, left)[:left], face)
    return laid


def _joker_places(state: State, laid: Laid, face: str, number: int) -> list[int]:
    printed = state.open_card.symbols
    free = _free(state, laid, face)
    groups = [[i for i in free if printed[i] == joker] for joker in JOKERS]
    groups = [group for group in groups if group]
    roomy = [group for group in groups if len(group) >= number] or groups
    if len({len(group) for group in roomy}) > 1:
        return []
    return roomy[0] if roomy else []


def _free(state: State, laid: Laid, face: str) -> list[int]:
    return [slot for slot in range(len(laid)) if fits(state, laid, slot, face)]


def _put(laid: Laid, places: Sequence[int], face: str) -> Laid:
    return tuple(face if i in places else old for i, old in enumerate(laid))
