"""The Wi-Fi of the table's computer, as its page chooses it."""

import pytest
from flask.testing import FlaskClient

from tests.companion.conftest import Played

WIFI = "/api/tables/main/wifi"


@pytest.fixture(autouse=True)
def installed(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the table be one that the installer has set up."""
    monkeypatch.setenv("CROUPIER_UPDATES", str(played.folder))


def test_the_page_asks_for_a_wifi(played: Played, client: FlaskClient) -> None:
    """It leaves a private file for the service that joins it, and shows that it is under way."""
    (played.folder / "wifi-networks").write_text("Klee\nRoma\n", encoding="utf-8")
    asked = client.post(WIFI, json={"name": "Café Klee", "password": "geheim 12", "country": "DE"})
    assert asked.json == {"wifi": {"networks": ["Klee", "Roma"], "running": True, "failed": False}}
    wanted = played.folder / "wifi-wanted"
    assert wanted.read_text(encoding="utf-8") == "Café Klee\ngeheim 12\nDE\n"
    assert wanted.stat().st_mode & 0o077 == 0
    wanted.rename(played.folder / "wifi-failed")
    shown = client.get(WIFI).json
    assert shown is not None
    assert (shown["wifi"]["running"], shown["wifi"]["failed"]) == (False, True)


@pytest.mark.parametrize(
    ("name", "password", "country"),
    [("", "", ""), ("a\nb", "", ""), ("a", "short", ""), ("a", "12345678\n", ""), ("a", "", "de;")],
)
def test_a_name_with_a_line_break_is_refused(
    played: Played, client: FlaskClient, name: str, password: str, country: str
) -> None:
    """No network can have such a name."""
    (played.folder / "wifi-networks").touch()
    body = {"name": name, "password": password, "country": country}
    assert client.post(WIFI, json=body).status_code == 400
    assert not (played.folder / "wifi-wanted").exists()


def test_a_table_without_the_service_refuses(client: FlaskClient) -> None:
    """Nothing waits for the file there."""
    assert client.get(WIFI).json == {"wifi": None}
    answer = client.post(WIFI, json={"name": "Klee", "password": "", "country": ""})
    assert (answer.status_code, answer.json and answer.json["code"]) == (422, "no_wifi")
