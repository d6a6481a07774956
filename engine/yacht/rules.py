"""The rules of Yacht: the start, each action, joining and leaving (Rules §6).

Stable codes of refusals, besides those that games share, with their figures:

``box_filled``   `box` holds points already
``no_such_box``  the sheet has no such `box`
``joker_box``    house rule: a yacht must go in one of the `boxes`, not in `box`
"""

from collections.abc import Sequence

from engine.core.codec import replace, with_item
from engine.core.dice import Rolled, Throw, require_dice_count, require_kept_among
from engine.core.event import Steps
from engine.core.game_rules import Rules
from engine.core.refusals import NotAllowed
from engine.yacht import score_boxes as boxes
from engine.yacht.events import BonusReached, BoxScored, FurtherYachtScored, JokerRolled
from engine.yacht.options import Options
from engine.yacht.state import Score, State


def begin(names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state: empty sheets, `first_seat` rolls first."""
    yield from ()
    sheets, none = (boxes.empty_sheet(options),) * len(names), (0,) * len(names)
    return State(options, tuple(names), sheets, none, none, first_seat)


def roll_dice(state: State, action: Throw) -> Steps[State]:
    """Roll all dice in the first roll of a turn, then those that are not kept."""
    state.require_turn(action.seat, state.turn, "throw", "choose")
    require_dice_count(action, state.options.dice)
    require_kept_among(action.kept, state.dice)
    left, dice = state.throws_left - 1, (*action.kept, *action.thrown)
    yield Rolled(state.turn, action.thrown, action.kept)
    if boxes.is_joker(state.sheet, dice, state.options):
        yield JokerRolled(state.turn)
    return replace(
        state,
        phase="choose" if left else "score",
        dice=dice,
        kept_dice_count=len(action.kept),
        throws_left=left,
    )


def score_dice(state: State, action: Score) -> Steps[State]:
    """Score the dice in a box, which ends the turn."""
    state.require_turn(action.seat, state.turn, "choose", "score")
    seat, box = state.turn, action.box
    at = _place_of(state, box)
    points = boxes.possible_scores(state.sheet, state.dice, state.options)[box]
    name, column = boxes.name_and_column(box)
    several = state.options.columns > 1
    yield BoxScored(seat, name, points * column, column if several else None)
    further = boxes.further_yacht_points(state.sheet, state.dice, state.options) * column
    if further:
        yield FurtherYachtScored(seat, further)
    filled = with_item(state.sheet, at, points)
    had, has = (boxes.columns_of(one, state.options)[column - 1] for one in (state.sheet, filled))
    if has.bonus > had.bonus:
        yield BonusReached(seat, has.bonus * column)
    sheets = with_item(state.sheets, seat, filled)
    extras = with_item(state.extras, seat, state.extras[seat] + further)
    saved = with_item(state.saved, seat, state.throws_left * state.options.saved_rolls)
    return _next_turn(replace(state, sheets=sheets, extras=extras, saved=saved))


def _next_turn(state: State) -> State:
    """Return the state in which the next player with a free box rolls, or the game is over."""
    seats = len(state.names)
    after = ((state.turn + step) % seats for step in range(1, seats + 1))
    found = next((seat for seat in after if state.boxes_to_fill(seat)), None)
    turn = state.turn if found is None else found
    return replace(
        state,
        phase="over" if found is None else "throw",
        turn=turn,
        turns=state.turns + 1,
        dice=(),
        kept_dice_count=0,
        throws_left=boxes.ROLLS_PER_TURN + state.saved[turn],
        saved=with_item(state.saved, turn, 0),
    )


def _place_of(state: State, box: boxes.ScoreBox) -> int:
    """Return the place on the sheet of a `box` that may be filled; refuse any other."""
    in_game = boxes.boxes_in_game(state.options)
    if box not in in_game:
        raise NotAllowed("no_such_box", "This sheet does not have that category.", box=box)
    if state.sheet[at := in_game.index(box)] is not None:
        raise NotAllowed("box_filled", "That category is already filled.", box=box)
    allowed = boxes.possible_scores(state.sheet, state.dice, state.options)
    if box not in allowed:
        said = "A yacht must go in another category."
        raise NotAllowed("joker_box", said, box=box, boxes=[*allowed])
    return at


def join(state: State, name: str) -> Steps[State]:
    """Add a player, who plays their remaining rounds alone at the end."""
    yield from ()
    return replace(
        state,
        names=(*state.names, name),
        sheets=(*state.sheets, boxes.empty_sheet(state.options)),
        extras=(*state.extras, 0),
        saved=(*state.saved, 0),
    )


def leave(state: State, seat: int) -> Steps[State]:
    """Remove a player, whose sheet no longer counts."""
    yield from ()
    left = replace(
        state,
        sheets=with_item(state.sheets, seat, boxes.empty_sheet(state.options)),
        extras=with_item(state.extras, seat, 0),
        saved=with_item(state.saved, seat, 0),
        gone=(*state.gone, seat),
    )
    return _next_turn(left) if seat == state.turn else left


RULES: Rules[State] = {Throw: roll_dice, Score: score_dice}
