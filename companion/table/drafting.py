"""From what somebody asks to the row that would do it. Pure but for chance, which is drawn here."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import cast

from companion.table import acts
from companion.table.history import Games, History, Moment, find_game
from companion.table.log import Kind, Row, Source
from companion.table.snapshot import changes
from companion.table.state import State
from companion.throws.reading import Reading
from companion.throws.verdict import NOT_AWAITED, Verdict, consistent
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

    @classmethod
    def of_clock(cls, action: Action) -> "Draft":
        """Return the row of an action that comes by itself."""
        return cls("action", {"action": action.to_json()}, "clock")

    def row(self, seq: int, who: str, request: str | None = None, sent: str | None = None) -> Row:
        """Return the row `seq`, now, by `who`, for the POST `request` of the action `sent`."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        values = (self.kind, self.body, self.source, who, at)
        return Row(seq, *values, request, sent, self.eye, self.reading)


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


def draft(act: Action, state: State) -> Draft:
    """Return the row that would do `act`; raises the `Refusal` that speaks against it.

    Whether the game allows it is seen only when the row is played.
    """
    history = state.history
    match act:
        case acts.Start():
            return _start(act, history.games)
        case acts.Undo():
            return _undo(act, history)
        case acts.Correct():
            return _correct(act, history)
        case acts.Draw():
            return _draw(state.head)
        case acts.Dismiss():
            return _dismiss(act, state)
        case acts.Dice():
            return _dice(act, state)
        case _:
            return _action(act, state)


def reading_draft(
    reading: Reading, verdict: Verdict, state: State, evidence: bytes | None
) -> Draft:
    """Return the row that keeps `reading`, and plays it if that is the `verdict`.

    Raises the `Refusal` that speaks against playing it. The picture is kept where somebody may want
    to see it: of a throw that was played, is asked about, or came before its time.
    """
    fields = cast("dict[str, Json]", to_json(reading))
    told = {key: fields[key] for key in fields if key not in ("eye", "number")}
    if verdict.outcome == "played" and state.head is not None:
        body = dice_body(state.head, verdict.faces, verdict.kept)
        new = Draft("action", {**body, "reading": told}, "camera", evidence=evidence)
    else:
        wanted = verdict.outcome == "asked" or (NOT_AWAITED in verdict.why and reading.thrown)
        body = {"reading": told, "verdict": to_json(verdict)}
        new = Draft("reading", body, "camera", evidence=evidence if wanted else None)
    return replace(new, eye=reading.eye, reading=reading.number)


def preview(act: acts.Correct, state: State) -> dict[str, Json]:
    """Return `{"row", "changes": […]}` that the correction `act` would make; raises `Refusal`."""
    row = draft(act, state).row(len(state.history.rows) + 1, "")
    return {"row": act.row, "changes": changes(state.head, state.history.check(row))}


def dice_body(head: Moment, faces: tuple[str, ...], kept: tuple[int, ...]) -> dict[str, Json]:
    """Return the body of a row in which the dice show `faces` after `head`; raises `Refusal`."""
    action = head.game.roll(head.state, faces, kept)
    return {"action": action.to_json(), "dice": {"faces": list(faces), "kept": list(kept)}}


def _start(act: acts.Start, games: Games) -> Draft:
    first = act.first_seat
    if first is None:
        first = _CHANCE.randrange(len(act.names)) if act.names else 0
    game = find_game(games, act.game)
    setup = Setup(
        names.normalised(act.names), first, act.preset or next(iter(game.presets)), act.options
    )
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


def _dismiss(act: acts.Dismiss, state: State) -> Draft:
    asked = state.question
    if asked is None or asked[0].reading.number != act.number:
        raise _gone(act.number)
    return Draft("dismiss", {"row": asked[0].row})


def _action(act: Action, state: State) -> Draft:
    body = {"action": act.to_json()}
    head = state.head
    tells_dice = head is not None and head.game.rolled(head.state, act)
    return Draft("action", body | (_answers(state) if tells_dice else {}))


def _answers(state: State) -> dict[str, Json]:
    """Return which readings need no answer any more once the dice were told."""
    rows: list[Json] = [question.row for question, _ in state.known.questions(state.history)]
    return {"answers": rows} if rows else {}


def _dice(act: acts.Dice, state: State) -> Draft:
    if state.head is None or state.awaited is None:
        raise NotNow("no_dice", "No dice are awaited.")
    if act.number is None:
        return Draft("action", dice_body(state.head, act.faces, act.kept) | _answers(state))
    row = state.row_of(act.number)
    if row is None:
        raise _gone(act.number)
    # A person who mends a face need not mend what the eye took for kept.
    body = dice_body(state.head, act.faces, consistent(state.awaited, act.faces, act.kept))
    return Draft("action", body | _answers(state) | {"reading_row": row})


def _gone(number: int) -> NotNow:
    return NotNow("no_such_reading", "That reading is gone.", number=number)
