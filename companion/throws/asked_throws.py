"""How often the eye was not sure."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from companion.log.readings import Verdict
from companion.log.rows import ActionBody, ReadingBody, Row

EVENING = timedelta(hours=12)


class AskedThrowCount(NamedTuple):
    """Throws that the eye told, and of how many of them it asked and was not sure later."""

    throws: int
    asked: int


def count_asked_throws(rows: Sequence[Row], now: datetime | None = None) -> AskedThrowCount:
    """Count the throws of the last evening, `EVENING` before `now`."""
    began = ((now or datetime.now(UTC)) - EVENING).isoformat(timespec="milliseconds")
    played = asked = 0
    confirmed = set()
    for row in reversed(rows):
        if row.at < began:
            break
        if row.source != "camera":
            continue
        match row.body:
            case ActionBody(reading=reading):
                played += 1
                confirmed.add((row.eye, reading and reading.confirms))
            case ReadingBody(reading, Verdict(outcome="asked")):
                asked += (row.eye, reading.number) not in confirmed
    return AskedThrowCount(played + asked, asked)
