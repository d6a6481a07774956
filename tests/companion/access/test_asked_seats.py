"""Seats in a running game: a guest asks for one, and a banker gives it."""

import random

import pytest

from companion.access.control import AccessControl
from tests.companion.access.conftest import Guest, Joiner, refused
from tests.companion.conftest import Played

SEQUENCES, STEPS = 10, 20


def asks(banker: Guest) -> list[int | None]:
    """Return which seats the devices ask for, as the banker sees it."""
    return [device["asks"] for device in banker.me["door"]["devices"]]


def test_a_guest_waits_until_the_banker_gives_the_seat(join: Joiner, played: Played) -> None:
    """The phone and the banker see the request; one tap gives the seat, another refuses it."""
    banker, guest = join(), join()
    played.start("Ana", "Ben")
    assert guest.post("seat", seat=1).get_json()["asks"] == 1
    assert (guest.me["role"], guest.me["own"], asks(banker)) == ("spectator", {}, [None, 1])
    assert refused(guest.act("pay", seat=1, amount=1)) == (403, "only_watching")
    device = banker.me["door"]["devices"][1]["device"]
    banker.post("seat", device=device, seat=None)
    assert ("asks" in guest.me, asks(banker)) == (False, [None, None])
    guest.post("name", name="ben")
    assert asks(banker) == [None, 1]
    banker.post("seat", device=device, seat=1)
    assert (guest.me["role"], guest.me["seat"], asks(banker)) == ("player", 1, [None, None])
    assert "asks" not in guest.me


def test_between_games_nobody_has_to_ask(join: Joiner, played: Played) -> None:
    """People type their names before the game, and a player who returns gets their own seat."""
    join()
    ana = join()
    assert ana.post("name", name="Ana").get_json()["name"] == "Ana"
    played.start("Ana", "Ben")
    assert ana.post("seat", seat=0).get_json()["seat"] == 0
    assert "asks" not in ana.me


def test_nobody_leaves_for_good_without_the_banker(join: Joiner, played: Played) -> None:
    """A phone may not leave for its player: whoever holds it would decide."""
    join()
    played.start("Ana", "Ben")
    ana = join()
    ana.sit(0)
    assert refused(ana.act("leave", seat=0)) == (403, "banker_only")
    assert ana.post("seat", seat=None).get_json()["role"] == "spectator"


@pytest.mark.parametrize("type_", [[], {}, 7, None, True])
def test_an_action_type_that_is_not_text_is_refused(
    join: Joiner, played: Played, type_: object
) -> None:
    """It causes no server error."""
    banker = join()
    played.start("Ana", "Ben")
    ana = join()
    ana.sit(0)
    body = {"id": "x", "version": played.shown["version"], "action": {"type": type_, "seat": 0}}
    for guest in (banker, ana):
        assert guest.post_to_table("actions", **body).status_code == 400


def test_no_sequence_of_steps_gives_a_guest_a_seat(
    join: Joiner, played: Played, access: AccessControl
) -> None:
    """Somebody with the code joins, enters names, takes seats, stands up and leaves at random."""
    join()
    played.start("Ana", "Ben", "Cleo")
    ana = join()
    ana.sit(0)
    rng = random.Random(7)
    for _ in range(SEQUENCES):
        guest = join()
        for _ in range(STEPS):
            seat, name = rng.randrange(3), rng.choice(["Ana", "BEN", " cleo ", "Dora", "Cléo"])
            what, body = rng.choice(
                [
                    ("seat", {"seat": seat}),
                    ("seat", {"seat": None}),
                    ("name", {"name": name}),
                    ("role", {"role": rng.choice(["player", "spectator", "banker"])}),
                ]
            )
            guest.post(what, **body)
            guest.act(rng.choice(["pay", "rename", "leave"]), seat=seat, amount=1, name="Eve")
            assert (guest.me["seat"], guest.me["own"]) == (None, {})
        guest.post("leave")
    assert (ana.me["seat"], played.shown["version"]) == (0, 1)
