"""Guessing the code is hopeless, from any address."""

from companion.access.credentials import GUESS_WINDOW_SECONDS, RateLimit
from companion.budget import GUESSES_OF_ADDRESS, GUESSES_OF_NETWORK


def guess_all(guesses: RateLimit, tries: int, address: str, now: float) -> int:
    """Try `tries` wrong codes at once; return how many were checked."""
    heard = 0
    for _ in range(tries):
        if guesses.seconds_to_wait(address, now) == 0:
            guesses.count_wrong_code(address, now)
            heard += 1
    return heard


def test_one_address_has_few_tries_and_then_waits() -> None:
    """There are five, and the next when the first has expired; other addresses need not wait."""
    guesses = RateLimit()
    assert guess_all(guesses, 1000, "192.0.2.1", 100.0) == GUESSES_OF_ADDRESS
    assert guesses.seconds_to_wait("192.0.2.1", 160.0) == GUESS_WINDOW_SECONDS - 60
    assert guesses.seconds_to_wait("192.0.2.2", 160.0) == 0
    assert guesses.seconds_to_wait("192.0.2.1", 100.0 + GUESS_WINDOW_SECONDS) == 0


def test_all_addresses_together_have_few_tries() -> None:
    """After fifty, each address has one, so others' guesses cannot block the right code."""
    guesses = RateLimit()
    heard = [guess_all(guesses, 9, f"198.51.100.{n}", 0.0) for n in range(250)]
    assert heard == [GUESSES_OF_ADDRESS] * 50 + [1] * 200
    assert guesses.seconds_to_wait("198.51.100.249", 10.0) == GUESS_WINDOW_SECONDS - 10
    assert guesses.seconds_to_wait("192.0.2.1", 10.0) == 0


def test_changing_its_address_gives_a_machine_no_more_tries() -> None:
    """An IPv6 device chooses the second half of its address, and IPv4 can be written as IPv6."""
    guesses = RateLimit()
    guessed = sum(guess_all(guesses, 1, f"2001:db8::{n:x}", 0.0) for n in range(99))
    assert guessed == GUESSES_OF_NETWORK
    assert guess_all(guesses, 9, "::ffff:192.0.2.1", 0.0) == GUESSES_OF_ADDRESS
    assert guess_all(guesses, 9, "192.0.2.1", 0.0) == 0
    assert guess_all(guesses, 9, "fe80::1%eth0", 0.0) == GUESSES_OF_ADDRESS
    assert guess_all(guesses, 9, "fe80::1%eth1", 0.0) == 0


def test_guessing_does_not_lock_out_neighbours() -> None:
    """The neighbours' addresses are in the same IPv6 network."""
    guesses = RateLimit()
    guess_all(guesses, 9, "2001:db8::1", 0.0)
    assert guesses.seconds_to_wait("2001:db8::1", 0.0) == GUESS_WINDOW_SECONDS
    assert guesses.seconds_to_wait("2001:db8::2", 0.0) == 0


def test_a_whole_day_of_guessing_finds_one_code_in_two_thousand() -> None:
    """The limits leave no better chance than that."""
    guesses = RateLimit()
    day = range(0, 86400, 60)
    heard = sum(guess_all(guesses, 9, f"192.0.2.{n % 200}", float(n)) for n in day)
    assert heard / 10**8 < 1 / 2_000


def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    """The clock may have been wrong by years, but the lock does not last for years."""
    guesses = RateLimit()
    guess_all(guesses, 9, "192.0.2.1", 1e9)
    assert guesses.seconds_to_wait("192.0.2.1", 1e6) == 0


def test_any_text_counts_as_an_address() -> None:
    """Other kinds of sockets have other names, or none."""
    assert guess_all(RateLimit(), 9, "", 0.0) == GUESSES_OF_ADDRESS
