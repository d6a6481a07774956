"""A table's history as JSON for the page."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from companion.table.history import Games, History, Moment
from companion.table.log import Row, damaged
from engine.core.codec import from_json, to_json
from engine.core.game import Setup
from engine.core.record import Replay, replay
from engine.core.refusals import Json, Refusal

LOG_ROWS = 60  # the newest rows that every snapshot brings along
# What rows raise that another program wrote, when they are played or shown.
MISTAKES = (Refusal, LookupError, TypeError, ValueError, AttributeError)


def game_view(head: Moment | None) -> dict[str, Json]:
    """Return everything that the game itself says of the state after `head`."""
    if head is None:
        return {
            "game": None,
            "title": "",
            "phase": "setup",
            "over": False,
            "seats": [],
            "legal": [],
            "prompts": [],
            "awaited": None,
            "can_draw": False,
            "odds": None,
        }
    game, state = head.game, head.state
    view = cast("dict[str, Json]", to_json(game.view(state)))
    return {
        **view,
        "game": game.id,
        "title": game.title,
        "phase": game.phase(state),
        "over": game.over(state),
        "legal": [choice.to_json() for choice in game.legal(state)],
        "prompts": [to_json(prompt) for prompt in game.prompts(state)],
        "awaited": to_json(game.awaited(state)),
        "can_draw": bool(game.draws(state)),
        "odds": to_json(game.odds(state)),
    }


def fold(rows: Sequence[Row], games: Games, path: Path) -> History:
    """Return what `rows` mean, of the log at `path`, when all of it can be played and shown.

    Raises `LogError` ``log_damaged``.
    """
    try:
        history = History(games, rows)
        show(history)
    except MISTAKES as error:
        raise damaged(path, f"it cannot be played again: {error}") from error
    return history


def show(history: History) -> None:
    """Try to show what the page is shown; raises one of MISTAKES where that is not possible."""
    game_view(history.head)
    log_view(history, frozenset())


def log_view(history: History, pictures: frozenset[int] | set[int]) -> list[Json]:
    """Return the newest rows, newest last; `counts` tells whether a row's act still counts.

    `action` and `names` (of the seats) are what a page needs to say the row in its own language;
    `line` is the same in English.
    """
    rows = history.rows[-LOG_ROWS:]
    head = history.head
    counting = {} if head is None else {moment.row: moment for moment in head.back()}
    return [_row_view(history, row, counting, row.seq in pictures) for row in rows]


def _row_view(
    history: History, row: Row, counting: Mapping[int, Moment], evidence: bool
) -> dict[str, Json]:
    moment = history.brought(row.seq)
    view: dict[str, Json] = {
        "version": row.seq,
        "kind": row.kind,
        "line": _line(row, moment),
        "source": row.source,
        "who": row.who,
        "at": row.at,
        "evidence": evidence,
        "counts": row.kind in ("start", "action") and row.seq in counting,
    }
    for key in ("to", "row"):
        if key in row.body:
            view[key] = row.body[key]
    if row.reading is not None:
        view["reading"] = row.reading
    view |= _said(moment)
    # A corrected roll shows the faces that count now, so that it can be corrected again.
    shown = counting.get(row.seq, moment)
    if shown is not None and shown.dice is not None:
        view["dice"] = shown.dice
        view["thrown"] = _thrown(shown)
    return view


def _thrown(moment: Moment) -> dict[str, Json]:
    """Return what the dice of `moment` could show and of which body they are."""
    try:
        awaited = None if moment.before is None else moment.game.awaited(moment.before.state)
    except MISTAKES:
        awaited = None  # as in `_line`
    return {} if awaited is None else {"faces": list(awaited.faces), "body": awaited.body}


def _said(moment: Moment | None) -> dict[str, Json]:
    if moment is None:
        return {}
    try:
        return {"action": dict(moment.public_action), "names": moment.names, "game": moment.game.id}
    except MISTAKES:
        return {}  # as in `_line`


def _line(row: Row, moment: Moment | None) -> str:
    if row.kind == "undo":
        return f"Back to row {row.body['to']}"
    assert moment is not None
    try:
        line = moment.line
    except MISTAKES:
        # Of an older game, that the rules of a newer program see otherwise; this game goes on.
        line = row.kind
    return f"Row {row.body['row']} corrected: {line}" if row.kind == "correct" else line


def changes(before: Moment | None, after: Moment | None) -> list[Json]:
    """Return what differs between two states: `{"what", "before", "after"}`, seats by key."""
    old, new = _flat(before), _flat(after)
    return [
        {"what": key, "before": old.get(key), "after": new.get(key)}
        for key in {**old, **new}
        if old.get(key) != new.get(key)
    ]


def _flat(moment: Moment | None) -> dict[str, Json]:
    view: dict[str, Any] = dict(game_view(moment))
    for key in ("legal", "prompts", "awaited", "can_draw", "odds", "options"):
        view.pop(key, None)
    flat: dict[str, Json] = {}
    for seat in view.pop("seats"):
        flat |= {f"seat:{seat['seat']}.{key}": value for key, value in seat.items()}
    return flat | view


def export_lines(history: History) -> list[str]:
    """Return the acts that count in the current game as readable lines, oldest first."""
    if history.head is None:
        return []
    moments = reversed(list(history.head.back()))
    return [f"{history.rows[m.row - 1].at}  {m.row:4}  {m.line}" for m in moments]


def export_game(head: Moment) -> Replay:
    """Return the current game, from its start to `head`, as it is written to a game file."""
    start, *acts = reversed(list(head.back()))
    game = head.game
    actions = [game.actions.parse(act.body["action"]) for act in acts]
    return replay(game, from_json(Setup, start.body["setup"], "setup"), actions)
