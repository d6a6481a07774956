"""What each route asks of the caller, and what each role may do at the table.

Whoever adds a route and says nothing here has made one for the banker alone.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from companion.access.denied import BankerOnly, CodeNeeded, NotYourSeat, OnlyWatching
from companion.access.door import Caller
from companion.table.acts import TABLE_TYPES

Right: TypeAlias = Literal["anyone", "inside", "seated", "eye", "banker"]

RIGHTS: Mapping[str | None, Right] = {
    # The page without anything on it, and what it needs to ask for the code.
    **dict.fromkeys(("page", "static", "sentences", "health", "me", "join"), "anyone"),
    **dict.fromkeys(("snapshot", "log", "events", "games", "openapi", "actions"), "inside"),
    None: "inside",  # no such route, or not by that method
    **dict.fromkeys(("story", "statistics", "bg_stats", "games_csv"), "inside"),
    **dict.fromkeys(("export_csv", "export_json"), "inside"),  # while the game is on, the banker's
    **dict.fromkeys(("seat", "role", "leave"), "inside"),
    # Pictures of somebody's home.
    **dict.fromkeys(("eye_picture", "reading_picture", "evidence"), "seated"),
    **dict.fromkeys(("readings", "eye"), "eye"),
}
"""What the endpoints (functions that answer) ask; ``banker`` where nothing is said.

``anyone`` also a stranger · ``inside`` every device that was let in, but no eye · ``seated`` who
sits at the table: banker and players · ``eye`` an eye or a banker.
"""


def check_route(endpoint: str | None, caller: Caller) -> None:
    """Raise the `Denied` that keeps `caller` from `endpoint` (None: there is no such route)."""
    right = RIGHTS.get(endpoint, "banker")
    if right == "anyone" or caller.role == "banker":
        return
    if caller.role is None:
        raise CodeNeeded
    if right == "eye" and caller.role == "eye":
        return
    if right == "banker" or right == "eye" or caller.role == "eye":
        raise BankerOnly
    if right == "seated" and caller.role != "player":
        raise OnlyWatching


def check_action(action: Mapping[str, Any], caller: Caller) -> None:
    """Raise the `Denied` that keeps `caller` from doing `action` at the table.

    The banker does everything, a player what carries his own `seat`.
    """
    if caller.role == "banker":
        return
    if caller.role != "player":
        raise OnlyWatching
    seat = action.get("seat")
    if action.get("type") in TABLE_TYPES or seat is None:
        raise BankerOnly
    # True == 1 in Python; only a number is a seat.
    if type(seat) is not int or seat != caller.seat:
        raise NotYourSeat
