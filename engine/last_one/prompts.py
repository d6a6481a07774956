"""What a banker asks now (Rules §5), as codes and figures, the last card first.

``last_card`` must be called: `seconds` (null: until the next action) · ``take`` full rules, a card
is taken: `cards` · ``deal``: `min`, `max` cards each, `hand` number · ``turn_up`` · ``declare`` ·
``name_suit`` · ``turn``, ``drawn`` (may play what fits): `suit`, `rank`, `direction` · ``stack``
any card on a 3: `must` · ``two`` to be answered, or cards are drawn: `cards` · ``melee`` the
defender: `attacker`, `needed`, `cards` · ``score`` a hand is counted: `cards` (null: not known),
`shown`
"""

from collections.abc import Callable, Iterator, Mapping

from engine.core.game_rules import BankerPrompt
from engine.core.refusals import Json
from engine.last_one.melee import next_melee_card
from engine.last_one.state import Phase, State


def banker_prompts(state: State) -> tuple[BankerPrompt, ...]:
    """Return what a banker asks now, the most urgent first."""
    return (*_call(state), *_needed(state))


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


def _dealer(state: State) -> Iterator[BankerPrompt]:
    yield BankerPrompt(state.phase, state.dealer)


def _follow(state: State) -> Iterator[BankerPrompt]:
    figures = {
        "suit": state.suit_to_follow,
        "rank": state.top_rank,
        "direction": state.direction_word,
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
    "over": lambda _: iter(()),
}
