"""Who comes late or leaves early (Rules §2.3)."""

from engine.core.frozen import replace
from engine.core.ledger import Transfer
from engine.den_letzten.rules import finish_round
from engine.den_letzten.state import BOX_ACCOUNT, State, bowl_account


def leave(state: State, seat: int) -> State:
    """Return `state` without `seat`: his bones go into the box, his character off the track."""
    bones = state.bones_of(seat)
    paid = (Transfer(bowl_account(seat), BOX_ACCOUNT, bones, "left"),) if bones else ()
    ahead = (*state.ahead_of_dog[:seat], None, *state.ahead_of_dog[seat + 1 :])
    left = replace(
        state,
        bones=state.bones.after_transfers(paid),
        ahead_of_dog=ahead,
        gone=(*state.gone, seat),
        last_transfers=paid,
        last_moves=(),
    )
    if len(left.active_seats) == 1:
        return replace(left, phase="over")
    if state.turn != seat:
        return left
    following = left.seat_left_of(seat)
    if state.first_player == seat:  # before his own turn was over: the next one leads instead
        led = replace(left, first_player=following, turn=following)
        return led.with_turn(following) if state.phase == "choose" else led
    return finish_round(left) if left.ends_round(seat) else left.with_turn(following)


def may_join(state: State) -> bool:
    """Tell whether the box has a bone left for one more, in a game that is not about to end."""
    return bool(state.bones[BOX_ACCOUNT]) and not state.last_round


def join(state: State, name: str) -> State:
    """Return `state` with one more player, in the centre.

    He gets as many bones as the poorest has, if there are so many in the box.
    """
    account = bowl_account(len(state.names))
    fewest = min(map(state.bones_of, state.active_seats))
    bones = (Transfer(BOX_ACCOUNT, account, min(fewest, state.bones[BOX_ACCOUNT]), "deal"),)
    return replace(
        state,
        names=(*state.names, name),
        bones=state.bones.after_transfers(bones),
        ahead_of_dog=(*state.ahead_of_dog, None),
        last_transfers=bones,
        last_moves=(),
    )
