"""Access control under stress: a full disk, concurrent requests, and a clock that jumps."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.access.callers import STRANGER
from companion.access.control import WRITE_SEEN_SECONDS, AccessControl
from companion.access.devices import BANKER_AWAY_SECONDS, MAX_IDLE_SECONDS
from companion.access.errors import TooManyGuesses, WrongCode
from companion.access.store import AccessStore, StoredAccess
from companion.budget import GUESSES_OF_ADDRESS
from companion.files import FileError
from tests.companion.conftest import Clock, Played
from tests.companion.log.test_played_games import play_out


class FullDisk(AccessStore):
    """A store that accepts no write while it is full."""

    full = False

    def write(self, stored: StoredAccess) -> None:
        """Write, unless it is full."""
        if self.full:
            raise FileError("access_unwritable", "No space left on device.")
        super().write(stored)


def test_a_full_disk_does_not_stop_removals_or_requests(
    played: Played, tmp_path: Path, clock: Clock
) -> None:
    """A removed device is out at once, and the others can go on."""
    store = FullDisk(tmp_path)
    access = AccessControl(played.table, store, now=clock)
    banker, guest = (access.join(access.code, "192.0.2.1") for _ in range(2))
    store.full = True
    clock.t += WRITE_SEEN_SECONDS + 1
    access.store_when_seen()
    assert access.callers.find(access.callers.make_token(banker.id)).role == "banker"
    with pytest.raises(FileError):
        access.remove(guest.id)
    assert access.callers.find(access.callers.make_token(guest.id)) == STRANGER
    with pytest.raises(FileError):
        access.join(access.code, "192.0.2.1")
    access.close()


def test_a_device_that_could_not_be_stored_has_not_joined(played: Played, tmp_path: Path) -> None:
    """Otherwise its cookie could hold the bank for ever."""
    store = FullDisk(tmp_path)
    access = AccessControl(played.table, store)
    store.full = True
    with pytest.raises(FileError):
        access.join(access.code, "192.0.2.1")
    store.full = False
    assert access.join(access.code, "192.0.2.1").role == "banker"
    assert len(access.roles()) == 1
    access.close()


@pytest.mark.parametrize("what", ["join", "sit", "stand up", "set_role", "take_bank", "renew_code"])
def test_a_change_that_could_not_be_stored_is_not_made(
    played: Played, tmp_path: Path, clock: Clock, what: str
) -> None:
    """Otherwise a restart would undo what everybody saw."""
    played.start("Ana", "Ben")
    store = FullDisk(tmp_path)
    access = AccessControl(played.table, store, now=clock, up=clock)
    banker, player, guest = (access.join(access.code, "192.0.2.1") for _ in range(3))
    access.sit(player.id, 0)
    clock.t += BANKER_AWAY_SECONDS + 1
    player = access.callers.find(access.callers.make_token(player.id))
    tries: dict[str, Callable[[], object]] = {
        "join": lambda: access.join(access.code, "192.0.2.1"),
        "sit": lambda: access.sit(guest.id, 0, force=True),
        "stand up": lambda: access.sit(player.id, None),
        "set_role": lambda: access.set_role(banker.id, "spectator"),
        "take_bank": lambda: access.take_bank(player),
        "renew_code": access.renew_code,
    }
    before = access.banker_view(banker.id, "")
    store.full = True
    with pytest.raises(FileError):
        tries[what]()
    assert access.banker_view(banker.id, "") == before
    store.full = False
    tries[what]()
    assert access.banker_view(banker.id, "") != before
    kept = store.read()
    assert kept is not None
    assert kept.code == access.code
    access.close()


def test_a_game_that_starts_while_a_guest_waits_to_sit_is_noticed(played: Played) -> None:
    """The guest must ask for a seat, even if somebody else is joining at that moment."""
    play_out(played, "Ana", "Ben")
    access = AccessControl(played.table)
    _, guest = (access.join(access.code, "192.0.2.1") for _ in range(2))
    with access._memory.lock:
        sitting = threading.Thread(target=access.sit, args=[guest.id, 0], kwargs={"ask": True})
        sitting.start()
        time.sleep(0.1)
        played.start("Ana", "Ben")
    sitting.join(60)
    assert access.status(access.callers.caller_of_device(guest.id))["asks"] == 0


class SlowDisk(AccessStore):
    """A store that writes nothing before `synced`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.writes, self.synced = threading.Event(), threading.Event()
        self.synced.set()

    def write(self, stored: StoredAccess) -> None:
        """Write once `synced` is set."""
        self.writes.set()
        assert self.synced.wait(60)
        super().write(stored)


def test_a_slow_disk_delays_only_devices_that_join(played: Played, tmp_path: Path) -> None:
    """Meanwhile known devices still see the table, and nobody sees half a change."""
    store = SlowDisk(tmp_path)
    access = AccessControl(played.table, store)
    banker = access.join(access.code, "192.0.2.1")
    token = access.callers.make_token(banker.id)
    store.writes.clear()
    store.synced.clear()
    joining = [
        threading.Thread(target=access.join, args=[access.code, "192.0.2.1"]) for _ in range(3)
    ]
    for thread in joining:
        thread.start()
    assert store.writes.wait(60)
    seen: list[object] = []

    def look() -> None:
        seen.append(access.callers.find(token))
        seen.append(len(access.status(banker)["door"]["devices"]))

    looking = threading.Thread(target=look)
    looking.start()
    looking.join(5)
    store.synced.set()
    for thread in (looking, *joining):
        thread.join(60)
    assert seen == [banker, 1]
    assert len(access.roles()) == 4
    access.close()


