"""The versions of a table: what each row of its log makes of the game. Pure.

The *path* at a version is the sequence of starts and actions that count there::

    path(0)                      nothing
    path(v), row v start/action  path(v-1) and that act
    path(v), row v undo to k     path(k)
    path(v), row v correct r     path(v-1) with the act of row r replaced
    path(v), row v reading/dismiss  path(v-1)

The state at a version is the fold of its path. Since undo and correction are rows too, nothing is
ever erased, and an undo can be undone.

A path is followed from its end back to the start of its game. So, however long the log is, only
games that somebody looks at are read, played and kept in memory.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from companion.log.moment import Moment
from companion.log.rows import ActionBody, CorrectionBody, Row, Rows, StartBody, UndoBody
from engine.core.game import Games
from engine.core.refusals import BadAction, NotAllowed, Refusal

NON_ACT_KINDS = ("reading", "dismiss")  # rows about readings, which do not change the game

# What playing or showing rows from another version of the program may raise.
REPLAY_ERRORS = (Refusal, LookupError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True, slots=True)
class _Version:
    """What a version means: `head` is the last act that counts.

    `place` is the version itself or, after an undo, the one that it restored. `newest` is the row
    of the newest act, undone or not. An undo goes back to `undo`, a redo to the last of `redo`.
    """

    head: Moment | None = None
    place: int = 0
    newest: int = 0
    undo: int | None = None
    redo: tuple[int, ...] = ()


class History:
    """All versions of a table, from the empty one (0) to the newest.

    Versions that somebody has looked at stay in memory, back to the start of the previous game.
    """

    def __init__(self, games: Games, rows: Sequence[Row] = ()) -> None:
        self.games = games
        self.rows = rows if isinstance(rows, Rows) else Rows.from_sequence(rows)
        # Shared with the histories that `with_row` makes: what a version means never changes.
        self._versions: dict[int, _Version] = {0: _Version()}

    @property
    def version(self) -> int:
        """The number of the newest row that is an act; 0 when there is none."""
        return self._at(len(self.rows)).newest

    @property
    def head(self) -> Moment | None:
        """The last act that counts now."""
        return self.head_at(len(self.rows))

    def head_at(self, seq: int) -> Moment | None:
        """Return the last act that counted after row `seq`."""
        return self._at(seq).head

    def heads_of_games(self, version: int | None = None) -> Iterator[Moment]:
        """Yield the last act of each game on the path to `version` (default: now), newest first.

        Only the newest of these games stays in memory.
        """
        history, seq = self, len(self.rows) if version is None else version
        while (head := history.head_at(seq)) is not None:
            yield head
            history, seq = History(self.games, self.rows), head.start.row - 1

    def game_start_at(self, seq: int) -> int | None:
        """Return the row that started the game in progress after row `seq`, if there was one.

        Raises `BadAction` ``unknown_version`` if there is no such row.
        """
        head = self.head_at(_known(seq, len(self.rows)))
        return None if head is None else head.start.row

    @property
    def version_after_undo(self) -> int | None:
        """The version before a person's last act and what the clock did after it, if any."""
        return self._at(len(self.rows)).undo

    @property
    def version_after_redo(self) -> int | None:
        """The version before the last undo, if nothing was done since."""
        redo = self._at(len(self.rows)).redo
        return redo[-1] if redo else None

    def acts_of_undo(self, seq: int) -> tuple[list[Moment], bool]:
        """Return the acts that the undo `seq` took back, newest first, and whether it is a redo.

        A redo restored them. There are none if it only touched a correction: see `counting_row_at`.
        """
        before, after = self._at(seq - 1), self._at(seq)
        redo = len(after.redo) < len(before.redo)
        more, less = (after, before) if redo else (before, after)
        kept = 0 if less.head is None else less.head.row
        return list(more.head.moments_back_to_row(kept + 1) if more.head else ()), redo

    def counting_row_at(self, seq: int) -> int:
        """Return the newest row, an act or a correction, that counted after row `seq`."""
        return self._at(seq).place

    def current_act_of(self, row: int) -> Moment:
        """Return the act of `row`, as it counts now.

        Raises `NotAllowed` ``not_correctable`` if there is none.
        """
        return _find(self.head, row)

    def original_act_of(self, seq: int) -> Moment | None:
        """Return the act that row `seq` stores or corrects; None for an undo or a reading."""
        row = self.rows[seq - 1]
        if isinstance(row.body, CorrectionBody):
            return _find(self.head_at(seq), row.body.row)
        return self.head_at(seq) if isinstance(row.body, StartBody | ActionBody) else None

    def _after(self, row: Row, before: int) -> Moment | None:
        """Return the last act that counts after `row`, which comes after the row `before`."""
        match row.body:
            case UndoBody(to):
                return self.head_at(_known(to, before))
            case CorrectionBody() as correction:
                return _corrected(self.head_at(before), correction, self.games)
            case StartBody() as start:
                return Moment(self.games, row.seq, start, None)
            case ActionBody() as act:
                return Moment(self.games, row.seq, act, self.head_at(before))
        return self.head_at(before)

    def check_playable(self, row: Row) -> Moment | None:
        """Return the last act that would count after `row`, played; raises its `Refusal`.

        Further codes are ``unknown_version`` (undo), ``not_correctable`` (correct), and
        ``later_act_refused`` if a correction forbids a later act.
        """
        moment = self._after(row, len(self.rows))
        if isinstance(row.body, CorrectionBody):
            _check_each(moment, row.body.row)
        elif moment is not None:
            _ = moment.state
        return moment

    def add(self, row: Row, moment: Moment | None) -> None:
        """Add the next row and the last act that counts after it, of `check_playable`."""
        version = self._version(row, moment)
        if row.kind == "start" and self.head is not None:
            self.forget_versions_before(self.head.start.row)
        self.rows = self.rows.with_row(row)
        self._versions[row.seq] = version

    def with_row(self, row: Row, moment: Moment | None) -> "History":
        """Return a copy of this history with `row` added."""
        longer = copy(self)
        longer.add(row, moment)
        return longer

    def forget_versions_before(self, before: int) -> None:
        """Drop the cached versions before `before`; they are computed again when needed."""
        for seq in list(self._versions):
            if 0 < seq < before:
                self._versions.pop(seq, None)

    def _at(self, seq: int) -> _Version:
        """Return what version `seq` means, computing the versions that it depends on."""
        # A recursion over all acts of an evening would exceed Python's stack.
        version = self._versions.get(seq)
        waiting = [] if version else [seq]
        while waiting:
            seq = waiting[-1]
            version = self._versions.get(seq)
            row = self.rows[seq - 1]
            missing = [one for one in _needed(row) if one not in self._versions]
            if version is None and missing:
                waiting += missing
                continue
            if version is None:
                version = self._version(row, self._after(row, seq - 1))
                self._versions[seq] = version
            waiting.pop()
        assert version is not None
        return version

    def _version(self, row: Row, moment: Moment | None) -> _Version:
        """Return the version after `row`, where `moment` is the last act that counts."""
        before = row.seq - 1
        if row.kind in NON_ACT_KINDS:
            return self._at(before)
        if not isinstance(row.body, UndoBody):
            return _Version(moment, row.seq, row.seq, self._undo_of(row))
        to = self._at(row.body.to)
        redo = self._redo_after(row.seq, row.body.to)
        return _Version(moment, to.place, row.seq, to.undo, redo)

    def _undo_of(self, row: Row) -> int | None:
        """Return the version that an undo goes back to after the act or correction `row`."""
        if row.source == "clock" and not (isinstance(row.body, ActionBody) and row.body.span):
            # People notice an error while the clock counts on, so an undo after a count also takes
            # back the act before it, unless that started the game or the clock ended a turn.
            before = self._at(row.seq - 1)
            if before.head is not None and not before.head.is_start:
                return before.undo
        return self._newest(row.seq - 1)

    def _newest(self, seq: int) -> int:
        """Return the row of the newest act up to row `seq`."""
        while seq and self.rows[seq - 1].kind in NON_ACT_KINDS:
            seq -= 1
        return seq

    def _redo_after(self, undo: int, to: int) -> tuple[int, ...]:
        """Return `_Version.redo` after row `undo`, which goes back to `to` and may be a redo."""
        before = self._at(undo - 1)
        stack = before.redo
        # A plain undo may happen to lead to where an earlier one began.
        if stack and to != before.undo and self._at(stack[-1]).place == self._at(to).place:
            return stack[:-1]
        return (*stack, self._newest(undo - 1))


