"""Counts, in the log, how many dice of a taught set were read right."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from companion.log.rows import (
    ActionBody,
    CorrectionBody,
    ReadingBody,
    RolledDice,
    Row,
    StartBody,
    UndoBody,
)

MAX_ROWS = 5000  # that are considered


def count_dice_read_right(rows: Sequence[Row], name: str | None) -> tuple[int, int]:
    """Return how many dice of the set `name` were read right, and how many were read in all.

    Without a `name` all dice are counted. A die was read right if people entered, confirmed or did
    not correct the eye's likeliest face. If a roll is undone and then entered by hand, its reading
    is compared with that entry.
    """
    readings = _ReadRolls()
    counts = name is None
    start = max(0, len(rows) - MAX_ROWS)
    for row in rows[start:]:
        if isinstance(row.body, StartBody):
            counts = name in (None, row.body.dice_set)
        readings.add(row, counts=counts)
    right = sum((readings.read[seq] & faces).total() for seq, faces in readings.true.items())
    return right, sum(faces.total() for faces in readings.true.values())


class _Roll(NamedTuple):
    """The true faces of the roll of row `seq`, and the roll `before`."""

    seq: int
    faces: Counter[str]
    before: "_Roll | None"


class _ReadRolls:
    """The faces that the eye `read`, by row, and the `true` faces of the rolls that count."""

    def __init__(self) -> None:
        self.read: dict[int, Counter[str]] = {}
        self._newest: _Roll | None = None
        self._newest_after: dict[int, _Roll | None] = {}  # after each row
        self._undone: Counter[str] | None = None  # as read, if the newest row undid a roll

    @property
    def true(self) -> dict[int, Counter[str]]:
        """The true faces of the rolls that count now, by row."""
        found: dict[int, Counter[str]] = {}
        roll = self._newest
        while roll is not None:
            found.setdefault(roll.seq, roll.faces)
            roll = roll.before
        return found

    def add(self, row: Row, *, counts: bool) -> None:
        """Add a row; unless it `counts`, only remember it for an undo."""
        match row.body:
            case StartBody():
                self._undone = None
            case UndoBody(to):
                self._undo(to)
            case ReadingBody(verdict=verdict) if counts:
                self.read[row.seq] = Counter(verdict.faces)
            case ActionBody(dice=RolledDice(faces)) if counts:
                self._add_roll(row, Counter(faces))
            case CorrectionBody(corrected, dice=RolledDice(faces)) if corrected in self.true:
                self._newest = _Roll(corrected, Counter(faces), self._newest)
        self._newest_after[row.seq] = self._newest

    def _undo(self, to: int) -> None:
        """Go back to the version `to`, or forward to one that was undone before."""
        before = self.true
        self._newest = self._newest_after.get(to)
        now = self.true
        undone = [seq for seq in before if seq not in now]
        is_undo = bool(undone) and now.keys() <= before.keys()
        self._undone = self.read[min(undone)] if is_undo else None

    def _add_roll(self, row: Row, faces: Counter[str]) -> None:
        undone, self._undone = self._undone, None
        read = faces if row.reading_row == row.seq else self.read.get(row.reading_row or 0)
        if read is None and undone and undone.total() == faces.total():
            read = undone
        if read is not None:
            self.read[row.seq] = read
            self._newest = _Roll(row.seq, faces, self._newest)
