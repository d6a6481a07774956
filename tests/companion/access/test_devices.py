"""Devices, roles and seats."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.access.device import TABLE_DISPLAY, PersonsRole, Role, role_of, seat_of
from companion.access.devices import BANKER_AWAY_SECONDS, MAX_IDLE_SECONDS, Devices
from companion.budget import MAX_DEVICES
from engine.core.refusals import NotAllowed, Refusal

NAMES = ("Ana", "Ben", "Cleo")


def devices(count: int) -> Devices:
    """Return `count` devices "0", "1" …; the first one is banker."""
    found = Devices()
    for number in range(count):
        found.join(str(number), 0.0, 0.0)
    return found


def roles(found: Devices) -> list[Role]:
    """Return the roles by device."""
    return [role_of(device, NAMES) for device in found.all]


def test_the_first_device_is_banker_unless_there_is_a_display() -> None:
    """With the table's own display on, no device becomes banker."""
    assert roles(devices(3)) == ["banker", "spectator", "spectator"]
    kept = Devices()
    assert not kept.join("a", 0.0, 0.0, [TABLE_DISPLAY]).banker
    assert not kept.join("b", 0.0, 0.0, eye=True).banker


def test_a_seat_makes_a_player_and_has_one_device() -> None:
    """A second device is refused, but the banker may give it the seat."""
    found = devices(3)
    found.sit("1", 0, NAMES)
    assert roles(found) == ["banker", "player", "spectator"]
    with pytest.raises(NotAllowed, match="Ana"):
        found.sit("2", 0, NAMES)
    found.sit("1", 0, NAMES)  # it has that seat already
    found.sit("2", 0, NAMES, force=True)
    assert roles(found) == ["banker", "spectator", "player"]
    found.sit("2", None, NAMES)
    assert roles(found) == ["banker", "spectator", "spectator"]


def test_names_ignore_case() -> None:
    """A phone and the banker may type a name with different capitals."""
    found = devices(2)
    found.claim_name("1", "ana", ())
    assert roles(found) == ["banker", "player"]
    assert found.taken_seats(NAMES) == [0]


def test_a_seat_goes_with_the_name() -> None:
    """She has another seat in the next game, is not in the one after, and then comes back."""
    found = devices(2)
    found.sit("1", 2, NAMES)
    phone = found.find("1")
    assert seat_of(phone, NAMES) == 2
    assert seat_of(phone, ("Cleo", "Ana")) == 0
    assert seat_of(phone, ("Ana", "Ben")) is None
    assert role_of(phone, ("Ana", "Ben")) == "spectator"


def test_the_bank_is_handed_on_and_taken_back() -> None:
    """Bankers keep their seats; a spectator has none."""
    found = devices(2)
    found.sit("1", 1, NAMES)
    found.set_role("1", "banker")
    assert roles(found) == ["banker", "banker"]
    found.set_role("1", "player")
    assert roles(found) == ["banker", "player"]
    found.set_role("1", "spectator")
    with pytest.raises(NotAllowed, match="seat"):
        found.set_role("1", "player")


def test_a_connected_device_becomes_banker_when_the_last_one_leaves() -> None:
    """Of the devices that are connected, players come first; with a banker, nothing changes."""
    found = devices(4)
    found.sit("2", 0, NAMES)
    found.sit("3", 1, NAMES)
    found.ensure_banker({"1", "2", "3"}, NAMES)
    assert [device.id for device in found.bankers] == ["0"]
    found.remove("0")
    found.ensure_banker((), NAMES)
    assert found.bankers == []
    found.ensure_banker({"1", "3"}, NAMES)
    assert [device.id for device in found.bankers] == ["3"]


def test_a_device_not_seen_for_long_is_removed() -> None:
    """It makes room for others."""
    found = devices(2)
    assert found.mark_seen("1", MAX_IDLE_SECONDS / 2, MAX_IDLE_SECONDS / 2) is not None
    assert found.mark_seen("0", MAX_IDLE_SECONDS + 1, MAX_IDLE_SECONDS + 1) is None
    assert found.mark_seen("1", MAX_IDLE_SECONDS + 1, MAX_IDLE_SECONDS + 1) is not None
    found.join("2", MAX_IDLE_SECONDS + 1, MAX_IDLE_SECONDS + 1)
    assert [device.id for device in found.all] == ["1", "2"]
    assert found.find("2").banker


def test_a_clock_that_was_set_removes_nobody() -> None:
    """A joining device replaces nobody; a device that is idle from then on expires in time."""
    found = devices(2)
    found.sit("1", 0, NAMES)
    found.join("2", 2 * MAX_IDLE_SECONDS, 60.0)
    assert roles(found) == ["banker", "player", "spectator"]
    assert found.mark_seen("1", 2 * MAX_IDLE_SECONDS, MAX_IDLE_SECONDS) is not None
    found.join("3", 4 * MAX_IDLE_SECONDS, 2 * MAX_IDLE_SECONDS - 1)
    assert [device.id for device in found.all] == ["1", "3"]


