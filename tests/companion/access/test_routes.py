"""Joining, taking seats, handing over the bank and removing devices, over HTTP."""

from typing import Any

import pytest
from flask import Flask

from companion.access.control import AccessControl
from companion.access.devices import BANKER_AWAY_SECONDS
from companion.access.store import AccessStore
from companion.table.event_broadcaster import ServerSentEvent
from companion.web.app import create_app
from tests.companion.access.conftest import TABLE, Guest, Joiner, refused
from tests.companion.conftest import Clock, Played
from tests.companion.web.test_api import READING


def device_of(banker: Guest, number: int) -> str:
    """Return the id of the device with that `number`."""
    devices = banker.me["door"]["devices"]
    found: str = next(one["device"] for one in devices if one["number"] == number)
    return found


def test_the_first_joins_as_banker_and_the_next_to_watch(join: Joiner) -> None:
    """Nobody plays before there are seats."""
    banker, guest = join(), join()
    assert (banker.me["role"], guest.me["role"], guest.me["seat"]) == ("banker", "spectator", None)
    assert "door" not in guest.me
    assert refused(guest.act("start", game="tiny", names=["Eve"])) == (403, "only_watching")
    assert banker.act("start", game="tiny", names=["Ana", "Ben"]).status_code == 200


@pytest.mark.parametrize("now", [-1e9, 0.0, 1.4e10])
def test_devices_join_whatever_year_the_clock_says(join: Joiner, clock: Clock, now: float) -> None:
    """A small machine without a battery for its clock may be wrong by centuries."""
    clock.t = now
    assert join().me["role"] == "banker"


def test_a_player_acts_only_for_their_own_seat(join: Joiner, played: Played) -> None:
    """Acts for another seat or of the table are refused and change nothing."""
    banker, phone = join(), join()
    played.start("Ana", "Ben")
    banker.act("dice", faces=["6", "6", "6"])
    banker.act("dice", faces=["5", "5", "5"])
    phone.sit(1)
    assert phone.me["role"] == "player"
    before = played.shown["version"]
    assert refused(phone.act("pay", seat=0, amount=1)) == (403, "not_your_seat")
    assert refused(phone.act("pay", seat=True, amount=1)) == (403, "not_your_seat")
    for type_, fields in (("undo", {}), ("dice", {"faces": ["1"] * 3}), ("open", {}), ("draw", {})):
        assert refused(phone.act(type_, **fields)) == (403, "banker_only")
    assert refused(phone.act("undo", seat=1)) == (403, "banker_only")
    assert refused(phone.act("draw", seat=0)) == (403, "not_your_seat")
    assert refused(phone.act("draw", seat=1)) == (422, "nothing_to_draw")
    assert refused(phone.act("draws", seat=1, draws=True)) == (403, "banker_only")
    assert played.shown["version"] == before
    assert phone.act("pay", seat=1, amount=4).status_code == 200
    assert played.cash() == [18, 11]
    (row,) = [row for row in played.log if row["version"] == before + 1]
    assert row["who"] == device_of(banker, 2)


def test_a_seat_belongs_to_one_device_until_the_banker_frees_it(
    join: Joiner, played: Played
) -> None:
    """Another phone is refused; the banker frees the seat, or gives it away."""
    banker, ana, other = join(), join(), join()
    played.start("Ana", "Ben")
    ana.sit(0)
    assert ana.me["taken"] == [0]
    answer = other.post("seat", seat=0)
    assert refused(answer) == (422, "seat_taken")
    assert answer.get_json()["name"] == "Ana"
    phone = device_of(banker, 2)
    assert refused(other.post("seat", seat=None, device=phone)) == (403, "banker_only")
    assert banker.post("seat", seat=None, device=phone).status_code == 200
    assert ana.me["role"] == "spectator"
    other.sit(0)
    assert banker.post("seat", seat=0, device=phone).status_code == 200
    assert (ana.me["seat"], other.me["seat"]) == (0, None)
    assert refused(ana.post("seat", seat=7)) == (422, "no_such_seat")
    assert refused(ana.post("seat", seat=-1)) == (422, "no_such_seat")


def test_the_bank_is_handed_on_and_taken_back(join: Joiner, played: Played) -> None:
    """Only bankers may do so; after handing it over they no longer have it."""
    tablet, phone = join(), join()
    own, other = device_of(tablet, 1), device_of(tablet, 2)
    assert refused(phone.post("role", role="banker")) == (403, "banker_only")
    assert refused(phone.post("role", role="spectator", device=own)) == (403, "banker_only")
    assert tablet.post("role", role="banker", device=other).status_code == 200
    assert phone.me["role"] == "banker"
    assert phone.post("role", role="spectator", device=own).status_code == 200
    assert tablet.me["role"] == "spectator"
    assert phone.post("role", role="banker", device=own).status_code == 200
    assert tablet.post("role", role="spectator", device=other).status_code == 200
    assert (tablet.me["role"], phone.me["role"]) == ("banker", "spectator")


