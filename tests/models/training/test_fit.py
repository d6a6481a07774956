"""The training loop on problems small enough for a second."""

import os
from collections.abc import Iterator
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader

from models.training.fit import (
    TrainingState,
    _Stream,
    embedding_loss,
    face_loss,
    pose_loss,
    scene_loss,
    train,
)
from tests.waiting import ended, until


class Brightness:
    """Endless grey pictures, labelled dark (0) or bright (1)."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def __iter__(self) -> Iterator[tuple[np.ndarray, int]]:
        while True:
            label = int(self._rng.integers(2))
            level = self._rng.integers(0, 100) + 150 * label
            yield np.full((8, 8, 3), level, np.uint8), label


def state(path: Path) -> TrainingState:
    """Return the smallest network that can distinguish dark from bright."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(3, 8, 3, 2), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2))
    net(torch.zeros(1, 3, 8, 8))
    return TrainingState(net, face_loss, 16, 1e-2, path)


def test_no_two_workers_draw_the_same() -> None:
    """Two runs do not either; otherwise the same samples would be learned twice."""
    first, second = islice(DataLoader(_Stream(Brightness, 1), 32, num_workers=2), 2)
    other = next(iter(DataLoader(_Stream(Brightness, 2), 32)))
    assert not torch.equal(first[0], second[0])
    assert not torch.equal(first[0], other[0])


def test_learns_and_goes_on(tmp_path: Path) -> None:
    """The loss falls, progress is reported, and a second run continues the first."""
    path = tmp_path / "net.pt"
    first = state(path)
    images = torch.stack([torch.zeros(8, 8, 3), torch.full((8, 8, 3), 255.0)]).byte()
    before = first.step(images, torch.tensor([0, 1]), 0.0)
    kept: list[int] = []
    train(first, Brightness, 2.0, lambda line: None, lambda: kept.append(first.seen))
    assert kept == [first.seen]
    # Only "less": the progress within two seconds depends on the machine.
    assert first.step(images, torch.tensor([0, 1]), 0.0) < before
    again = state(path)
    assert again.seen == first.seen - 2  # all but the step just taken
    assert again.seen > 100
    assert again.spent == pytest.approx(2.0, abs=0.5)


def test_a_finished_training_is_only_kept(tmp_path: Path) -> None:
    """A run that was killed during calibration is not trained again, with or without time left."""
    path = tmp_path / "net.pt"
    train(state(path), Brightness, 0.3, lambda line: None, lambda: None)
    again, kept = state(path), []
    for seconds in (0.3, 0.0):
        train(again, Brightness, seconds, lambda line: None, lambda: kept.append(again.seen))
    assert kept == [state(path).seen] * 2


def test_a_checkpoint_of_other_layers_is_no_start(tmp_path: Path) -> None:
    """It may be from an older version: training starts over instead of failing forever."""
    path = tmp_path / "net.pt"
    other = TrainingState(nn.Sequential(nn.Flatten(), nn.Linear(192, 2)), face_loss, 16, 1e-2, path)
    other.seen, other.spent = 500, 9.0
    other.save()
    assert (state(path).seen, state(path).spent) == (0, 0.0)


def orphaned(path: Path) -> None:
    """Begin to train in a child process, and die like a killed parent."""
    torch.set_num_threads(1)
    child = get_context("fork").Process(
        target=train, args=(state(path), Brightness, 600.0, print, lambda: None)
    )
    child.start()
    path.with_suffix(".pid").write_text(str(child.pid))
    os._exit(0)


def test_no_child_trains_on_without_its_parent(tmp_path: Path) -> None:
    """Otherwise two runs would write one checkpoint."""
    path = tmp_path / "net.pt"
    parent = get_context("fork").Process(target=orphaned, args=(path,))
    parent.start()
    parent.join()
    child = int(path.with_suffix(".pid").read_text())
    until(lambda: ended(child))


def test_perfect_maps_cost_little() -> None:
    """The detector's loss is near zero for the right output and large for its opposite."""
    target = torch.zeros(1, 7, 8, 8)
    target[:, 1] = 1.0
    target[:, 0, 3, 4] = 1.0
    target[:, 6, 3, 4] = 1.0
    right = torch.full((1, 5, 8, 8), -9.0)
    right[:, 0, 3, 4] = 9.0
    right[:, 1:] = 0.0
    wrong = -right
    assert float(scene_loss(right, target)) < 0.01
    assert float(scene_loss(wrong, target)) > 10


def test_unknown_ground_costs_nothing() -> None:
    """Where the truth is unknown, a detection costs nothing."""
    target = torch.zeros(1, 7, 8, 8)
    claim = torch.full((1, 5, 8, 8), 5.0)
    assert float(scene_loss(claim, target)) == 0.0


def test_loss_is_least_for_views_of_one_face_together() -> None:
    """Vectors that agree by face have a lower loss than those that agree across faces."""
    faces = torch.tensor([0, 0, 1, 1])
    right = torch.eye(2)[[0, 0, 1, 1]]
    wrong = torch.eye(2)[[0, 1, 0, 1]]
    assert embedding_loss(right, faces) < embedding_loss(wrong, faces) - 1


def test_unmeasured_parts_of_a_pose_cost_nothing() -> None:
    """For a photographed die only the class counts, for a rendered one also tilt and size."""
    answers = torch.zeros(2, 6)
    answers[:, 0], answers[:, 4] = 8.0, 0.5
    unknown = torch.tensor([[0, torch.nan, torch.nan, torch.nan]] * 2)
    known = torch.tensor([[0, 0.0, 0.5, 0.0]] * 2)
    wrong = torch.tensor([[0, 0.0, -0.5, 0.0]] * 2)
    alone = face_loss(answers[:, :3], torch.tensor([0, 0]))
    assert pose_loss(answers, unknown) == pytest.approx(alone)
    assert pose_loss(answers, known) == pytest.approx(alone)
    assert pose_loss(answers, wrong) > alone + 0.5
