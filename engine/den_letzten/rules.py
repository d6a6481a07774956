"""The rules of Den Letzten beißen die Hunde: the start, each action, joining, leaving (Rules §2).

In a round, everybody rolls and moves once, clockwise from the player with the dark dog. Then the
nearest pays the farthest, the dark dog goes to the left, and its new owner moves the white dog.

Stable codes of refusals, besides those that games share, with their figures:

``no_such_space``  `space`, `min`, `max`
``dice_count``     not both dice of the colour: `faces`, `count`
``no_such_face``   the dice cannot show this: `faces`, `body`, `dice` (the sides of each)
``throw_all``      both dice of a colour are always rolled: `kept`
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from engine.core.awaited_dice import AwaitedDice
from engine.core.codec import replace, with_item
from engine.core.event import Event, Paid, Steps
from engine.core.game_rules import Rules
from engine.core.ledger import Ledger, Transfer
from engine.core.refusals import NotAllowed, require_range
from engine.den_letzten import board, events
from engine.den_letzten.options import (
    DICE_PER_COLOUR,
    DOG_DIE_FACES,
    DieSides,
    DogDieFace,
    Options,
    check_sides_of_dice,
)
from engine.den_letzten.state import (
    ALL_BONES,
    BONES_PER_PLAYER,
    BOX_ACCOUNT,
    PlaceDog,
    State,
    StepDog,
    StopAtWhite,
    ThrowBlack,
    ThrowWhite,
    bowl_account,
)

TWO_DOGS = 2
"""The number of dogs in a roll that cost a bone; the character then stays where it is."""


def begin(names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
    """Deal the bones; `first_seat` has the dark dog, and all characters are in the centre."""
    check_sides_of_dice(options)
    count = BONES_PER_PLAYER[len(names)]
    deal = [Transfer(BOX_ACCOUNT, bowl_account(seat), count, "deal") for seat in range(len(names))]
    bones = Ledger(MappingProxyType({BOX_ACCOUNT: ALL_BONES})).after_transfers(deal)
    yield events.BonesDealt(count, bones[BOX_ACCOUNT])
    yield from map(Paid, deal)
    yield events.DarkDogPassed(first_seat)
    placed = options.dog_start == "first_space"
    return State(
        options=options,
        names=tuple(names),
        bones=bones,
        first_player=first_seat,
        turn=first_seat,
        ahead_of_dog=(None,) * len(names),
        phase="throw" if placed else "place_dog",
        dog_space=1 if placed else 0,
    )


def awaited_dice(state: State) -> AwaitedDice | None:
    """Return the two dice that may be rolled now: the white ones or the black ones; or None."""
    if state.phase not in ("throw", "choose"):
        return None
    white = state.phase == "throw"
    first, second = state.options.white_dice if white else state.options.black_dice
    each = state.options.possible_faces(first), state.options.possible_faces(second)
    return AwaitedDice(
        DICE_PER_COLOUR,
        _faces(each),
        body="white" if white else "black",
        each=each,
        beside=() if white else state.white_faces,
        throw=(state.round_number, state.turn, 1 if white else 2),
    )


@lru_cache(maxsize=64)
def _faces(dice: tuple[DieSides, DieSides]) -> tuple[DogDieFace, ...]:
    return tuple(face for face in DOG_DIE_FACES if any(face in die for die in dice))


def place_dog(state: State, action: PlaceDog) -> Steps[State]:
    """Put the white dog on the track."""
    state.require_turn(action.seat, state.turn, "place_dog")
    spaces = state.options.spaces
    require_range("no_such_space", f"The spaces are 1 to {spaces}.", 1, spaces, space=action.space)
    yield events.DogPlaced(state.turn, action.space)
    return replace(state, dog_space=action.space, phase="throw")


def roll_white_dice(state: State, action: ThrowWhite) -> Steps[State]:
    """Roll the white dice: two dogs may end the turn, otherwise the player has the choice."""
    state.require_turn(action.seat, state.turn, "throw")
    _check_faces(state, action.faces)
    rolled = replace(state, white_faces=action.faces, black_faces=(), phase="choose")
    yield events.Rolled(state.turn, "white", action.faces, rolled.sum_of_dice)
    if rolled.dogs_rolled >= TWO_DOGS and state.options.two_dogs == "one_bone":
        return (yield from _finish_turn(rolled))
    return rolled


def roll_black_dice(state: State, action: ThrowBlack) -> Steps[State]:
    """Roll the black dice too, and move."""
    state.require_turn(action.seat, state.turn, "choose")
    _check_faces(state, action.faces)
    rolled = replace(state, black_faces=action.faces)
    yield events.Rolled(state.turn, "black", action.faces, rolled.sum_of_dice)
    return (yield from _finish_turn(rolled))


def stop_rolling(state: State, action: StopAtWhite) -> Steps[State]:
    """Move by the white dice only."""
    state.require_turn(action.seat, state.turn, "choose")
    yield events.Stopped(state.turn, state.sum_of_dice)
    return (yield from _finish_turn(state))


def step_dog(state: State, action: StepDog) -> Steps[State]:
    """Move the white dog one space, bite a character that is there, and begin the round."""
    state.require_turn(action.seat, state.turn, "step_dog")
    space, number = state.space_ahead_of_dog(1), state.round_number + 1
    stepped = replace(state, dog_space=space, phase="throw", round_number=number)
    yield events.DogMoved(state.turn, stepped.dog_space)
    after = board.positions_after_dog_step(state.ahead_of_dog, state.options)
    return (yield from _after_moves(stepped, *after))


def positions_after_move(state: State) -> board.MoveResult:
    """Return the positions, and the moves, after a move by the dice as they lie."""
    if bones_lost_for_dogs(state.dogs_rolled, state.options):
        at = state.ahead_of_dog[state.turn]
        return state.ahead_of_dog, (board.CharacterMove(state.turn, at, at, "stayed"),)
    return board.move_character(state.ahead_of_dog, state.turn, state.sum_of_dice, state.options)


def bones_lost_for_dogs(dogs: int, options: Options) -> int:
    """Return how many bones a roll with `dogs` costs (option `two_dogs`).

    >>> bones_lost_for_dogs(1, Options()), bones_lost_for_dogs(4, Options())
    (0, 1)
    >>> bones_lost_for_dogs(4, Options(two_dogs="bone_per_pair"))
    2
    """
    if dogs < TWO_DOGS:
        return 0
    return dogs // TWO_DOGS if options.two_dogs == "bone_per_pair" else 1


def _check_faces(state: State, faces: tuple[DogDieFace, ...]) -> None:
    dice = awaited_dice(state)
    assert dice is not None
    body = dice.body
    if len(faces) != dice.count:
        said = f"Both {body} dice are rolled."
        raise NotAllowed("dice_count", said, faces=faces, count=dice.count)
    if not dice.can_show(faces):
        said = f"The {body} dice cannot show {' '.join(faces)}."
        raise NotAllowed("no_such_face", said, faces=faces, body=body, dice=dice.each)


def _finish_turn(state: State) -> Steps[State]:
    """Move by the dice as they lie, or pay for dogs, and end the turn."""
    state = yield from _after_moves(state, *positions_after_move(state))
    if state.phase == "over":
        return state
    if state.is_last_of_round(state.turn):
        return (yield from _finish_round(state))
    return state.with_turn(state.seat_after(state.turn))


_REASONS: Mapping[board.MoveKind, events.Bite] = {
    "moved": "landed_on_dog",
    "pushed": "pushed_into_dog",
    "dog_step": "dog_step",
}


def _after_moves(
    state: State, ahead: board.Positions, moves: Sequence[board.CharacterMove]
) -> Steps[State]:
    """Return the state with the positions `ahead`, after those who were bitten have paid."""
    for move in moves:
        yield from _events_of_move(state, move)
    state = replace(state, ahead_of_dog=ahead)
    for move in moves:
        if move.how == "stayed":
            bones = bones_lost_for_dogs(state.dogs_rolled, state.options)
            state = yield from _pay_bones(state, "two_dogs", [move.seat], bones=bones)
        elif move.caught:
            state = yield from _pay_bones(state, _REASONS[move.how], [move.seat])
    return state


def _events_of_move(state: State, move: board.CharacterMove) -> Iterator[Event]:
    """Yield the events of `move`; a character moves to the dog's space before it is bitten."""
    start = None if move.start is None else state.space_ahead_of_dog(move.start)
    end = state.space_ahead_of_dog(move.end or 0)
    if move.how == "stayed":
        yield events.TwoDogs(move.seat, state.dogs_rolled)
    elif move.how == "moved":
        yield events.Moved(move.seat, state.sum_of_dice, start, end)
    elif move.how == "pushed" and start is not None:
        yield events.Pushed(move.seat, start, end)
    if move.caught:
        yield events.Bitten(move.seat, _REASONS[move.how])


