"""The rules of Ten Thousand: the start, each action, joining and leaving (Rules §7).

Stable codes of refusals, besides those that games share, with their figures:

``locked``         these `faces` were set aside before and must stay there
``nothing_aside``  at least one scoring die must be set aside before each roll
``no_points``      one of these `faces` does not score, so it cannot be set aside
``beyond_target``  house rule: the dice set aside score more `points` than are `left`
``below_minimum``  too few `points` to bank: `needed`
``unconfirmed``    house rule: a single 1 or 5 must confirm what was rolled
``hot_dice``       house rule: all dice score, so all must be rolled again
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.core.codec import replace, with_item
from engine.core.dice import Faces, Rolled, Throw, require_dice_count, require_kept_among
from engine.core.event import Steps
from engine.core.game_rules import Rules
from engine.core.refusals import NotAllowed
from engine.ten_thousand import events
from engine.ten_thousand.options import Options
from engine.ten_thousand.scoring import points_of_dice
from engine.ten_thousand.state import FARKLES_FOR_PENALTY, BankPoints, State


def begin(names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state: nobody has points, `first_seat` rolls first."""
    yield from ()
    nothing = (0,) * len(names)
    return State(options, tuple(names), nothing, nothing, first_seat, first_seat)


def roll_dice(state: State, action: Throw) -> Steps[State]:
    """Set dice aside and roll the others; a farkle ends the turn.

    `action.kept` holds all dice set aside in this turn; it is empty if all are rolled. In a first
    roll, it holds those of the player before if the others are taken over.
    """
    state.require_turn(action.seat, state.turn, "throw", "choose")
    require_dice_count(action, state.options.dice)
    after = replace(
        state,
        phase="choose",
        aside=action.kept,
        thrown=action.thrown,
        gathered=state.gathered + _set_aside(state, action.kept),
        throws=state.throws + 1,
    )
    if state.phase == "throw" and after.gathered:
        yield events.DiceTakenOver(state.turn, after.gathered, len(action.thrown))
    yield Rolled(state.turn, action.thrown, action.kept)
    if state.options.six_ones_win and action.thrown == ("1",) * 6:
        yield events.SixOnesRolled(state.turn)
        return replace(after, phase="over", six_ones_by=state.turn)
    if after.choices:
        return after
    return (yield from _farkle(after))


def _set_aside(state: State, kept: Faces) -> int:
    """Return the points of the dice that are set aside now so that dice that show `kept` stay."""
    require_kept_among(kept, state.dice)
    if state.phase == "throw" and not (kept and state.aside):
        return -state.gathered if state.aside else 0
    if state.has_hot_dice and not kept:
        return state.choices[tuple(sorted(state.thrown))]
    if missing := Counter(state.aside) - Counter(kept):
        faces = sorted(missing.elements())
        raise NotAllowed("locked", "Dice that were set aside stay there.", faces=faces)
    newly = tuple(sorted((Counter(kept) - Counter(state.aside)).elements()))
    if state.phase == "throw":
        return 0
    if not newly:
        raise NotAllowed("nothing_aside", "At least one die must be set aside.")
    worth = points_of_dice(newly, state.options)
    if worth is None:
        raise NotAllowed("no_points", "One of these dice does not score.", faces=newly)
    fits = points_of_dice(newly, state.options, left := state.points_left)
    if fits is None:
        raise NotAllowed("beyond_target", "That passes the target.", points=worth, left=left)
    return fits


def faces_that_may_stay(state: State, still: Sequence[str]) -> Sequence[str]:
    """Return those of the faces `still` that may stay; all of them if they contradict the game."""
    lying, aside = Counter[str](still), Counter[str](state.aside)
    if state.phase == "throw":
        return () if aside - lying else state.aside
    if lying - Counter[str](state.dice):
        return still
    if aside - lying:
        return () if state.has_hot_dice else still
    newly: Any = tuple(sorted((lying - aside).elements()))
    parts = replace(state, thrown=newly).choices
    most = max(parts, key=lambda part: (len(part), parts[part]), default=newly)
    return (*state.aside, *most)


