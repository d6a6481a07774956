"""The rules of Den Letzten beißen die Hunde: `begin`, and what plays each action (Rules §2).

A round: everybody once, clockwise from who has the dark dog, throws and moves; then the nearest
pays the farthest, the dark dog goes to the left, and its new owner moves the white dog.

Stable codes of refusals, with their figures:

=================  ====================================================================
``game_over``      nothing can be played any more
``wrong_phase``    not this action now: `phase`, `phases` it belongs to
``not_your_turn``  `seat`, `turn`
``no_such_space``  `space`, `min`, `max`
``dice_count``     not both dice of the colour: `faces`, `count`
``no_such_face``   the dice cannot show this: `faces`, `body`, `dice` (the sides of each)
``no_dice``        no dice are awaited: `phase`
``throw_all``      both dice of a colour are always thrown: `kept`
=================  ====================================================================
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from engine.core.action import Action
from engine.core.awaited import Awaited
from engine.core.checks import require_range, require_turn
from engine.core.frozen import replace
from engine.core.ledger import Ledger, Transfer
from engine.core.refusals import NotAllowed
from engine.den_letzten import moves
from engine.den_letzten.actions import PlaceDog, StepDog, Stop, ThrowBlack, ThrowWhite
from engine.den_letzten.dice import DICE_PER_COLOUR, FACES, Die, Face
from engine.den_letzten.evaluation import score_round
from engine.den_letzten.options import Options, check_sides_of_dice
from engine.den_letzten.state import (
    ALL_BONES,
    BONES_PER_PLAYER,
    BOX_ACCOUNT,
    State,
    bowl_account,
    require_phase,
)

TWO_DOGS = 2
"""From so many dogs on, a throw costs a bone and moves nobody."""


def begin(names: Sequence[str], first_seat: int, options: Options) -> State:
    """Return the first state: bones are dealt, `first_seat` has the dark dog, all in the centre."""
    check_sides_of_dice(options)
    seats = range(len(names))
    deal = tuple(
        Transfer(BOX_ACCOUNT, bowl_account(seat), BONES_PER_PLAYER[len(names)], "deal")
        for seat in seats
    )
    placed = options.dog_start == "first_space"
    return State(
        options=options,
        names=tuple(names),
        bones=Ledger(MappingProxyType({BOX_ACCOUNT: ALL_BONES})).after_transfers(deal),
        first_player=first_seat,
        turn=first_seat,
        ahead_of_dog=(None,) * len(names),
        phase="throw" if placed else "place_dog",
        dog_space=1 if placed else 0,
        last_transfers=deal,
    )


def awaited_dice(state: State) -> Awaited | None:
    """Return the two dice that may be thrown now: the white ones, or the black ones too."""
    if state.phase not in ("throw", "choose"):
        return None
    white = state.phase == "throw"
    first, second = state.options.white_dice if white else state.options.black_dice
    each = state.options.possible_faces(first), state.options.possible_faces(second)
    return Awaited(
        DICE_PER_COLOUR,
        _faces(each),
        body="white" if white else "black",
        each=each,
        beside=() if white else state.white_faces,
        throw=(state.round_number, state.turn, 1 if white else 2),
    )


@lru_cache(maxsize=64)
def _faces(dice: tuple[Die, Die]) -> tuple[Face, ...]:
    return tuple(face for face in FACES if any(face in die for die in dice))


def place_dog(state: State, action: PlaceDog) -> State:
    """Put the white dog on the track."""
    require_phase(state, "place_dog")
    require_turn(action.seat, state.turn)
    spaces = state.options.spaces
    require_range("no_such_space", f"The spaces are 1 to {spaces}.", 1, spaces, space=action.space)
    return _fresh(state, dog_space=action.space, phase="throw")


def throw_white_dice(state: State, action: ThrowWhite) -> State:
    """Take the white dice: two dogs end the turn, otherwise the player has the choice."""
    require_phase(state, "throw")
    require_turn(action.seat, state.turn)
    _check_faces(state, action.faces)
    thrown = _fresh(state, white_faces=action.faces, black_faces=(), phase="choose")
    if thrown.dogs_thrown >= TWO_DOGS and state.options.two_dogs == "one_bone":
        return _finish_turn(thrown)
    return thrown


def throw_black_dice(state: State, action: ThrowBlack) -> State:
    """Take the black dice as well, and move."""
    require_phase(state, "choose")
    require_turn(action.seat, state.turn)
    _check_faces(state, action.faces)
    return _finish_turn(_fresh(state, black_faces=action.faces))


def stop_throwing(state: State, action: Stop) -> State:
    """Be content with the white dice, and move."""
    require_phase(state, "choose")
    require_turn(action.seat, state.turn)
    return _finish_turn(_fresh(state))


def step_dog(state: State, action: StepDog) -> State:
    """Move the white dog one space, catching who stands there, and begin the round."""
    require_phase(state, "step_dog")
    require_turn(action.seat, state.turn)
    ahead, caught = moves.positions_after_dog_step(state.ahead_of_dog, state.options)
    stepped = _fresh(
        state,
        dog_space=state.space_in_front(1),
        ahead_of_dog=ahead,
        last_moves=caught,
        phase="throw",
    )
    return _pay(stepped, (_to_box(move.seat, "dog_step") for move in caught))


def positions_after_move(state: State) -> tuple[moves.Positions, tuple[moves.CharacterMove, ...]]:
    """Return where all are once whose turn it is has moved by the dice as they lie, and how."""
    if bones_lost_for_dogs(state.dogs_thrown, state.options):
        at = state.ahead_of_dog[state.turn]
        return state.ahead_of_dog, (moves.CharacterMove(state.turn, at, at, "stayed"),)
    return moves.move_character(state.ahead_of_dog, state.turn, state.sum_of_dice, state.options)


def bones_lost_for_dogs(dogs: int, options: Options) -> int:
    """Return how many bones a throw with so many `dogs` costs (option `two_dogs`).

    >>> bones_lost_for_dogs(1, Options()), bones_lost_for_dogs(4, Options())
    (0, 1)
    >>> bones_lost_for_dogs(4, Options(two_dogs="bone_per_pair"))
    2
    """
    if dogs < TWO_DOGS:
        return 0
    return dogs // TWO_DOGS if options.two_dogs == "bone_per_pair" else 1


def _fresh(state: State, **changes: Any) -> State:
    """Return `state` with `changes`, in which nothing has moved yet."""
    return replace(state, **{"last_transfers": (), "last_moves": (), **changes})


def _check_faces(state: State, faces: tuple[Face, ...]) -> None:
    dice = awaited_dice(state)
    assert dice is not None
    if len(faces) != dice.count:
        raise NotAllowed(
            "dice_count", f"Both {dice.body} dice are thrown.", faces=faces, count=dice.count
        )
    if not dice.can_show(faces):
        raise NotAllowed(
            "no_such_face",
            f"The {dice.body} dice cannot show {' '.join(faces)}.",
            faces=faces,
            body=dice.body,
            dice=dice.each,
        )


def _finish_turn(state: State) -> State:
    """Move by the dice as they lie, or pay for dogs; then it is the next one's turn."""
    ahead, moved = positions_after_move(state)
    bones = [_to_box(state.turn, "two_dogs")] * bones_lost_for_dogs(
        state.dogs_thrown, state.options
    )
    bones += [
        _to_box(move.seat, "landed_on_dog" if move.how == "moved" else "pushed_into_dog")
        for move in moved
        if move.caught
    ]
    state = _pay(replace(state, ahead_of_dog=ahead, last_moves=moved), bones)
    if state.phase == "over":
        return state
    if state.ends_round(state.turn):
        return finish_round(state)
    return state.with_turn(state.seat_left_of(state.turn))