def _finish_round(state: State) -> Steps[State]:
    """Let the nearest pay the farthest, and pass the dark dog to the left."""
    result = board.score_round(state.ahead_of_dog, state.options, state.gone, state.bowls)
    if result is None:
        yield events.RoundScored(state.round_number, (), None)
    else:
        # The order matters: the first empty bowl may end the game.
        players = len(state.names)
        payers = sorted(result.nearest, key=lambda seat: (seat - state.first_player) % players)
        yield events.RoundScored(state.round_number, tuple(payers), result.farthest)
        state = yield from _pay_bones(state, "evaluation", payers, result.farthest)
    if state.phase == "over":
        return state
    if state.last_round:
        return replace(state, phase="over", ending="end_of_round")
    first = state.seat_after(state.first_player)
    yield events.DarkDogPassed(first)
    return replace(state, first_player=first, turn=first, phase="step_dog")


def _pay_bones(
    state: State, reason: str, payers: Sequence[int], payee: int | None = None, *, bones: int = 1
) -> Steps[State]:
    """Let each of `payers`, in order, give `bones` to `payee`, or put them in the box.

    A player with fewer gives what they have. An empty bowl ends the game at once, or makes this
    round the last one.
    """
    account = BOX_ACCOUNT if payee is None else bowl_account(payee)
    for seat in payers:
        count = min(bones, state.bones_of(seat))
        if state.phase == "over" or not count:
            continue
        transfer = Transfer(bowl_account(seat), account, count, reason)
        yield events.BonesPaid(transfer, seat, payee, count)
        state = replace(state, bones=state.bones.after_transfers([transfer]))
        if state.bones_of(seat):
            continue
        yield events.BowlEmptied(seat)
        if state.options.end_timing == "immediate":
            state = replace(state, phase="over", ending=reason)
            continue
        if not state.last_round and reason != "evaluation":
            yield events.LastRoundAnnounced()
        state = replace(state, last_round=True)
    return state


