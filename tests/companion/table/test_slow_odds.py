"""No act waits for odds that take time."""

import json
import threading
from itertools import islice

import pytest

from engine.yacht import odds as yacht_odds
from tests.companion.conftest import Played
from tests.waiting import until


def test_no_act_waits_for_odds_that_take_time(
    all_games: Played, may_solve: threading.Event
) -> None:
    """They follow for every screen in their own snapshot, unless the game has gone on."""
    stream = all_games.table.listen("tablet")
    begun = all_games.start("Ana", game="yacht")
    thrown = all_games.do("throw", kept=[], thrown=list("22335"))
    assert [(one["odds"], one["odds_follow"]) for one in (begun, thrown)] == [(None, True)] * 2
    may_solve.set()
    odds = until(lambda: all_games.shown["odds"])
    assert (odds["keep"], all_games.shown["odds_follow"]) == (["3", "3"], False)
    sent = [*islice(stream, 2)][-1]
    assert json.loads(sent.split("data: ")[1])["odds"] == odds
    again = all_games.do("undo")
    assert (again["odds_follow"], again["odds"]["expected"]) == (False, 254.6)


def test_a_table_opens_without_odds_that_take_time(
    all_games: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a start of the program they follow, too."""
    all_games.start("Ana", game="yacht")
    monkeypatch.setattr(yacht_odds, "_values", {})
    all_games.again()
    assert until(lambda: all_games.shown["odds"])["expected"] == 254.6
