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

from engine.core.game import Prompt
from engine.jour_de_chance.ranking import tie_break, winners
from engine.jour_de_chance.state import TARGET, State

LAST_CARDS = 5
"""From this many cards on, the table is told that the draw pile, and with it the game, ends."""


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    return (*_needed(state), *_happened(state), *_warnings(state))


def _needed(state: State) -> Iterator[Prompt]:
    match state.phase:
        case "deal":
            yield Prompt("deal_card", state.next_dealt)
        case "oldest":
            lowest = state.lowest
            card = state.seats[lowest[0]].row[0]
            yield Prompt("who_is_oldest", None, {"seats": lowest, "card": card})
        case "turn":
            seat = state.seats[state.mover]
            code = "draw_or_bank" if seat.row else "must_draw"
            figures = {"total": seat.total, "to_21": TARGET - seat.total}
            yield Prompt(code, state.mover, figures)
        case "over":
            first = winners(state)
            yield Prompt(
                "game_over",
                None,
                {
                    "winners": first,
                    "total": state.seats[first[0]].total,
                    "tie_break": tie_break(state),
                },
            )


def _happened(state: State) -> Iterator[Prompt]:
    outcome = state.outcome
    if outcome is None:
        return
    anew = state.playoff and state.phase == "deal"
    if anew:
        yield Prompt("playoff", None, {"seats": sorted(state.playing)})
    if outcome.kind in ("pair", "banked"):
        code = "bank_pair" if outcome.kind == "pair" else "bank_it"
        total = _total_before(state, outcome.seat) if anew else state.seats[outcome.seat].total
        yield Prompt(code, outcome.seat, {"card": outcome.card, "total": total})
        if total > TARGET:
            yield Prompt("over_21", outcome.seat, {"total": total})
    if anew:
        return  # all cards are on the draw pile
    if outcome.discarded:
        yield Prompt("discard", outcome.seat, {"cards": outcome.discarded})
    if outcome.reshuffled:
        yield Prompt("reshuffle", None, {"cards": sum(state.pile)})


def _total_before(state: State, seat: int) -> int:
    """Return what `seat` had in the game before a playoff, for which nobody has any cards."""
    settled = {standing.seat: standing.total for standing in state.settled}
    return settled.get(seat, state.tied_at)


def _warnings(state: State) -> Iterator[Prompt]:
    if state.phase != "turn":
        return
    seat = state.seats[state.mover]
    high = {
        card
        for other in state.seats
        for card in other.row
        if seat.row and seat.total + card > TARGET
    }
    if high:
        yield Prompt("too_high", state.mover, {"cards": sorted(high)})
    left = sum(state.pile)
    if state.options.draw_pile_empty == "end" and left <= LAST_CARDS:
        yield Prompt("pile_ends", None, {"cards": left})
