"""A turn: playing a card with its effect, drawing, passing (Rules §3.2)."""

from engine.core.checks import require_turn
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.last_one import checks, melee, scoring
from engine.last_one.actions import DrawCards, Pass, Play
from engine.last_one.cards import FACES, RANK, SUIT, TWOS, Face, Suit, faces_that_follow
from engine.last_one.state import State, require_phase
from engine.last_one.stock import draw_cards, face_played, lay

TWO = 2
"""How many cards a 2 makes the next player draw."""


def play(state: State, action: Play) -> State:
    """Play a card, in turn or into a melee."""
    require_phase(state, *checks.IN_HAND)
    checks.in_game(state, action.seat)
    if state.phase == "melee":
        return melee.join(state, action)
    require_turn(action.seat, state.turn)
    face = face_played(action)
    checks.held(state, action.seat, action.card)
    _check_fits(state, face)
    _check_suit(state, face, action.suit)
    laid = lay(state, action.seat, action.card, face)
    if not laid.seats[action.seat].cards:
        return _finish(laid, action.seat, face)
    return apply_effect(laid, action.seat, face, action.suit)


def playable_faces(state: State) -> tuple[Face, ...]:
    """Return every face that may be played by whose turn it is."""
    if state.phase == "stack":
        return FACES
    return TWOS if state.phase == "two" else faces_that_follow(state.suit, state.rank)


def _check_fits(state: State, face: Face) -> None:
    if face in playable_faces(state):
        return
    if state.phase == "two":
        raise NotAllowed(
            "answer_two", "Only a 2 answers a 2.", card=face, owed=state.owed, seat=state.turn
        )
    raise NotAllowed(
        "does_not_fit",
        f"{face} neither follows {state.suit} nor equals {state.top}.",
        card=face,
        suit=state.suit,
        top=state.top,
    )


def _check_suit(state: State, face: Face, suit: Suit | None) -> None:
    if RANK[face] != "8":
        if suit is not None:
            raise NotAllowed("no_eight", "Only an 8 names a suit.", card=face)
    elif suit is None:
        raise NotAllowed("name_suit", "Name the suit to follow the 8.", card=face)
    elif suit == state.suit and state.options.eight_same_suit == "must_change":
        raise NotAllowed("same_suit", f"Name another suit than {suit}.", suit=suit)


def apply_effect(state: State, seat: int, face: Face, named: Suit | None) -> State:
    """Return the state after what `face`, played by `seat`, does; an 8 makes `named` the suit."""
    suit = named or SUIT[face]
    rank = RANK[face]
    after = state.after(seat)
    if rank == "2":
        return _two(replace(state, suit=suit), after)
    if rank == "3":
        return replace(state, suit=suit, phase="stack", turn=seat, owed=0)
    if rank == "4":
        return melee.begin(replace(state, suit=suit), seat)
    if rank == "J":
        state = state.with_happening("skipped", after)
        after = state.after(after)
    elif rank == "A":
        state = replace(state, direction=-state.direction).with_happening("reversed")
        after = state.after(seat)
    return replace(state, suit=suit, phase="turn", turn=after)


def _two(state: State, victim: int) -> State:
    if state.options.two_stacks:
        return replace(state, phase="two", turn=victim, owed=state.owed + TWO)
    drawn = draw_cards(replace(state, phase="turn", turn=state.after(victim)), victim, TWO)
    return drawn.with_happening("skipped", victim)


def _finish(state: State, seat: int, face: Face) -> State:
    """End the hand with `face` as its last card, whose draws may still count."""
    count = {"2": state.owed + TWO, "4": melee.FIRST}.get(RANK[face], 0)
    return scoring.end_hand(state, seat, state.after(seat), count)


def draw(state: State, action: DrawCards) -> State:
    """Draw one card, or what stacked 2s make one draw; the turn is over unless he may play."""
    require_phase(state, "turn", "two")
    require_turn(action.seat, state.turn)
    seat = state.mover
    plays_on = state.phase == "turn" and state.options.draw_then_play and state.available > 0
    passed = replace(
        state,
        phase="drawn" if plays_on else "turn",
        turn=seat if plays_on else state.after(seat),
        owed=0,
        uncalled=None,
    )
    return draw_cards(passed, seat, state.owed or 1)


def pass_(state: State, action: Pass) -> State:
    """Put nothing on one's 3, or nothing after drawing.

    A last card on the 3 that he has not called stays uncalled: the next player has not acted yet.
    """
    require_phase(state, "stack", "drawn")
    require_turn(action.seat, state.turn)
    if state.phase == "stack" and state.options.three == "must":
        raise NotAllowed("must_play", "A card must be put on the 3.", seat=state.turn)
    return replace(state, phase="turn", turn=state.after(state.mover))
