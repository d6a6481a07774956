"""Earlier rolls in the log: the last one, and the faces of dice that lie still."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

from companion.log.history import NON_ACT_KINDS, REPLAY_ERRORS, History
from companion.log.moment import Moment
from companion.log.readings import DieReport, ReadingReport, Verdict
from companion.log.rows import ActionBody, CorrectionBody, ReadingBody, Row
from companion.rolls.verdict import indices_of_awaited_dice, keep_only_awaited_dice
from engine.core.action import Action
from engine.core.awaited_dice import AwaitedDice
from engine.core.refusals import Json, Refusal
from vision.bounding_box import iou

RECENT_ACTS = 20  # how many acts back a roll is looked for, and how many rows back a die
SAME_PLACE_IOU = 0.5  # IoU above which two boxes of one eye hold the same still die


def body_colours_read(history: History, row: Row, awaited: AwaitedDice) -> list[str]:
    """Return the colours of the dice of `row`, in their order; none if they are not known.

    They are unknown if people removed a die of the reading. Dice that they added come last.
    """
    read_in = row.reading_row
    reading = None if read_in is None else history.rows[read_in - 1].reading
    if reading is None:
        return []
    bodies = [reading.dice[i].body for i in indices_of_awaited_dice(reading, awaited)]
    return bodies if len(bodies) <= awaited.count else []


@dataclass(frozen=True, slots=True)
class PlayedRoll:
    """A roll that was played: its `faces`, the dice `awaited`, and the act `before` it.

    `eye` is the first eye that showed them all ("": none yet). If it shows the same faces later,
    that is a new roll; if another eye does, it may be this one.
    """

    faces: Counter[str]
    before: Moment
    awaited: AwaitedDice
    eye: str

    def matches(self, reading: ReadingReport, known: Mapping[int, str]) -> bool:
        """Return whether `reading` would have been played as this roll, had it come in time.

        `known` are the faces of dice that lie still, see `keep_only_awaited_dice`.
        """
        shown = keep_only_awaited_dice(reading, self.awaited, known).faces
        game, state = self.before.game, self.before.state
        try:
            action = game.action_from_roll(state, shown, ())
        except Refusal:
            return False
        return Counter(game.faces_from_action(state, action)) == self.faces


def last_played_roll(history: History) -> PlayedRoll | None:
    """Return the last roll that was played, undone or not, if it is recent."""
    acts = (row for row in reversed(history.rows) if row.kind not in NON_ACT_KINDS)
    recent = list(islice(acts, RECENT_ACTS))
    actions: dict[int, dict[str, Any]] = {}
    if history.head is not None and recent:
        for moment in history.head.moments_back_to_row(recent[-1].seq):
            if isinstance(moment.body, ActionBody):
                actions[moment.row] = moment.body.action
    for row in recent:
        match row.body:
            case CorrectionBody(corrected, action):
                actions.setdefault(corrected, action)
            case ActionBody(action) if row.source in ("hand", "camera"):
                found = _played_roll_of(row, actions.get(row.seq, action), history)
                if found is not None:
                    return found
    return None


def _played_roll_of(row: Row, parts: Mapping[str, Json], history: History) -> PlayedRoll | None:
    moment = history.original_act_of(row.seq)
    before = None if moment is None else moment.before
    if before is None:
        return None
    try:
        game, awaited = before.game, before.awaited_dice
        action: Action = game.actions.parse(parts)
        faces = Counter(game.faces_from_action(before.state, action))
    except REPLAY_ERRORS:
        return None  # today's rules refuse this old game
    if awaited is None or faces.total() != awaited.count:
        return None
    return PlayedRoll(faces, before, awaited, _first_eye(row, awaited, history))


def _first_eye(row: Row, awaited: AwaitedDice, history: History) -> str:
    """Return the eye that first showed all `awaited` dice of `row`."""
    if row.source == "camera":
        return row.eye or ""
    read_in = row.reading_row
    answered = [] if read_in is None else [history.rows[read_in - 1]]
    for later in answered + history.rows[row.seq :]:
        reading = later.reading
        if reading is None or (later.seq > row.seq and reading.thrown is False):
            continue
        # The reading may lack dice that people added by hand.
        if len(keep_only_awaited_dice(reading, awaited).dice) >= awaited.count:
            return reading.eye
    return ""


def faces_of_still_dice(history: History, reading: ReadingReport, row: int) -> Mapping[int, str]:
    """Return the faces, by index, of the dice of `reading` that lie still and are known.

    `reading` is that of `row`. A face that people entered for a die holds while the eye sees the
    die in the same place and misses no reading.
    """
    waiting = {i: die for i, die in enumerate(reading.dice) if not reading.moved[i]}
    found: dict[int, str] = {}
    number = reading.number
    for past in reversed(history.rows[max(0, row - RECENT_ACTS) : row - 1]):
        if not waiting:
            break
        if past.eye != reading.eye:
            continue
        earlier, number = past.reading, number - 1
        if earlier is None or (earlier.number, earlier.size) != (number, reading.size):
            break
        entered = _entered_faces(history, past.seq, earlier)
        for i, die in list(waiting.items()):
            at = _index_at(die, earlier)
            if at in entered:
                found[i] = entered[at]
            if at is None or at in entered or earlier.moved[at]:
                del waiting[i]
    return found


def _index_at(die: DieReport, reading: ReadingReport) -> int | None:
    """Return the index of the one die of `reading` at the place of `die`."""
    found = [
        i
        for i, other in enumerate(reading.dice)
        if other.body == die.body and iou(die.box, other.box) > SAME_PLACE_IOU
    ]
    return found[0] if len(found) == 1 else None


def _entered_faces(history: History, row: int, reading: ReadingReport) -> Mapping[int | None, str]:
    """Return the faces that people entered for `reading` (of `row`), by its indices.

    The act must count. If it was played unasked, people had entered the faces that the eye alone
    could not read before.
    """
    for moment in () if history.head is None else history.head.moments_back_to_row(row):
        if history.rows[moment.row - 1].reading_row == row and moment.dice and moment.before:
            faces = moment.dice.faces
            meant = indices_of_awaited_dice(reading, moment.before.awaited_dice)
            if len(meant) != len(faces):
                break
            unasked = isinstance(moment.body, ActionBody) and moment.body.reading is not None
            return {
                i: face
                for i, face in zip(meant, faces, strict=True)
                if not (unasked and (reading.dice[i].is_face_sure or reading.dice[i].likely))
            }
    return {}


EVENING_LENGTH = timedelta(hours=12)


class AskedRollCount(NamedTuple):
    """How many `rolls` the eye sent, and how many were `asked` about and not confirmed later."""

    rolls: int
    asked: int


def count_asked_rolls(rows: Sequence[Row], now: datetime | None = None) -> AskedRollCount:
    """Count the rolls of the last `EVENING_LENGTH` before `now`."""
    began = ((now or datetime.now(UTC)) - EVENING_LENGTH).isoformat(timespec="milliseconds")
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
    return AskedRollCount(played + asked, asked)
