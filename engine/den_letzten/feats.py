"""Turning points of a game of Den Letzten beißen die Hunde.

Codes, with their figures (chances 0 to 1; exact for the dice that this table plays with):

``boldest_throw``  the black dice were thrown too, and it went well: ``chance total invented``
``unlucky_throw``  a throw cost its own player a bone: ``chance total dogs invented``

``invented`` tells that the sides of the dice are not those of the box.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core.event import Played
from engine.core.feats import Feat
from engine.core.refusals import Json
from engine.den_letzten import odds
from engine.den_letzten.state import State

_BY_OWN_THROW = ("two_dogs", "landed_on_dog")
"""Reasons of a settlement; in a last round somebody may have no bone to pay with."""


def find_feats(plays: Sequence[Played[State]]) -> Iterator[Feat]:
    """Yield what may be worth telling of a game that was played like this."""
    states = [played.state for played in plays]
    for at, (before, after) in enumerate(pairwise(states), 1):
        if after.last_moves == before.last_moves:  # nobody moved: a pause, or another name
            continue
        bold = before.phase == "choose" and after.black_faces != before.black_faces
        caught = _is_caught(after)
        paid = any(paid.reason in _BY_OWN_THROW for paid in after.last_transfers)
        if caught != paid or not (bold or (before.phase == "throw" and paid)):
            continue
        likely = _caught(before, bold=bold)
        chance = likely if paid else 1 - likely
        figures: dict[str, Json] = {"chance": chance, "total": after.sum_of_dice}
        figures["invented"] = before.options.has_invented_die
        if paid:
            figures["dogs"] = after.dogs_thrown
        code = "unlucky_throw" if paid else "boldest_throw"
        yield Feat(code, before.turn, at, 1 - chance, figures)


def _is_caught(after: State) -> bool:
    """Tell whether the throw brought two dogs, or its own player to the dog."""
    if not after.last_moves:
        return False
    own = after.last_moves[0]
    return own.how == "stayed" or (own.how == "moved" and own.caught)


def _caught(before: State, *, bold: bool) -> float:
    """Return the chance that the throw costs a bone: of the black dice, or of the white ones."""
    if bold:
        thrown = odds.throw_distribution(before.options.black_dice, before.white_faces)
        return float(odds.mover_odds(before, thrown).chance_of_losing_bone)
    return float(
        odds.mover_odds(before, odds.white_distribution(before.options)).chance_of_two_dogs
    )
