"""What the log says of earlier throws: the last one, and what dice show that lie still since."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.table.history import MISTAKES, History, Moment
from companion.table.log import Row
from companion.throws.reading import Reading, awaited_dice, indices_of_awaited
from engine.core.action import Action
from engine.core.awaited import Awaited
from engine.core.codec import from_json
from engine.core.refusals import Refusal
from vision.box import iou

RECENT = 20  # rows among which a throw or a die is looked for
SAME_PLACE = 0.5  # IoU from which two boxes of one eye hold a die that lies still


def reading_in(row: Row) -> Reading | None:
    """Return the reading that the eye told with `row`, if it is such a row."""
    body = row.body.get("reading")
    if not isinstance(body, Mapping):
        return None
    return from_json(Reading, {"eye": row.eye, "number": row.reading, **body}, "reading")


def row_of_reading(row: Row) -> int | None:
    """Return the number of the row with the reading from which the dice of `row` were told."""
    if "reading" in row.body:
        return row.seq
    return cast("int | None", row.body.get("reading_row"))


@dataclass(frozen=True, slots=True)
class LastThrow:
    """The `faces` that were told last, after the act `before`, which `awaited` them.

    `eye` is the first eye that showed them all: what it shows later is a throw of its own. For any
    other eye, and while nobody showed them (empty), the same faces may be this throw.
    """

    faces: Counter[str]
    before: Moment
    awaited: Awaited
    eye: str

    def shown_by(self, reading: Reading) -> bool:
        """Tell whether the dice of `reading`, read in time, would have been told as this throw."""
        shown = awaited_dice(reading, self.awaited).faces
        game, state = self.before.game, self.before.state
        try:
            action = game.roll(state, shown, ())
        except Refusal:
            return False
        return Counter(game.rolled(state, action)) == self.faces


def last_throw(history: History) -> LastThrow | None:
    """Return the throw that was told last, undone or not, if it was lately."""
    corrected: dict[int, Mapping[str, object]] = {}
    for row in reversed(history.rows[-RECENT:]):
        if row.kind == "correct":
            corrected.setdefault(cast(int, row.body["row"]), row.body)
        elif row.kind == "action" and row.source in ("hand", "camera"):
            found = _throw_of(row, corrected.get(row.seq, row.body), history)
            if found is not None:
                return found
    return None


def _throw_of(row: Row, body: Mapping[str, object], history: History) -> LastThrow | None:
    moment = history.brought(row.seq)
    before = None if moment is None else moment.before
    if before is None:
        return None
    try:
        game, awaited = before.game, before.awaited
        action: Action = game.actions.parse(body["action"])
        faces = Counter(game.rolled(before.state, action))
    except MISTAKES:
        return None  # of an older game, that the rules of this program see otherwise
    if awaited is None or faces.total() != awaited.count:
        return None
    return LastThrow(faces, before, awaited, _first_eye(row, awaited, history))


def _first_eye(row: Row, awaited: Awaited, history: History) -> str:
    """Return the eye that first showed all `awaited` dice that `row` told."""
    if row.source == "camera":
        return row.eye or ""
    told_from = row_of_reading(row)
    answered = () if told_from is None else (history.rows[told_from - 1],)
    for later in (*answered, *history.rows[row.seq :]):
        reading = reading_in(later)
        if reading is None or (later.seq > row.seq and reading.thrown is False):
            continue
        # What was filled in by hand may have been shown but in part.
        if len(awaited_dice(reading, awaited).dice) >= awaited.count:
            return reading.eye
    return ""


def faces_of_still_dice(history: History, reading: Reading, row: int) -> Mapping[int, str]:
    """Return the faces, by index, of the dice of `reading` that lie still and are known.

    `reading` came as `row`. Somebody has told what they show, or they were played: that holds while
    the eye sees them where they lay.
    """
    waiting = {i: die.box for i, die in enumerate(reading.dice) if not reading.moved[i]}
    found: dict[int, str] = {}
    for past in reversed(history.rows[max(0, row - RECENT) : row - 1]) if waiting else ():
        earlier = reading_in(past) if past.eye == reading.eye else None
        if earlier is None:
            continue
        told = _faces_told(history, past.seq, earlier)
        for i, box in list(waiting.items()):
            at = next((j for j, d in enumerate(earlier.dice) if iou(box, d.box) > SAME_PLACE), None)
            if at in told:
                found[i] = told[at]
            if at is None or at in told or earlier.moved[at]:
                del waiting[i]
    return found


def _faces_told(history: History, row: int, reading: Reading) -> Mapping[int | None, str]:
    """Return the faces, by index in `reading` (of `row`), that an act which counts told of it."""
    for moment in () if history.head is None else history.head.back():
        if moment.row < row:
            break
        if row_of_reading(history.rows[moment.row - 1]) == row and moment.dice and moment.before:
            faces = cast("Sequence[str]", moment.dice["faces"])
            meant = indices_of_awaited(reading, moment.before.awaited)
            return dict(zip(meant, faces, strict=True)) if len(meant) == len(faces) else {}
    return {}
