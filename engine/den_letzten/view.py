"""What the table may see of a state, as JSON.

Keys of the view (a seat is its number, spaces are 1…N clockwise; ``null`` where there is nothing):

``phase``
    ``place_dog`` the white dog is to be put down · ``throw`` the white dice are to be thrown ·
    ``choose`` stop or throw the black dice too · ``step_dog`` the new first player moves the white
    dog · ``over``
``seats``
    ``seat name bones active space ahead``: `active` has not left, `space` is where the character
    stands and `ahead` how far that is in front of the white dog (both null in the centre)
``box`` (bones in it), ``total`` (all bones, 30), ``spaces`` (N), ``dog`` (space of the white dog,
null before it is placed), ``first_player`` (who has the dark dog), ``turn``, ``round`` (from 1),
``last_round`` (a bowl was empty, the round is played out)
``dice``
    as they lie: ``face body kept``; `kept` was not thrown last
``sum`` (of the dice as they lie, a dog counts 0), ``dogs``
``order``
    seats on the track, nearest to the dog first
``evaluation``
    ``{"nearest": [seats], "farthest": seat}``: who would give whom a bone if the round ended now
    (null: nobody)
``moved``
    what the last act did to characters: ``seat start end how caught``, `start` and `end` ahead of
    the dog (as it stood then), `how` is ``moved stayed pushed dog_step``
``stop``
    likewise, what it would do to be content with the white dice; null but in ``choose``
``settlement``
    the bones of the last act: ``payer payee amount reason``; accounts are ``box bowl:N``, reasons
    ``deal two_dogs landed_on_dog pushed_into_dog dog_step evaluation``
``ranking``
    null until the end, then ``seat place bones``, best first
"""

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.den_letzten.evaluation import score_round, seats_by_distance
from engine.den_letzten.rules import positions_after_move
from engine.den_letzten.state import BOX_ACCOUNT, State


def table_view(state: State) -> dict[str, Json]:
    """Return what everybody may see of `state`, save the seats; the keys are described above."""
    options = state.options
    return {
        "box": state.bones[BOX_ACCOUNT],
        "total": state.bones.total,
        "spaces": options.spaces,
        "dog": state.dog_space or None,
        "first_player": state.first_player,
        "turn": state.turn,
        "round": state.round_number,
        "last_round": state.last_round,
        "dice": _dice(state),
        "sum": state.sum_of_dice,
        "dogs": state.dogs_thrown,
        "order": seats_by_distance(state.ahead_of_dog, options),
        "evaluation": to_json(score_round(state.ahead_of_dog, options, state.gone, state.bowls)),
        "moved": to_json(state.last_moves),
        "stop": to_json(positions_after_move(state)[1]) if state.phase == "choose" else None,
        "settlement": to_json(state.last_transfers),
    }


def seat_view(state: State, seat: int) -> dict[str, Json]:
    """Return what everybody may see of the player at `seat`."""
    ahead = state.ahead_of_dog[seat]
    return {
        "bones": state.bones_of(seat),
        "active": seat not in state.gone,
        "space": None if ahead is None else state.space_in_front(ahead),
        "ahead": ahead,
    }


def _dice(state: State) -> list[Json]:
    white = [
        {"face": f, "body": "white", "kept": bool(state.black_faces)} for f in state.white_faces
    ]
    black = [{"face": f, "body": "black", "kept": False} for f in state.black_faces]
    return [*white, *black]
