"""The first load in a browser: compressed texts, and the names of all scripts."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

from companion.web import first_load
from companion.web.first_load import STATIC_FOLDER, page_scripts

SCRIPT = "/static/js/app.js"
PACKED = {"Accept-Encoding": "gzip"}


def fetch(client: FlaskClient, path: str, **headers: str) -> tuple[int, Headers, bytes]:
    """Return status, headers and body, with the file closed."""
    with client.get(path, headers={"Accept-Encoding": "", **headers}) as answer:
        return answer.status_code, answer.headers, answer.data


def test_an_update_may_bring_style_sheets_while_the_table_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page lists the current ones."""
    monkeypatch.setattr(first_load, "STATIC_FOLDER", tmp_path)
    assert first_load.page_styles() == ()
    (tmp_path / "css").mkdir()
    (tmp_path / "css/pig.css").touch()
    assert first_load.page_styles() == ("pig",)


def test_the_page_names_every_script_that_it_needs(client: FlaskClient) -> None:
    """Every module that is imported at once is preloaded, but no game's display."""
    page = client.get("/").get_data(as_text=True)
    named = re.findall(r'modulepreload" href="/static/([^"]+)"', page)
    assert tuple(named) == page_scripts()
    assert {"js/app.js", "js/store.js", "js/parts/dom.js"} <= set(named)
    assert "js/games/last_chance.js" not in named
    assert [fetch(client, f"/static/{name}")[0] for name in named] == [200] * len(named)


def test_texts_are_compressed_for_browsers_that_accept_it(client: FlaskClient) -> None:
    """It is the same script either way; caches distinguish the two."""
    _, plain_headers, plain = fetch(client, SCRIPT)
    _, headers, packed = fetch(client, SCRIPT, **PACKED)
    assert "Content-Encoding" not in plain_headers
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Vary"] == plain_headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed) == plain == (STATIC_FOLDER / "js/app.js").read_bytes()
    assert len(packed) < len(plain) / 2


def test_the_typeface_is_compressed_and_cached(client: FlaskClient) -> None:
    """A stranger's device gets it, too; once cached, it is not even requested."""
    _, headers, packed = fetch(client, "/static/figtree.ttf", **PACKED)
    assert headers["Content-Type"] == "font/ttf"
    assert "max-age=2592000" in headers["Cache-Control"]
    assert gzip.decompress(packed).startswith(b"\0\1\0\0")  # TrueType
    assert len(packed) < 36_000


def test_a_cached_file_is_not_sent_again(client: FlaskClient) -> None:
    """The ETag of a compressed script is recognised."""
    _, headers, _ = fetch(client, SCRIPT, **PACKED)
    status, _, body = fetch(client, SCRIPT, **PACKED, **{"If-None-Match": headers["ETag"]})
    assert (status, body) == (304, b"")


def test_private_answers_are_never_compressed(client: FlaskClient) -> None:
    """Their length must reveal nothing about a secret next to text that an attacker controls."""
    for path in ("/api/tables/main", "/api/me", "/health"):
        assert "Content-Encoding" not in fetch(client, path, **PACKED)[1]
