"""The rows of a log as a sequence of which only what is looked at lies in memory."""

import math
from collections.abc import Callable, Sequence
from typing import overload

from companion.log.row import Row

ROWS_PER_BLOCK = 128  # rows that are read at once
MAX_ROWS_IN_MEMORY = 1024  # rows that a log keeps in memory


class Rows(Sequence[Row]):
    """Rows 1 to `count`, oldest first. It never changes, but `with_row` makes a longer one.

    `read(first, last)` returns those rows; without it, they were all brought by `with_row`. At most
    about `most` rows stay in memory, beside those after the first `kept()`: nobody could read them.
    """

    def __init__(
        self,
        count: int = 0,
        read: Callable[[int, int], Sequence[Row]] = lambda first, last: (),
        most: float = MAX_ROWS_IN_MEMORY,
        kept: Callable[[], float] = lambda: math.inf,
    ) -> None:
        self._count, self._read, self._most, self._kept = count, read, most, kept
        self._known: dict[int, Row] = {}

    @classmethod
    def from_sequence(cls, rows: Sequence[Row]) -> "Rows":
        """Return `rows` as such a sequence."""
        return cls(len(rows), lambda first, last: rows[first - 1 : last], math.inf)

    def with_row(self, row: Row) -> "Rows":
        """Return these rows and `row`, which is the next one."""
        longer = Rows(self._count + 1, self._read, self._most, self._kept)
        longer._known = self._known
        self._know([row])
        return longer

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(index)
        return self._known.get(index + 1) or self._load(index + 1)

    def _load(self, seq: int) -> Row:
        first = seq - (seq - 1) % ROWS_PER_BLOCK
        last = seq
        while last < min(first + ROWS_PER_BLOCK - 1, self._count) and last + 1 not in self._known:
            last += 1
        found = self._read(first, last)
        self._know(found)
        return found[seq - first]

    def _know(self, rows: Sequence[Row]) -> None:
        if len(self._known) > self._most:
            kept = [seq for seq in list(self._known) if seq <= self._kept()]
            for seq in kept[: int(self._most) // 2]:
                self._known.pop(seq, None)
        self._known.update((row.seq, row) for row in rows)
