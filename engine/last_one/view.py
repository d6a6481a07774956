"""What the table may see of a state, as JSON. The cards in the hands are nobody's business.

Keys of the view (a seat is its number, a card a word such as ``10H`` or ``Joker``; ``null`` where
there is nothing):

``phase``
    ``deal`` · ``take`` full rules: somebody takes cards from the stock · ``turn_up`` the first card
    is to be turned up · ``declare`` the dealer says what the joker is · ``name_suit`` the dealer
    names a suit for his 8 · ``turn`` · ``stack`` any card may be put on the 3 · ``two`` a 2 may be
    answered · ``drawn`` who drew may play · ``melee`` · ``score`` the points of a hand are awaited
    · ``over``
``seats``
    ``seat name cards points active left shown``: `cards` in his hand, `points` of all hands so
    far, `left` the points of this hand (or null), `shown` the cards a scorer was shown after it
``dealer``, ``direction`` (``clockwise counterclockwise``), ``hand_number`` (from 1)
``top``
    ``card`` and what it counts as, ``face`` (null: a joker that is still to be declared)
``suit``
    to be followed
``owed``
    ``seat cards``: who must take or answer how many cards now
``melee``
    ``suit value starter attacker defender needed steps``: the defender draws `value` cards unless
    somebody plays `needed`; `steps` are all cards of this melee, from the 4 on
``stock``, ``discard``
    how many cards lie there
``uncalled``
    the seat that has one card and has not called it
``winner`` of the hand, ``followed`` (false: the table did not see how)
``sheet``
    the points of each finished hand, by seat (null: was bankrupt already)
``worth``
    penalty points by rank, and of the ``Joker``
``ranking``
    null until the end, then ``seat place points out``, best first
"""

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.last_one.cards import POINTS_OF_RANK
from engine.last_one.melee import melee_sequence, next_melee_card
from engine.last_one.state import State


def visible_phase(state: State) -> str:
    """Return the phase as the table sees it: taking cards comes before anything else."""
    return "take" if state.seats_to_take else state.phase


def table_view(state: State) -> dict[str, Json]:
    """Return what everybody may see of `state`, save the seats; the keys are described above."""
    top = {"card": state.discard_pile[-1], "face": state.top_face} if state.discard_pile else None
    return {
        "dealer": state.dealer,
        "direction": state.direction_word,
        "hand_number": state.hand_number,
        "top": top,
        "suit": state.suit_to_follow,
        "owed": _owed(state),
        "melee": _melee(state),
        "stock": state.stock_count,
        "discard": len(state.discard_pile),
        "uncalled": state.last_card_uncalled_by,
        "winner": state.hand_winner,
        "followed": state.win_was_seen,
        "sheet": to_json(state.score_sheet),
        "worth": to_json(POINTS_OF_RANK),
    }


def seat_view(state: State, seat: int) -> dict[str, Json]:
    """Return what everybody may see of the player at `seat`."""
    player = state.seats[seat]
    return {
        "cards": player.card_count,
        "points": player.points,
        "active": player.is_active,
        "left": player.hand_points,
        "shown": () if state.options.knows_all_cards else player.known_cards,
    }


def _owed(state: State) -> Json:
    if state.seats_to_take:
        seat = state.seats_to_take[0]
        return {"seat": seat, "cards": state.seats_to_take.count(seat)}
    return {"seat": state.turn, "cards": state.cards_owed} if state.phase == "two" else None


def _melee(state: State) -> Json:
    if state.melee is None:
        return None
    fight = to_json(state.melee)
    assert isinstance(fight, dict)
    return {**fight, "needed": next_melee_card(state.melee), "steps": melee_sequence(state)}
