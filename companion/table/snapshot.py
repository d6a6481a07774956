"""The game and the log of a table as JSON for the page."""

from collections.abc import Container, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, cast

from companion.log.history import NON_ACT_KINDS, REPLAY_ERRORS, History
from companion.log.moment import Moment
from companion.log.played_games import GameRecord
from companion.log.rows import (
    ActionBody,
    Body,
    CorrectionBody,
    Kind,
    RolledDice,
    Row,
    StartBody,
    UndoBody,
)
from companion.log.views import ActView, LastRoll, LogRow, RolledDiceView, RollView, UndoView
from companion.rolls.earlier_rolls import body_colours_read
from companion.table.views import (
    BankerPromptView,
    CorrectionEffect,
    GameView,
    JoinLeaveView,
    LegalActionView,
    NewestRowView,
    PastSnapshot,
    SceneView,
)
from engine.core.codec import to_json
from engine.core.game_file import Replay, replay
from engine.core.refusals import Json

MAX_LOG_ROWS = 60  # the newest rows, which are all that anybody looks at


def game_view(head: Moment | None, *, slow_odds: bool = False) -> GameView:
    """Return the game's part of the snapshot after `head`; `slow_odds`: also if they take time."""
    if head is None:
        return {
            "game": None,
            "title": "",
            "phase": "setup",
            "over": False,
            "seats": [],
            "legal": [],
            "turn": None,
            "prompts": [],
            "awaited": None,
            "own_faces": [],
            "can_draw": False,
            "odds": None,
            "odds_follow": False,
            "people": {"leave": [], "join": False, "left": []},
            "paused": False,
        }
    game, state = head.game, head.state
    later = not slow_odds and game.odds_take_time(state)
    return {
        **cast(GameView, to_json(game.view(state))),
        "game": game.id,
        "title": game.title,
        "phase": game.phase(state),
        "over": game.is_over(state),
        "legal": [
            cast(LegalActionView, choice.to_json())
            for choice in game.legal_choices(state)
            if not head.is_paused
        ],
        "turn": game.turn(state),
        "prompts": [
            cast(BankerPromptView, to_json(prompt)) for prompt in game.banker_prompts(state)
        ],
        "awaited": cast("dict[str, Any] | None", to_json(head.awaited_dice)),
        "own_faces": game.own_faces_in_use(state.options),
        "can_draw": bool(game.possible_draws(state)) and not head.is_paused,
        "odds": None if later else _rounded(to_json(game.odds(state))),
        "odds_follow": later,
        "people": cast(JoinLeaveView, {**game.join_leave_view(state), "left": sorted(head.left)}),
        "paused": head.is_paused,
    }


def _rounded(value: Json) -> Any:
    """Return `value` with chances rounded to four digits, more than the page shows."""
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, Mapping):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_rounded(part) for part in value]
    return value


def newest_row_view(history: History, pictures: Container[str]) -> NewestRowView:
    """Return the newest act, and the newest roll of the present game."""
    newest = history.rows[history.version - 1] if history.version else None
    last = None
    if newest is not None:
        counting = _counting_acts(history, history.version, _act_row(newest))
        last = _row_view(history, newest, counting, counting, pictures)
    return {
        "last_row": last,
        "last_roll": _roll_view(history, history.head),
        "scene": scene_view(history.head, history.version),
    }


def scene_view(head: Moment | None, newest: int) -> SceneView | None:
    """Return the newest scene at `head`; None if the row `newest` opened it."""
    if head is None or head.scene.row == newest:
        return None
    return {"version": head.scene.row, "events": head.scene.public_events}


def past_snapshot(played: GameRecord, act: int) -> PastSnapshot:
    """Return how things stood after act number `act` of a game, or after its last."""
    act = min(act, len(played.moments) - 1)
    moment = played.moments[act]
    return {
        **game_view(moment, slow_odds=True),
        "act": act,
        "at": played.time_of_moment(moment),
        "last_row": _act_view("action" if act else "start", moment.line, moment),
        "scene": scene_view(moment, moment.row),
    }


def _roll_view(history: History, head: Moment | None) -> LastRoll | None:
    rolled = None if head is None else head.rolled
    if rolled is None or rolled.dice is None:
        return None
    read_in = history.rows[rolled.row - 1].reading_row
    number = None if read_in is None else history.rows[read_in - 1].reading_number
    return {"version": rolled.row, "reading": number, **_dice_view(rolled.dice)}


def _dice_view(dice: RolledDice) -> RollView:
    return {"faces": list(dice.faces), "kept": list(dice.kept)}


def log_view(history: History, pictures: Container[str], after: int = 0) -> list[LogRow]:
    """Return those of the `MAX_LOG_ROWS` newest rows that are new or changed since `after`.

    They come oldest first. An undo changes whether older acts count, a correction what their dice
    show.
    """
    acts = (row for row in reversed(history.rows) if row.kind not in NON_ACT_KINDS)
    rows = list(islice(acts, MAX_LOG_ROWS))[::-1]
    oldest = min((_act_row(row) for row in rows), default=0)
    versions = after, history.version
    then, now = (_counting_acts(history, version, oldest) for version in versions)
    path_then, path = (_path(history, version, oldest) for version in versions)
    return [
        _row_view(history, row, now, path, pictures)
        for row in rows
        if row.seq > after
        or (_act_row(row) in then) != (_act_row(row) in now)
        or _body_on(path_then, _act_row(row)) != _body_on(path, _act_row(row))
    ]


