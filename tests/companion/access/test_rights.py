"""What each role may do: checked for every route there is and every act a game knows."""

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.access.denied import Denied
from companion.access.door import STRANGER, Caller
from companion.access.rights import RIGHTS, check_action, check_route
from companion.table.acts import TABLE_TYPES
from engine import GAMES

CALLERS = {
    "stranger": STRANGER,
    "eye": Caller("e", "eye"),
    "spectator": Caller("s", "spectator"),
    "player": Caller("p", "player", 1),
    "banker": Caller("b", "banker"),
}
TYPES = sorted({*TABLE_TYPES, *(type_ for game in GAMES.values() for type_ in game.actions.kinds)})
SEATS = st.one_of(st.none(), st.integers(-2, 9), st.booleans(), st.floats(), st.text(max_size=2))


def allowed(who: str) -> set[str | None]:
    """Return the endpoints that are named in `RIGHTS` and open to `who`."""
    found = set()
    for endpoint in RIGHTS:
        try:
            check_route(endpoint, CALLERS[who])
            found.add(endpoint)
        except Denied:
            pass
    return found


def test_each_role_may_do_what_the_one_below_may_and_more() -> None:
    """Strangers least, the banker all."""
    stranger, spectator, player, banker = map(allowed, [*CALLERS][:1] + [*CALLERS][2:])
    assert stranger < spectator < player < banker == set(RIGHTS)


def test_an_eye_tells_readings_and_nothing_else() -> None:
    """It is not even told how the game stands."""
    assert allowed("eye") - allowed("stranger") == {"readings", "eye"}


def test_a_route_of_which_nothing_is_said_is_the_bankers() -> None:
    """Whoever forgets to think of it has not opened it."""
    check_route("something_new", CALLERS["banker"])
    for who in ("stranger", "eye", "spectator", "player"):
        with pytest.raises(Denied):
            check_route("something_new", CALLERS[who])


def test_nothing_is_said_of_routes_that_are_not_there(app: Flask) -> None:
    """A renamed function does not leave its right behind."""
    assert {endpoint for endpoint in RIGHTS if endpoint} <= set(app.view_functions)


@given(st.sampled_from(TYPES), SEATS, st.sampled_from([*CALLERS]))
def test_nobody_acts_for_another(type_: str, seat: object, who: str) -> None:
    """Of everything there is to do, a player does what carries his own seat, others nothing."""
    caller = CALLERS[who]
    own = type(seat) is int and seat == 1 and type_ not in TABLE_TYPES
    may = who == "banker" or (who == "player" and own)
    try:
        check_action({"type": type_, "seat": seat}, caller)
        assert may
    except Denied:
        assert not may


@pytest.mark.parametrize("action", [{}, {"type": None}, {"type": "bid", "seat": [1]}, {"seat": 2}])
def test_what_is_no_act_is_nobodys_but_the_bankers(action: dict[str, object]) -> None:
    """Odd shapes do not slip through."""
    with pytest.raises(Denied):
        check_action(action, CALLERS["player"])
