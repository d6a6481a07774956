"""Make the clutter network alone: python -m models.training.clutter --photos DIR [--minutes 30]."""

import argparse
import logging
import shutil
import sys
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch

from models.training.clutter_samples import ClutterSamples
from models.training.corrections import load_training_photographs
from models.training.export import export
from models.training.fit import TrainingState, face_loss, train
from models.training.mining import MinedExamples, mine_clutter, mine_examples
from models.training.networks import ClutterNet
from models.training.photographs import Photograph
from models.training.quantise import EXAMPLES, UNROUNDED, quantise
from models.training.sprites import GROUPS, LabelledSprite, load_or_render_sprites
from vision.face_classifier import CROP_SIDE

log = logging.getLogger("training")

DRAWN = 3000  # drawn pictures without dice
BATCH = 256
RATE = 2e-3
NAME = "clutter.onnx"


def train_clutter(
    work: Path,
    minutes: float,
    photographs: list[Photograph],
    store: list[list[LabelledSprite]],
    mined: MinedExamples,
    workers: int = 1,
) -> None:
    """Train for so long in all runs, and leave the network in `work`, rounded to eight bits.

    Crops are drawn by so many `workers` beside this process.
    """
    torch.set_num_threads(1)
    state = TrainingState(ClutterNet(), face_loss, BATCH, RATE, work / "clutter.pt")
    unrounded = work / f"clutter{UNROUNDED}"

    def samples(rng: np.random.Generator) -> ClutterSamples:
        return ClutterSamples(photographs, store, mined, rng)

    def keep() -> None:
        example = torch.zeros(1, 3, CROP_SIDE, CROP_SIDE)
        export(state.average, example, unrounded, free_size=False)

    train(state, samples, minutes * 60, lambda s: log.info("clutter  %s", s), keep, workers)
    crops = (crop for crop, _ in samples(np.random.default_rng(0)))
    quantise(unrounded, work / NAME, islice(crops, EXAMPLES))


def main(arguments: list[str]) -> int:
    """Train this network alone; 0 on success."""
    parser = argparse.ArgumentParser(prog="python -m models.training.clutter")
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--work", type=Path, default=Path("models/training/work"))
    parser.add_argument("--minutes", type=float, default=30.0)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    cv2.setNumThreads(1)
    options.work.mkdir(parents=True, exist_ok=True)
    photographs = load_training_photographs(options.photos)
    mined = mine_examples(options.out, photographs)
    mined.clutter = mine_clutter(options.out / "detector.onnx", DRAWN)
    store = load_or_render_sprites(options.work / "sprites.npz", GROUPS, first_seed=1)
    train_clutter(options.work, options.minutes, photographs, store, mined, workers=2)
    shutil.copyfile(options.work / NAME, options.out / NAME)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
