"""What a human banker would say now (Rules §5), as codes and figures.

Codes, with seat and figures:

``choose_box`` · ``time_is_up`` of whose turn it is · ``your_turn`` · ``play`` nobody has a turn ·
``written`` all rounds of the sheet are full · ``game_over``: `winners`
"""

from collections.abc import Iterator

from engine.core.game_rules import BankerPrompt
from engine.core.places import winners
from engine.free_table.ranking import ranking
from engine.free_table.state import State


def banker_prompts(state: State) -> tuple[BankerPrompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    match state.phase:
        case "setup":
            return (BankerPrompt("choose_box"),)
        case "play":
            return tuple(_playing(state))
        case "over":
            return (BankerPrompt("game_over", None, {"winners": winners(ranking(state))}),)


def _playing(state: State) -> Iterator[BankerPrompt]:
    if state.acting_seat is None:
        yield BankerPrompt("play")
    else:
        up = state.box.has_clock and not state.left[state.running_clock]
        yield BankerPrompt("time_is_up" if up else "your_turn", state.acting_seat)
    if state.box.rounds and state.round > state.box.rounds:
        yield BankerPrompt("written")
