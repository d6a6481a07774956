"""Whether a reading comes late: what it shows may be a throw that the table knows already.

The eye counts rest from when the scene last became quiet. An arm that leaves, a lamp that comes on
or a second eye can show a throw long after it was told, as if it were a new one.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.table.drafting import dice_body
from companion.table.eye_desk import Roll
from companion.table.history import Moment
from companion.table.judge import Seen, meant
from companion.table.log import Row
from engine.core.awaited import Awaited
from engine.core.refusals import Refusal


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


class Late:
    """Remembers the throw told last. Times are seconds of a monotonic clock, given by the caller.

    What came to rest before `now` is late.
    """

    def __init__(self, now: float) -> None:
        self._since = now  # when something else than the eye last changed what is awaited
        self._read = "", now  # the eye that read the last throw played, and when it was played
        self._told: _Told | None = None

    def note(
        self, row: Row, before: Moment | None, answered: Roll | None, *, changed: bool, now: float
    ) -> None:
        """Take in `row`, which came after `before` and answered the reading `answered`, if any.

        `changed` says that the game awaits another throw than before.
        """
        if row.source == "camera":
            self._read = row.eye or "", now
        elif changed:
            self._since = now
        self._note_faces(row, before, answered)

    def _note_faces(self, row: Row, before: Moment | None, answered: Roll | None) -> None:
        told, action = self._told, row.body.get("action")
        if not isinstance(action, Mapping):
            return
        faces = _faces(action)
        if row.kind == "correct" and told is not None and told.row == row.body["row"]:
            self._told = replace(told, faces=faces)
        awaited = None if before is None else before.game.awaited(before.state)
        if row.source not in ("hand", "camera") or before is None or awaited is None:
            return
        # A reading that was answered may have shown but a part of the dice.
        shown = 0 if answered is None else len(meant(awaited, answered[0]).dice)
        whole = row.source == "camera" or shown >= awaited.count
        if faces.total() == awaited.count:
            eye = row.eye if whole and row.eye else ""
            self._told = _Told(row.seq, before, awaited, faces, eye)

    def comes(self, seen: Seen, now: float) -> bool:
        """Tell whether `seen` comes late. It ends its eye's waiting for a throw told by hand."""
        rested = now - seen.after_rest_ms / 1000
        eye, played = self._read
        late = rested < self._since or (seen.eye != eye and rested < played)
        told = self._told
        if told is None or seen.thrown is False or seen.eye == told.eye:
            return late
        shown = meant(told.awaited, seen)
        if not told.eye and len(shown.dice) >= told.awaited.count:
            self._told = replace(told, eye=seen.eye)
        return late or _would_tell(told, shown)


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