def leave(state: State, seat: int) -> Steps[State]:
    """Remove a player: their bones go into the box, their character leaves the track."""
    bones = state.bones_of(seat)
    paid = [Transfer(bowl_account(seat), BOX_ACCOUNT, bones, "left")] if bones else []
    for transfer in paid:
        yield events.BonesPaid(transfer, seat, None, bones)
    left = replace(
        state,
        bones=state.bones.after_transfers(paid),
        ahead_of_dog=with_item(state.ahead_of_dog, seat, None),
        gone=(*state.gone, seat),
    )
    if len(left.active_seats) == 1:
        return replace(left, phase="over", ending="one_left")
    if state.turn != seat:
        return left
    following = left.seat_after(seat)
    if state.first_player == seat:  # their turn was not over, so the next player takes their place
        yield events.DarkDogPassed(following)
        led = replace(left, first_player=following, turn=following)
        return led.with_turn(following) if state.phase == "choose" else led
    return (
        (yield from _finish_round(left))
        if left.is_last_of_round(seat)
        else left.with_turn(following)
    )


def join(state: State, name: str) -> Steps[State]:
    """Add a player, in the centre, with as many bones as the poorest has, or the box has left."""
    seat, box = len(state.names), state.bones[BOX_ACCOUNT]
    count = min(*map(state.bones_of, state.active_seats), box)
    deal = Transfer(BOX_ACCOUNT, bowl_account(seat), count, "deal")
    yield events.BonesDealt(count, box - count, seat)
    yield Paid(deal)
    return replace(
        state,
        names=(*state.names, name),
        bones=state.bones.after_transfers([deal]),
        ahead_of_dog=(*state.ahead_of_dog, None),
    )


RULES: Rules[State] = {
    PlaceDog: place_dog,
    ThrowWhite: roll_white_dice,
    ThrowBlack: roll_black_dice,
    StopAtWhite: stop_rolling,
    StepDog: step_dog,
}
