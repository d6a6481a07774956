"""The statistics of old games are computed once, for given rows and rules."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from companion.log import summaries as summaries_module
from companion.log.statistics import all_statistics, summarise_game
from companion.log.summaries import FILE, Summaries
from tests.companion.conftest import Played
from tests.companion.log.test_played_games import REFUSED, play_out, rewrite


@pytest.fixture
def evening(played: Played) -> Played:
    """Return a table with a finished game, a game in progress, and computed statistics."""
    play_out(played, "Ana", "Ben")
    played.start("Cleo")
    told(played)
    return played


def told(played: Played) -> Any:
    """Return the statistics."""
    return all_statistics(game.summary for game in played.table.games_played.newest_first())


@pytest.fixture
def played_again(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of the starts of the games that are replayed."""
    found: list[int] = []

    def watch(game: Any) -> Any:
        found.append(game.moments[0].row)
        return summarise_game(game)

    monkeypatch.setattr(summaries_module, "summarise_game", watch)
    return found


def test_an_old_game_is_not_played_again(evening: Played, played_again: list[int]) -> None:
    """It is not replayed by a restarted program either; only the current game is replayed."""
    before = told(evening)
    evening.again()
    assert told(evening) == before
    newest = before["games"][0]["version"]
    assert played_again == [newest, newest]
    evening.do("dice", faces=["6", "6", "6"])
    assert told(evening)["games"][0]["scores"] == [18]


def test_concurrent_requests_read_each_line_once(
    evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise what another process writes next would be skipped."""
    found = Summaries(evening.folder, lambda seq: None)
    monkeypatch.setattr(found, "_take", lambda line: time.sleep(0.2))
    threads = [threading.Thread(target=found._read_more) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found._read == (evening.folder / FILE).stat().st_size > 0


def test_the_summaries_can_be_deleted(evening: Played) -> None:
    """They contain nothing that does not follow from the log."""
    before = told(evening)
    (evening.folder / FILE).unlink()
    evening.again()
    assert told(evening) == before


@pytest.mark.parametrize("change", ["cut", "bit", "text", "folder"])
def test_damaged_summaries_are_computed_again(evening: Played, change: str) -> None:
    """A line is half written or changed, or the file cannot be read."""
    before = told(evening)
    _damage(evening.folder / FILE, change)
    evening.again()
    assert told(evening) == before


def _damage(path: Path, change: str) -> None:
    text = path.read_text(encoding="utf-8")
    if change == "folder":
        path.unlink()
        path.mkdir()
        return
    changed = {
        "cut": text[:-10],
        "bit": text.replace('"over": true', '"over": null'),
        "text": f"no line of ours\n{text}",
    }
    path.write_text(changed[change], encoding="utf-8")


def test_summaries_do_not_apply_to_other_rows(evening: Played) -> None:
    """A backup was put back, or a row changed."""
    rewrite(evening, 2, REFUSED)
    evening.again()
    assert told(evening)["left_out"] == 1


def test_summaries_do_not_apply_to_other_rules(
    evening: Played, played_again: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update may play a game differently."""
    monkeypatch.setattr(summaries_module, "_rules", lambda: "other")
    evening.again()
    told(evening)
    assert 1 in played_again