def _counting_acts(history: History, version: int, oldest: int) -> dict[int, Moment]:
    """Return the acts, from row `oldest` on, that count in the game at `version`, by row."""
    head = history.head_at(version)
    moments = [] if head is None else head.moments_back_to_row(oldest)
    return {moment.row: moment for moment in moments}


def _path(history: History, version: int, oldest: int) -> dict[int, Moment]:
    """Return the acts that count at `version`, and those that counted when earlier games ended."""
    path: dict[int, Moment] = {}
    for head in history.heads_of_games(version):
        path |= {moment.row: moment for moment in head.moments_back_to_row(oldest)}
        if head.start.row <= oldest:
            break
    return path


def _body_on(path: Mapping[int, Moment], row: int) -> Body | None:
    """Return the body of the act of `row`; None if it was undone."""
    return path[row].body if row in path else None


def _act_row(row: Row) -> int:
    """Return the row of the act that `row` stores or corrects."""
    return row.body.row if isinstance(row.body, CorrectionBody) else row.seq


def _row_view(
    history: History,
    row: Row,
    counting: Mapping[int, Moment],
    path: Mapping[int, Moment],
    pictures: Container[str],
) -> LogRow:
    moment = history.original_act_of(row.seq)
    act = _act_view(row.kind, _line(row, moment), moment)
    about = {
        "version": row.seq,
        "game_start": history.game_start_at(row.seq),
        "source": row.source,
        "who": row.who,
        "at": row.at,
        "has_picture": history.rows[(row.reading_row or row.seq) - 1].picture in pictures,
        "counts": row.kind in ("start", "action") and row.seq in counting,
    }
    view = cast(LogRow, {**act, **about})
    match row.body:
        case StartBody() | ActionBody():
            view["undone"] = row.seq not in path
        case CorrectionBody(corrected, action, dice):
            view["row"] = corrected
            view["undone"] = _body_on(path, corrected) != ActionBody(action, dice)
        case UndoBody():
            if history.counting_row_at(row.seq) != history.counting_row_at(row.seq - 1):
                view["undo"] = _undo_view(history, row.seq)
    # A corrected roll shows the faces that count now, so that it can be corrected again.
    shown = counting.get(row.seq, moment)
    if shown is not None and shown.dice is not None:
        view["dice"], view["thrown"] = _dice_view(shown.dice), _thrown(history, row, shown)
    return view


def _undo_view(history: History, seq: int) -> UndoView:
    """Return what the undo of row `seq` took back or restored."""
    acts, redo = history.acts_of_undo(seq)
    first = acts[-1].row if acts else history.counting_row_at(seq if redo else seq - 1)
    row, moment = history.rows[first - 1], history.original_act_of(first)
    act = _act_view(row.kind, _line(row, moment), acts[-1] if acts else moment)
    return {**act, "acts": max(len(acts), 1), "redo": redo}


def _thrown(history: History, row: Row, moment: Moment) -> RolledDiceView:
    """Return the faces that the dice of `moment`, in `row`, could show, and their colours."""
    try:
        awaited = None if moment.before is None else moment.game.awaited_dice(moment.before.state)
    except REPLAY_ERRORS:
        awaited = None  # as in `_line`
    if awaited is None:
        return {}
    bodies = body_colours_read(history, row, awaited)
    return {"faces": list(awaited.faces), "body": awaited.body, "bodies": bodies}


def _act_view(kind: Kind, line: str, moment: Moment | None) -> ActView:
    view: ActView = {"kind": kind, "line": line}
    if moment is not None:
        with suppress(*REPLAY_ERRORS):  # as in `_line`
            view["game"] = moment.game.id
            view["names"] = [str(name) for name in moment.state.names]
            view["events"] = moment.public_events
    return view


def _line(row: Row, moment: Moment | None) -> str:
    if isinstance(row.body, UndoBody):
        return f"Back to move {row.body.to}"
    assert moment is not None
    try:
        line = moment.line
    except REPLAY_ERRORS:
        # Today's rules may refuse an old game; then only the kind of the row is shown.
        line = row.kind
    if isinstance(row.body, CorrectionBody):
        return f"Move {row.body.row} corrected: {line}"
    return line


def state_differences(before: Moment | None, after: Moment | None) -> list[CorrectionEffect]:
    """Return what differs between two states, value by value."""
    old, new = _flat(before), _flat(after)
    return [
        {"what": key, "before": old.get(key), "after": new.get(key)}
        for key in {**old, **new}
        if old.get(key) != new.get(key)
    ]


def _flat(moment: Moment | None) -> dict[str, Json]:
    view: dict[str, Any] = dict(game_view(moment))
    for key in ("legal", "prompts", "awaited", "can_draw", "odds", "options", "people", "paused"):
        view.pop(key, None)
    flat: dict[str, Json] = {}
    for seat in view.pop("seats"):
        flat |= {f"seat:{seat['seat']}.{key}": value for key, value in seat.items()}
    return flat | view


def export_lines(history: History) -> list[str]:
    """Return the acts that count in the current game as readable lines, oldest first."""
    if history.head is None:
        return []
    moments = history.head.moments_oldest_first()
    return [f"{history.rows[m.row - 1].at}  {m.row:4}  {m.line}" for m in moments]


def export_game(head: Moment) -> Replay:
    """Return the current game, from its start to `head`, for a game file."""
    bodies = (moment.body for moment in head.moments_oldest_first())
    parse = head.game.actions.parse
    actions = [parse(body.action) for body in bodies if isinstance(body, ActionBody)]
    return replay(head.game, head.started_with.setup, actions)
