"""What the rows of a log mean: pure, no file, no clock.

The *path* at a version is the line of starts and actions that count there::

    path(0)                      nothing
    path(v), row v start/action  path(v-1) and that act
    path(v), row v undo to k     path(k)
    path(v), row v correct r     path(v-1) with the act of row r replaced
    path(v), row v reading/dismiss  path(v-1): what the eye told, and that it was no throw

The state at a version is the fold of its path. Since undo and correction are rows too, nothing is
ever erased, and an undo can be undone.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, cast

from companion.log.log import Row
from engine.core.action import Action
from engine.core.awaited import Awaited
from engine.core.codec import from_json
from engine.core.game import Game, Setup
from engine.core.refusals import BadAction, BadSetup, Json, NotAllowed, Refusal

Games = Mapping[str, Game[Any]]

KINDS_THAT_ARE_NO_ACTS = ("reading", "dismiss")  # kinds of rows that say nothing of the game itself

# What rows raise that another program wrote, when they are played or shown.
MISTAKES = (Refusal, LookupError, TypeError, ValueError, AttributeError)


class Moment:
    """One act on a path, and through `before` the whole path up to it.

    `row` is the row that brought the act, also after a correction of what it says. An act that was
    `kept` before the table opened stays played, where the rules of an older program allowed it.
    """

    __slots__ = ("_played", "before", "body", "games", "kept", "row")

    def __init__(
        self,
        games: Games,
        row: int,
        body: Mapping[str, Json],
        before: "Moment | None",
        *,
        kept: bool = False,
    ) -> None:
        self.games = games
        self.row = row
        self.body = body
        self.before = before
        self.kept = kept
        self._played: tuple[Game[Any], Any, Action | None] | None = None

    @property
    def is_start(self) -> bool:
        """Whether this act begins a game."""
        return "setup" in self.body

    @property
    def game(self) -> Game[Any]:
        """The game that is played here."""
        return self._play()[0]

    @property
    def state(self) -> Any:
        """The state after this act; raises the `Refusal` of the first act that is not allowed."""
        return self._play()[1]

    @property
    def awaited(self) -> Awaited | None:
        """The dice that the game waits for after this act."""
        return self.game.awaited(self.state)

    @property
    def line(self) -> str:
        """The act as one short readable line."""
        game, _, action = self._play()
        if action is None or self.before is None:
            names = cast("Mapping[str, Any]", self.body["setup"])["names"]
            return f"{game.title}: {', '.join(names)}"
        return game.line(self.before.state, action)

    @property
    def public_action(self) -> Mapping[str, Json]:
        """The act as everybody may hear of it: JSON, with `seat` where it is a player's."""
        game, _, action = self._play()
        if action is None or self.before is None:
            return {"type": "start"}
        return game.public_action(self.before.state, action)

    @property
    def printed(self) -> Mapping[str, Json] | None:
        """What is printed on the card of the box that the act turned over, if it did."""
        game, _, action = self._play()
        return None if action is None else game.printed(action)

    @property
    def names(self) -> list[Json]:
        """The names of the seats in the game that this act belongs to."""
        *_, start = self.back()
        setup = cast("Mapping[str, Any]", start.body["setup"])
        return list(setup["names"])

    @property
    def dice(self) -> Mapping[str, Json] | None:
        """The dice {faces, kept} if the act was told by dice."""
        return cast("Mapping[str, Json] | None", self.body.get("dice"))

    def back(self) -> "Iterator[Moment]":
        """Yield this act and those before it in the same game, newest first."""
        moment: Moment | None = self
        while moment is not None:
            yield moment
            moment = None if moment.is_start else moment.before

    def descends_from(self, other: "Moment") -> bool:
        """Tell whether this is `other` or came of it in the same game, corrected or not."""
        return any(moment.row == other.row for moment in self.back())

    def _play(self) -> tuple[Game[Any], Any, Action | None]:
        # A loop and not a recursion: an evening has more acts than Python has stack.
        waiting = []
        for moment in self.back():
            if moment._played is not None:
                break
            waiting.append(moment)
        for moment in reversed(waiting):
            moment._played = moment._play_one()
        assert self._played is not None
        return self._played

    def _play_one(self) -> tuple[Game[Any], Any, Action | None]:
        if self.is_start:
            game = find_game(self.games, self.body["game"])
            return game, game.start(from_json(Setup, self.body["setup"], "setup")), None
        if self.before is None or self.before._played is None:
            raise BadAction("no_game", "No game has begun.")
        game, state = self.before._played[:2]
        action = game.actions.parse(self.body["action"])
        play = game.play_logged if self.kept else game.play
        return game, play(state, action), action


def on_one_path(one: Moment | None, other: Moment | None) -> bool:
    """Tell whether both are acts of one game of which neither takes the place of the other."""
    if one is None or other is None:
        return False
    return other.descends_from(one) or one.descends_from(other)


