"""Each action as one short line for the log, and as everybody may hear of it.

Lines speak of the state in which the action was played: who deals, whose turn it is, how many
cards are drawn.
"""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.refusals import Json
from engine.last_one import actions
from engine.last_one.cards import card_text
from engine.last_one.melee import next_melee_card
from engine.last_one.state import State

LINES: Mapping[str, str] = {
    "deal": "{seat} deals {size} cards each",
    "take": "{seat} takes a card",
    "turn_up": "{card} is turned up[, {special}]",
    "declare": "{seat} declares the joker {face}",
    "name_suit": "{seat} names {suit}",
    "play": "{seat} plays {card}[ as {face}][, {suit}]",
    "draw_cards": "{seat} draws {cards}",
    "pass": "{seat} passes",
    "end_melee": "Nobody goes on with {needed}",
    "call_last_card": "{seat} calls last card",
    "close_call": "Nobody noticed in time",
    "fine": "{seat} is fined for {what}",
    "hand_won": "{seat} is out of cards",
    "show": "{seat} shows {card}",
    "score": "{seat} scores {points}[, with {number}]",
}
_FAULTS = {"last_card": "a last card not called", "error": "an error"}


def line_template_values(state: State, action: Action) -> Mapping[str, Json]:
    """Return what a line says in words of its own, or what only the state knows."""
    cards = {field: getattr(action, field, None) for field in ("card", "face")}
    figures: dict[str, Json] = {field: card_text(card) for field, card in cards.items() if card}
    match action:
        case actions.TurnUp(all_special=True):
            figures["special"] = "all are special"
        case actions.EndMelee():
            figures["needed"] = card_text(next_melee_card(state.melee)) if state.melee else "it"
        case actions.Fine():
            figures["what"] = _FAULTS[action.fault]
        case actions.Score(miscounted=True):
            figures["number"] = "another number of cards"
    return figures


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return `action`, as played in `state`, as everybody may hear of it: JSON.

    What only the state knows is added: the `seat` whose act it is, and how many `cards` he draws.
    Which `card` is taken from the stock is left out: that is for who takes it.
    """
    heard = action.to_json()
    more: dict[str, Json] = {}
    match action:
        case actions.Deal() | actions.TurnUp() | actions.Declare() | actions.NameSuit():
            more["seat"] = state.dealer
        case actions.Take():
            del heard["card"]
            more["seat"] = state.seats_to_take[0] if state.seats_to_take else None
        case actions.DrawCards():
            more = {"seat": state.turn, "cards": min(state.cards_owed or 1, state.drawable_count)}
        case actions.Pass():
            more["seat"] = state.turn
        case actions.EndMelee() if state.melee is not None:
            cards = min(state.melee.value, state.drawable_count)
            more = {"seat": state.melee.defender, "cards": cards}
    return {**heard, **more}
