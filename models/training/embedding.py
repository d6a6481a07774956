"""Make the embedding of taught faces alone: python -m models.training.embedding [--minutes 15]."""

import argparse
import logging
import shutil
import sys
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import torch

from models.training.calibrate_taught import calibrate_taught
from models.training.evaluation_pictures import OTHER_SEED
from models.training.export import export, write_calibration
from models.training.fit import TrainingState, embedding_loss, train
from models.training.networks import EmbeddingNet
from models.training.symbol_samples import BlankDie, SymbolSamples, render_blank
from vision.face_classifier import FaceClassifier
from vision.face_embedding import ANGLES, RADII, FaceEmbedder

log = logging.getLogger("training")

BLANKS = 1500  # drawn dice without a mark
BATCH = 256
RATE = 2e-3
NAME = "symbols.onnx"


def train_embedding(work: Path, minutes: float) -> None:
    """Train for so long in all runs, and leave the network in `work`."""
    torch.set_num_threads(1)
    state = TrainingState(EmbeddingNet(), embedding_loss, BATCH, RATE, work / "symbols.pt")
    blanks = render_blanks(BLANKS, first_seed=1)

    def samples(rng: np.random.Generator) -> SymbolSamples:
        return SymbolSamples(blanks, rng)

    def keep() -> None:
        export(state.average, torch.zeros(1, 3, ANGLES, RADII), work / NAME, free_size=False)

    train(state, samples, minutes * 60, lambda s: log.info("symbols  %s", s), keep, workers=1)


def render_blanks(count: int, first_seed: int) -> list[BlankDie]:
    """Draw dice without a mark."""
    with get_context("fork").Pool(2) as pool:
        return pool.map(render_blank, range(first_seed, first_seed + count), chunksize=8)


def calibrate_embedding(work: Path, classifier: FaceClassifier) -> None:
    """Calibrate the network in `work` beside the face network, on dice that trained nothing."""
    blanks = render_blanks(BLANKS // 10, first_seed=OTHER_SEED)
    figures = calibrate_taught(FaceEmbedder(work / NAME), classifier, blanks)
    write_calibration(work / NAME, figures)
    log.info("calibrated: %s", figures)


def main(arguments: list[str]) -> int:
    """Train this network alone; 0 on success."""
    parser = argparse.ArgumentParser(prog="python -m models.training.embedding")
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--work", type=Path, default=Path("models/training/work"))
    parser.add_argument("--minutes", type=float, default=15.0)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    cv2.setNumThreads(1)
    options.work.mkdir(parents=True, exist_ok=True)
    train_embedding(options.work, options.minutes)
    calibrate_embedding(options.work, FaceClassifier(options.out / "faces.onnx"))
    shutil.copyfile(options.work / NAME, options.out / NAME)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
