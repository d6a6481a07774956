"""The accounts of the hub's page: log-ins end, and guessing is useless."""

import json
import string
import threading
from pathlib import Path

import pytest

from companion.access.errors import TooManyGuesses
from companion.hub.access import (
    SESSION_SECONDS,
    BadName,
    HubAccess,
    LastAdmin,
    ShortPassword,
    WrongPassword,
)


@pytest.fixture
def access(tmp_path: Path) -> HubAccess:
    """Return the access of a hub with one admin."""
    access = HubAccess(tmp_path)
    access.set_user("Ana", "admin", "correct horse")
    return access


def test_a_log_in_outlives_a_restart(access: HubAccess, tmp_path: Path) -> None:
    """The token works with the next program in the same folder, and the file is private."""
    token = access.log_in("Ana", "correct horse", "192.0.2.1")
    user = HubAccess(tmp_path).user_of(token)
    assert user is not None
    assert (user.name, user.role) == ("Ana", "admin")
    assert "correct horse" not in (tmp_path / "access.json").read_text()


def test_a_new_password_ends_all_log_ins(access: HubAccess) -> None:
    """Tokens of the old password are invalid."""
    token = access.log_in("Ana", "correct horse", "192.0.2.1")
    access.set_user("Ana", "admin", "battery staple")
    assert access.user_of(token) is None
    assert access.user_of("") is access.user_of("Ana") is None


def test_a_log_in_ends(tmp_path: Path) -> None:
    """It lasts half a day."""
    now = 1e9
    access = HubAccess(tmp_path, lambda: now, lambda: now)
    access.set_user("Ana", "admin", "correct horse")
    token = access.log_in("Ana", "correct horse", "192.0.2.1")
    now += SESSION_SECONDS - 2
    assert access.user_of(token)
    now += 4
    assert access.user_of(token) is None


def test_a_log_in_that_was_logged_out_stays_so(tmp_path: Path) -> None:
    """Neither the clock nor later log-outs change that."""
    now, up = 1e9, 0.0
    access = HubAccess(tmp_path, lambda: now, lambda: up)
    access.set_user("Ana", "admin", "correct horse")
    first = access.log_in("Ana", "correct horse", "192.0.2.1")
    access.log_out(first)
    now += 3 * 86400
    second = access.log_in("Ana", "correct horse", "192.0.2.1")
    access.log_out(second)
    assert access.user_of(first) is access.user_of(second) is None


def test_no_other_spelling_of_a_token_survives_the_log_out(access: HubAccess) -> None:
    """Base64 has unused bits and optional padding."""
    token = access.log_in("Ana", "correct horse", "192.0.2.1")
    letters = string.ascii_letters + string.digits + "-_"
    others = [token + "=", *(token[:-1] + letter for letter in letters)]
    assert sum(access.user_of(other) is not None for other in others) > 1
    access.log_out(token)
    assert not any(access.user_of(other) for other in others)


@pytest.mark.parametrize(("hours", "remembered"), [(13, 3), (1, 8)])
def test_only_the_newest_log_outs_are_kept(
    hours: float, remembered: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the file would grow for ever; no token of today becomes valid again."""
    now = 1e9
    access = HubAccess(tmp_path, lambda: now, lambda: now)
    monkeypatch.setattr("companion.hub.access.MAX_ENDED_TOKENS", 2)
    monkeypatch.setattr(access, "user_of", lambda token: object())
    for number in range(8):
        access.log_out(f"{number}.signature")
        now += hours * 3600
    assert len(json.loads((tmp_path / "access.json").read_text())["ended"]) == remembered


def test_guessing_is_slow_only_for_the_guesser(access: HubAccess) -> None:
    """After five wrong passwords from one address, even for unknown names, others can log in."""
    for name in ("Ana", "Ben", "Ana", "Cleo", "Ana"):
        with pytest.raises(WrongPassword):
            access.log_in(name, "guess", "192.0.2.9")
    with pytest.raises(TooManyGuesses):
        access.log_in("Ana", "correct horse", "192.0.2.9")
    assert access.log_in("Ana", "correct horse", "192.0.2.1")


def test_there_is_always_an_admin(access: HubAccess) -> None:
    """The last admin can neither be removed nor demoted."""
    with pytest.raises(LastAdmin):
        access.remove_user("Ana")
    with pytest.raises(LastAdmin):
        access.set_user("Ana", "counter", "battery staple")
    assert [user.role for user in access.users] == ["admin"]
    access.set_user("Ben", "admin", "battery staple")
    access.remove_user("Ana")
    assert [user.name for user in access.users] == ["Ben"]


def test_bad_names_and_passwords_are_refused(access: HubAccess) -> None:
    """The name is empty or has a line break, or the password is easily guessed."""
    for name in ("  ", "x" * 41, "a\x00b"):
        with pytest.raises(BadName):
            access.set_user(name, "counter", "correct horse")
    with pytest.raises(ShortPassword):
        access.set_user("Ben", "counter", "short")


def test_a_join_secret_expires_or_is_revoked(tmp_path: Path) -> None:
    """Revoking ends all secrets at once."""
    now = 1e9
    access = HubAccess(tmp_path, lambda: now, lambda: now)
    first, second = access.new_join_secret(60), access.new_join_secret(600)
    assert access.join_secrets() == [first, second]
    now += 61
    assert HubAccess(tmp_path, lambda: now, lambda: now).join_secrets() == [second]
    access.forget_join_secrets()
    assert access.join_secrets() == []


def test_simultaneous_guesses_do_not_run_at_once(access: HubAccess) -> None:
    """Of forty, five are tried and the others wait, since each takes time and memory."""
    said: list[type[Exception]] = []

    def guess() -> None:
        try:
            access.log_in("Ana", "guess", "192.0.2.9")
        except (WrongPassword, TooManyGuesses) as error:
            said.append(type(error))

    threads = [threading.Thread(target=guess) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (said.count(WrongPassword), said.count(TooManyGuesses)) == (5, 35)


def test_guessing_strangers_lock_out_nobody_else(access: HubAccess) -> None:
    """However many addresses guess, the right password works from another one."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("companion.hub.access._digest", lambda password, salt: "")
        for number in range(300):
            with pytest.raises(WrongPassword):
                access.log_in("Ana", "guess", f"198.51.100.{number // 5}")
        for number in range(5):
            with pytest.raises(WrongPassword):
                access.log_in("Ana", "guess", f"2001:db8::{number}")
    with pytest.raises(TooManyGuesses):  # an attacker with a whole network chooses addresses
        access.log_in("Ana", "correct horse", "2001:db8::9")
    assert access.log_in("Ana", "correct horse", "203.0.113.1")


def test_the_name_of_the_cafe_is_kept_for_later_starts(tmp_path: Path) -> None:
    """A start without --cafe keeps the name."""
    HubAccess(tmp_path).name_cafe("Café Klee")
    HubAccess(tmp_path).name_cafe(None)
    assert HubAccess(tmp_path).cafe == "Café Klee"
