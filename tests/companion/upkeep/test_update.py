"""Updates as the page sees them, with real git clones."""

import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.upkeep.update import update_view

UPDATE = "/api/tables/main/update"


def git(folder: Path, *arguments: str) -> None:
    """Run git in `folder`."""
    command = ["git", "-c", "user.name=a", "-c", "user.email=a", "-C", str(folder), *arguments]
    subprocess.run(command, check=True, capture_output=True)


def commit(folder: Path) -> None:
    """Publish a version."""
    git(folder, "commit", "--allow-empty", "-qm", "a version")


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the table be one that the installer has set up; return where its requests are awaited."""
    folder = tmp_path / "requests"
    folder.mkdir()
    monkeypatch.setenv("CROUPIER_UPDATES", str(folder))
    return folder


@pytest.mark.usefixtures("requests")
def test_a_newer_version_is_found(tmp_path: Path) -> None:
    """Without an answer from the origin, the result is None."""
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    origin.mkdir()
    git(origin, "init", "-qb", "main")
    commit(origin)
    git(tmp_path, "clone", "-q", str(origin), str(clone))

    def newer() -> bool | None:
        view = update_view(clone)
        assert view is not None
        return view["newer"]

    assert newer() is False
    commit(origin)
    assert newer() is True
    origin.rename(tmp_path / "gone")
    assert newer() is None


def test_the_page_asks_for_an_update(requests: Path, client: FlaskClient) -> None:
    """It leaves a file for the service that may install it, and shows that it is under way.

    The table's own folder may be in memory, while its disk is full or its log is newer.
    """
    asked = client.post(UPDATE, json={})
    assert asked.json == {"update": {"newer": None, "running": True, "failed": False}}
    (requests / "update-wanted").rename(requests / "update-failed")
    shown = client.get(UPDATE).json
    assert shown is not None
    assert (shown["update"]["running"], shown["update"]["failed"]) == (False, True)


def test_a_table_started_by_hand_is_not_updated(client: FlaskClient) -> None:
    """No service waits for the file there."""
    assert client.get(UPDATE).json == {"update": None}
    answer = client.post(UPDATE, json={})
    assert (answer.status_code, answer.json and answer.json["code"]) == (422, "no_updates")
