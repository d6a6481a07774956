"""Of live events, the newest always arrives, none pile up, and places are freed."""

import threading
import time
from contextlib import suppress

import pytest

from companion.budget import BUDGETS, MAX_STREAMS
from companion.table.event_broadcaster import EventBroadcaster, TooManyStreams
from companion.table.event_broadcaster import ServerSentEvent as Event
from tests.waiting import until

FIRST = Event("snapshot", "0", 0)


def test_events_are_written_as_the_standard_says() -> None:
    """Id, name, data, an empty line; no id if the event cannot be resumed."""
    assert Event("snapshot", "{}", 41).encode() == "id: 41\nevent: snapshot\ndata: {}\n\n"
    assert Event("eye", "{}").encode() == "event: eye\ndata: {}\n\n"


def test_a_slow_listener_gets_only_the_newest_of_each_kind() -> None:
    """A thousand unread events take two places."""
    broadcaster = EventBroadcaster()
    stream = broadcaster.listen("tablet", FIRST)
    assert next(stream) == "retry: 1000\n\n"
    for number in range(1000):
        broadcaster.publish_latest(Event("snapshot", str(number), number))
        broadcaster.publish_latest(Event("eye", str(number)))
    assert next(stream) == Event("snapshot", "999", 999).encode() + Event("eye", "999").encode()


def test_events_come_in_the_order_in_which_they_were_sent() -> None:
    """A newer event of a kind comes after those that came in between."""
    broadcaster = EventBroadcaster()
    stream = broadcaster.listen("tablet", FIRST)
    next(stream), next(stream)
    for event in (
        Event("snapshot", "1", 1),
        Event("eye", "2"),
        Event("snapshot", "3", 3),
    ):
        broadcaster.publish_latest(event)
    assert next(stream) == Event("eye", "2").encode() + Event("snapshot", "3", 3).encode()


def test_a_quiet_stream_sends_comments() -> None:
    """There is one after each quiet heartbeat."""
    stream = EventBroadcaster(heartbeat=0.01).listen("tablet", FIRST)
    next(stream), next(stream)
    assert next(stream).startswith(":")


def test_a_device_over_its_limit_loses_its_oldest_stream() -> None:
    """A tablet that reconnects again and again cannot lock out others, or itself."""
    broadcaster = EventBroadcaster(most=3)
    streams = [broadcaster.listen(device, FIRST) for device in ("tablet", "tablet", "phone")]
    broadcaster.listen("tablet", FIRST)
    assert broadcaster.stream_count == 3
    assert list(streams[0]) == ["retry: 1000\n\n"]
    broadcaster.listen("other", FIRST)
    assert list(streams[1]) == ["retry: 1000\n\n"]
    with pytest.raises(TooManyStreams):
        broadcaster.listen("third", FIRST)
    broadcaster.listen("third", FIRST, {"other": "spectator", "third": "player"})
    assert broadcaster.devices == {"tablet", "phone", "third"}


def test_guests_do_not_close_the_bankers_screens() -> None:
    """The tablet and the television are one device with two screens."""
    guests = {f"guest {number}": "spectator" for number in range(60)}
    roles = {**guests, "phone": "player", "greedy": "player"}
    broadcaster = EventBroadcaster()
    screens = [broadcaster.listen("table", FIRST, roles) for _ in range(2)]
    for device in [*guests] * 3:
        with suppress(TooManyStreams):
            broadcaster.listen(device, FIRST, roles)
    others = ("phone", "table", *["greedy"] * 60)
    screens += [broadcaster.listen(device, FIRST, roles) for device in others]
    assert broadcaster.stream_count == MAX_STREAMS
    assert [screen.ended for screen in screens[:4]] == [False] * 4
    assert sum(not screen.ended for screen in screens[4:]) == BUDGETS["player"].streams


def test_a_stream_that_was_never_read_gives_its_place_back() -> None:
    """The browser was gone before the first byte."""
    broadcaster = EventBroadcaster(most=1)
    broadcaster.listen("tablet", FIRST).close()
    assert broadcaster.stream_count == 0


def test_closing_ends_every_waiting_stream_at_once() -> None:
    """A restart must not wait for endless streams."""
    broadcaster = EventBroadcaster(heartbeat=60)
    threads = [
        threading.Thread(target=lambda: list(broadcaster.listen("tablet", FIRST))) for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    until(lambda: broadcaster.stream_count == 5)
    broadcaster.close()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert list(broadcaster.listen("late", FIRST)) == ["retry: 1000\n\n"]


def test_streams_wake_when_somebody_comes_or_goes() -> None:
    """They do so without events, so that the owner of a stream can check its listener."""
    began, broadcaster = time.monotonic(), EventBroadcaster(heartbeat=300.0)
    first = broadcaster.listen("tablet", FIRST)
    assert [next(first), next(first)] == ["retry: 1000\n\n", FIRST.encode()]
    second = broadcaster.listen("phone", FIRST)
    assert broadcaster.devices == {"tablet", "phone"}
    assert next(first) == ": still here\n\n"
    second.close()
    assert broadcaster.devices == {"tablet"}
    assert next(first) == ": still here\n\n"
    broadcaster.wake_all_streams()
    assert next(first) == ": still here\n\n"
    assert time.monotonic() - began < broadcaster.heartbeat
