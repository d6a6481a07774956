"""The training loop of all networks; it can be resumed at any time."""

import time
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.networks import to_network_input
from vision.classifiers import POSE_CLASSES

Samples = Callable[[np.random.Generator], Iterable[tuple[Any, Any]]]
Loss = Callable[[Tensor, Tensor], Tensor]

EMA_DECAY = 0.997  # decay per step of the running average of the weights
REPORT_SECONDS = 20.0
SAVE_SECONDS = 180.0


class _Stream(IterableDataset):
    """An endless stream of samples, different in each run and each worker."""

    def __init__(self, samples: Samples, seed: int) -> None:
        super().__init__()
        self._samples, self._seed = samples, seed

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        worker = get_worker_info()
        return iter(self._samples(np.random.default_rng([self._seed, worker.id if worker else 0])))


@dataclass
class TrainingState:
    """A network in training: its weights, their running average, and its checkpoint.

    An existing checkpoint at `path` is loaded, so that training continues after `seen` samples and
    `spent` seconds. A checkpoint with different layers is ignored and overwritten.
    """

    net: nn.Module
    loss: Loss
    batch: int
    rate: float
    path: Path

    def __post_init__(self) -> None:
        self.net = self.net.to(memory_format=torch.channels_last)
        self.average = deepcopy(self.net).eval()
        self.optimizer = torch.optim.AdamW(self.net.parameters(), self.rate, weight_decay=0.02)
        self.seen, self.spent = 0, 0.0
        kept = torch.load(self.path, weights_only=True) if self.path.is_file() else None
        if kept is not None and self._fits(kept["net"]):
            self.net.load_state_dict(kept["net"])
            self.average.load_state_dict(kept["average"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.seen, self.spent = int(kept["seen"]), float(kept.get("spent", 0.0))

    def _fits(self, weights: dict[str, Tensor]) -> bool:
        own = self.net.state_dict()
        return {name: w.shape for name, w in weights.items()} == {
            name: w.shape for name, w in own.items()
        }

    def save(self) -> None:
        """Write the checkpoint atomically."""
        partial = self.path.with_suffix(".partial")
        torch.save(
            {
                "net": self.net.state_dict(),
                "average": self.average.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "seen": self.seen,
                "spent": self.spent,
            },
            partial,
        )
        partial.replace(self.path)

    def step(self, images: Tensor, targets: Tensor, rate: float) -> float:
        """Train on a batch of bytes (B, H, W, 3); return the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.net.train()
        inputs = to_network_input(images).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            outputs = self.net(inputs)
        loss = self.loss(outputs.float(), targets)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.seen += len(images)
        self._follow()
        return float(loss.detach())

    def _follow(self) -> None:
        """Update the running average of the weights, faster at the beginning."""
        keep = min(EMA_DECAY, 1 - 1 / (1 + self.seen / self.batch / 10))
        with torch.no_grad():
            new = self.net.state_dict()
            for name, value in self.average.state_dict().items():
                if value.dtype.is_floating_point:
                    value.lerp_(new[name], 1 - keep)
                else:
                    value.copy_(new[name])


def train(
    state: TrainingState,
    samples: Samples,
    seconds: float,
    say: Callable[[str], None],
    keep: Callable[[], None],
    workers: int = 0,
) -> None:
    """Train until `seconds` of wall time are spent, with a warm-up and cosine decay of the rate.

    Time spent in earlier runs counts; once all is spent, the state is only saved. `say` is called
    with progress messages, `keep` after each checkpoint. Samples are drawn by `workers` other
    processes, or by this one if there are none. Ends early if the parent process has ended.
    """
    stream = _Stream(samples, seed=state.seen + 1)
    loader = DataLoader(stream, state.batch, num_workers=workers)
    began = reported = saved = time.monotonic()
    first, losses, before = state.seen, [], state.spent
    parent = parent_process()
    for images, targets in loader if before < seconds else ():
        now = time.monotonic()
        state.spent = before + now - began
        done = state.spent / seconds
        if done >= 1 or (parent is not None and not parent.is_alive()):
            break
        warm = min(1.0, done / 0.02 + 0.05)
        rate = state.rate * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * done)))
        losses.append(state.step(images, targets, float(rate)))
        if now - reported > REPORT_SECONDS:
            reported = now
            pace = (state.seen - first) / (now - began)
            say(
                f"{done:4.0%}  {state.seen} samples, {pace:.0f}/s, "
                f"loss {np.mean(losses[-100:]):.4f}"
            )
        if now - saved > SAVE_SECONDS:
            saved = now
            state.save()
            keep()
    state.save()
    keep()


def face_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Return the cross entropy, with 2 % label smoothing: some photographs are mislabelled."""
    return functional.cross_entropy(logits, labels, label_smoothing=0.02)


def pose_loss(answers: Tensor, targets: Tensor) -> Tensor:
    """Return `face_loss` for the classes plus a smooth L1 loss of tilt and edge.

    `answers` (B, 6) are the pose network's outputs, `targets` (B, 4) those of `PoseSamples`.
    """
    classes = len(POSE_CLASSES)
    measured = ~targets[:, 1].isnan()
    off = functional.smooth_l1_loss(
        answers[measured, classes:], targets[measured, 1:], beta=0.1, reduction="sum"
    )
    return face_loss(answers[:, :classes], targets[:, 0].long()) + 2 * off / len(targets)


def embedding_loss(vectors: Tensor, faces: Tensor) -> Tensor:
    """Return the supervised contrastive loss (Khosla et al., 2020) of unit vectors (B, D).

    `faces` (B,) identify the face of each.
    """
    alike = vectors @ vectors.T / 0.07
    itself = torch.eye(len(faces), dtype=torch.bool)
    same = (faces[:, None] == faces[None]) & ~itself
    log_p = alike - alike.masked_fill(itself, -1e9).logsumexp(dim=1, keepdim=True)
    return -(log_p * same).sum() / same.sum().clamp(min=1)


def scene_loss(output: Tensor, target: Tensor) -> Tensor:
    """Return the focal loss of the heat map ("Objects as Points", equation 1) plus L1 losses.

    The L1 losses are of offset and size. `output` (B, 5, h, w) is the detector's, `target` (B, 7,
    h, w) is from `training_scene.target_maps`.
    """
    near = target[:, 6:7]
    off = (output[:, 1:5] - target[:, 2:6]).abs() * near
    scale = output.new_tensor([0.5, 0.5, 1.0, 1.0]).view(1, 4, 1, 1)
    return _focal_loss(output[:, 0], target) + (off * scale).sum() / near.sum().clamp(min=1)


def outline_loss(output: Tensor, target: Tensor) -> Tensor:
    """Return the focal loss of the heat map plus the L1 loss of the distances to the outline.

    `output` (B, 1 + N, h, w) is the card finder's, `target` (B, 3 + N, h, w) is from
    `card_finder_samples.target_maps`.
    """
    near = target[:, 2:3]
    off = functional.smooth_l1_loss(output[:, 1:], target[:, 3:], beta=0.02, reduction="none")
    mean = (off.mean(dim=1, keepdim=True) * near).sum() / near.sum().clamp(min=1)
    return _focal_loss(output[:, 0], target) + 12 * mean


def corner_loss(output: Tensor, target: Tensor) -> Tensor:
    """Return the cross entropy of "a card" plus the L1 loss of its corners.

    `output` and `target` (B, 9) are as `CardCornerSamples` describes.
    """
    is_card = target[:, 0] > 0
    off = functional.smooth_l1_loss(output[is_card, 1:], target[is_card, 1:], beta=0.05)
    cards = functional.binary_cross_entropy_with_logits(output[:, 0], target[:, 0])
    return 0.3 * cards + (4 * off if is_card.any() else 0.0)


def _focal_loss(logits: Tensor, target: Tensor) -> Tensor:
    """Return the loss of a heat map (B, h, w), of which `target` has the values and weights."""
    heat, weight = target[:, 0], target[:, 1]
    p = logits.sigmoid().clamp(1e-4, 1 - 1e-4)
    here = (heat == 1).float() * weight
    hit = here * (1 - p) ** 2 * p.log()
    miss = (1 - here) * weight * (1 - heat) ** 4 * p**2 * (1 - p).log()
    return -(hit + miss).sum() / here.sum().clamp(min=1)
