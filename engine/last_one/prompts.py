"""What a human banker would say now (Rules §5), as codes and figures.

First cards that must be drawn, then what is to be done, then what else just happened. Codes, with
seat and figures:

``draws`` `cards` from the stock · ``last_card`` he must call it: `seconds` (null: until the next
action) · ``take`` full rules, a card is taken: `cards` · ``deal``: `min`, `max` cards each, `hand`
number · ``turn_up`` · ``declare`` · ``name_suit`` · ``turn``, ``drawn`` (may play what fits):
`suit`, `rank`, `direction` · ``stack`` any card on his 3: `must` · ``two`` he answers or draws:
`cards` · ``melee`` the defender: `attacker`, `needed`, `cards` · ``score`` he counts his hand:
`cards` (null: not known), `shown` · ``skipped`` · ``reversed``: `direction` · ``reburied`` a
special card went back · ``stock_empty`` ·
``reshuffled`` · ``hand_over`` he is out of cards · ``penalty_points`` of
the last hand: `lines` of `seat`, `points`, `total` · ``bankrupt``: `points`, `limit` ·
``match_over`` he is the last player in
"""

from collections.abc import Callable, Iterator, Mapping

from engine.core.game_rules import BankerPrompt
from engine.core.refusals import Json
from engine.last_one.melee import next_melee_card
from engine.last_one.state import Effect, Phase, State
from engine.last_one.view import direction_word


def banker_prompts(state: State) -> tuple[BankerPrompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    said = [_happening(state, happening) for happening in state.last_effects]
    draws = [prompt for prompt in said if prompt.code == "draws"]
    other = [prompt for prompt in said if prompt.code != "draws"]
    return (*draws, *_call(state), *_needed(state), *other)


def _call(state: State) -> Iterator[BankerPrompt]:
    if state.last_card_uncalled_by is not None:
        yield BankerPrompt(
            "last_card", state.last_card_uncalled_by, {"seconds": state.options.call_window_seconds}
        )


def _needed(state: State) -> Iterator[BankerPrompt]:
    if state.seats_to_take:
        seat = state.seats_to_take[0]
        yield BankerPrompt("take", seat, {"cards": state.seats_to_take.count(seat)})
    else:
        yield from _NEEDED[state.phase](state)


def _deal(state: State) -> Iterator[BankerPrompt]:
    sizes = state.options.possible_hand_sizes(len(state.active_seats))
    figures = {"min": sizes[0], "max": sizes[-1], "hand": state.hand_number + 1}
    yield BankerPrompt("deal", state.dealer, figures)
    yield from _penalty_points(state)


def _penalty_points(state: State) -> Iterator[BankerPrompt]:
    if not state.score_sheet:
        return
    lines = [
        {"seat": seat, "points": points, "total": state.seats[seat].points}
        for seat, points in enumerate(state.score_sheet[-1])
        if points is not None
    ]
    yield BankerPrompt("penalty_points", None, {"hand": state.hand_number, "lines": lines})


def _dealer(state: State) -> Iterator[BankerPrompt]:
    yield BankerPrompt(state.phase, state.dealer)


def _follow(state: State) -> Iterator[BankerPrompt]:
    figures = {
        "suit": state.suit_to_follow,
        "rank": state.top_rank,
        "direction": direction_word(state),
    }
    yield BankerPrompt(state.phase, state.turn, figures)


def _stack(state: State) -> Iterator[BankerPrompt]:
    yield BankerPrompt("stack", state.turn, {"must": state.options.three == "must"})


def _two(state: State) -> Iterator[BankerPrompt]:
    yield BankerPrompt("two", state.turn, {"cards": state.cards_owed})


def _melee(state: State) -> Iterator[BankerPrompt]:
    fight = state.running_melee
    figures: dict[str, Json] = {
        "attacker": fight.attacker,
        "needed": next_melee_card(fight),
        "cards": fight.value,
    }
    yield BankerPrompt("melee", fight.defender, figures)


def _score(state: State) -> Iterator[BankerPrompt]:
    for number in state.seats_to_score:
        seat = state.seats[number]
        if seat.hand_points is None:
            cards = seat.card_count if state.win_was_seen else None
            yield BankerPrompt("score", number, {"cards": cards, "shown": len(seat.known_cards)})


def _over(state: State) -> Iterator[BankerPrompt]:
    yield BankerPrompt("match_over", state.active_seats[0])
    yield from _penalty_points(state)


def _happening(state: State, happening: Effect) -> BankerPrompt:
    figures: dict[str, Mapping[str, Json]] = {
        "draws": {"cards": happening.count},
        "reversed": {"direction": direction_word(state)},
        "bankrupt": {"points": happening.count, "limit": state.options.limit},
    }
    return BankerPrompt(happening.event, happening.seat, figures.get(happening.event, {}))


_NEEDED: Mapping[Phase, Callable[[State], Iterator[BankerPrompt]]] = {
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