def _needed(row: Row) -> tuple[int, ...]:
    """Return the versions that the version of `row` depends on."""
    if row.kind == "start":
        return ()
    if isinstance(row.body, UndoBody):
        return row.seq - 1, _known(row.body.to, row.seq - 1)
    return (row.seq - 1,)


def _known(version: int, newest: int) -> int:
    if not 0 <= version <= newest:
        raise BadAction("unknown_version", f"Unknown version {version}.", version=newest)
    return version


def _corrected(head: Moment | None, correction: CorrectionBody, games: Games) -> Moment:
    target = _find(head, correction.row)
    if target.is_start:
        raise NotAllowed("not_correctable", "Only moves can be corrected.", row=target.row)
    later = [] if head is None else list(head.moments_back_to_row(target.row + 1))
    act = ActionBody(correction.action, correction.dice)
    changed = Moment(games, target.row, act, target.before)
    for moment in reversed(later):
        changed = Moment(games, moment.row, moment.body, changed)
    return changed


def _find(head: Moment | None, row: int) -> Moment:
    for moment in () if head is None else head.moments_back_to_row(row):
        if moment.row == row:
            return moment
    raise NotAllowed("not_correctable", f"Move {row} cannot be corrected.", row=row)


def _check_each(head: Moment | None, corrected: int) -> None:
    """Play the acts up to `head`; raises ``later_act_refused`` for one after row `corrected`."""
    for moment in [] if head is None else head.moments_oldest_first():
        try:
            _ = moment.state
        except Refusal as refusal:
            if moment.row == corrected:
                raise
            raise NotAllowed(
                "later_act_refused",
                f"Move {moment.row} would no longer be allowed: {refusal.message}",
                row=moment.row,
                why=refusal.code,
            ) from refusal
