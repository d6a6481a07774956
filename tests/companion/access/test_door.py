"""The door on a bad day: a full disk, two at once, and a clock that jumps."""

import threading
from pathlib import Path

import pytest

from companion.access.door import KEEP_SEEN, STRANGER, Door
from companion.access.party import Device
from companion.access.store import Store
from companion.table.log import LogError
from tests.companion.conftest import Clock, Played


class FullDisk(Store):
    """A store that takes nothing more once it is full."""

    full = False

    def write(self, code: str, key: str, devices: "list[Device]") -> None:  # type: ignore[override]
        """Keep it, if there is room."""
        if self.full:
            raise LogError("access_unwritable", "No space left on device.")
        super().write(code, key, devices)


def test_a_full_disk_keeps_nobody_in_and_nobody_from_looking(
    played: Played, tmp_path: Path, clock: Clock
) -> None:
    """Who is shown out is out at once; the others go on."""
    store = FullDisk(tmp_path)
    door = Door(played.table, store, now=clock)
    banker, guest = (door.join(door.code, "192.0.2.1") for _ in range(2))
    store.full = True
    clock.t += KEEP_SEEN + 1
    assert door.caller(door.token(banker.id)).role == "banker"
    with pytest.raises(LogError):
        door.remove(guest.id)
    assert door.caller(door.token(guest.id)) == STRANGER
    with pytest.raises(LogError):
        door.join(door.code, "192.0.2.1")
    door.close()


def test_who_could_not_be_kept_is_not_in(played: Played, tmp_path: Path) -> None:
    """Nobody holds the cookie of that device; as a banker it would keep the bank for ever."""
    store = FullDisk(tmp_path)
    door = Door(played.table, store)
    store.full = True
    with pytest.raises(LogError):
        door.join(door.code, "192.0.2.1")
    store.full = False
    assert door.join(door.code, "192.0.2.1").role == "banker"
    assert len(door.last_seen()) == 1
    door.close()


def test_when_devices_were_seen_is_kept_now_and_then(
    played: Played, tmp_path: Path, clock: Clock
) -> None:
    """Not at every request: an SD card lives from few writes."""
    store = Store(tmp_path)
    door = Door(played.table, store, now=clock)
    device = door.join(door.code, "192.0.2.1")
    began = clock.t
    seen = []
    for _ in range(3):
        clock.t += KEEP_SEEN * 0.6
        door.caller(door.token(device.id))
        kept = store.read()
        assert kept is not None
        seen.append(kept.devices[0].seen - began)
    assert seen == [0.0, KEEP_SEEN * 1.2, KEEP_SEEN * 1.2]
    door.close()


def test_two_who_want_one_seat_at_once(played: Played) -> None:
    """Exactly one gets it, however often they try."""
    played.start("Ana", "Ben")
    door = Door(played.table)
    devices = [door.join(door.code, "192.0.2.1").id for _ in range(8)]
    barrier = threading.Barrier(len(devices))
    refused = []

    def sit(device: str) -> None:
        barrier.wait()
        try:
            door.sit(device, 0)
        except Exception as error:
            refused.append(getattr(error, "code", error))

    threads = [threading.Thread(target=sit, args=(device,)) for device in devices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["seat_taken"] * 7


def test_a_clock_that_is_set_back_shows_nobody_out(played: Played, clock: Clock) -> None:
    """A small machine without a battery learns the time only after its start."""
    door = Door(played.table, now=clock)
    device = door.join(door.code, "192.0.2.1")
    token = door.token(device.id)
    clock.t -= 3600.0
    assert door.caller(token).role == "banker"