def test_a_full_table_forgets_the_longest_away_but_no_banker() -> None:
    """Joining again and again with the code does not fill the memory."""
    found = devices(MAX_DEVICES)
    found.mark_seen("1", 5.0, 5.0)
    found.sit("2", 0, NAMES)
    with pytest.raises(NotAllowed, match="too many"):
        found.join("new", 6.0, 6.0, names=NAMES)
    found.join("new", 604.0, 604.0, names=NAMES)
    assert len(found.all) == MAX_DEVICES
    assert found.find("0").banker
    found.find("1")
    found.find("2")
    with pytest.raises(NotAllowed):
        found.find("3")


def test_the_bank_is_vacant_if_no_banker_was_seen_for_a_while() -> None:
    """No banker has had an open stream or sent a request."""
    found = devices(2)
    assert not found.is_bank_vacant((), BANKER_AWAY_SECONDS - 1)
    assert found.is_bank_vacant((), BANKER_AWAY_SECONDS)
    assert not found.is_bank_vacant({"0"}, BANKER_AWAY_SECONDS)
    assert found.is_bank_vacant({"1"}, BANKER_AWAY_SECONDS)


def test_a_banker_last_seen_in_the_future_does_not_keep_the_bank() -> None:
    """After a power cut, the clock of a small machine may be hours behind the last visit."""
    found = devices(2)
    found.mark_seen("0", 3 * 3600.0, 3 * 3600.0)
    assert found.is_bank_vacant((), 0.0)
    assert not found.is_bank_vacant({"0"}, 0.0)
    assert not found.is_bank_vacant((), 3 * 3600.0 - 1)  # a clock that was corrected by a second


def test_an_eye_stays_an_eye() -> None:
    """It has no seat and no role, and never inherits the bank."""
    found = Devices()
    found.join("eye", 0.0, 0.0, eye=True)
    for attempt in (
        lambda: found.sit("eye", 0, NAMES, force=True),
        lambda: found.set_role("eye", "banker"),
    ):
        with pytest.raises(NotAllowed):
            attempt()
    found.ensure_banker({"eye"}, NAMES)
    assert found.bankers == []


IDS = st.sampled_from([*"abcdef"])


@settings(max_examples=60, stateful_step_count=40, deadline=None)
class DevicesMachine(RuleBasedStateMachine):
    """Random actions in any order, with invariants of devices."""

    def __init__(self) -> None:
        super().__init__()
        self.devices = Devices()
        self.eyes: set[str] = set()

    @rule(id_=IDS, eye=st.booleans(), here=st.sets(st.sampled_from([TABLE_DISPLAY])))
    def join(self, id_: str, eye: bool, here: set[str]) -> None:
        """Let a new device join; ids are never reused, so a known one stays as it is."""
        if id_ not in {device.id for device in self.devices.all}:
            self.devices.join(id_, 0.0, 0.0, here, eye=eye)
            (self.eyes.add if eye else self.eyes.discard)(id_)

    @rule(id_=IDS, seat=st.none() | st.integers(-1, len(NAMES)), force=st.booleans())
    def sit(self, id_: str, seat: int | None, force: bool) -> None:
        """Take or leave a seat, allowed or not."""
        before = self.devices.all
        try:
            self.devices.sit(id_, seat, NAMES, force=force)
        except Refusal:
            assert self.devices.all == before

    @rule(id_=IDS, role=st.sampled_from(["banker", "player", "spectator"]))
    def set_role(self, id_: str, role: PersonsRole) -> None:
        """Change a role, allowed or not."""
        before = self.devices.all
        try:
            self.devices.set_role(id_, role)
        except Refusal:
            assert self.devices.all == before

    @rule(id_=IDS, here=st.sets(IDS))
    def remove(self, id_: str, here: set[str]) -> None:
        """Remove a device; its bank passes on."""
        try:
            self.devices.remove(id_)
        except Refusal:
            return
        self.devices.ensure_banker(here, NAMES)
        people = {device.id for device in self.devices.all if not device.eye}
        assert self.devices.bankers or not here & people

    @invariant()
    def nobody_shares_a_seat(self) -> None:
        """Each name has one device."""
        seats = [device.seat for device in self.devices.all if device.seat]
        assert len(seats) == len(set(seats))

    @invariant()
    def eyes_stay_eyes(self) -> None:
        """Eyes are neither bankers nor seated."""
        for device in self.devices.all:
            if device.id in self.eyes:
                assert (device.eye, device.banker, device.seat) == (True, False, None)


TestDevicesMachine = DevicesMachine.TestCase
