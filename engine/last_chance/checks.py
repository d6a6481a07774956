"""What the rules ask before they let an action through; each refuses or returns nothing."""

from engine.core.refusals import NotAllowed
from engine.last_chance.state import State


def require_in_game(state: State, seat: int) -> None:
    """Refuse with ``no_such_seat`` or ``eliminated`` unless `seat` is an active player."""
    if not 0 <= seat < len(state.seats):
        raise NotAllowed("no_such_seat", "Nobody sits there.", seat=seat)
    if not state.seats[seat].in_game:
        name = state.seats[seat].name
        raise NotAllowed("eliminated", f"{name} is out of the game.", seat=seat, name=name)


def require_multiple_of_smallest_bill(state: State, amount: int, code: str) -> None:
    """Refuse with `code` unless `amount` can be laid in the smallest bills."""
    step = state.options.money_of_edition.smallest_bill
    if amount % step:
        raise NotAllowed(code, f"{amount} is no multiple of {step}.", amount=amount, step=step)


def require_cash(state: State, seat: int, amount: int) -> None:
    """Refuse with ``not_enough_cash`` unless `seat` holds `amount`."""
    cash = state.cash_of(seat)
    if amount > cash:
        raise NotAllowed(
            "not_enough_cash",
            f"{state.seats[seat].name} has {cash}, not {amount}.",
            seat=seat,
            cash=cash,
            amount=amount,
        )
