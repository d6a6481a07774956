"""A hub's backup: everything that another computer needs to go on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from companion.hub import backup, programs
from companion.hub.access import HubAccess
from companion.hub.backup import back_up_hub, restore_hub
from companion.hub.programs import CannotSetUp, broker_users, set_password, write_broker_files
from tests.companion.hub.services import Database


def test_a_hub_goes_on_elsewhere(
    database: Database, db: psycopg.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has its archive, users, tables and keys; nothing that exists is overwritten."""

    @contextmanager
    def running(_: Path) -> Iterator[str]:
        yield database.dsn

    monkeypatch.setattr(backup, "_running_database", running)
    monkeypatch.setattr(programs, "make_database", lambda folder: None)
    hub, file = tmp_path / "hub", tmp_path / "hub.tar"
    with pytest.raises(CannotSetUp, match="no hub is in"):
        back_up_hub(hub, file)
    hub.mkdir()
    HubAccess(hub).set_user("Ana", "admin", "correct horse")
    write_broker_files(hub, 8883)
    set_password(hub, "0123abcd", "password")
    for name in ("ca.pem", "ca.key"):
        (hub / name).write_text(name)
    db.execute("INSERT INTO tables (id, name) VALUES ('0123abcd', 'Window')")
    back_up_hub(hub, file)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CannotSetUp, match="exists"):
        back_up_hub(hub, file)
    with pytest.raises(CannotSetUp, match="move that folder away"):
        restore_hub(hub, file)
    with pytest.raises(CannotSetUp, match="is not a hub's backup"):
        restore_hub(tmp_path / "new", hub / "acl")
    db.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    restore_hub(tmp_path / "new", file)
    assert db.execute("SELECT name FROM tables").fetchall() == [("Window",)]
    assert HubAccess(tmp_path / "new").log_in("Ana", "correct horse", "192.0.2.1")
    assert [*broker_users(tmp_path / "new")] == ["0123abcd"]
    assert (tmp_path / "new/ca.key").read_text() == "ca.key"
