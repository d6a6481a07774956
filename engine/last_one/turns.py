"""A turn: playing a card with its effect, drawing, passing (Rules §3.2)."""

from engine.core.checks import require_turn
from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.last_one import cards, checks, melee, scoring
from engine.last_one.actions import DrawCards, Pass, Play
from engine.last_one.events import CardPlayed, DirectionReversed, Passed, Skipped, SuitNamed
from engine.last_one.state import State, require_phase
from engine.last_one.stock import discard_card, draw_cards, face_played

CARDS_FOR_A_TWO = 2
"""How many cards a 2 makes the next player draw."""


def play_card(state: State, action: Play) -> Steps[State]:
    """Play a card, in turn or into a melee."""
    require_phase(state, *checks.PHASES_OF_A_HAND)
    checks.require_in_game(state, action.seat)
    if state.phase == "melee":
        return (yield from melee.continue_melee(state, action))
    require_turn(action.seat, state.turn)
    face = face_played(action)
    checks.require_may_hold(state, action.seat, action.card)
    _check_fits(state, face)
    _check_suit(state, face, action.suit)
    yield CardPlayed(action.seat, action.card, action.face)
    if action.suit is not None:
        yield SuitNamed(action.seat, action.suit)
    laid = discard_card(state, action.seat, action.card, face)
    if not laid.seats[action.seat].card_count:
        return (yield from _finish(laid, action.seat, face))
    return (yield from apply_effect(laid, action.seat, face, action.suit))


def playable_faces(state: State) -> tuple[cards.Face, ...]:
    """Return every face that may be played by whose turn it is."""
    if state.phase == "stack":
        return cards.FACES
    return (
        cards.TWOS
        if state.phase == "two"
        else cards.faces_that_follow(state.suit_to_follow, state.top_rank)
    )


def _check_fits(state: State, face: cards.Face) -> None:
    if face in playable_faces(state):
        return
    if state.phase == "two":
        raise NotAllowed(
            "answer_two", "Only a 2 answers a 2.", card=face, owed=state.cards_owed, seat=state.turn
        )
    raise NotAllowed(
        "does_not_fit",
        f"{face} neither follows {state.suit_to_follow} nor equals {state.top_face}.",
        card=face,
        suit=state.suit_to_follow,
        top=state.top_face,
    )


def _check_suit(state: State, face: cards.Face, suit: cards.Suit | None) -> None:
    if cards.RANK_OF_FACE[face] != "8":
        if suit is not None:
            raise NotAllowed("no_eight", "Only an 8 names a suit.", card=face)
    elif suit is None:
        raise NotAllowed("name_suit", "Name the suit to follow the 8.", card=face)
    elif suit == state.suit_to_follow and state.options.eight_same_suit == "must_change":
        raise NotAllowed("same_suit", f"Name another suit than {suit}.", suit=suit)


def apply_effect(
    state: State, seat: int, face: cards.Face, named: cards.Suit | None
) -> Steps[State]:
    """Let `face`, played by `seat`, do what it does; an 8 makes `named` the suit."""
    suit = named or cards.SUIT_OF_FACE[face]
    rank = cards.RANK_OF_FACE[face]
    after = state.seat_after(seat)
    if rank == "2":
        return (yield from _two(replace(state, suit_to_follow=suit), after))
    if rank == "3":
        return replace(state, suit_to_follow=suit, phase="stack", turn=seat, cards_owed=0)
    if rank == "4":
        return (yield from melee.begin_melee(replace(state, suit_to_follow=suit), seat))
    if rank == "J":
        yield Skipped(after)
        after = state.seat_after(after)
    elif rank == "A":
        state = replace(state, direction=-state.direction)
        yield DirectionReversed(state.direction_word)
        after = state.seat_after(seat)
    return replace(state, suit_to_follow=suit, phase="turn", turn=after)


def _two(state: State, victim: int) -> Steps[State]:
    if state.options.two_stacks:
        return replace(
            state, phase="two", turn=victim, cards_owed=state.cards_owed + CARDS_FOR_A_TWO
        )
    drawn = yield from draw_cards(
        replace(state, phase="turn", turn=state.seat_after(victim)), victim, CARDS_FOR_A_TWO
    )
    yield Skipped(victim)
    return drawn


def _finish(state: State, seat: int, face: cards.Face) -> Steps[State]:
    """End the hand with `face` as its last card, whose draws may still count."""
    count = {"2": state.cards_owed + CARDS_FOR_A_TWO, "4": melee.FIRST_MELEE_VALUE}.get(
        cards.RANK_OF_FACE[face], 0
    )
    return (yield from scoring.end_hand(state, seat, state.seat_after(seat), count))


def draw_cards_in_turn(state: State, action: DrawCards) -> Steps[State]:
    """Draw one card, or what stacked 2s make one draw; the turn is over unless he may play."""
    require_phase(state, "turn", "two")
    require_turn(action.seat, state.turn)
    seat = state.mover
    plays_on = state.phase == "turn" and state.options.draw_then_play and state.drawable_count > 0
    passed = replace(
        state,
        phase="drawn" if plays_on else "turn",
        turn=seat if plays_on else state.seat_after(seat),
        cards_owed=0,
        last_card_uncalled_by=None,
    )
    return (yield from draw_cards(passed, seat, state.cards_owed or 1))


def pass_(state: State, action: Pass) -> Steps[State]:
    """Put nothing on one's 3, or nothing after drawing.

    A last card on the 3 that he has not called stays uncalled: the next player has not acted yet.
    """
    require_phase(state, "stack", "drawn")
    require_turn(action.seat, state.turn)
    if state.phase == "stack" and state.options.three == "must":
        raise NotAllowed("must_play", "A card must be put on the 3.", seat=state.turn)
    yield Passed(state.mover)
    return replace(state, phase="turn", turn=state.seat_after(state.mover))
