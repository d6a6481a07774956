"""The rules of Ten Thousand: `begin`, and what plays each action (Rules §7).

Stable codes of refusals, with their figures:

==================  ====================================================================
``game_over``       nothing can be played any more
``wrong_phase``     not this action now: `phase`, `phases` it belongs to
``not_your_turn``   `seat`, `turn`
``dice_count``      six dice lie there after a throw, one of them thrown: `kept`, `thrown`
``not_there``       no such `faces` lie there to be set aside: `dice`
``locked``          these `faces` were set aside before and stay there
``nothing_aside``   at least one die that brings points is set aside before each throw
``no_points``       one of these `faces` brings no points, so it cannot be set aside
``below_minimum``   the turn brings too few `points` to be banked: `needed`
``hot_dice``        all dice bring points, so all must be thrown again
``no_dice``         no dice are awaited
``throw_all``       the first throw of a turn takes all dice: `kept`
==================  ====================================================================
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.action import Action
from engine.core.checks import require_dice_count, require_kept_among, require_turn
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.ten_thousand.actions import Bank, Throw
from engine.ten_thousand.options import Options
from engine.ten_thousand.scoring import DICE_COUNT, Faces, points_of_dice, scoring_choices
from engine.ten_thousand.state import FARKLES_FOR_PENALTY, EndedTurn, State, require_phase


def begin(names: Sequence[str], first_seat: int, options: Options) -> State:
    """Return the first state: nobody has points, `first_seat` throws first."""
    nothing = (0,) * len(names)
    return State(options, tuple(names), nothing, nothing, first_seat, first_seat)


def throw_dice(state: State, action: Throw) -> State:
    """Set dice aside and throw the others; a farkle ends the turn."""
    require_phase(state, "throw", "choose")
    require_turn(action.seat, state.turn)
    require_dice_count(action.kept, action.thrown, DICE_COUNT, "six")
    after = replace(
        state,
        phase="choose",
        aside=action.kept,
        thrown=action.thrown,
        gathered=state.gathered + _set_aside(state, action.kept),
        throws=state.throws + 1,
    )
    return after if scoring_choices(tuple(sorted(action.thrown)), state.options) else _farkle(after)


def _set_aside(state: State, kept: Faces) -> int:
    """Return the points that are set aside anew where dice that show `kept` stay."""
    require_kept_among(kept, state.dice)
    if not state.dice:
        return 0
    if state.has_hot_dice and not kept:
        return points_of_dice(tuple(sorted(state.thrown)), state.options) or 0
    missing = Counter(state.aside) - Counter(kept)
    if missing:
        raise NotAllowed(
            "locked", "What was set aside stays there.", faces=sorted(missing.elements())
        )
    anew = tuple(sorted((Counter(kept) - Counter(state.aside)).elements()))
    if not anew:
        raise NotAllowed("nothing_aside", "At least one die must be set aside.")
    worth = points_of_dice(anew, state.options)
    if worth is None:
        raise NotAllowed("no_points", "One of these dice brings nothing.", faces=anew)
    return worth


def faces_that_may_stay(state: State, still: Sequence[str]) -> Sequence[str]:
    """Return those of the faces that lay `still` which may stay; all, if that makes no sense."""
    lying, aside = Counter[str](still), Counter[str](state.aside)
    if lying - Counter[str](state.dice):
        return still
    if aside - lying:
        return () if state.has_hot_dice else still
    anew: Any = tuple(sorted((lying - aside).elements()))
    parts = scoring_choices(anew, state.options)
    most = max(parts, key=lambda part: (len(part), parts[part]), default=anew)
    return (*state.aside, *most)


def bank_points(state: State, action: Bank) -> State:
    """Write down what the turn has brought; then it is the next one's turn."""
    require_phase(state, "choose")
    require_turn(action.seat, state.turn)
    gained, seat = state.banked_points, state.turn
    if gained < state.points_needed_to_bank:
        raise NotAllowed(
            "below_minimum",
            "That is too little to bank.",
            points=gained,
            needed=state.points_needed_to_bank,
        )
    if state.must_throw_on:
        raise NotAllowed("hot_dice", "All dice bring points: all must be thrown again.")
    totals, farkles = [*state.totals], [*state.farkles]
    totals[seat] += gained
    farkles[seat] = 0
    banked = replace(
        state,
        totals=tuple(totals),
        farkles=tuple(farkles),
        turns=state.turns + 1,
        last_turn=EndedTurn(seat, gained),
    )
    return next_turn(_last_round(banked))


def _last_round(state: State) -> State:
    """Return `state` in which the end is near if the target was just reached (option `ending`)."""
    rules, seat = state.options, state.turn
    if state.last_before is not None or state.totals[seat] < rules.target:
        return state
    if rules.ending == "at_once":
        return replace(state, last_before=state.seat_after(seat))
    return replace(state, last_before=seat if rules.ending == "one_more_turn" else state.first_seat)


def _farkle(state: State) -> State:
    """Return the state after a throw that brought nothing: what was gathered is lost."""
    seat = state.turn
    totals, farkles = [*state.totals], [*state.farkles]
    totals[seat] -= state.farkle_penalty
    farkles[seat] = (farkles[seat] + 1) % FARKLES_FOR_PENALTY
    return next_turn(
        replace(
            state,
            totals=tuple(totals),
            farkles=tuple(farkles),
            turns=state.turns + 1,
            last_turn=EndedTurn(seat, state.gathered, state.thrown, state.farkle_penalty),
        )
    )


def next_turn(state: State) -> State:
    """Return `state` in which it is the next one's turn, or the game is over."""
    seat = state.seat_after(state.turn)
    over = seat == state.last_before
    return replace(
        state,
        phase="over" if over else "throw",
        turn=seat,
        aside=(),
        thrown=(),
        gathered=0,
        throws=0,
    )


RULES: Mapping[type[Action], Callable[[State, Any], State]] = {Throw: throw_dice, Bank: bank_points}
