"""`croupier simulate`: right figures, and the same ones for the same seed."""

import json
from typing import Any

import pytest

from companion.cli import main, simulate
from companion.cli.simulate import SimulatedGame, format_summary, summarise_games
from engine.core.game import GameResult
from engine.games import GAMES


def told(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the output of the command."""
    assert main(["simulate", *args]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_can_be_simulated(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All games end and are counted; the table shows the same as the JSON."""
    data = json.loads(told(capsys, game_id, "--games", "2", "--players", "3", "--json"))
    assert (data["game"], data["games"], data["players"]) == (game_id, 2, 3)
    assert sum(data["endings"].values()) == 2
    assert "unfinished" not in data["endings"]
    assert sum(data["wins"]) + data["unwon"] >= 2
    assert data["actions"]["min"] <= data["actions"]["mean"] <= data["actions"]["max"]
    lines = format_summary(GAMES[game_id].title, data)
    assert lines[0] == f"{GAMES[game_id].title}: 2 games of 3 players, seed 1"
    for seat, wins in enumerate(data["wins"]):
        assert any(line.split()[:3] == ["Player", str(seat + 1), str(wins)] for line in lines)


def test_the_seed_decides(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same games, another one different games."""
    args = ("den_letzten", "--games", "3", "--json", "--seed")
    first, again, other = (told(capsys, *args, seed) for seed in ("a", "a", "b"))
    assert first == again
    assert json.loads(first)["scores"] != json.loads(other)["scores"]


def test_house_rules_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    """Choices, numbers and switches are given as ID=VALUE."""
    args = ["jour_de_chance", "--games", "5", "--option", "stop_at_21=true", "--json"]
    args += ["--option", "final_tie=playoff"]
    data = json.loads(told(capsys, *args))
    assert data["options"] == {"stop_at_21": True, "final_tie": "playoff"}
    assert "exactly_21" in data["endings"]
    data = json.loads(told(capsys, "last_chance", "--games", "1", "--option", "banker=1", "--json"))
    assert data["options"] == {"banker": 1}
    assert data["preset"] == "ravensburger_1994"


@pytest.mark.parametrize(
    "args",
    [
        ["chess", "--games", "1"],
        ["last_chance"],
        ["last_chance", "--games", "0"],
        ["last_chance", "--games", "many"],
        ["last_chance", "--games", "1", "--players", "2"],
        ["last_chance", "--games", "1", "--preset", "none such"],
        ["last_chance", "--games", "1", "--option", "lock"],
        ["last_chance", "--games", "1", "--option", "luck=free"],
        ["last_chance", "--games", "1", "--option", "lock=loose"],
        ["last_chance", "--games", "1", "--option", "early_stop=yes"],
    ],
)
def test_bad_usage_exits_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The usage is shown before any game is played."""
    with pytest.raises(SystemExit) as ended:
        main(["simulate", *args])
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_the_figures() -> None:
    """A shared place counts for each, an unfinished game for nobody; spreads are deviations."""
    runs = [
        SimulatedGame(10, GameResult("end", (30, 10), "coins", (1, 2))),
        SimulatedGame(20, GameResult("end", (20, 20), "coins", (1, 1))),
        SimulatedGame(30, GameResult("fire", (10, 0), "coins", (None, None))),
        SimulatedGame(40, None),
    ]
    data = summarise_games(runs, 2)
    assert (data["wins"], data["shared"], data["unwon"]) == ([2, 1], 1, 1)
    assert data["scores"]["mean"] == [20, 10]
    assert data["scores"]["spread"] == pytest.approx([(200 / 3) ** 0.5, (200 / 3) ** 0.5])
    assert data["actions"] == {"mean": 25, "spread": pytest.approx(125**0.5), "min": 10, "max": 40}
    assert data["endings"] == {"end": 2, "fire": 1, "unfinished": 1}


def test_unfinished_games_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """A game without an end is counted, not waited for."""
    monkeypatch.setattr(simulate, "MAX_ACTIONS", 3)
    data = json.loads(told(capsys, "last_chance", "--games", "2", "--json"))
    assert data["endings"] == {"unfinished": 2}
    assert data["scores"]["mean"] == [None] * 4
    lines = told(capsys, "last_chance", "--games", "2").splitlines()
    assert lines == format_summary("Last Chance", data)
    assert any(line.split() == ["unfinished", "2", "100.0%"] for line in lines)
