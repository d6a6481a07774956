"""What a human banker would say now (Rules §5), as codes and figures.

First what must be done, then what just happened. Codes, with seat and figures:

``throw_all`` all five dice · ``throw_or_score``: `throws_left` · ``score`` no throw is left ·
``joker`` five of a kind that counts as whatever a box asks for · ``written`` the last score: `box`,
`points` · ``further_yacht``: `points` beside the sheet · ``bonus`` the upper boxes just brought
theirs: `points` · ``game_over``: `winners`, `total`
"""

from collections.abc import Iterator

from engine.core.game_rules import BankerPrompt
from engine.core.places import winners
from engine.yacht.ranking import ranking
from engine.yacht.score_boxes import SCORE_BOXES, is_joker, upper_bonus
from engine.yacht.state import State


def banker_prompts(state: State) -> tuple[BankerPrompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    return (*_needed(state), *_happened(state))


def _needed(state: State) -> Iterator[BankerPrompt]:
    match state.phase:
        case "throw":
            yield BankerPrompt("throw_all", state.turn)
        case "choose":
            yield BankerPrompt("throw_or_score", state.turn, {"throws_left": state.throws_left})
        case "score":
            yield BankerPrompt("score", state.turn)
        case "over":
            first = winners(ranking(state))
            total = state.total(first[0])
            yield BankerPrompt("game_over", None, {"winners": first, "total": total})
    if is_joker(state.sheet, state.dice, state.options):
        yield BankerPrompt("joker", state.turn)


def _happened(state: State) -> Iterator[BankerPrompt]:
    written = state.last_written
    if written is None or state.dice:
        return
    yield BankerPrompt("written", written.seat, {"box": written.box, "points": written.points})
    if written.extra:
        yield BankerPrompt("further_yacht", written.seat, {"points": written.extra})
    sheet = state.sheets[written.seat]
    at = SCORE_BOXES.index(written.box)
    before = (*sheet[:at], None, *sheet[at + 1 :])
    brought = upper_bonus(sheet, state.options) - upper_bonus(before, state.options)
    if brought:
        yield BankerPrompt("bonus", written.seat, {"points": brought})
