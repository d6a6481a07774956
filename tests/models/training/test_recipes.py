"""A short training of each network, from scratch and from the shipped one."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from models.training import recipes
from models.training.material import TrainingMaterial
from models.training.mining import MinedExamples
from models.training.photographs import Photograph
from models.training.recipes import Recipe
from models.training.sprites import LabelledSprite
from vision.onnx_model import OnnxModel, softmax

SHIPPED = Path(recipes.__file__).parent.parent


@pytest.fixture
def material(photograph: Photograph, store: list[list[LabelledSprite]]) -> TrainingMaterial:
    """Return a photograph, a few rendered dice, and no mistakes."""
    return TrainingMaterial([photograph], store, [], MinedExamples())


@pytest.mark.parametrize(
    ("recipe_of", "answers"),
    [
        (recipes.recipe_of_clutter, 2),
        (recipes.recipe_of_faces, 14),
        (partial(recipes.recipe_of_card_corners, finder=SHIPPED / "card_finder.onnx"), 9),
        (partial(recipes.recipe_of_pose, faces=SHIPPED / "faces.onnx"), 6),
    ],
)
def test_from_nothing_to_a_network(
    tmp_path: Path,
    material: TrainingMaterial,
    recipe_of: Callable[[TrainingMaterial], Recipe],
    answers: int,
) -> None:
    """A short training leaves a quantised network that runs, and a checkpoint to continue from."""
    recipe = replace(recipe_of(material), batch=8, examples=16)
    recipe.train(tmp_path, 0.02)
    model = OnnxModel(tmp_path / f"{recipe.name}.onnx", threads=1)
    assert model.run(np.zeros((2, *recipe.shape, 3), np.uint8)).shape == (2, answers)
    assert (tmp_path / f"{recipe.name}.pt").is_file()


def test_on_from_what_is_shipped(tmp_path: Path, material: TrainingMaterial) -> None:
    """A training without time leaves almost the shipped network."""
    recipe = replace(recipes.recipe_of_clutter(material), examples=100)
    recipe.train(tmp_path, 0.0, shipped=SHIPPED)
    drawn = islice(recipe.samples(np.random.default_rng(3)), 100)
    crops = [crop for crop, _ in drawn]
    files = (folder / "clutter.onnx" for folder in (SHIPPED, tmp_path))
    before, after = (softmax(OnnxModel(file, threads=1).predict(crops)) for file in files)
    assert np.abs(before - after).mean() < 0.02
    assert (before.argmax(1) == after.argmax(1)).mean() > 0.9
