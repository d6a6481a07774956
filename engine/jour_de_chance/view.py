"""What the table may see of a state, as JSON.

Keys of the view (cards are values 1 to 10; a seat is its number; ``null`` where there is nothing):

``phase``
    ``deal`` first cards are being dealt · ``oldest`` of those with the smallest card, the oldest is
    to be named · ``turn`` somebody draws or banks · ``over``
``seats``
    ``seat name row banked total to_21 playing``: open cards in the order they came, cards banked,
    their points, what is missing to 21 (negative: over), takes part (false: left out of a playoff)
``turn``
    whose turn it is; while cards are dealt, who gets the next one
``pile``
    how many cards lie there
``deck``
    ``card count left`` for each value: how many the box holds, how many are in the draw pile
``outcome``
    of the last action: ``kind`` (``dealt drawn pair banked``), ``seat card owner discarded
    reshuffled``
``playoff``
    true while those tied for the first place play once more
``ranking``
    null until the end, then ``seat place total cards qualified``, best first; who went over 21 is
    last of his game and not qualified
``ending``
    null until the end, then ``over_21 exactly_21 pile_empty one_left``; of the first two
    ``outcome`` has the seat
``tie_break``
    null until the end, then what decided: ``total cards highest_card none``
"""

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.jour_de_chance.cards import DECK, VALUES
from engine.jour_de_chance.ranking import deciding_criterion, ending
from engine.jour_de_chance.state import TARGET_POINTS, State


def table_view(state: State) -> dict[str, Json]:
    """Return what everybody may see of `state`, save the seats; the keys are described above."""
    over = state.phase == "over"
    return {
        "turn": state.next_seat_to_deal_to if state.phase == "deal" else state.turn,
        "pile": sum(state.draw_pile),
        "deck": [
            {"card": card, "count": count, "left": left}
            for card, count, left in zip(VALUES, DECK, state.draw_pile, strict=True)
        ],
        "outcome": to_json(state.last_outcome),
        "playoff": state.in_playoff,
        "ending": ending(state) if over else None,
        "tie_break": deciding_criterion(state) if over else None,
    }


def seat_view(state: State, seat: int) -> dict[str, Json]:
    """Return what everybody may see of the player at `seat`."""
    player = state.seats[seat]
    return {
        "row": player.row,
        "banked": player.banked,
        "total": player.total,
        "to_21": TARGET_POINTS - player.total,
        "playing": seat in state.playing_seats,
    }
