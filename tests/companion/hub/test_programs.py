"""The files that a hub makes for its broker: certificates, passwords and rights."""

import ssl
from pathlib import Path

import pytest

from companion.hub.programs import (
    CannotSetUp,
    broker_users,
    make_certificates,
    program_path,
    run_program,
    set_password,
    write_broker_files,
)


def test_the_certificate_holds_for_its_names_and_is_kept(tmp_path: Path) -> None:
    """It is renewed when a name changes; the authority, which tables know, never is."""
    names = ["192.0.2.7", "cafe.local"]
    authority = make_certificates(tmp_path, names)
    before = (authority.read_text(), (tmp_path / "server.pem").read_text())
    for name, flag in zip(names, ("-verify_ip", "-verify_hostname"), strict=True):
        run_program(
            "openssl", "verify", "-x509_strict", "-CAfile", str(authority), flag, name,
            str(tmp_path / "server.pem"),
        )  # fmt: skip
    make_certificates(tmp_path, names)
    assert (authority.read_text(), (tmp_path / "server.pem").read_text()) == before
    make_certificates(tmp_path, ["198.51.100.1"])
    assert authority.read_text() == before[0]
    assert (tmp_path / "server.pem").read_text() != before[1]
    assert (tmp_path / "ca.key").stat().st_mode & 0o077 == 0
    context = ssl.create_default_context(cadata=authority.read_text())
    assert context.verify_mode == ssl.CERT_REQUIRED


def test_a_damaged_authority_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is one line; no certificate is made while the clock is wrong."""
    monkeypatch.setattr("time.time", lambda: 86400.0)
    with pytest.raises(CannotSetUp, match="clock"):
        make_certificates(tmp_path, ["192.0.2.7"])
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    (tmp_path / "ca.pem").write_text("")
    with pytest.raises(CannotSetUp, match="damaged or has expired"):
        make_certificates(tmp_path, ["192.0.2.7"])


def test_passwords_are_stored_as_mosquitto_does(tmp_path: Path) -> None:
    """One line for each user; a removed user has none."""
    write_broker_files(tmp_path, 8883)
    set_password(tmp_path, "0123abcd", "x")
    set_password(tmp_path, "hub", "y")
    set_password(tmp_path, "0123abcd", "z")
    assert [*broker_users(tmp_path)] == ["hub", "0123abcd"]
    text = (tmp_path / "passwords").read_text()
    assert all(line.split(":")[1].startswith("$7$101$") for line in text.splitlines())
    set_password(tmp_path, "0123abcd", None)
    assert [*broker_users(tmp_path)] == ["hub"]


def test_a_missing_program_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that fails is, too, in one line and without a traceback."""
    with pytest.raises(CannotSetUp, match="openssl failed"):
        run_program("openssl", "x509", "-in", str(tmp_path / "none"))
    monkeypatch.setattr("shutil.which", lambda name, path=None: None)
    assert program_path("openssl") is None
    with pytest.raises(CannotSetUp, match="not installed"):
        run_program("openssl", "version")
