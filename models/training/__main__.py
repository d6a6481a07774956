"""Make the networks: python -m models.training --photos DIR [--out models] [--minutes 40]."""

import argparse
import logging
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import torch

from models.training.export import export
from models.training.face_samples import FaceSamples
from models.training.fit import Trainee, face_loss, scene_loss, train
from models.training.mining import mine
from models.training.networks import Detector, FaceReader
from models.training.photographs import Photograph, load_photographs
from models.training.scene_samples import SIDE, SceneSamples
from models.training.sprites import sprite_store
from vision.faces import SIDE as FACE_SIDE

log = logging.getLogger("training")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m models.training", description=__doc__)
    parser.add_argument(
        "--photos",
        type=Path,
        help="folder with train/ and kept-out.json; without it only rendered dice are used",
    )
    parser.add_argument("--out", type=Path, default=Path("models"), help="where the networks go")
    parser.add_argument(
        "--work",
        type=Path,
        default=Path("models/training/work"),
        help="checkpoints and rendered dice; run again to go on from there",
    )
    parser.add_argument("--minutes", type=float, default=40.0, help="of training in all")
    parser.add_argument(
        "--faces-share",
        type=float,
        default=0.55,
        help="of the minutes for the face network, the rest for the detector",
    )
    parser.add_argument("--groups", type=int, default=512, help="of eight rendered dice")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Train both networks, export and calibrate them; 0 on success."""
    options = parse(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    warnings.filterwarnings("ignore", module="torch.onnx")
    torch.set_num_threads(2)
    options.work.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)
    photographs = _photographs(options.photos)
    began = time.monotonic()
    store = sprite_store(options.work / "sprites.npz", options.groups, first_seed=1)
    log.info("%d rendered dice (%.0f s)", sum(map(len, store)), time.monotonic() - began)
    mistakes = mine(options.out / "detector.onnx", photographs)
    log.info("%d places that the last detector took for dice", len(mistakes))
    faces = Trainee(FaceReader(), face_loss, 256, 2e-3, options.work / "faces.pt")
    detector = Trainee(Detector(), scene_loss, 16, 1.5e-3, options.work / "detector.pt")

    def face_samples(rng: np.random.Generator) -> FaceSamples:
        return FaceSamples(photographs, store, mistakes, rng)

    def scene_samples(rng: np.random.Generator) -> SceneSamples:
        return SceneSamples(photographs, store, rng)

    seconds = options.minutes * 60
    train(
        detector,
        scene_samples,
        seconds * (1 - options.faces_share),
        lambda line: log.info("detector %s", line),
    )
    export(
        detector.average,
        torch.zeros(1, 3, SIDE, SIDE),
        options.out / "detector.onnx",
        free_size=True,
    )
    train(
        faces,
        face_samples,
        seconds * options.faces_share,
        lambda line: log.info("faces    %s", line),
    )
    export(
        faces.average,
        torch.zeros(1, 3, FACE_SIDE, FACE_SIDE),
        options.out / "faces.onnx",
        free_size=False,
    )
    return 0


def _photographs(folder: Path | None) -> list[Photograph]:
    """Load the photographs that may train, and say how many."""
    if folder is None:
        log.info("no --photos: training on rendered dice only")
        return []
    photographs = [p for p in load_photographs(folder) if not p.held]
    log.info("%d photographs with %d dice", len(photographs), sum(len(p.dice) for p in photographs))
    return photographs


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
