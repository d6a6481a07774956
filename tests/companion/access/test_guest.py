"""A malicious guest with the code cannot remove anybody or block anybody."""

from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from flask import Flask

from companion.access.control import AccessControl
from companion.access.devices import BANKER_AWAY_SECONDS, NEW_BANKER_SECONDS
from companion.budget import BUDGETS, GUESSES_OF_ADDRESS, MAX_DEVICES, MAX_STREAMS
from tests.companion.access.conftest import TABLE, Guest, Joiner, refused
from tests.companion.access.test_routes import device_of
from tests.companion.conftest import Clock, Played


@dataclass
class Family:
    """A banker, two players, and a phone that only watches."""

    banker: Guest
    ana: Guest
    ben: Guest
    watcher: Guest

    @property
    def roles(self) -> list[str | None]:
        """The current roles."""
        return [one.me["role"] for one in (self.banker, self.ana, self.ben, self.watcher)]


GUESTS = BUDGETS["spectator"].devices  # of one network
WHOLE: list[str | None] = ["banker", "player", "player", "spectator"]


@pytest.fixture
def family(join: Joiner, played: Played) -> Family:
    """Return the family in a game."""
    family = Family(join(), join(), join(), join())
    played.start("Ana", "Ben")
    family.ana.sit(0)
    family.ben.sit(1)
    return family


def test_a_guest_who_joins_again_and_again_displaces_nobody(
    family: Family, app: Flask, access: AccessControl
) -> None:
    """This holds for one address and for many."""
    for number in range(200):
        Guest(app, "192.0.2.99").post("join", code=access.code)
        Guest(app, f"198.51.100.{number}").post("join", code=access.code)
    assert family.roles == WHOLE
    assert len(access.roles()) <= MAX_DEVICES


def test_the_number_of_guests_from_one_network_is_limited(
    family: Family, app: Flask, access: AccessControl
) -> None:
    """Guests that have been away longest go first; devices that follow the table stay."""
    guests = [Guest(app, "192.0.2.99") for _ in range(GUESTS + 3)]
    for guest in guests:
        guest.post("join", code=access.code)
    assert [guest.me["role"] is None for guest in guests] == [True] * 3 + [False] * BUDGETS[
        "spectator"
    ].devices
    assert family.roles == WHOLE


def test_names_that_a_guest_claims_leave_room_for_the_family(
    family: Family, app: Flask, access: AccessControl
) -> None:
    """This holds even if as many devices as possible claim a name for the next game."""
    for number in range(MAX_DEVICES):
        guest = Guest(app, "192.0.2.99")
        if guest.post("join", code=access.code).status_code == 200:
            guest.post("name", name=f"Zed {number}")
    late = Guest(app, "192.0.2.20").post("join", code=access.code)
    assert late.status_code == 200
    assert len(access.roles()) == GUESTS + 5
    assert family.roles == WHOLE


def test_unknown_names_do_not_make_guests_players(
    family: Family, app: Flask, access: AccessControl, clock: Clock
) -> None:
    """Guests from many addresses fill the table under invented names; when away, they make room."""
    for number in range(MAX_DEVICES - 4):
        guest = Guest(app, f"198.51.100.{number}")
        guest.post("join", code=access.code)
        guest.post("name", name=f"Zed {number}")
    clock.t += 601
    assert family.roles == WHOLE
    assert Guest(app, "192.0.2.20").post("join", code=access.code).status_code == 200
    assert family.roles == WHOLE


def test_a_device_is_refused_if_nobody_can_make_room(
    family: Family, app: Flask, access: AccessControl, clock: Clock
) -> None:
    """Later there is room again."""
    many = [Guest(app, f"198.51.100.{n}") for n in range(MAX_DEVICES)]
    answers = [guest.post("join", code=access.code) for guest in many]
    assert [answer.status_code for answer in answers[: MAX_DEVICES - 4]] == [200] * 60
    assert refused(answers[-1]) == (422, "too_many_devices")
    clock.t += 601
    assert family.roles == WHOLE
    assert many[-1].post("join", code=access.code).status_code == 200
    assert family.roles == WHOLE


def test_players_of_another_week_make_room(
    family: Family, app: Flask, access: AccessControl, clock: Clock
) -> None:
    """A banker never makes room."""
    for n in range(MAX_DEVICES - 4):
        Guest(app, f"198.51.100.{n}").post("join", code=access.code)
    clock.t += 7 * 86400
    new = [Guest(app, f"198.51.101.{n}") for n in range(MAX_DEVICES - 1)]
    for guest in new:
        assert guest.post("join", code=access.code).status_code == 200
    assert family.roles == ["banker", None, None, None]


