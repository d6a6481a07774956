"""What each right lets a caller do: on which routes, and with which actions at the table."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from companion.access import errors
from companion.access.callers import Caller
from companion.table.acts import TABLE_TYPES

Right: TypeAlias = Literal["anyone", "inside", "seated", "any_eye", "eye", "banker", "settled"]
"""``anyone`` also a stranger · ``inside`` every device that was let in, but no eye · ``seated`` who
sits at the table: banker and players · ``any_eye`` an eye, also a new one, or a banker · ``eye`` an
eye or a banker · ``banker`` he alone · ``settled`` a banker who has not just taken a bank that was
left.
"""


def check_right(right: Right, caller: Caller, seconds_as_new_banker: float = 0.0) -> None:
    """Raise the `AccessDenied` that keeps `caller` from what asks for `right`.

    He is new in a bank that was left for so many seconds more as he is `seconds_as_new_banker`.
    """
    if right == "settled" and caller.role == "banker" and seconds_as_new_banker:
        raise errors.NewBanker(seconds_as_new_banker)
    if right == "anyone" or caller.role == "banker":
        return
    if caller.role is None:
        raise errors.CodeNeeded
    if caller.is_eye and right in ("eye", "any_eye"):
        if right == "eye" and caller.role != "eye":
            raise errors.NewEye
        return
    if caller.is_eye or right in ("settled", "banker", "eye", "any_eye"):
        raise errors.BankerOnly
    if right == "seated" and caller.role != "player":
        raise errors.OnlyWatching


def check_action(action: Mapping[str, Any], caller: Caller) -> None:
    """Raise the `AccessDenied` that keeps `caller` from doing `action` at the table.

    The banker does everything, a player what carries his own `seat`.
    """
    if caller.role == "banker":
        return
    if caller.role != "player":
        raise errors.OnlyWatching
    seat = action.get("seat")
    if action.get("type") in TABLE_TYPES or seat is None:
        raise errors.BankerOnly
    # True == 1 in Python; only a number is a seat.
    if type(seat) is not int or seat != caller.seat:
        raise errors.NotYourSeat
