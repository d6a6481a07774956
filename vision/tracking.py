"""Track the dice from rest to rest: which stayed, which came, which left.

A die that is hidden, under a card or in a hand, is remembered where it lay, so that it does not
count as rolled when it lies there again.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vision.matching import distance_in_die_sizes, match_dice
from vision.patches import have_same_orientation, looks_unchanged
from vision.reading import SURE_CONFIDENCE, Die
from vision.stillness import FrameSummary

KNOCK, NUDGE = 0.5, 0.8  # how far in die sizes a rolling die, or a hand or the tray, moves a die


@dataclass(frozen=True, slots=True)
class TrackedDie:
    """A die as it lay in some rest, and the frame in which it was read.

    If it is `hidden`, it has not been seen since.
    """

    die: Die
    frame: FrameSummary
    hidden: bool = False

    def looks_unchanged(self, now: FrameSummary) -> bool:
        """Return whether the place of the die looks the same now."""
        return looks_unchanged(self.frame, now, self.die.box)

    def may_have_slid_to(self, die: Die, now: FrameSummary) -> bool:
        """Return whether `die` may be this one shifted: the same face, hardly rotated."""
        same_face = self.die.face == die.face
        return same_face and have_same_orientation(self.frame, now, self.die, die)

    def contradicts(self, die: Die) -> bool:
        """Return whether this die was sure, and `die` has another face."""
        return self.die.face != die.face and self.die.confidence >= SURE_CONFIDENCE


def remember_dice(
    dice: Sequence[Die], now: FrameSummary, tracked: Sequence[TrackedDie] = ()
) -> tuple[TrackedDie, ...]:
    """Return `dice` as they are tracked from now on.

    A die that looks unchanged but is read differently from its entry in `tracked` keeps that entry,
    so that it stays doubtful until it is moved.
    """
    found = _match(tracked, now, dice)
    return tuple(
        old if old is not None and old.contradicts(die) and old.looks_unchanged(now)
        else TrackedDie(die, now)
        for die, old in zip(dice, found, strict=True)
    )  # fmt: skip


def recognise_dice(
    tracked: Sequence[TrackedDie], now: FrameSummary, dice: Sequence[Die]
) -> tuple[tuple[Die, ...], tuple[TrackedDie | None, ...]]:
    """Return the corrected dice, and for each its entry in `tracked` if it stayed, else None.

    A die that looks unchanged still lies there, even if this reading missed it. If it is now read
    as another face, it is doubtful.
    """
    here, stayed = [], []
    found = _match(tracked, now, dice)
    for die, old in zip(dice, found, strict=True):
        same = old is not None and old.looks_unchanged(now)
        if old is not None and same and old.contradicts(die):
            die = replace(die, confidence=min(die.confidence, 0.5))
        here.append(die)
        stayed.append(old if old is not None and (same or old.may_have_slid_to(die, now)) else None)
    for old in gone_dice(tracked, found):
        if old.die.confidence >= SURE_CONFIDENCE and old.looks_unchanged(now):
            here.append(old.die)
            stayed.append(old)
    return tuple(here), tuple(stayed)


def _match(
    tracked: Sequence[TrackedDie], now: FrameSummary, dice: Sequence[Die]
) -> list[TrackedDie | None]:
    """Return for each die the tracked die that lay at its place.

    Tracked dice that look unchanged take precedence, then visible ones, then hidden ones.
    """
    found: list[TrackedDie | None] = [None] * len(dice)
    ranks = [0 if old.looks_unchanged(now) else 1 + old.hidden for old in tracked]
    for wanted in range(3):
        some = [old for old, rank in zip(tracked, ranks, strict=True) if rank == wanted]
        free = [i for i, old in enumerate(found) if old is None]
        matches = match_dice([dice[i] for i in free], [old.die for old in some])
        for i, j in zip(free, matches, strict=True):
            found[i] = None if j is None else some[j]
    return found


def gone_dice(
    tracked: Sequence[TrackedDie], stayed: Sequence[TrackedDie | None]
) -> tuple[TrackedDie, ...]:
    """Return those of `tracked` that are not among those that `stayed`."""
    return tuple(old for old in tracked if not any(old is other for other in stayed))


def mark_hidden(gone: Sequence[TrackedDie], came: Sequence[Die]) -> tuple[TrackedDie, ...]:
    """Return the `gone` dice whose faces are not among those that `came`, marked as hidden."""
    back, hidden = count_faces(came), []
    for old in gone:
        if back[old.die.face] > 0:
            back[old.die.face] -= 1
        else:
            hidden.append(replace(old, hidden=True))
    return tuple(hidden)


def are_all_nudged(gone: Sequence[TrackedDie], now: FrameSummary, came: Sequence[Die]) -> bool:
    """Return whether each die that `came` slid there from the place of another one nearby.

    Nearby is within a NUDGE. About once in a hundred rolls, a single die shows its old face again,
    hardly rotated, not much further away.
    """
    free = list(gone)
    for die in came:
        old = next((old for old in free if is_nudged([old], now, die, NUDGE)), None)
        if old is None:
            return False
        free = [other for other in free if other is not old]
    return True


def lie_in_places_of(gone: Sequence[TrackedDie], came: Sequence[Die]) -> bool:
    """Return whether each die that `came` lies where one of the `gone` dice lay."""
    return all(any(distance_in_die_sizes(die, old.die) <= NUDGE for old in gone) for die in came)


def is_nudged(gone: Sequence[TrackedDie], now: FrameSummary, die: Die, reach: float) -> bool:
    """Return whether `die` slid here from within `reach` die sizes: same face, hardly rotated."""
    return any(
        distance_in_die_sizes(die, old.die) <= reach and old.may_have_slid_to(die, now)
        for old in gone
    )


def count_faces(dice: Iterable[Die]) -> Counter[str]:
    """Count the dice by face."""
    return Counter(die.face for die in dice)