def test_a_removal_is_stored_with_the_next_change(played: Played, tmp_path: Path) -> None:
    """The disk was full at first; after a later restart, the device is still out."""
    store = FullDisk(tmp_path)
    access = AccessControl(played.table, store)
    banker, guest = (access.join(access.code, "192.0.2.1") for _ in range(2))
    store.full = True
    with pytest.raises(FileError):
        access.remove(guest.id)
    store.full = False
    access.join(access.code, "192.0.2.1")
    kept = store.read()
    assert kept is not None
    ids = [device.id for device in kept.devices]
    assert banker.id in ids
    assert guest.id not in ids
    access.close()


def test_guesses_at_an_old_code_do_not_count(played: Played, tmp_path: Path) -> None:
    """They count if the new code could not be stored and the old one is still valid."""
    store = FullDisk(tmp_path)
    access = AccessControl(played.table, store)
    for _ in range(GUESSES_OF_ADDRESS):
        with pytest.raises(WrongCode):
            access.join("", "192.0.2.1")
    store.full = True
    with pytest.raises(FileError):
        access.renew_code()
    with pytest.raises(TooManyGuesses):
        access.join("", "192.0.2.1")
    store.full = False
    access.renew_code()
    with pytest.raises(WrongCode):
        access.join("", "192.0.2.1")
    access.close()


def test_when_devices_were_seen_is_kept_now_and_then(
    played: Played, tmp_path: Path, clock: Clock
) -> None:
    """Not every request is stored, to spare the SD card."""
    store = AccessStore(tmp_path)
    access = AccessControl(played.table, store, now=clock)
    device = access.join(access.code, "192.0.2.1")
    began = clock.t
    seen = []
    for _ in range(3):
        clock.t += WRITE_SEEN_SECONDS * 0.6
        access.callers.find(access.callers.make_token(device.id))
        access.store_when_seen()
        kept = store.read()
        assert kept is not None
        seen.append(kept.devices[0].seen - began)
    assert seen == [0.0, WRITE_SEEN_SECONDS * 1.2, WRITE_SEEN_SECONDS * 1.2]
    access.close()


def test_two_devices_want_one_seat_at_once(played: Played) -> None:
    """Exactly one gets it, however often they try."""
    played.start("Ana", "Ben")
    access = AccessControl(played.table)
    devices = [access.join(access.code, "192.0.2.1").id for _ in range(8)]
    barrier = threading.Barrier(len(devices))
    refused = []

    def sit(device: str) -> None:
        barrier.wait()
        try:
            access.sit(device, 0)
        except Exception as error:
            refused.append(getattr(error, "code", error))

    threads = [threading.Thread(target=sit, args=(device,)) for device in devices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["seat_taken"] * 7


def test_a_clock_that_is_set_back_removes_nobody(played: Played, clock: Clock) -> None:
    """A small machine without a battery only learns the time after its start."""
    access = AccessControl(played.table, now=clock)
    device = access.join(access.code, "192.0.2.1")
    token = access.callers.make_token(device.id)
    clock.t -= 3600.0
    assert access.callers.find(token).role == "banker"


@pytest.mark.parametrize("days", [41, 20_000])
def test_a_clock_that_is_set_forward_removes_nobody(
    played: Played, tmp_path: Path, clock: Clock, days: int
) -> None:
    """The clock started in the past and is set during a game: everybody stays."""
    played.start("Ana", "Ben")
    up = Clock()
    store = AccessStore(tmp_path)
    access = AccessControl(played.table, store, now=clock, up=up)
    banker, ana, ben = (access.join(access.code, "192.0.2.1") for _ in range(3))
    access.sit(ana.id, 0)
    access.sit(ben.id, 1)
    tokens = [access.callers.make_token(one.id) for one in (banker, ana, ben)]
    clock.t += days * 86400.0
    up.t += 60.0
    assert access.callers.find(tokens[1]).seat == 0
    assert access.join(access.code, "192.0.2.1").role == "spectator"  # and removes nobody
    assert [access.callers.find(token).role for token in tokens] == ["banker", "player", "player"]
    # From now on the time is right, and idle devices expire as usual.
    clock.t += MAX_IDLE_SECONDS + 1
    up.t += MAX_IDLE_SECONDS + 1
    assert [access.callers.find(token) for token in tokens] == [STRANGER] * 3
    access.close()


def test_a_device_long_away_before_the_start_is_removed(
    played: Played, tmp_path: Path, clock: Clock
) -> None:
    """The program has not seen it since its start, so the wall clock counts, though it was set."""
    store = AccessStore(tmp_path)
    access = AccessControl(played.table, store, now=clock, up=Clock())
    token = access.callers.make_token(access.join(access.code, "192.0.2.1").id)
    again = AccessControl(played.table, store, now=clock, up=Clock())
    clock.t += MAX_IDLE_SECONDS + 1
    assert again.callers.find(token) == STRANGER
    access.close()
