"""From what somebody asks to the row that would do it. Pure but for chance, which is drawn here."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import cast

from companion.table import acts
from companion.table.eye_desk import EyeDesk
from companion.table.history import Games, History, Moment, find_game
from companion.table.judge import consistent
from companion.table.log import Kind, Row, Source
from engine.core import names
from engine.core.action import Action
from engine.core.codec import to_json
from engine.core.game import Setup
from engine.core.refusals import BadAction, Json, NotAllowed, NotNow

_CHANCE = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Draft:
    """A row to be: everything but its number, its time, and who asked."""

    kind: Kind
    body: Mapping[str, Json]
    source: Source = "hand"
    eye: str | None = None
    reading: int | None = None
    evidence: bytes | None = None

    def row(self, seq: int, who: str, request: str | None = None, asked: str | None = None) -> Row:
        """Return the row with number `seq`, now, by `who`, for the POST `request`."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        told = (self.kind, self.body, self.source, who, at)
        return Row(seq, *told, request, asked, self.eye, self.reading)


def parse(action: Mapping[str, Json], history: History) -> Action:
    """Return the act that `action` says: the table's own, or one of the game that is on.

    Raises `BadAction` ``malformed`` or ``unknown_action``, `NotNow` ``no_game``.
    """
    if action.get("type") in acts.TABLE_TYPES:
        return acts.TABLE_ACTS.parse(action)
    if history.head is None:
        if not isinstance(action.get("type"), str):
            raise BadAction("malformed", "An action has a type.", field="type")
        raise NotNow("no_game", "No game has begun.")
    return history.head.game.actions.parse(action)


def draft(act: Action, history: History, eye: EyeDesk) -> Draft:
    """Return the row that would do `act`; raises the `Refusal` that speaks against it.

    Whether the game allows it is seen only when the row is played.
    """
    match act:
        case acts.Start():
            return _start(act, history.games)
        case acts.Undo():
            return _undo(act, history)
        case acts.Correct():
            return _correct(act, history)
        case acts.Draw():
            return _draw(history.head)
        case acts.Dice():
            return _dice(act, history, eye)
        case _:
            return Draft("action", {"action": act.to_json()})


def dice_body(head: Moment, faces: tuple[str, ...], kept: tuple[int, ...]) -> dict[str, Json]:
    """Return the body of a row in which the dice show `faces` after `head`; raises `Refusal`."""
    action = head.game.roll(head.state, faces, kept)
    return {"action": action.to_json(), "dice": {"faces": list(faces), "kept": list(kept)}}


def _start(act: acts.Start, games: Games) -> Draft:
    first = act.first_seat
    if first is None:
        first = _CHANCE.randrange(len(act.names)) if act.names else 0
    game = find_game(games, act.game)
    setup = Setup(names.take(act.names), first, act.preset or next(iter(game.presets)), act.options)
    # Every house rule is named: another default in a later program must not change what was won.
    rules = cast("Mapping[str, Json]", to_json(game.check_setup(setup)))
    return Draft("start", {"game": game.id, "setup": to_json(replace(setup, options=rules))})


def _undo(act: acts.Undo, history: History) -> Draft:
    to = history.undo_to if act.to is None else act.to
    if to is None or to == history.version:
        raise NotNow("nothing_to_undo", "There is nothing to take back.")
    return Draft("undo", {"to": to})


def _correct(act: acts.Correct, history: History) -> Draft:
    target = history.counting(act.row)
    if target.dice is None or target.before is None:
        raise NotAllowed("not_correctable", f"Row {act.row} told no dice.", row=act.row)
    kept = _still_kept(target, act.faces) if act.kept is None else act.kept
    body = dice_body(target.before, act.faces, kept)
    return Draft("correct", {"row": act.row, **body}, "correction")


def _still_kept(target: Moment, faces: tuple[str, ...]) -> tuple[int, ...]:
    """Return which of the dice that `target` told as kept can have stayed if they show `faces`."""
    assert target.dice is not None
    assert target.before is not None
    kept = cast("Sequence[int]", target.dice["kept"])
    awaited = target.before.game.awaited(target.before.state)
    return tuple(kept) if awaited is None else consistent(awaited, faces, kept)


def _draw(head: Moment | None) -> Draft:
    chances = () if head is None else head.game.draws(head.state)
    if not chances:
        raise NotNow("nothing_to_draw", "Nothing can be drawn now.")
    return Draft("action", {"action": _CHANCE.choice(chances).to_json()}, "draw")


def _dice(act: acts.Dice, history: History, eye: EyeDesk) -> Draft:
    head = history.head
    awaited = None if head is None else head.game.awaited(head.state)
    if head is None or awaited is None:
        raise NotNow("no_dice", "No dice are awaited.")
    if act.number is None:
        return Draft("action", dice_body(head, act.faces, act.kept))
    found = eye.roll(act.number)
    if found is None:
        raise NotNow("no_such_reading", "That reading is gone.", number=act.number)
    seen, evidence = found
    # A person who mends a face need not mend what the eye took for kept.
    body = dice_body(head, act.faces, consistent(awaited, act.faces, act.kept))
    if any((row.eye, row.reading) == (seen.eye, seen.number) for row in history.rows):
        # Played once and taken back: a reading has one row, so this one is by hand alone.
        return Draft("action", body, evidence=evidence)
    return Draft("action", body, "hand", seen.eye, seen.number, evidence)
