"""Whether a reading comes late: what it shows may be a throw that the table knows already.

The eye counts rest from when the scene last became quiet. An arm that leaves, a lamp that comes on
or a second eye can show a throw long after it was told, as if it were a new one.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.table.asked import Roll
from companion.table.drafting import dice_body
from companion.table.history import History, Moment
from companion.table.judge import Seen, meant
from companion.table.log import Row
from engine.core.awaited import Awaited
from engine.core.refusals import Refusal

RECENT = 20  # rows among which the throw told last is looked for, after a power cut


@dataclass(frozen=True, slots=True)
class _Told:
    """The `faces` that `row` told, and the moment `before` in which they were awaited.

    `eye` is the first eye that showed them all: what it shows later is a throw of its own. For any
    other eye, and while nobody showed them (empty), the same faces may be this throw.
    """

    row: int
    before: Moment
    awaited: Awaited
    faces: Counter[str]
    eye: str


@dataclass(frozen=True, slots=True)
class Late:
    """What is known of the throw told last: it never changes, but rows and readings make another.

    Times are seconds of a monotonic clock, given by the caller. Something else than the eye last
    changed what is awaited at `since`; what came to rest before is late. The eye `reader` read the
    last throw that was played, at `read`.
    """

    since: float
    read: float
    reader: str = ""
    told: _Told | None = None

    def after(self, row: Row, before: Moment | None, answered: Roll | None) -> "Late":
        """Return what `row`, which came after `before`, makes known of throws.

        `answered` is the reading that it answered, if any.
        """
        return replace(self, told=self._told_after(row, before, answered))

    def kept(self, row: Row, *, changed: bool, now: float) -> "Late":
        """Return the same when `row` is kept `now`, which a slow card may take a while to do.

        `changed` says that the game awaits another throw than before.
        """
        if row.source == "camera":
            return replace(self, read=now, reader=row.eye or "")
        return replace(self, since=now) if changed else self

    def _told_after(self, row: Row, before: Moment | None, answered: Roll | None) -> "_Told | None":
        told, action = self.told, row.body.get("action")
        if not isinstance(action, Mapping):
            return told
        faces = _faces(action)
        if row.kind == "correct":
            if told is None or told.row != row.body["row"]:
                return told
            return replace(told, faces=faces)
        awaited = None if before is None else before.game.awaited(before.state)
        if row.source not in ("hand", "camera") or before is None or awaited is None:
            return told
        if faces.total() != awaited.count:
            return told
        # A reading that was answered may have shown but a part of the dice.
        shown = 0 if answered is None else len(meant(awaited, answered[0]).dice)
        whole = row.source == "camera" or shown >= awaited.count
        return _Told(row.seq, before, awaited, faces, row.eye if whole and row.eye else "")

    def heard(self, seen: Seen) -> "Late":
        """Return what is known after `seen` was told: its eye now waits for the next throw."""
        told = self.told
        if told is None or told.eye or seen.thrown is False:
            return self
        whole = len(meant(told.awaited, seen).dice) >= told.awaited.count
        return replace(self, told=replace(told, eye=seen.eye)) if whole else self

    def is_late(self, seen: Seen, now: float) -> bool:
        """Tell whether `seen`, told `now`, may show a throw that the table knows already."""
        rested = now - seen.after_rest_ms / 1000
        if rested < self.since or (seen.eye != self.reader and rested < self.read):
            return True
        told = self.told
        if told is None or seen.thrown is False or seen.eye == told.eye:
            return False
        return _would_tell(told, meant(told.awaited, seen))


def recalled(history: History, now: float) -> Late:
    """Return what the newest rows of `history` say, of a table that opens `now`.

    When they came is not known to this clock, so whatever rested before `now` is late.
    """
    head = history.head
    before = {} if head is None else {moment.row: moment.before for moment in head.back()}
    late = Late(now, now)
    for row in history.rows[-RECENT:]:
        if row.kind == "correct" or row.seq in before:
            late = late.after(row, before.get(row.seq), None).kept(row, changed=False, now=now)
    return late


def _would_tell(told: _Told, shown: Seen) -> bool:
    """Tell whether the dice `shown`, read in time, would have been what was told."""
    try:
        body: Mapping[str, Any] = dice_body(told.before, shown.faces, ())
    except Refusal:
        return False
    return _faces(body["action"]) == told.faces


def _faces(action: Mapping[str, Any]) -> Counter[str]:
    """Return the faces in all lists of `action`; only who tells dice names as many as awaited."""
    lists = [value for value in action.values() if isinstance(value, list | tuple)]
    return Counter(face for one in lists for face in one if isinstance(face, str))
