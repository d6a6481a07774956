"""The melee after a 4 (Rules §3.2): 5, 6, 7 … of the same suit, by anybody but the attacker.

Two players who want to go on at once: whose action comes first plays. `legal_choices` names them in
the order in which they are asked, the defender first.
"""

from engine.core.checks import require_turn
from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.refusals import NotAllowed
from engine.last_one import checks, scoring
from engine.last_one.actions import EndMelee, Play
from engine.last_one.cards import JOKER, SUIT_OF_FACE, Face, melee_face
from engine.last_one.events import CardPlayed, MeleeAttack, MeleeEnded
from engine.last_one.state import Melee, State, require_phase
from engine.last_one.stock import discard_card, draw_cards, face_played

FIRST_MELEE_VALUE = 4
"""The value of the card that begins a melee."""


def begin_melee(state: State, seat: int) -> Steps[State]:
    """Let `seat` attack the next player with their 4."""
    assert state.top_face is not None
    fight = Melee(
        SUIT_OF_FACE[state.top_face],
        FIRST_MELEE_VALUE,
        seat,
        attacker=seat,
        defender=state.seat_after(seat),
    )
    yield _attack(fight)
    return replace(state, phase="melee", turn=None, cards_owed=0, melee=fight)


def _attack(fight: Melee) -> MeleeAttack:
    return MeleeAttack(fight.defender, fight.attacker, fight.value, next_melee_card(fight))


def next_melee_card(fight: Melee) -> Face:
    """Return the card that goes on."""
    return melee_face(fight.value + 1, fight.suit)


def melee_sequence(state: State) -> tuple[Face, ...]:
    """Return the cards of the melee that is on, from the 4 to the last one that there can be."""
    suit = state.running_melee.suit
    return tuple(
        melee_face(value, suit)
        for value in range(FIRST_MELEE_VALUE, state.options.highest_melee_value + 1)
    )


def seats_that_may_continue(state: State) -> tuple[int, ...]:
    """Return who may go on, in the order in which they are asked: the defender first."""
    fight = state.running_melee
    seats = [fight.defender]
    other = state.seat_after(fight.defender)
    while other != fight.defender:
        seats.append(other)
        other = state.seat_after(other)
    may_follow = state.options.attacker_follows_self
    return tuple(seat for seat in seats if may_follow or seat != fight.attacker)


def continue_melee(state: State, action: Play) -> Steps[State]:
    """Go on with the next card: the attacker so far must now defend himself.

    An attacker who goes on himself (`attacker_follows_self`) keeps his defender.
    """
    fight = state.running_melee
    if action.seat not in seats_that_may_continue(state):
        raise NotAllowed("own_attack", "The attacker cannot go on himself.", seat=action.seat)
    face = face_played(action)
    if action.card == JOKER and not state.options.joker_in_melee:
        raise NotAllowed("no_joker_in_melee", "House rule: no joker goes on in a melee.")
    if face != next_melee_card(fight) or action.suit is not None:
        raise NotAllowed(
            "wrong_melee_card",
            f"Only {next_melee_card(fight)} goes on in this melee.",
            card=face,
            needed=next_melee_card(fight),
        )
    checks.require_may_hold(state, action.seat, action.card)
    yield CardPlayed(action.seat, action.card, action.face)
    defender = fight.defender if action.seat == fight.attacker else fight.attacker
    fight = replace(fight, value=fight.value + 1, attacker=action.seat, defender=defender)
    joined = replace(discard_card(state, action.seat, action.card, face), melee=fight)
    if not joined.seats[action.seat].card_count:
        return (yield from scoring.end_hand(joined, action.seat, defender, fight.value))
    if fight.value == state.options.highest_melee_value:
        return (yield from _over(joined))
    yield _attack(fight)
    return joined


def end_melee(state: State, action: EndMelee) -> Steps[State]:
    """Let the defender draw as many cards as the last one says: nobody goes on.

    A last card that the attacker has not called stays uncalled: the next player has not acted yet.
    """
    require_phase(state, "melee")
    require_turn(action.seat, state.running_melee.defender)
    yield MeleeEnded(state.running_melee.defender, next_melee_card(state.running_melee))
    return (yield from _over(state))


def _over(state: State) -> Steps[State]:
    fight = state.running_melee
    by_four = state.options.after_melee == "after_player_of_4"
    after = state.seat_after(fight.starter if by_four else fight.defender)
    calm = replace(state, phase="turn", turn=after, suit_to_follow=fight.suit, melee=None)
    return (yield from draw_cards(calm, fight.defender, fight.value))
