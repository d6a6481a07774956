"""A row of the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from engine.core.refusals import Json

Kind: TypeAlias = Literal["start", "action", "undo", "correct", "reading", "dismiss"]
Source: TypeAlias = Literal["camera", "hand", "correction", "clock", "draw"]


@dataclass(frozen=True, slots=True)
class Row:
    """One accepted act, or a reading of the eye.

    `body` by kind: ``start`` {game, setup, dice_set?, sat_down_as?, goes_on?} · ``action``
    {action, dice?, reading?, reading_row?, answers?, span?} · ``undo`` {to} · ``correct``
    {row, action, dice?} · ``reading`` {reading, verdict} · ``dismiss`` {row}, the row of a reading
    that was no throw. dice_set names the taught set that is thrown, sat_down_as the players as they
    were called at first, goes_on the row that started the game that was left and goes on as this
    one, span is there where the time of a turn was up and no count, dice is {faces, kept}, reading
    the fields of `companion.throws.reading.Reading` but for those below, reading_row the row of the
    reading from which somebody told the dice, answers the rows of the readings that were asked
    about and are not any more.

    `who` is the device, `at` the time in UTC (ISO 8601), `request` the id of the POST and
    `request_body` its action in JSON, `eye` and `reading` the run of the eye that told this row and
    the number of its reading, `picture` the name of the picture that proves it.
    """

    seq: int
    kind: Kind
    body: Mapping[str, Json]
    source: Source
    who: str
    at: str
    request: str | None = None
    request_body: str | None = None
    eye: str | None = None
    reading: int | None = None
    picture: str | None = None

    @property
    def reading_row(self) -> int | None:
        """The row with the reading from which its dice were told; None where no eye read them."""
        if "reading" in self.body:
            return self.seq
        return cast("int | None", self.body.get("reading_row"))

    def __hash__(self) -> int:
        return self.seq
