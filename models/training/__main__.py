"""Make the networks: python -m models.training --photos DIR [--out models] [--minutes 88]."""

import argparse
import logging
import shutil
import sys
import time
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import torch

from models.training.calibrate import calibrate, to_metadata
from models.training.clutter import DRAWN, train_clutter
from models.training.clutter import NAME as CLUTTER
from models.training.corrections import load_training_photographs
from models.training.embedding import NAME as SYMBOLS
from models.training.embedding import calibrate_embedding, train_embedding
from models.training.evaluation_pictures import (
    clutter_pictures,
    composed_pictures,
    held_out_pictures,
)
from models.training.export import export, write_calibration
from models.training.face_samples import FaceSamples
from models.training.fit import TrainingState, face_loss, scene_loss, train
from models.training.mining import MinedExamples, mine_clutter, mine_examples
from models.training.networks import DetectorNet, FaceNet
from models.training.photographs import Photograph
from models.training.quantise import EXAMPLES, UNROUNDED, quantise
from models.training.scene_samples import SIDE as SCENE_SIDE
from models.training.scene_samples import SceneSamples
from models.training.sprites import GROUPS, LabelledSprite, load_or_render_sprites
from vision.face_classifier import CROP_SIDE, FaceClassifier
from vision.reader import Reader

log = logging.getLogger("training")

# Of the time, one after the other beside the faces: where dice lie is sooner learned than what they
# show.
DETECTOR_SHARE, EMBEDDING_SHARE, CLUTTER_SHARE = 0.5, 0.15, 0.35
SCENES = 200  # to calibrate on, beside the photographs kept out, which count for more


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
    parser.add_argument("--minutes", type=float, default=88.0, help="of training, in all runs")
    parser.add_argument("--groups", type=int, default=GROUPS, help="of eight rendered dice")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Train the networks side by side, round and calibrate them; 0 on success."""
    options = parse(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    cv2.setNumThreads(1)  # here, since a forked process cannot stop threads it does not have
    options.work.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)
    material = _material(options)
    # One thread each: two threads that wait for one another crawl when anything else runs. The
    # processes fork, and so share the photographs. Crops are drawn by a third process; scenes by
    # the detector's own, which ends first and leaves its core to the faces.
    context = get_context("fork")
    both = [
        context.Process(target=job, args=(options, *material))
        for job in (_train_detector, _train_faces)
    ]
    for process in both:
        process.start()
    both[0].join()
    # On the core that is free now.
    photographs, store, mined = material
    mined.clutter = mine_clutter(options.work / f"detector{UNROUNDED}", DRAWN)
    train_clutter(options.work, options.minutes * CLUTTER_SHARE, photographs, store, mined)
    train_embedding(options.work, options.minutes * EMBEDDING_SHARE)
    for process in both:
        process.join()
    if any(process.exitcode for process in both):
        log.error("training stopped early; run again to go on from the last checkpoint")
        return 1
    _finish(options, *material)
    return 0


def _material(
    options: argparse.Namespace,
) -> tuple[list[Photograph], list[list[LabelledSprite]], MinedExamples]:
    """Load the photographs that may train, draw the dice, and look for earlier mistakes."""
    photographs: list[Photograph] = []
    if options.photos is None:
        log.info("no --photos: training on rendered dice only")
    else:
        photographs = load_training_photographs(options.photos)
        dice = sum(len(p.dice) for p in photographs)
        log.info("%d photographs with %d dice", len(photographs), dice)
    began = time.monotonic()
    store = load_or_render_sprites(options.work / "sprites.npz", options.groups, first_seed=1)
    log.info("%d rendered dice (%.0f s)", sum(map(len, store)), time.monotonic() - began)
    mined = mine_examples(options.out, photographs)
    found = len(mined.hard_negatives), len(mined.symbols)
    log.info("mined: %d hard negatives, %d faces with symbols", *found)
    return photographs, store, mined


def _train_detector(
    options: argparse.Namespace,
    photographs: list[Photograph],
    store: list[list[LabelledSprite]],
    mined: MinedExamples,
) -> None:
    torch.set_num_threads(1)
    state = TrainingState(DetectorNet(), scene_loss, 16, 1.5e-3, options.work / "detector.pt")

    def samples(rng: np.random.Generator) -> SceneSamples:
        return SceneSamples(photographs, store, mined, rng)

    def keep() -> None:
        example = torch.zeros(1, 3, SCENE_SIDE, SCENE_SIDE)
        export(state.average, example, options.work / f"detector{UNROUNDED}", free_size=True)

    seconds = options.minutes * 60 * DETECTOR_SHARE
    train(state, samples, seconds, lambda s: log.info("detector %s", s), keep)


def _train_faces(
    options: argparse.Namespace,
    photographs: list[Photograph],
    store: list[list[LabelledSprite]],
    mined: MinedExamples,
) -> None:
    torch.set_num_threads(1)
    state = TrainingState(FaceNet(), face_loss, 256, 2e-3, options.work / "faces.pt")

    def samples(rng: np.random.Generator) -> FaceSamples:
        return FaceSamples(photographs, store, mined, rng)

    def keep() -> None:
        example = torch.zeros(1, 3, CROP_SIDE, CROP_SIDE)
        export(state.average, example, options.work / f"faces{UNROUNDED}", free_size=False)

    seconds = options.minutes * 60
    train(state, samples, seconds, lambda s: log.info("faces    %s", s), keep, workers=1)


def _finish(
    options: argparse.Namespace,
    photographs: list[Photograph],
    store: list[list[LabelledSprite]],
    mined: MinedExamples,
) -> None:
    """Round both networks, calibrate what they say together, and only then put them in place.

    The thresholds come from pictures that trained nothing, and go into the face network's file.
    """
    rng, work = np.random.default_rng(0), options.work
    scenes = (image for image, _ in SceneSamples(photographs, store, mined, rng))
    crops = (image for image, _ in FaceSamples(photographs, store, mined, rng))
    quantise(work / f"detector{UNROUNDED}", work / "detector.onnx", islice(scenes, EXAMPLES // 10))
    quantise(work / f"faces{UNROUNDED}", work / "faces.onnx", islice(crops, EXAMPLES))
    pictures = composed_pictures(options.work, options.photos, SCENES)
    pictures += clutter_pictures(SCENES // 3)
    if options.photos is not None:
        pictures += held_out_pictures(options.photos)
    figures = to_metadata(calibrate(Reader(threads=2, models=work), pictures))
    write_calibration(work / "faces.onnx", figures)
    log.info("calibrated: %s", figures)
    calibrate_embedding(work, FaceClassifier(work / "faces.onnx"))
    for name in ("detector.onnx", "faces.onnx", CLUTTER, SYMBOLS):
        shutil.copyfile(work / name, options.out / f"{name}.partial")
        (options.out / f"{name}.partial").replace(options.out / name)
    networks = sorted(options.out.glob("*.onnx"))
    sums = "".join(f"{sha256(n.read_bytes()).hexdigest()}  {n.name}\n" for n in networks)
    (options.out / "SHA256SUMS").write_text(sums)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