def test_when_the_last_banker_leaves_a_connected_device_gets_the_bank(
    join: Joiner, played: Played
) -> None:
    """Players come before spectators."""
    tablet, watcher, player = join(), join(), join()
    played.start("Ana", "Ben")
    player.sit(1)
    streams = [played.table.listen(device_of(tablet, number)) for number in (2, 3)]
    assert tablet.post("leave").get_json()["role"] is None
    assert (player.me["role"], player.me["seat"], watcher.me["role"]) == ("banker", 1, "spectator")
    assert refused(tablet.get(TABLE)) == (401, "code_needed")
    for stream in streams:
        stream.close()


def test_a_player_takes_the_bank_when_its_device_is_gone(
    join: Joiner, played: Played, clock: Clock
) -> None:
    """A tablet with an empty battery does not end the evening; it gets its role back later."""
    tablet, watcher, player = join(), join(), join()
    played.start("Ana", "Ben")
    player.sit(0)
    assert player.me["bank_left"] is False
    assert refused(player.post("role", role="banker")) == (403, "banker_only")
    clock.t += BANKER_AWAY_SECONDS
    assert player.me["bank_left"] is True
    assert refused(watcher.post("role", role="banker")) == (403, "banker_only")
    assert player.post("role", role="banker").get_json()["role"] == "banker"
    assert tablet.me["role"] == "banker"


def test_a_spectator_can_take_a_vacant_bank_between_games(
    join: Joiner, played: Played, clock: Clock
) -> None:
    """The device that joined first is gone for good, and nobody else could start a game."""
    ghost, phone, late = join(), join(), join()
    assert ghost.me["role"] == "banker"
    assert phone.me["bank_left"] is False
    assert refused(phone.post("role", role="banker")) == (403, "banker_only")
    clock.t += BANKER_AWAY_SECONDS
    assert phone.me["bank_left"] is True
    assert phone.post("role", role="banker").get_json()["role"] == "banker"
    assert phone.act("start", game="tiny", names=["Ana", "Ben"]).status_code == 200
    clock.t += BANKER_AWAY_SECONDS
    assert late.me["bank_left"] is False  # during a game, the players decide
    assert refused(late.post("role", role="banker")) == (403, "banker_only")
    while not played.shown["over"]:
        played.do("dice", faces=["6"] * 3)
    assert late.me["bank_left"] is True
    assert late.post("role", role="banker").status_code == 200


def test_a_banker_logs_out_all_other_devices(
    join: Joiner, access: AccessControl, played: Played
) -> None:
    """A new code replaces the old one, so that nobody returns."""
    banker, *guests = join(), join(), join()
    old = access.code
    assert refused(guests[0].post("logout_all")) == (403, "banker_only")
    told = banker.post("logout_all").get_json()
    assert told["role"] == "banker"
    assert len(told["door"]["devices"]) == 1
    assert all(refused(guest.get(TABLE)) == (401, "code_needed") for guest in guests)
    assert refused(guests[0].post("join", code=old)) == (403, "wrong_code")
    assert guests[0].post("join", code=access.code).status_code == 200


def test_a_new_code_does_not_log_anybody_out(join: Joiner, access: AccessControl) -> None:
    """Only bankers see the code."""
    banker, guest = join(), join()
    old = access.code
    assert refused(guest.post("new_code")) == (403, "banker_only")
    told = banker.post("new_code").get_json()["door"]
    assert told["code"].replace(" ", "") == access.code != old
    assert guest.me["role"] == "spectator"
    assert "door" not in guest.me
    assert refused(guest.get("/api/access/qr.svg")) == (403, "banker_only")


