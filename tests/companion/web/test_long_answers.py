"""Everybody can act, however many long answers are requested."""

import threading
from contextlib import ExitStack

import pytest
from flask.testing import FlaskClient

from companion.access.callers import Caller
from companion.budget import BUDGETS, Budget
from companion.web.routes import LongAnswerLimit, TooManyAtOnce
from tests.companion.conftest import Played
from tests.companion.log.test_played_games import play_out
from tests.waiting import until

GUEST, OTHER = Caller("guest", "spectator"), Caller("other", "spectator")
PLAYER = Caller("player", "player", 0)


def test_long_answers_are_computed_one_after_another() -> None:
    """One device may wait for a few; its further requests are refused, from any address."""
    answers, told = LongAnswerLimit(), list[str]()
    most = BUDGETS["spectator"].answers

    def ask(caller: Caller) -> None:
        with answers.reserve(caller, "computed"):
            told.append(caller.id)

    asking = [threading.Thread(target=ask, args=[GUEST]) for _ in range(most - 1)]
    asking.append(threading.Thread(target=ask, args=[OTHER]))
    with answers.reserve(GUEST, "computed"):
        for thread in asking:
            thread.start()
        until(lambda: len(answers._asking) == most + 1)
        with pytest.raises(TooManyAtOnce):
            ask(GUEST)
        assert not told
    for thread in asking:
        thread.join()
    assert sorted(told) == ["guest"] * (most - 1) + ["other"]
    ask(GUEST)


def test_many_guests_leave_places_for_players() -> None:
    """All guests together take a few threads; a phone that is the camera is not a guest."""
    answers = LongAnswerLimit()
    with ExitStack() as asked:
        for number in range(BUDGETS["spectator"].places):
            asked.enter_context(answers.reserve(Caller(f"guest {number}", "spectator"), "awaited"))
        with pytest.raises(TooManyAtOnce), answers.reserve(OTHER, "computed"):
            pass
        for other in (PLAYER, Caller("camera", "spectator", camera=True)):
            with answers.reserve(other, "computed"):
                pass


def test_requests_for_stills_take_few_threads(
    client: FlaskClient, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seventy at once would hold every thread until the camera has sent a still."""
    monkeypatch.setattr("companion.table.eyes.EYE_TIMEOUT_SECONDS", 0.5)
    most, codes = BUDGETS["banker"].answers, list[int]()
    paths = ["camera/picture.jpg"] * 20

    def ask(path: str) -> None:
        codes.append(client.application.test_client().get(f"/api/tables/main/{path}").status_code)

    asking = [threading.Thread(target=ask, args=[path]) for path in paths]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert codes.count(503) >= len(paths) - 2 * most
    assert len(codes) - codes.count(503) >= most


@pytest.mark.parametrize("path", ["story", "replay", "export.csv", "export.json", "bg_stats.svg"])
def test_requests_to_look_back_wait_for_each_other(
    client: FlaskClient, played: Played, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """They replay games, so only one runs at a time; a refusal has its own code."""
    play_out(played, "Ana", "Ben", "Cleo")
    address = f"/api/tables/main/{path}"
    assert client.get(address).status_code != 503
    monkeypatch.setitem(BUDGETS, "banker", Budget(connections=1))
    refused = client.get(address)
    assert (refused.status_code, refused.json["code"]) == (503, "too_many_at_once")
    described = client.get("/api/openapi.json").json["paths"][f"/api/tables/{{table}}/{path}"]
    assert "too_many_at_once" in described["get"]["responses"]["503"]["description"]
