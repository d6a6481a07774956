"""What a human banker would say now (Rules §5), as codes and figures.

First cards that must be drawn, then what is to be done, then what else just happened. Codes, with
seat and figures:

``draws`` `cards` from the stock · ``last_card`` he must call it: `seconds` (null: until the next
action) · ``take`` full rules, a card is taken: `cards` · ``deal``: `min`, `max` cards each, `hand`
number · ``turn_up`` · ``declare`` · ``name_suit`` · ``turn``, ``drawn`` (may play what fits):
`suit`, `rank`, `direction` · ``stack`` any card on his 3: `must` · ``two`` he answers or draws:
`cards` · ``melee`` the defender: `attacker`, `needed`, `cards` · ``score`` he counts his hand:
`cards` (null: not known), `shown` · ``skipped`` · ``reversed``: `direction` · ``reburied`` a
special card went back · ``reshuffled`` · ``hand_over`` he is out of cards · ``penalty_points`` of
the last hand: `lines` of `seat`, `points`, `total` · ``bankrupt``: `points`, `limit` ·
``match_over`` he is the last player in
"""

from collections.abc import Callable, Iterator, Mapping

from engine.core.game import Prompt
from engine.core.refusals import Json
from engine.last_one.melee import needed_card
from engine.last_one.state import Happening, Phase, State
from engine.last_one.view import direction


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    said = [_happening(state, happening) for happening in state.happened]
    draws = [prompt for prompt in said if prompt.code == "draws"]
    other = [prompt for prompt in said if prompt.code != "draws"]
    return (*draws, *_call(state), *_needed(state), *other)


def _call(state: State) -> Iterator[Prompt]:
    if state.uncalled is not None:
        yield Prompt("last_card", state.uncalled, {"seconds": state.options.seconds})


def _needed(state: State) -> Iterator[Prompt]:
    if state.pending:
        seat = state.pending[0]
        yield Prompt("take", seat, {"cards": state.pending.count(seat)})
    else:
        yield from _NEEDED[state.phase](state)


def _deal(state: State) -> Iterator[Prompt]:
    sizes = state.options.hand_sizes(len(state.active))
    figures = {"min": sizes[0], "max": sizes[-1], "hand": state.hand_number + 1}
    yield Prompt("deal", state.dealer, figures)
    yield from _penalty_points(state)


def _penalty_points(state: State) -> Iterator[Prompt]:
    if not state.sheet:
        return
    lines = [
        {"seat": seat, "points": points, "total": state.seats[seat].points}
        for seat, points in enumerate(state.sheet[-1])
        if points is not None
    ]
    yield Prompt("penalty_points", None, {"hand": state.hand_number, "lines": lines})


def _dealer(state: State) -> Iterator[Prompt]:
    yield Prompt(state.phase, state.dealer)


def _follow(state: State) -> Iterator[Prompt]:
    figures = {"suit": state.suit, "rank": state.rank, "direction": direction(state)}
    yield Prompt(state.phase, state.turn, figures)


def _stack(state: State) -> Iterator[Prompt]:
    yield Prompt("stack", state.turn, {"must": state.options.three == "must"})


def _two(state: State) -> Iterator[Prompt]:
    yield Prompt("two", state.turn, {"cards": state.owed})


def _melee(state: State) -> Iterator[Prompt]:
    fight = state.fight
    figures: dict[str, Json] = {
        "attacker": fight.attacker,
        "needed": needed_card(fight),
        "cards": fight.value,
    }
    yield Prompt("melee", fight.defender, figures)


def _score(state: State) -> Iterator[Prompt]:
    for number in state.losers:
        seat = state.seats[number]
        if seat.left is None:
            cards = seat.cards if state.followed else None
            yield Prompt("score", number, {"cards": cards, "shown": len(seat.hand)})


def _over(state: State) -> Iterator[Prompt]:
    yield Prompt("match_over", state.active[0])
    yield from _penalty_points(state)


def _happening(state: State, happening: Happening) -> Prompt:
    figures: dict[str, Mapping[str, Json]] = {
        "draws": {"cards": happening.count},
        "reversed": {"direction": direction(state)},
        "bankrupt": {"points": happening.count, "limit": state.options.limit},
    }
    return Prompt(happening.event, happening.seat, figures.get(happening.event, {}))


_NEEDED: Mapping[Phase, Callable[[State], Iterator[Prompt]]] = {
    "deal": _deal,
    "turn_up": _dealer,
    "declare": _dealer,
    "name_suit": _dealer,
    "turn": _follow,
    "stack": _stack,
    "two": _two,
    "drawn": _follow,
    "melee": _melee,
    "score": _score,
    "over": _over,
}
