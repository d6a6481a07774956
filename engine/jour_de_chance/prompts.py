"""What a human banker would say now (Rules §5), as codes and figures.

First what must be done, then what just happened, then warnings. Codes, with seat and figures:

``deal_card`` a first card for `seat` · ``who_is_oldest`` of those with the smallest card: `seats`,
`card` · ``draw_or_bank`` and ``must_draw`` (no row): `total`, `to_21` · ``bank_pair`` the drawn
`card` is a pair and goes to the banked ones, ``bank_it`` likewise a chosen card: `card`, `total` ·
``discard`` the `cards` of `seat` go to the discards · ``reshuffle`` the discards are now the draw
pile: `cards` (how many) · ``playoff`` those tied play once more: `seats` · ``over_21`` `seat` has
lost: `total` · ``too_high`` banking one of these `cards` would take `seat` over 21 · ``pile_ends``
the game ends with the draw pile: `cards` left · ``game_over``: `winners`, `total`, `tie_break`
"""

from collections.abc import Iterator

from engine.core.game_rules import BankerPrompt
from engine.jour_de_chance.ranking import deciding_criterion, winners
from engine.jour_de_chance.state import TARGET_POINTS, State

FEW_CARDS_LEFT = 5
"""From this many cards on, the table is told that the draw pile, and with it the game, ends."""


def banker_prompts(state: State) -> tuple[BankerPrompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    return (*_needed(state), *_happened(state), *_warnings(state))


def _needed(state: State) -> Iterator[BankerPrompt]:
    match state.phase:
        case "deal":
            yield BankerPrompt("deal_card", state.next_seat_to_deal_to)
        case "oldest":
            lowest = state.seats_with_lowest_card
            card = state.seats[lowest[0]].row[0]
            yield BankerPrompt("who_is_oldest", None, {"seats": lowest, "card": card})
        case "turn":
            seat = state.seats[state.mover]
            code = "draw_or_bank" if seat.row else "must_draw"
            figures = {"total": seat.total, "to_21": TARGET_POINTS - seat.total}
            yield BankerPrompt(code, state.mover, figures)
        case "over":
            first = winners(state)
            yield BankerPrompt(
                "game_over",
                None,
                {
                    "winners": first,
                    "total": state.seats[first[0]].total,
                    "tie_break": deciding_criterion(state),
                },
            )


def _happened(state: State) -> Iterator[BankerPrompt]:
    outcome = state.last_outcome
    if outcome is None:
        return
    anew = state.in_playoff and state.phase == "deal"
    if anew:
        yield BankerPrompt("playoff", None, {"seats": sorted(state.playing_seats)})
    if outcome.kind in ("pair", "banked"):
        code = "bank_pair" if outcome.kind == "pair" else "bank_it"
        total = _total_before(state, outcome.seat) if anew else state.seats[outcome.seat].total
        yield BankerPrompt(code, outcome.seat, {"card": outcome.card, "total": total})
        if total > TARGET_POINTS:
            yield BankerPrompt("over_21", outcome.seat, {"total": total})
    if anew:
        return  # all cards are on the draw pile
    if outcome.discarded:
        yield BankerPrompt("discard", outcome.seat, {"cards": outcome.discarded})
    if outcome.reshuffled:
        yield BankerPrompt("reshuffle", None, {"cards": sum(state.draw_pile)})


def _total_before(state: State, seat: int) -> int:
    """Return what `seat` had in the game before a playoff, for which nobody has any cards."""
    settled = {standing.seat: standing.total for standing in state.standings_before_playoff}
    return settled.get(seat, state.tied_total)


def _warnings(state: State) -> Iterator[BankerPrompt]:
    if state.phase != "turn":
        return
    seat = state.seats[state.mover]
    high = {
        card
        for other in state.seats
        for card in other.row
        if seat.row and seat.total + card > TARGET_POINTS
    }
    if high:
        yield BankerPrompt("too_high", state.mover, {"cards": sorted(high)})
    left = sum(state.draw_pile)
    if state.options.draw_pile_empty == "end" and left <= FEW_CARDS_LEFT:
        yield BankerPrompt("pile_ends", None, {"cards": left})
