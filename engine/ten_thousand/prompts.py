"""What a human banker would say now (Rules §5), as codes and figures.

First what must be done, then what just happened. Codes, with seat and figures:

``throw_all`` all six dice · ``throw_or_bank``: `points` that banking brings · ``throw_on`` too
little to bank: `points`, `needed` · ``hot_dice`` all dice bring points, so all may (must) be thrown
again · ``banked`` the last turn: `points` · ``farkle`` likewise, for nothing: `points` lost
· ``penalty`` three farkles one after the other: `points` lost · ``last_turns`` the target is
reached, the others play once more: `total` to beat · ``game_over``: `winners`, `total`
"""

from collections.abc import Iterator

from engine.core.game_rules import BankerPrompt
from engine.core.places import winners
from engine.ten_thousand.ranking import ranking
from engine.ten_thousand.state import State


def banker_prompts(state: State) -> tuple[BankerPrompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    return (*_needed(state), *_happened(state))


def _needed(state: State) -> Iterator[BankerPrompt]:
    match state.phase:
        case "throw":
            yield BankerPrompt("throw_all", state.turn)
        case "choose":
            points, needed = state.banked_points, state.points_needed_to_bank
            if points < needed:
                yield BankerPrompt("throw_on", state.turn, {"points": points, "needed": needed})
            elif not state.must_throw_on:
                yield BankerPrompt("throw_or_bank", state.turn, {"points": points})
            if state.has_hot_dice:
                yield BankerPrompt("hot_dice", state.turn)
        case "over":
            first = winners(ranking(state))
            total = state.totals[first[0]]
            yield BankerPrompt("game_over", None, {"winners": first, "total": total})
    if state.last_before is not None and state.phase != "over":
        yield BankerPrompt("last_turns", None, {"total": max(state.totals)})


def _happened(state: State) -> Iterator[BankerPrompt]:
    last = state.last_turn
    if last is None or state.dice:
        return
    yield BankerPrompt("farkle" if last.farkle else "banked", last.seat, {"points": last.points})
    if last.penalty:
        yield BankerPrompt("penalty", last.seat, {"points": last.penalty})
