"""The rooms import each other only as drawn."""

import subprocess
import sys
import tomllib
from pathlib import Path

from engine.games import GAMES

ROOT = Path(__file__).resolve().parents[1]


def test_rooms_import_only_what_the_design_allows() -> None:
    """import-linter keeps every contract of pyproject.toml."""
    result = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_game_is_among_those_that_ask_no_other() -> None:
    """The contract that keeps the games apart lists exactly those that are registered."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    apart = [c["modules"] for c in contracts["contracts"] if c["type"] == "independence"]
    assert list(map(sorted, apart)) == [sorted(f"engine.{game}" for game in GAMES)]