def finish_round(state: State) -> State:
    """Let the nearest pay the farthest, and hand the dark dog to the left."""
    result = score_round(state.ahead_of_dog, state.options, state.gone, state.bowls)
    if result is not None:
        # Where several pay, they do so in the order of the round: an empty bowl ends the game.
        payers = sorted(
            result.nearest, key=lambda seat: (seat - state.first_player) % len(state.names)
        )
        payee = bowl_account(result.farthest)
        state = _pay(
            state, (Transfer(bowl_account(seat), payee, 1, "evaluation") for seat in payers)
        )
    if state.phase == "over" or state.last_round:
        return replace(state, phase="over")
    first = state.seat_left_of(state.first_player)
    return replace(
        state, first_player=first, turn=first, round_number=state.round_number + 1, phase="step_dog"
    )


def _to_box(seat: int, reason: str) -> Transfer:
    return Transfer(bowl_account(seat), BOX_ACCOUNT, 1, reason)


def _pay(state: State, transfers: Iterable[Transfer]) -> State:
    """Move bones one by one; an empty bowl ends the game there, or makes the round the last one.

    In a last round somebody may have no bone to give: then he gives none.
    """
    for transfer in transfers:
        if state.phase == "over" or not state.bones[transfer.payer]:
            continue
        state = replace(
            state,
            bones=state.bones.after_transfers([transfer]),
            last_transfers=(*state.last_transfers, transfer),
        )
        if not state.bones[transfer.payer]:
            at_once = state.options.end_timing == "immediate"
            state = replace(state, phase="over") if at_once else replace(state, last_round=True)
    return state


RULES: Mapping[type[Action], Callable[[State, Any], State]] = {
    PlaceDog: place_dog,
    ThrowWhite: throw_white_dice,
    ThrowBlack: throw_black_dice,
    Stop: stop_throwing,
    StepDog: step_dog,
}
