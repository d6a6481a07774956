"""Each action as one short line for the log, and as everybody may hear of it.

Lines speak of the state in which the action was played: who flips, who cracks, what is counted. A
card's symbols are written in order, whatever order they were entered in.
"""

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.refusals import Json
from engine.last_chance import actions
from engine.last_chance.auction import cracker_when_nobody_bids, no_bid_rule
from engine.last_chance.cards import card_from_flip
from engine.last_chance.state import State

LINES: Mapping[str, str] = {
    "flip": "{seat} turns over {symbols}, prize {prize}, {attempts} attempts",
    "roll": "{seat} rolls {faces}",
    "bid": "{seat} bids {amount}",
    "count": "{amount} for {seat}, {times}",
    "last_chance": "{seat} calls {call}",
    "pass": "{seat} passes",
    "no_bid": "Nobody bids: {what}",
    "eliminate": "{seat} cannot pay and is out",
    "bet": "{seat} bets {amount}[ on {side}]",
    "take_back": "{seat} takes the bet back",
    "close_bets": "The betting is closed[: {sides}]",
    "lay": "{seat} lays {face} on place {place}, {symbol}",
    "throw": "{seat} throws {dice}: {thrown}[, kept {kept}]",
    "stop": "{seat} gives up",
}
_TIMES = ("once", "twice", "three times: sold")
_CALLS = {"last_chance": "Last Chance", "all_in": "All In"}


def public_action(state: State, action: Action) -> dict[str, Json]:
    """Return `action`, as played in `state`, as everybody may hear of it: JSON.

    What only the state knows is added (`seat`, whose act it is; the `amount` that is counted), and
    `on` is ``"secret"`` while a secret bet is covered.
    """
    more: dict[str, Json] = {}
    match action:
        case actions.Flip() | actions.Roll():
            more["seat"] = state.flipper
        case actions.Lay() | actions.Throw() | actions.Stop():
            more["seat"] = state.cracker
        case actions.Count() if state.high_bid is not None:
            more |= {"seat": state.high_bid.seat, "amount": state.high_bid.amount}
        case actions.Bet() if _secret(state):
            more["on"] = "secret"
    return {**action.to_json(), **more}


def line_template_values(state: State, action: Action) -> Mapping[str, Json]:
    """Return what a line says in words of its own, or what only the state knows."""
    match action:
        case actions.Flip():
            return {"symbols": card_from_flip(action).symbols}
        case actions.Count(k):
            return {"times": _TIMES[k - 1]}
        case actions.LastChance():
            return {"call": _CALLS[state.options.money_of_edition.last_chance_name]}
        case actions.NoBid():
            return {"what": _no_bid(state)}
        case actions.Bet(_, _, on):
            return {"side": None if _secret(state) else on}
        case actions.CloseBets():
            sides = ", ".join(f"{state.names[bet.seat]} {bet.yes_or_no}" for bet in state.bets)
            return {"sides": sides if _secret(state) else None}
        case actions.Lay(slot):
            return {"place": slot + 1, "symbol": state.open_card.symbols[slot]}
        case actions.Throw():
            return {"dice": len(action.thrown)}
    return {}


def _secret(state: State) -> bool:
    return state.options.bet_visibility == "secret_until_closed"


def _no_bid(state: State) -> str:
    match no_bid_rule(state):
        case "reroll_all":
            return "all dice are rolled again"
        case "discard_card_draw_new":
            return "another card is turned over"
    return f"{state.names[cracker_when_nobody_bids(state)]} tries for nothing"
