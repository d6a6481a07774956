"""Counts, in the log, how many dice of a taught set were read right."""

from collections import Counter
from collections.abc import Sequence

from companion.log.history import History
from companion.log.played_games import played_games
from companion.log.rows import ActionBody, ReadingBody, Row, StartBody, UndoBody

MAX_ROWS = 5000  # that are considered


def count_dice_read_right(rows: Sequence[Row], name: str | None) -> tuple[int, int]:
    """Return how many dice of the set `name` were read right, and how many were read in all.

    Without a `name` all dice are counted. A die was read right if people entered, confirmed or did
    not correct the eye's likeliest face. If a roll is undone and then entered by hand, its reading
    is compared with that entry.
    """
    history, oldest = History({}, rows), len(rows) - MAX_ROWS  # no game is played
    right = total = 0
    for played in played_games(history):
        if played.last_moment.row <= oldest:
            break
        if name not in (None, played.last_moment.started_with.dice_set):
            continue
        for moment in played.moments:
            if moment.dice is None or moment.row <= oldest:
                continue
            read = _faces_read(history, moment.row)
            if read is not None:
                right += (read & Counter(moment.dice.faces)).total()
                total += len(moment.dice.faces)
    return right, total


def _faces_read(history: History, seq: int) -> Counter[str] | None:
    """Return the faces that the eye read when the dice of row `seq` were rolled, if it did."""
    row = history.rows[seq - 1]
    if isinstance(row.body, ReadingBody):
        return Counter(row.body.verdict.faces)
    if not isinstance(row.body, ActionBody) or row.body.dice is None:
        return None
    faces = Counter(row.body.dice.faces)
    if row.reading_row == seq:
        return faces
    if row.reading_row is not None:
        return _faces_read(history, row.reading_row)
    read = _faces_undone_before(history, seq)
    return read if read is not None and read.total() == faces.total() else None


def _faces_undone_before(history: History, seq: int) -> Counter[str] | None:
    """Return the faces that the eye read before people undid the roll and entered row `seq`.

    None if no roll was undone since the previous one, or the eye had not read it.
    """
    for before in range(seq - 1, 0, -1):
        body = history.rows[before - 1].body
        if isinstance(body, StartBody) or (isinstance(body, ActionBody) and body.dice):
            return None
        if isinstance(body, UndoBody):
            acts, is_redo = history.acts_of_undo(before)
            read = [_faces_read(history, act.row) for act in reversed(acts) if act.dice]
            return None if is_redo else next(filter(None, read), None)
    return None
