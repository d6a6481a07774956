"""How well the dice of a taught set were read: what the log says of each throw with them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from companion.log.row import Row

NEWEST_ROWS = 5000  # that are looked at


def count_dice_read_right(rows: Sequence[Row], name: str | None) -> tuple[int, int]:
    """Return how many dice of the set `name` were read right, and how many were read in all.

    Without a `name` all dice are counted.

    A die was read right where what people told or corrected, or left as it was, is what the eye
    took for likeliest. Of a throw that was taken back, that is what was told by hand next.
    """
    told = _Told()
    counts = name is None
    start = max(0, len(rows) - NEWEST_ROWS)
    for row in rows[start:]:
        if row.kind == "start":
            counts = name in (None, row.body.get("dice_set", ""))
        told.add(row, counts=counts)
    right = sum((told.read[seq] & faces).total() for seq, faces in told.true.items())
    return right, sum(faces.total() for faces in told.true.values())


class _Throw(NamedTuple):
    """What was true of the throw of row `seq`, and what was told `before`."""

    seq: int
    faces: Counter[str]
    before: "_Throw | None"


class _Told:
    """What the eye `read`, by row, and what was `true` of the throws that count."""

    def __init__(self) -> None:
        self.read: dict[int, Counter[str]] = {}
        self._newest: _Throw | None = None
        self._newest_after: dict[int, _Throw | None] = {}  # each row
        self._taken_back: Counter[str] | None = None

    @property
    def true(self) -> dict[int, Counter[str]]:
        """What lay there in the throws that count now, by row."""
        found: dict[int, Counter[str]] = {}
        throw = self._newest
        while throw is not None:
            found.setdefault(throw.seq, throw.faces)
            throw = throw.before
        return found

    def add(self, row: Row, *, counts: bool) -> None:
        """Take in what a row tells, and unless it `counts` only where an undo may go back to."""
        body = cast("Mapping[str, Any]", row.body)
        if row.kind == "start":
            self._taken_back = None
        elif row.kind == "undo":
            self._undo(body["to"])
        elif counts and row.kind == "reading":
            self.read[row.seq] = Counter(body["verdict"].get("faces", ()))
        elif counts and row.kind == "action" and "dice" in body:
            self._add_throw(row, Counter(body["dice"]["faces"]))
        elif row.kind == "correct" and body["row"] in self.true and "dice" in body:
            self._newest = _Throw(body["row"], Counter(body["dice"]["faces"]), self._newest)
        self._newest_after[row.seq] = self._newest

    def _undo(self, to: int) -> None:
        """Go back to the version `to`, or forward to one that was undone before."""
        before = self.true
        self._newest = self._newest_after.get(to)
        now = self.true
        undone = [seq for seq in before if seq not in now]
        self._taken_back = (
            self.read[min(undone)] if undone and now.keys() <= before.keys() else None
        )

    def _add_throw(self, row: Row, faces: Counter[str]) -> None:
        wrong, self._taken_back = self._taken_back, None
        read = faces if row.reading_row == row.seq else self.read.get(row.reading_row or 0)
        if read is None and wrong and wrong.total() == faces.total():
            read = wrong
        if read is not None:
            self.read[row.seq] = read
            self._newest = _Throw(row.seq, faces, self._newest)
