"""The running hub's broker admits only the tables that joined."""

import os
import re
import signal
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli import main
from companion.files import FileError
from companion.hub import programs, serve
from companion.hub.access import HubAccess
from companion.hub.hub import Broker
from companion.hub.programs import CannotSetUp, Service, write_broker_files
from companion.hub.serve import HubSettings, print_address_and_password, serve_hub
from companion.web.connections import Server


def test_tables_that_join_at_once_all_get_passwords(tmp_path: Path) -> None:
    """None overwrites another's."""
    write_broker_files(tmp_path, 8883)
    broker = Broker(tmp_path, ["localhost"], 8883, "PEM", Service(["true"]))
    tables = [f"{number:08x}" for number in range(40)]
    threads = [threading.Thread(target=broker.set_password, args=[table, "x"]) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(broker.users()) == tables
    broker.set_password(tables[0], None)
    assert tables[0] not in broker.users()


def test_the_command_serves_with_or_without_a_public_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing address is valid."""
    served: list[HubSettings] = []
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("companion.cli.hub.log_to_stderr", lambda: None)
    monkeypatch.setattr(serve, "serve_hub", served.append)
    public = "https://hub.example.org"
    for arguments in ((), ("--public-address", f"{public}/")):
        assert main(["hub", "--folder", str(tmp_path), *arguments]) == 0
    assert [settings.public_address for settings in served] == ["", public]


def test_an_unwritable_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error comes before anything is installed."""
    (tmp_path / "file").touch()
    monkeypatch.setattr(os, "umask", lambda _: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(FileError, match=f"Cannot write to {tmp_path}"):
        serve_hub(HubSettings(tmp_path / "file", "Klee", "127.0.0.1", 0, 0))


def test_other_users_of_the_machine_cannot_read_a_hubs_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder and its secrets are private, whatever the umask allows."""

    def fail(_: object) -> None:
        raise CannotSetUp("no packages")

    monkeypatch.setattr(serve, "end_on_signals", lambda: None)
    monkeypatch.setattr(serve, "open_listening_socket", lambda *_: None)
    monkeypatch.setattr(programs, "install_packages", fail)
    folder = tmp_path / "hub"
    before = os.umask(0)
    try:
        monkeypatch.setattr(os, "umask", lambda _: None)
        folder.mkdir()
        with pytest.raises(CannotSetUp):
            serve_hub(HubSettings(folder, "Klee", "127.0.0.1", 0, 0))
        HubAccess(folder)
        write_broker_files(folder, 8883)
    finally:
        monkeypatch.undo()
        os.umask(before)
    private = [folder, *(path for path in folder.iterdir() if path.is_file())]
    assert {path.name: path.stat().st_mode & 0o077 for path in private} == {
        path.name: 0 for path in private
    }


def test_a_hub_that_ends_closes_its_services(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its database and its broker would run on without it."""
    closed: list[str] = []

    def part(name: str) -> SimpleNamespace:
        return SimpleNamespace(live=None, close=lambda: closed.append(name))

    monkeypatch.setattr(serve, "end_on_signals", lambda: None)
    monkeypatch.setattr(os, "umask", lambda _: None)
    monkeypatch.setattr(programs, "install_packages", lambda _: None)
    started = None, part("receiver"), [part("broker"), part("database")]
    monkeypatch.setattr(serve, "_start_services", lambda *_: started)
    monkeypatch.setattr(Server, "run", lambda _: None)
    serve_hub(HubSettings(tmp_path / "hub", "Klee", "127.0.0.1", 0, 0))
    assert closed == ["receiver", "broker", "database"]


def test_a_lost_password_of_the_admin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A start with --reset-password prints a new one and keeps the other users."""
    own = HubAccess(tmp_path)
    own.set_user("admin", "admin", "forgotten")
    own.set_user("Mia", "counter", "remembered")
    settings = HubSettings(tmp_path, "Klee", "127.0.0.1", 8090, 8883, reset_password=True)
    print_address_and_password(settings, own)
    (password,) = re.findall(r"with the password (\S+)", capsys.readouterr().out)
    assert own.log_in("admin", password, "192.0.2.1")
    assert own.log_in("Mia", "remembered", "192.0.2.1")
