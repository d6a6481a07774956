"""The rights of each role, checked for every route and every act of a game."""

from contextlib import suppress

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.access.callers import STRANGER, Caller, check_action, check_right
from companion.access.errors import AccessDenied
from companion.table.acts import TABLE_ACT_NAMES, Rematch
from companion.web.routes import Routes
from engine.core.people import Leave
from engine.games import GAMES

CALLERS = {
    "stranger": STRANGER,
    "eye": Caller("e", "eye"),
    "new_eye": Caller("n", "new_eye"),
    "spectator": Caller("s", "spectator"),
    "player": Caller("p", "player", 1),
    "banker": Caller("b", "banker"),
}
TYPES = sorted(
    {*TABLE_ACT_NAMES, *(type_ for game in GAMES.values() for type_ in game.actions.kinds)}
)
SEATS = st.one_of(st.none(), st.integers(-2, 9), st.booleans(), st.floats(), st.text(max_size=2))


def allowed(app: Flask, who: str) -> set[str]:
    """Return the routes of `app` that are open to `who`."""
    routes, found = app.extensions["routes"], set()
    for name in app.view_functions:
        with suppress(AccessDenied):
            check_right(routes.right_of(name), CALLERS[who])
            found.add(name)
    return found


def test_each_role_may_do_more_than_the_one_below(app: Flask) -> None:
    """Strangers may do least, bankers everything."""
    roles = ("stranger", "spectator", "player", "banker")
    stranger, spectator, player, banker = (allowed(app, who) for who in roles)
    assert stranger < spectator < player < banker == set(app.view_functions)


def test_a_stranger_sees_only_the_form_for_the_code(app: Flask) -> None:
    """It comes with what it needs to ask for the code, and the table's health."""
    open_to_all = {"page", "static", "typeface", "sentences", "health", "me", "join"}
    assert allowed(app, "stranger") == open_to_all


def test_an_eye_may_only_send_readings(app: Flask) -> None:
    """It does not even get the state of the game."""
    assert allowed(app, "eye") - allowed(app, "stranger") == {"readings", "eye", "dice_for_eye"}
    assert allowed(app, "new_eye") - allowed(app, "stranger") == {"eye"}


@pytest.mark.parametrize("who", ["stranger", "eye", "new_eye", "spectator", "player"])
def test_an_undeclared_route_is_the_bankers(app: Flask, who: str) -> None:
    """A forgotten declaration opens nothing."""
    routes: Routes = app.extensions["routes"]
    app.add_url_rule("/one", "added_to_the_application", str)
    routes.get("/other")(something_new)
    for name in ("added_to_the_application", "something_new"):
        check_right(routes.right_of(name), CALLERS["banker"])
        with pytest.raises(AccessDenied):
            check_right(routes.right_of(name), CALLERS[who])


def something_new() -> dict[str, int]:
    """Answer a route of the future."""
    return {}


@given(st.sampled_from(TYPES), SEATS, st.sampled_from([*CALLERS]))
def test_nobody_acts_for_another(type_: str, seat: object, who: str) -> None:
    """Players may act only for their own seat, other devices for none."""
    caller = CALLERS[who]
    own = (
        type(seat) is int
        and seat == 1
        and type_ not in {*TABLE_ACT_NAMES, Leave.type} - {Rematch.type}
    )
    may = who == "banker" or (who == "player" and own)
    try:
        check_action({"type": type_, "seat": seat}, caller)
        assert may
    except AccessDenied:
        assert not may


@pytest.mark.parametrize("action", [{}, {"type": None}, {"type": "bid", "seat": [1]}, {"seat": 2}])
def test_only_a_banker_may_send_malformed_acts(action: dict[str, object]) -> None:
    """They do not get past the check of rights."""
    with pytest.raises(AccessDenied):
        check_action(action, CALLERS["player"])
