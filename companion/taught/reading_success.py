"""How well the dice of a taught set were read: what the log says of each throw with them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

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
        if counts or row.kind in ("start", "undo"):
            told.add(row)
    right = sum((told.read[seq] & faces).total() for seq, faces in told.true.items())
    return right, sum(faces.total() for faces in told.true.values())


class _Told:
    """What the eye `read`, by row, and what was `true` of the throws that count."""

    def __init__(self) -> None:
        self.read: dict[int, Counter[str]] = {}
        self.true: dict[int, Counter[str]] = {}
        self._undone: dict[int, tuple[int, Counter[str]]] = {}  # by which row, and what it said
        self._taken_back: Counter[str] | None = None

    def add(self, row: Row) -> None:
        """Take in what a row tells."""
        body = cast("Mapping[str, Any]", row.body)
        if row.kind == "start":
            self._taken_back = None
        elif row.kind == "reading":
            self.read[row.seq] = Counter(body["verdict"].get("faces", ()))
        elif row.kind == "action" and "dice" in body:
            self._add_throw(row, Counter(body["dice"]["faces"]))
        elif row.kind == "correct" and body["row"] in self.true and "dice" in body:
            self.true[body["row"]] = Counter(body["dice"]["faces"])
        elif row.kind == "undo":
            self._undo(row.seq, body["to"])

    def _undo(self, row: int, to: int) -> None:
        """Take back what came after the version `to`; what was undone and counted there is back."""
        back = [seq for seq, (by, _) in self._undone.items() if seq <= to < by]
        undone = [seq for seq in self.true if seq > to]
        for seq in back:
            self.true[seq] = self._undone.pop(seq)[1]
        self._undone |= {seq: (row, self.true.pop(seq)) for seq in undone}
        self._taken_back = self.read[undone[0]] if undone and not back else None

    def _add_throw(self, row: Row, faces: Counter[str]) -> None:
        wrong, self._taken_back = self._taken_back, None
        read = faces if row.reading_row == row.seq else self.read.get(row.reading_row or 0)
        if read is None and wrong and wrong.total() == faces.total():
            read = wrong
        if read is not None:
            self.read[row.seq], self.true[row.seq] = read, faces