def bank_points(state: State, action: BankPoints) -> Steps[State]:
    """Bank the points of the turn, which ends it."""
    state.require_turn(action.seat, state.turn, "choose")
    points, needed, seat = state.points_if_banked, state.points_needed_to_bank, state.turn
    if points < needed:
        said = "That is not enough to bank."
        raise NotAllowed("below_minimum", said, points=points, needed=needed)
    if not state.bankable:
        raise NotAllowed("unconfirmed", "A single 1 or 5 must confirm these dice.")
    if state.must_roll_on:
        raise NotAllowed("hot_dice", "All dice score, so all must be rolled again.")
    yield events.Banked(seat, points)
    after = _next_turn(_last_round(_write_turn(state, points, farkles=0)))
    if state.last_before is None and after.last_before is not None and after.phase != "over":
        yield events.LastTurnsBegan(after.totals[seat])
    left = tuple(sorted((*state.aside, *state.best_choice)))
    return _offer(after, left, points) if state.options.take_over else after


def _offer(state: State, aside: Faces, points: int) -> State:
    """Return the state in which the next player may roll the dice that were not set `aside`.

    That player must have points already, and the `points` must not reach a target that has to be
    hit exactly. If all dice scored, all are rolled, and the player gets the points if any scores.
    """
    if state.phase == "over" or not state.totals[state.turn] or points >= state.points_left:
        return state
    return replace(state, aside=aside if len(aside) < state.options.dice else (), gathered=points)


def _last_round(state: State) -> State:
    """Return the state with `last_before` set if the target was just reached (option `ending`)."""
    rules, seat = state.options, state.turn
    if state.last_before is not None or state.totals[seat] < rules.target:
        return state
    if rules.ending == "at_once":
        return replace(state, last_before=state.seat_after(seat))
    return replace(state, last_before=seat if rules.ending == "one_more_turn" else state.first_seat)


def _farkle(state: State) -> Steps[State]:
    seat, penalty = state.turn, state.farkle_penalty
    yield events.Farkled(seat, state.gathered, state.thrown)
    if penalty:
        yield events.FarklesPenalised(seat, penalty)
    farkles = (state.farkles[seat] + 1) % FARKLES_FOR_PENALTY
    return _next_turn(_write_turn(state, -penalty, farkles))


def _write_turn(state: State, points: int, farkles: int) -> State:
    """Return the state after a turn that scored `points`, with `farkles` in a row."""
    totals = with_item(state.totals, state.turn, state.totals[state.turn] + points)
    farkles_of_all = with_item(state.farkles, state.turn, farkles)
    return replace(state, totals=totals, farkles=farkles_of_all, turns=state.turns + 1)


def _next_turn(state: State) -> State:
    """Return the state in which the next player rolls, or the game is over."""
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


def join(state: State, name: str) -> Steps[State]:
    """Add a player, who gets as many points as the player with the fewest."""
    yield from ()
    fewest = min(state.totals[seat] for seat in state.active_seats)
    return replace(
        state,
        names=(*state.names, name),
        totals=(*state.totals, fewest),
        farkles=(*state.farkles, 0),
    )


def leave(state: State, seat: int) -> Steps[State]:
    """Remove a player; their points no longer count, even if they had reached the target."""
    yield from ()
    totals = with_item(state.totals, seat, 0)
    left = replace(state, gone=(*state.gone, seat), totals=totals)
    if len(left.active_seats) == 1:
        return replace(left, phase="over", turn=left.active_seats[0], aside=(), thrown=())
    after = left.seat_after(seat)
    if left.first_seat == seat:
        left = replace(left, first_seat=after)
    if max(totals) < left.options.target:
        left = replace(left, last_before=None)
    elif left.last_before == seat:
        left = replace(left, last_before=after)
    return _next_turn(replace(left, turns=left.turns + 1)) if left.turn == seat else left


RULES: Rules[State] = {Throw: roll_dice, BankPoints: bank_points}
