"""The whole program, for a few seconds."""

import shutil
import time
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.training import __main__ as program
from models.training import (
    calibrate_card_finder,
    calibrate_cards,
    calibrate_taught,
    evaluation_pictures,
    mining,
    recipes,
)
from models.training.recipes import Recipe
from vision.frame import Image
from vision.onnx_model import OnnxModel
from vision.reader import Reader
from vision.virtual.cards import render_number_deck
from vision.virtual.tray import VirtualTray

SHIPPED = Path(program.__file__).parent.parent


def few_cards(rng: np.random.Generator) -> dict[str, Image]:
    """Render the first cards of a deck."""
    return dict(islice(render_number_deck(rng).items(), 4))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use few pictures, dice, sets and cards, and small training steps."""

    def small_recipe(*what: Any, **how: Any) -> Recipe:
        return Recipe(*what, **how | {"batch": 8, "examples": 16})

    monkeypatch.setattr(recipes, "Recipe", small_recipe)
    monkeypatch.setattr(program, "SCENES", 2)
    monkeypatch.setattr(program, "ROLLS", 3)
    monkeypatch.setattr(mining, "DRAWN", 2)
    monkeypatch.setattr(mining, "DRAWN_AT_ONCE", 2)
    monkeypatch.setattr(evaluation_pictures, "GROUPS", 2)
    monkeypatch.setattr(calibrate_taught, "SETS", 3)
    monkeypatch.setattr(calibrate_cards, "ASKED", 2)
    monkeypatch.setattr(calibrate_cards, "DECKS", 1)
    monkeypatch.setattr(calibrate_cards, "DRAW", (few_cards,))
    monkeypatch.setattr(calibrate_card_finder, "SCENES", 2)
    monkeypatch.setattr(recipes, "GROUPS", 2)
    for module in (program, recipes):
        monkeypatch.setattr(module, "BLANKS", 20)


def test_from_nothing_to_networks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Without photographs it says so, renders dice, and creates calibrated networks that run."""
    options = ["--out", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    import_module("torch._dynamo")  # or each process imports it with its first optimizer
    with caplog.at_level("INFO"):
        assert program.main([*options, "--minutes", "0.01", "--groups", "2"]) == 0
    assert "rendered dice only" in caplog.text
    assert (tmp_path / "work" / "faces.pt").is_file()
    picture = VirtualTray(np.random.default_rng(0)).frame(0.0)
    assert Reader(models=tmp_path / "out").read(picture).ms > 0
    assert all((tmp_path / "out" / f"{name}.onnx").is_file() for name in program.NAMES)


def test_one_network_alone(tmp_path: Path) -> None:
    """It continues from the network in --out and replaces it with its calibration."""
    out = tmp_path / "out"
    shutil.copytree(SHIPPED, out, ignore=lambda _, names: {n for n in names if ".onnx" not in n})
    options = ["--out", str(out), "--work", str(tmp_path / "work"), "--groups", "2"]
    assert program.main([*options, "--only", "symbols", "--minutes", "0.02"]) == 0
    changed = {
        name: (out / f"{name}.onnx").read_bytes() != (SHIPPED / f"{name}.onnx").read_bytes()
        for name in program.NAMES
    }
    assert [name for name in program.NAMES if changed[name]] == ["symbols"]
    assert len(OnnxModel(out / "symbols.onnx", threads=1).metadata["taught"].split()) == 5


class Failing(Recipe):
    """A network whose training fails at once."""

    def train(self, *_: Any, **__: Any) -> None:
        """Fail."""
        raise SystemExit(1)


class Endless(Recipe):
    """A network that trains for an hour."""

    def train(self, *_: Any, **__: Any) -> None:
        """Take an hour."""
        time.sleep(3600)


def test_a_training_that_failed_ends_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An early failure is reported immediately, not when the others have finished."""
    monkeypatch.setattr(program, "load_material", lambda *_, **__: None)
    monkeypatch.setattr(program, "recipe_of_detector", lambda _: Failing.__new__(Failing))
    monkeypatch.setattr(program, "recipe_of_faces", lambda _: Endless.__new__(Endless))
    assert program.main(["--out", str(tmp_path), "--work", str(tmp_path)]) == 1


def test_folder_without_photographs(tmp_path: Path) -> None:
    """A wrong folder is reported before anything is rendered."""
    options = ["--out", str(tmp_path), "--work", str(tmp_path), "--photos", str(tmp_path)]
    with pytest.raises(FileNotFoundError, match="no folder of training photographs"):
        program.main(options)