class History:
    """All versions of a table, from the empty one (0) to the newest."""

    def __init__(self, games: Games, rows: Sequence[Row] = ()) -> None:
        self.games = games
        self.rows: list[Row] = []
        self._version = 0
        self._moments: list[Moment | None] = [None]
        self._undo: list[int | None] = [None]
        self._redo: list[tuple[int, ...]] = [()]
        for row in rows:
            self.add(row, self.after(row, kept=True))

    @property
    def version(self) -> int:
        """The number of the newest row that is an act; 0 when there is none."""
        return self._version

    @property
    def head(self) -> Moment | None:
        """The last act that counts now."""
        return self._moments[-1]

    def at(self, seq: int) -> Moment | None:
        """Return the last act that counted after row `seq`."""
        return self._moments[seq]

    @property
    def undo_to(self) -> int | None:
        """The version that an undo goes back to, if anything can be undone."""
        return self._undo[-1]

    @property
    def redo_to(self) -> int | None:
        """The version that takes back the last undo, if that was the last thing done."""
        return self._redo[-1][-1] if self._redo[-1] else None

    def moments_of_game_at(self, version: int) -> Iterator[Moment]:
        """Yield the acts that counted at `version` in the game that was on, newest first."""
        return _back(self._moments[version])

    def counting(self, row: int) -> Moment:
        """Return the act that `row` brought, as it counts now.

        Raises `NotAllowed` ``not_correctable`` if there is none.
        """
        return _find(self.head, row)

    def brought(self, seq: int) -> Moment | None:
        """Return the act that row `seq` itself brought; None for an undo, and where it is none."""
        kind = self.rows[seq - 1].kind
        if kind == "correct":
            return _find(self._moments[seq], cast(int, self.rows[seq - 1].body["row"]))
        return self._moments[seq] if kind in ("start", "action") else None

    def after(self, row: Row, *, kept: bool = False) -> Moment | None:
        """Return the last act that would count after `row`; changes nothing, plays nothing.

        `kept` says that the row stands in the log already. Raises a `Refusal`: ``unknown_version``
        (undo), ``not_correctable`` (correct).
        """
        if row.kind == "undo":
            return self._moments[self._known(row.body["to"])]
        if row.kind == "correct":
            return self._corrected(row, kept)
        if row.kind in KINDS_THAT_ARE_NO_ACTS:
            return self.head
        return Moment(self.games, row.seq, row.body, self.head, kept=kept)

    def check(self, row: Row) -> Moment | None:
        """Return `after(row)`, played; raises the `Refusal` of an act that is refused.

        A correction that forbids a later act raises `NotAllowed` ``later_act_refused``.
        """
        moment = self.after(row)
        if row.kind == "correct":
            _check_each(moment, cast(int, row.body["row"]))
        elif moment is not None:
            _ = moment.state
        return moment

    def add(self, row: Row, moment: Moment | None) -> None:
        """Take in `row`, the next one, with the moment that `after` or `check` gave for it."""
        if row.kind in KINDS_THAT_ARE_NO_ACTS:
            self._redo.append(self._redo[-1])
            self._undo.append(self._undo[-1])
        elif row.kind == "undo":
            to = cast(int, row.body["to"])
            self._redo.append(self._redo_after(to))
            self._undo.append(self._undo[to])
        else:
            self._redo.append(())
            self._undo.append(self.version)
        self.rows.append(row)
        self._moments.append(moment)
        if row.kind not in KINDS_THAT_ARE_NO_ACTS:
            self._version = row.seq

    def plus(self, row: Row, moment: Moment | None) -> "History":
        """Return the history to which `row` is added; this one stays as it is."""
        longer = copy(self)
        longer.rows, longer._moments = self.rows[:], self._moments[:]
        longer._undo, longer._redo = self._undo[:], self._redo[:]
        longer.add(row, moment)
        return longer

    def _redo_after(self, to: int) -> tuple[int, ...]:
        stack = self._redo[-1]
        if stack and self._moments[stack[-1]] is self._moments[to]:
            return stack[:-1]
        return (*stack, self.version)

    def _known(self, version: object) -> int:
        if type(version) is not int or not 0 <= version <= len(self.rows):
            raise BadAction(
                "unknown_version",
                f"There is no version {version!r} to go back to.",
                version=self.version,
            )
        return version

    def _corrected(self, row: Row, kept: bool) -> Moment:
        target = _find(self.head, cast(int, row.body["row"]))
        if target.is_start:
            raise NotAllowed("not_correctable", "Only acts can be corrected.", row=target.row)
        later = []
        for moment in _back(self.head):
            if moment is target:
                break
            later.append(moment)
        body = {key: row.body[key] for key in ("action", "dice") if key in row.body}
        head = Moment(self.games, target.row, body, target.before, kept=kept)
        for moment in reversed(later):
            head = Moment(self.games, moment.row, moment.body, head, kept=kept)
        return head


def _back(moment: Moment | None) -> Iterator[Moment]:
    return iter(()) if moment is None else moment.back()


def _find(head: Moment | None, row: int) -> Moment:
    for moment in _back(head):
        if moment.row == row:
            return moment
    raise NotAllowed("not_correctable", f"Row {row} is no act of this game.", row=row)


def _check_each(head: Moment | None, corrected: int) -> None:
    """Play the act of row `corrected` and then each later one; say which is refused."""
    for moment in reversed(list(_back(head))):
        try:
            _ = moment.state
        except Refusal as refusal:
            if moment.row == corrected:
                raise
            raise NotAllowed(
                "later_act_refused",
                f"Row {moment.row} would no longer be allowed: {refusal.message}",
                row=moment.row,
                why=refusal.code,
            ) from refusal


def find_game(games: Games, name: object) -> Game[Any]:
    """Return the game called `name`; raises `BadSetup` ``unknown_game``."""
    if isinstance(name, str) and name in games:
        return games[name]
    raise BadSetup("unknown_game", f"There is no game {name!r} here.", known=sorted(games))
