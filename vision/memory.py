"""The dice as they last lay, in view or out of sight: which of them stayed, which came, which left.

A die that is out of sight (under a card, in a hand) is remembered where it lay, so that it is no
throw when it lies there again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.frame import Image
from vision.matching import apart, pair
from vision.reading import SURE, Die
from vision.scene import patch_same, same_turn
from vision.stillness import Glance

KNOCK, NUDGE = 0.5, 0.8  # die sizes that one is moved by a rolling die; by a hand or with the tray


@dataclass(frozen=True, slots=True)
class Lain:
    """A die as it lay at some rest, with the cells of the picture then; `away`: not seen since."""

    die: Die
    small: Image
    fine: Image
    away: bool = False


def lying(dice: Sequence[Die], glance: Glance, memory: Sequence[Lain] = ()) -> tuple[Lain, ...]:
    """Remember `dice` as they lie now.

    One that reads otherwise than it did in `memory`, while its cells look as they did, is
    remembered as it was: it stays doubtful until it is moved.
    """
    found = _places(memory, glance, dice)
    return tuple(
        old if old is not None and _contradicts(old, die) and patch_same(old.small, glance, old.die)
        else Lain(die, glance.small, glance.fine)
        for die, old in zip(dice, found, strict=True)
    )  # fmt: skip


def _contradicts(old: Lain, die: Die) -> bool:
    """Tell whether `die` reads otherwise than `old`, which was sure."""
    return old.die.face != die.face and old.die.confidence >= SURE


def recall(
    memory: Sequence[Lain], glance: Glance, dice: Sequence[Die]
) -> tuple[tuple[Die, ...], tuple[Lain | None, ...]]:
    """Tell for each die what it is in `memory` if it stayed, else None; and mend the reading.

    A die whose cells look as they did when it was read lies there still, even if this reading
    missed it; if it reads as another face now, it is doubtful.
    """
    here, stayed = [], []
    found = _places(memory, glance, dice)
    for die, old in zip(dice, found, strict=True):
        same = old is not None and patch_same(old.small, glance, old.die)
        if old is not None and same and _contradicts(old, die):
            die = replace(die, confidence=min(die.confidence, 0.5))
        here.append(die)
        stayed.append(old if old is not None and (same or slid(old, glance, die)) else None)
    for old in memory:
        missed = not any(old is other for other in found) and old.die.confidence >= SURE
        if missed and patch_same(old.small, glance, old.die):
            here.append(old.die)
            stayed.append(old)
    return tuple(here), tuple(stayed)


def _places(memory: Sequence[Lain], glance: Glance, dice: Sequence[Die]) -> list[Lain | None]:
    """Give for each die what lay at its place.

    What looks as it did comes first, then what was in view, then what was out of sight.
    """
    found: list[Lain | None] = [None] * len(dice)
    ranks = [0 if patch_same(old.small, glance, old.die) else 1 + old.away for old in memory]
    for wanted in range(3):
        some = [old for old, rank in zip(memory, ranks, strict=True) if rank == wanted]
        free = [i for i, old in enumerate(found) if old is None]
        for i, j in zip(free, pair([dice[i] for i in free], [s.die for s in some]), strict=True):
            found[i] = None if j is None else some[j]
    return found


def left(memory: Sequence[Lain], stayed: Sequence[Lain | None]) -> tuple[Lain, ...]:
    """Return what of `memory` is among those that `stayed` no more."""
    return tuple(old for old in memory if not any(old is other for other in stayed))


def out_of_sight(gone: Sequence[Lain], came: Sequence[Die]) -> tuple[Lain, ...]:
    """Return those of the `gone` dice that are none of those that `came`, by their faces."""
    back, away = faces(came), []
    for old in gone:
        if back[old.die.face] > 0:
            back[old.die.face] -= 1
        else:
            away.append(replace(old, away=True))
    return tuple(away)


def all_nudged(gone: Sequence[Lain], glance: Glance, came: Sequence[Die]) -> bool:
    """Tell whether each die that `came` slid from near by, each from a place of its own.

    Only by a NUDGE: one that is thrown alone shows its old face a little further off, hardly
    turned, once in some hundred throws.
    """
    free = list(range(len(gone)))
    for die in came:
        place = next((i for i in free if nudged([gone[i]], glance, die, NUDGE)), None)
        if place is None:
            return False
        free.remove(place)
    return True


def in_place(gone: Sequence[Lain], came: Sequence[Die]) -> bool:
    """Tell whether each die that `came` lies where one of the `gone` lay."""
    return all(any(apart(die, old.die) <= NUDGE for old in gone) for die in came)


def nudged(gone: Sequence[Lain], glance: Glance, die: Die, near: float) -> bool:
    """Tell whether `die` slid here from within `near` die sizes: the same face, hardly turned."""
    return any(apart(die, old.die) <= near and slid(old, glance, die) for old in gone)


def slid(old: Lain, glance: Glance, die: Die) -> bool:
    """Tell whether `die` may be `old` a little aside: the same face, hardly turned."""
    return old.die.face == die.face and same_turn(old.fine, glance, old.die, die)


def faces(dice: Sequence[Die]) -> Counter[str]:
    """Count the dice by face."""
    return Counter(die.face for die in dice)
