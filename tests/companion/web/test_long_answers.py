"""Everybody can act, however many long answers are requested."""

import threading

import pytest
from flask.testing import FlaskClient

from companion.web import routes
from companion.web.routes import MOST_OF_ONE, LongAnswers, TooManyAtOnce
from tests.companion.conftest import Played
from tests.companion.log.test_played_games import play_out
from tests.waiting import until


def test_one_is_worked_out_after_the_other() -> None:
    """One address may wait for a few, and is refused more."""
    answers, told = LongAnswers(), list[str]()

    def ask(address: str) -> None:
        with answers.turn(address):
            told.append(address)

    asking = [threading.Thread(target=ask, args=["10.0.0.1"]) for _ in range(MOST_OF_ONE - 1)]
    asking.append(threading.Thread(target=ask, args=["10.0.0.2"]))
    with answers.turn("10.0.0.1"):
        for thread in asking:
            thread.start()
        until(lambda: len(answers._asking) == MOST_OF_ONE + 1)
        with pytest.raises(TooManyAtOnce):
            ask("10.0.0.1")
        assert not told
    for thread in asking:
        thread.join()
    assert sorted(told) == ["10.0.0.1"] * (MOST_OF_ONE - 1) + ["10.0.0.2"]
    ask("10.0.0.1")


@pytest.mark.parametrize("path", ["story", "replay", "export.csv", "export.json", "bg_stats.svg"])
def test_looking_back_takes_its_turn(
    client: FlaskClient, played: Played, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """It replays a game, so only one runs at a time; a refusal has its own code."""
    play_out(played, "Ana", "Ben", "Cleo")
    address = f"/api/tables/main/{path}"
    assert client.get(address).status_code != 503
    monkeypatch.setattr(routes, "MOST_OF_ONE", 0)
    refused = client.get(address)
    assert (refused.status_code, refused.json["code"]) == (503, "too_many_at_once")
    described = client.get("/api/openapi.json").json["paths"][f"/api/tables/{{table}}/{path}"]
    assert "too_many_at_once" in described["get"]["responses"]["503"]["description"]
