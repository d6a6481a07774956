"""The keys of this machine's eyes, stored between their runs."""

import stat
from pathlib import Path

import pytest

from companion.eye.table_client import FILE, read_key, save_key


def test_each_table_has_its_own_key(tmp_path: Path) -> None:
    """The key is in a private file."""
    folder = tmp_path / "data"
    assert read_key(folder, "http://a:1") == ""
    save_key(folder, "http://a:1", "one")
    save_key(folder, "http://b:1", "two")
    save_key(folder, "http://a:1", "three")
    assert [read_key(folder, f"http://{host}:1") for host in "abc"] == ["three", "two", ""]
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600


def test_a_bad_file_is_no_key(tmp_path: Path) -> None:
    """A banker has to approve the eye again."""
    for bad in ("", "{", "[1]", '{"http://a:1"'):
        (tmp_path / FILE).write_text(bad)
        assert read_key(tmp_path, "http://a:1") == ""
    save_key(tmp_path, "http://a:1", "one")
    assert read_key(tmp_path, "http://a:1") == "one"


def test_a_key_that_cannot_be_stored_is_reported(tmp_path: Path) -> None:
    """It is lost when the eye ends."""
    (tmp_path / "data").write_text("")
    with pytest.raises(OSError, match="data"):
        save_key(tmp_path / "data", "http://a:1", "one")
    assert read_key(tmp_path / "data", "http://a:1") == ""