def test_the_table_draws_the_qr_code_itself(join: Joiner) -> None:
    """It is black on white and never cached."""
    answer = join().get("/api/access/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.data.startswith(b"<svg")
    assert b"http" not in answer.data.replace(b"http://www.w3.org/2000/svg", b"")
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_address_is_the_one_the_banker_used(join: Joiner) -> None:
    """Phones can use that network address, too."""
    assert join().me["door"]["url"] == "http://192.0.2.1:8080/"


def test_only_devices_with_a_seat_see_pictures_of_the_tray(join: Joiner, played: Played) -> None:
    """Spectators may not see them."""
    banker, player, watcher = join(), join(), join()
    played.start("Ana", "Ben")
    played.clock.t += 5
    banker.client.post(f"{TABLE}/readings", json=READING, environ_overrides=banker.at)
    player.sit(1)
    path = f"{TABLE}/evidence/2.jpg"
    assert [guest.get(path).status_code for guest in (banker, player, watcher)] == [200, 200, 403]
    for name in ("eye.jpg", "readings/1.jpg", "evidence/2.jpg"):
        assert refused(watcher.get(f"{TABLE}/{name}")) == (403, "only_watching")


def test_a_game_that_is_over_may_be_exported(join: Joiner, played: Played) -> None:
    """Every device may; an unfinished game may contain secrets, so only bankers may export it."""
    banker, watcher = join(), join()
    played.start("Ana", "Ben")
    for name in ("export.csv", "export.json"):
        assert banker.get(f"{TABLE}/{name}").status_code == 200
        assert refused(watcher.get(f"{TABLE}/{name}")) == (403, "banker_only")
    while not played.shown["over"]:
        played.do("dice", faces=["6", "6", "6"])
    for name in ("export.csv", "export.json"):
        assert watcher.get(f"{TABLE}/{name}").status_code == 200


def test_an_eye_joins_with_the_fewest_rights(
    join: Joiner, app: Flask, access: AccessControl
) -> None:
    """It sends readings with a key; as a cookie the key is worthless."""
    banker, eye = join(), Guest(app, "192.0.2.77", use_cookies=False)
    assert refused(eye.post("join", code="1", eye=True)) == (403, "wrong_code")
    answer = eye.post("join", code=access.code, eye=True)
    assert "Set-Cookie" not in answer.headers
    key = answer.get_json()["key"]
    shown = {"Authorization": f"Bearer {key}"}
    beat = {"eye": "r", "state": "sure"}
    for sent, status in ((shown, 200), ({"Cookie": f"croupier_device={key}"}, 401)):
        told = eye.client.post(f"{TABLE}/eye", json=beat, headers=sent, environ_overrides=eye.at)
        assert told.status_code == status
    assert refused(eye.get(TABLE, headers=shown)) == (403, "banker_only")
    assert refused(eye.get(f"{TABLE}/eye.jpg", headers=shown)) == (403, "banker_only")
    assert banker.post("revoke", device=device_of(banker, 2)).status_code == 200
    assert refused(eye.get(TABLE, headers=shown)) == (401, "code_needed")


def test_a_device_that_is_in_does_not_join_again(join: Joiner, access: AccessControl) -> None:
    """A code scanned again in the same browser, even a wrong one, changes nothing."""
    banker = join()
    assert banker.post("join", code="00000000").get_json()["role"] == "banker"
    assert len(banker.me["door"]["devices"]) == 1


def test_devices_come_back_after_a_restart(
    join: Joiner, played: Played, access: AccessControl, clock: Clock
) -> None:
    """Roles, seats, code and cookies; removed devices stay out."""
    banker, phone, gone = join(), join(), join()
    played.start("Ana", "Ben")
    phone.sit(1)
    banker.post("revoke", device=device_of(banker, 3))
    access.close()
    played.again()
    again = AccessControl(played.table, AccessStore(played.folder), now=clock)
    app = create_app(played.table, again)
    cookies = [guest.cookie for guest in (banker, phone, gone)]
    seen = []
    for cookie in cookies:
        guest = Guest(app, "192.0.2.9", use_cookies=False)
        me = guest.get("/api/me", headers={"Cookie": f"croupier_device={cookie}"}).get_json()
        seen.append((me["role"], me["seat"]))
    again.close()
    assert again.code == access.code
    assert seen == [("banker", None), ("player", 1), (None, None)]


def test_a_seat_follows_its_player_into_the_next_game(join: Joiner, played: Played) -> None:
    """Ana has another seat; Ben sits out, so his phone watches until the start is undone."""
    _, ana, ben = join(), join(), join()
    played.start("Ana", "Ben")
    ana.sit(0)
    ben.sit(1)
    played.start("Cleo", "Ana")
    assert [(guest.me["role"], guest.me["seat"]) for guest in (ana, ben)] == [
        ("player", 1),
        ("spectator", None),
    ]
    played.do("undo")
    assert [guest.me["seat"] for guest in (ana, ben)] == [0, 1]


@pytest.mark.parametrize("what", ["seat", "role", "revoke", "leave", "logout_all", "new_code"])
def test_malformed_requests_are_refused(join: Joiner, what: str) -> None:
    """They get a stable code and have no effect."""
    banker = join()
    assert refused(banker.post(what, nonsense=1)) == (400, "malformed")
    assert banker.me["role"] == "banker"


def test_a_device_that_is_gone_is_named(join: Joiner) -> None:
    """Two bankers tap at once: the second sees why it failed."""
    banker = join()
    for what, body in (
        ("revoke", {"device": "x"}),
        ("seat", {"seat": None, "device": "x"}),
        ("role", {"role": "banker", "device": "x"}),
    ):
        assert refused(banker.post(what, **body)) == (422, "no_such_device")


def test_a_device_is_told_its_role_until_it_is_removed(join: Joiner, played: Played) -> None:
    """The stream has `you` at first and after each change, and ends when the device is removed."""
    banker, phone = join(), join()
    played.start("Ana", "Ben")
    stream: Any = iter(phone.get(f"{TABLE}/events").response)
    assert next(stream).startswith(b"retry: 1000\n\n")
    first = next(stream)
    assert b'event: you\ndata: {"role":"spectator"' in first
    phone.sit(1)
    assert b'event: you\ndata: {"role":"player","seat":1,"taken":[1]' in next(stream)
    banker.post("revoke", device=device_of(banker, 2))
    played.table.screens.broadcaster.publish_latest(ServerSentEvent("snapshot", "a secret", 9))
    assert list(stream) == []
    assert played.table.screens.broadcaster.stream_count == 0
