"""The data of access control that survives a restart."""

import os
import sqlite3
import stat
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.access.device import Device
from companion.access.store import FILE, AccessStore, StoredAccess, open_or_replace_store
from companion.files import FileError

DEVICES = (
    Device("abc", 1, 10.0, 20.5, banker=True),
    Device("def", 2, 11.0, 21.0, seat="Zoë"),
    Device("eye", 3, 12.0, 22.0, eye=True),
    Device("far", 4, 13.0, 23.0, eye=True, approved=True),
)


def test_stored_data_is_there_after_a_restart(tmp_path: Path) -> None:
    """Code, key and devices come back; a removed device is gone."""
    store = AccessStore(tmp_path)
    assert store.read() is None
    store.write(StoredAccess("12345678", "key", DEVICES))
    store.write(StoredAccess("87654321", "key", DEVICES[1:]))
    store.close()
    again = AccessStore(tmp_path)
    kept = again.read()
    again.close()
    assert kept is not None
    assert (kept.code, kept.key, kept.devices) == ("87654321", "key", DEVICES[1:])


def test_the_store_of_an_older_program_opens(tmp_path: Path) -> None:
    """Its eyes are not approved."""
    store = AccessStore(tmp_path)
    store.write(StoredAccess("12345678", "key", DEVICES))
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as older, older:
        older.execute("ALTER TABLE device DROP COLUMN approved")
        older.execute("DELETE FROM secret WHERE name = 'checksum'")
    again = AccessStore(tmp_path)
    kept = again.read()
    again.close()
    assert kept is not None
    assert kept.devices == (*DEVICES[:3], replace(DEVICES[3], approved=False))


def test_a_damaged_store_opened_twice_at_once_is_set_aside_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the second would rename the first one's new store with its devices."""
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    seconds: list[Future[tuple[AccessStore | None, bool]]] = []
    replace_file = os.replace

    def replace_late(source: Path, target: Path) -> None:
        if not seconds:
            seconds.append(pool.submit(open_or_replace_store, tmp_path))
            wait(seconds, 0.3)
        replace_file(source, target)

    monkeypatch.setattr(os, "replace", replace_late)
    with ThreadPoolExecutor(1) as pool:
        first, is_new = open_or_replace_store(tmp_path)
        second, is_newer = seconds[0].result()
    assert (is_new, is_newer) == (True, False)
    for store in (first, second):
        assert store is not None
        store.close()


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    """It holds the code and the key that signs cookies."""
    store = AccessStore(tmp_path)
    store.write(StoredAccess("12345678", "key", ()))
    mode = stat.S_IMODE((tmp_path / FILE).stat().st_mode)
    store.close()
    assert mode == 0o600


def test_a_damaged_store_says_so_in_one_line(tmp_path: Path) -> None:
    """The message says what can be done."""
    (tmp_path / FILE).write_bytes(b"this is not a database at all" * 100)
    with pytest.raises(FileError, match="has to join again") as caught:
        AccessStore(tmp_path)
    assert caught.value.code == "access_damaged"


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    """A file has the folder's name."""
    (tmp_path / "data").write_text("")
    with pytest.raises(FileError) as caught:
        AccessStore(tmp_path / "data")
    assert caught.value.code == "access_unwritable"