def test_a_guests_streams_take_no_place_from_others(
    family: Family, app: Flask, access: AccessControl, played: Played
) -> None:
    """One device or many may open any number of streams."""
    one = Guest(app, "192.0.2.99")
    many = [Guest(app, f"198.51.100.{n}") for n in range(MAX_STREAMS)]
    with ExitStack() as open_:
        for guest in (one, *many):
            guest.post("join", code=access.code)
        for guest in [one] * MAX_STREAMS + [*many]:
            answer = guest.get(f"{TABLE}/events")
            open_.callback(answer.close)
        for own in (family.banker, family.ana, family.ben):
            answer = own.get(f"{TABLE}/events")
            open_.callback(answer.close)
            assert answer.status_code == 200
        listening = played.table.screens.broadcaster.devices
        assert {device_of(family.banker, n) for n in (1, 2, 3)} <= listening


def test_a_guest_who_takes_a_vacant_bank_removes_nobody_at_once(
    join: Joiner, access: AccessControl, clock: Clock, played: Played
) -> None:
    """The banker may only be away for a moment; ten minutes later, removing is allowed."""
    tablet, phone, guest = join(), join(), join()
    code, devices = access.code, len(access.roles())
    clock.t += BANKER_AWAY_SECONDS
    assert guest.post("role", role="banker").get_json()["role"] == "banker"
    first, second = device_of(guest, 1), device_of(guest, 2)
    tries = [
        guest.post("logout_all"),
        guest.post("revoke", device=first),
        guest.post("revoke", device=second),
        guest.post("new_code"),
        guest.post("role", role="spectator", device=first),
        guest.post("approve", device=second),
        guest.post("seat", seat=None, device=first),
        guest.post_to_table("restore", name="", run="", version=0),
        guest.post_to_table("taught/forget", set="klee"),
        guest.post_to_table("boxes/forget", name="klee"),
        guest.post_to_table("deck/forget", card={}),
        guest.post_to_table("camera", camera="http://198.51.100.7/"),
        guest.get(f"{TABLE}/backup"),
        guest.get(f"{TABLE}/bundle?names=1"),
    ]
    assert [refused(answer) for answer in tries] == [(403, "new_banker")] * 14
    assert tries[0].get_json()["seconds"] == NEW_BANKER_SECONDS
    assert (tablet.me["role"], phone.me["role"]) == ("banker", "spectator")
    assert (access.code, len(access.roles())) == (code, devices)
    played.start("Ana", "Ben")
    phone.sit(0)
    assert refused(guest.post("seat", seat=0)) == (422, "seat_taken")
    assert refused(guest.get(f"{TABLE}/export.json")) == (403, "new_banker")  # it holds secrets
    guest.act("undo", to=0)
    assert tablet.post("role", role="spectator", device=device_of(tablet, 3)).status_code == 200
    assert guest.me["role"] == "spectator"
    clock.t += NEW_BANKER_SECONDS
    guest.post("role", role="banker")
    clock.t += NEW_BANKER_SECONDS
    assert guest.post("new_code").status_code == 200


def test_wrong_guesses_lock_out_only_the_guesser(
    app: Flask, access: AccessControl, stranger: Guest
) -> None:
    """Others can still join from other addresses, the same IPv6 network, or the same proxy."""
    for n in range(10):
        guesser = Guest(app, f"198.51.100.{n}")
        for _ in range(GUESSES_OF_ADDRESS + 1):
            last = guesser.post("join", code="00000000")
        assert refused(last) == (429, "too_many_guesses")
    assert stranger.post("join", code=access.code).status_code == 200
    for _ in range(GUESSES_OF_ADDRESS):
        Guest(app, "2001:db8::bad").post("join", code="00000000")
    assert refused(Guest(app, "2001:db8::bad").post("join", code=access.code))[0] == 429
    assert Guest(app, "2001:db8::1").post("join", code=access.code).status_code == 200

    def join_through_proxy(last: str, code: str) -> int:
        told = app.test_client().post(
            "/api/access/join",
            json={"code": code},
            headers={"X-Forwarded-For": f"10.9.9.9, {last}"},
            environ_overrides={"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "192.0.2.1:8080"},
        )
        return told.status_code

    tries = [join_through_proxy("192.0.2.50", "00000000") for _ in range(GUESSES_OF_ADDRESS + 1)]
    assert tries == [403] * GUESSES_OF_ADDRESS + [429]
    assert join_through_proxy("192.0.2.51", access.code) == 200
