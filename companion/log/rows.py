"""The rows of a log, drafts of new ones, and the sequence of all rows."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, ClassVar, Literal, TypeAlias, overload

import msgspec

from companion.log.readings import ReadingReport, Verdict
from engine.core.offered_game import Setup

Kind: TypeAlias = Literal["start", "action", "undo", "correct", "reading", "dismiss"]
Source: TypeAlias = Literal["camera", "hand", "correction", "clock", "draw"]
Columns: TypeAlias = tuple[Any, ...]
"""A row as stored, without its checksum."""


class RolledDice(msgspec.Struct, frozen=True):
    """The `faces` of dice; those at the indices `kept` were not rolled."""

    faces: tuple[str, ...]
    kept: tuple[int, ...]


class _Body(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: ClassVar[Kind]


class StartBody(_Body, frozen=True):
    """A game begins.

    `dice_set` names the taught set that is rolled, `sat_down_as` are the players' original names,
    and `goes_on` is the row that started the game that this one resumes.
    """

    kind = "start"
    game: str
    setup: Setup
    dice_set: str = ""
    sat_down_as: tuple[str, ...] = ()
    goes_on: int | None = None


LOST_GAME = StartBody("lost", Setup(()))
"""Stands in place of a row that the disk has lost."""


class ActionBody(_Body, frozen=True):
    """An action of the game, as JSON.

    For a roll, `dice` are those of the `reading` that was played, or were entered by hand, perhaps
    in answer to the reading of `reading_row`. `answers` are the rows of the readings that it
    answers. `span` says that the clock ended a turn's time, not a count.
    """

    kind = "action"
    action: dict[str, Any] = msgspec.field(default_factory=dict)
    dice: RolledDice | None = None
    reading: ReadingReport | None = None
    answers: tuple[int, ...] = ()
    reading_row: int | None = None
    span: bool = False


class UndoBody(_Body, frozen=True):
    """The table goes back to version `to`."""

    kind = "undo"
    to: int


class CorrectionBody(_Body, frozen=True):
    """The act of `row` was this `action`, with these `dice`."""

    kind = "correct"
    row: int
    action: dict[str, Any]
    dice: RolledDice


class ReadingBody(_Body, frozen=True):
    """A reading of the eye that was not played, and why."""

    kind = "reading"
    reading: ReadingReport
    verdict: Verdict


class DismissalBody(_Body, frozen=True):
    """The reading of `row` was not a roll."""

    kind = "dismiss"
    row: int


Body: TypeAlias = StartBody | ActionBody | UndoBody | CorrectionBody | ReadingBody | DismissalBody
BODY_TYPES: dict[str, type[Body]] = {
    body.kind: body
    for body in (StartBody, ActionBody, UndoBody, CorrectionBody, ReadingBody, DismissalBody)
}


@dataclass(frozen=True, slots=True)
class Row:
    """One accepted act, or a reading of the eye.

    `who` is the device, `at` the time in UTC (ISO 8601), `request` the id of the POST and
    `request_body` its action in JSON, `eye` and `reading_number` the run of the eye that reported
    this row and the number of its reading, `picture` the name of the picture that proves it.
    """

    seq: int
    body: Body
    source: Source
    who: str
    at: str
    request: str | None = None
    request_body: str | None = None
    eye: str | None = None
    reading_number: int | None = None
    picture: str | None = None

    @classmethod
    def from_columns(cls, columns: Columns) -> "Row":
        """Return the row stored as `columns`; raises `ValueError`."""
        seq, kind, text, source, who, at, request, request_body, eye, number, picture = columns
        body = _decode_body(kind, text, eye, number)
        row = cls(seq, body, source, who, at, request, request_body, eye, number, picture)
        if row.reading_row is not None and not 0 < row.reading_row <= seq:
            raise ValueError(f"row {seq} is of a reading that is not there")
        return row

    def to_columns(self) -> Columns:
        """Return the row as stored."""
        body = _encode_body(self.body)
        columns = (self.seq, self.kind, body, self.source, self.who, self.at)
        asked = (self.request, self.request_body)
        return (*columns, *asked, self.eye, self.reading_number, self.picture)

    @property
    def kind(self) -> Kind:
        """The kind of its `body`."""
        return self.body.kind

    @property
    def reading(self) -> ReadingReport | None:
        """The reading that came with it, if one did and this program understands it."""
        return self.body.reading if isinstance(self.body, ActionBody | ReadingBody) else None

    @property
    def reading_row(self) -> int | None:
        """The row with the reading of its dice; None if no eye read them."""
        if self.reading_number is not None:
            return self.seq
        return self.body.reading_row if isinstance(self.body, ActionBody) else None

    def __hash__(self) -> int:
        return self.seq


@dataclass(frozen=True, slots=True)
class Draft:
    """A row without its number, time and author. `evidence` is the picture that proves it."""

    body: Body
    source: Source = "hand"
    eye: str | None = None
    evidence: bytes | None = None

    def to_row(
        self, seq: int, who: str, request: str | None = None, sent: str | None = None
    ) -> Row:
        """Return the row `seq`, made now by `who`, for the POST `request` of the action `sent`."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = Row(seq, self.body, self.source, who, at, request, sent, self.eye)
        return row if row.reading is None else replace(row, reading_number=row.reading.number)


def _encode_body(body: Body) -> str:
    """Return `body` as JSON; the eye and the number of its reading have columns of their own."""
    data = msgspec.to_builtins(body)
    if "reading" in data:
        del data["reading"]["eye"], data["reading"]["number"]
    return json.dumps(data, separators=(",", ":"))


# What replaces parts that this program cannot decode. An old game without players is refused when
# it is played; a roll that was played does not need its reading.
_SUBSTITUTES: dict[str, dict[str, Any]] = {
    "start": {"setup": {"names": ()}},
    "action": {"reading": None},
}


def _decode_body(kind: str, text: str, eye: str | None, number: int | None) -> Body:
    """Return the body stored as `text`; raises `ValueError`."""
    data = msgspec.json.decode(text)
    reading = data.get("reading") if isinstance(data, dict) else None
    if isinstance(reading, dict):
        reading |= {"eye": eye, "number": number}
    try:
        return msgspec.convert(data, BODY_TYPES[kind])
    except msgspec.ValidationError:
        substitute = _SUBSTITUTES.get(kind)
        if substitute is None or not isinstance(data, dict) or not substitute.keys() <= data.keys():
            raise
        return msgspec.convert(data | substitute, BODY_TYPES[kind])


ROWS_PER_BLOCK = 128  # rows that are read at once
MAX_ROWS_IN_MEMORY = 1024  # rows that a log keeps in memory


class Rows(Sequence[Row]):
    """Rows 1 to `count`, oldest first; immutable, but `with_row` returns a longer sequence.

    `read(first, last)` returns those rows. About `most` of them stay in memory, and all after the
    first `kept()`, which cannot be read yet.
    """

    def __init__(
        self,
        count: int,
        read: Callable[[int, int], Sequence[Row]],
        most: float = MAX_ROWS_IN_MEMORY,
        kept: Callable[[], float] = lambda: math.inf,
    ) -> None:
        self._count, self._read, self._most, self._kept = count, read, most, kept
        self._known: dict[int, Row] = {}

    @classmethod
    def from_sequence(cls, rows: Sequence[Row]) -> "Rows":
        """Return `rows` as `Rows`."""
        return cls(len(rows), lambda first, last: rows[first - 1 : last], math.inf)

    def with_row(self, row: Row) -> "Rows":
        """Return these rows and the next one, `row`."""
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
