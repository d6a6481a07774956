"""Train the networks: python -m models.training --photos DIR [--out models] [--minutes 84].

With --only NAME, training of one network continues from its file in --out, at a share --rate of its
full learning rate. The other networks do not change.
"""

import argparse
import logging
import shutil
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

import cv2

from models.training.calibrate import calibrate, to_metadata
from models.training.calibrate_card_finder import calibrate_card_finder
from models.training.calibrate_cards import calibrate_cards
from models.training.calibrate_poses import calibrate_poses
from models.training.calibrate_taught import calibrate_taught
from models.training.evaluation_pictures import (
    OTHER_SEED,
    clutter_pictures,
    composed_pictures,
    held_out_pictures,
)
from models.training.export import write_calibration
from models.training.material import TrainingMaterial, load_material
from models.training.pose_pictures import pose_pictures
from models.training.quantise import UNROUNDED
from models.training.recipes import (
    BLANKS,
    Recipe,
    recipe_of_card_corners,
    recipe_of_card_finder,
    recipe_of_cards,
    recipe_of_clutter,
    recipe_of_detector,
    recipe_of_faces,
    recipe_of_pose,
    recipe_of_symbols,
    render_blanks,
)
from models.training.remembered import remember_answers
from models.training.sprites import GROUPS
from vision.card_finder import CardFinder
from vision.card_verifier import CardVerifier
from vision.classifiers import FaceClassifier
from vision.reader import Reader
from vision.taught_faces import FaceEmbedder

log = logging.getLogger("training")

DICE_NAMES = ("detector", "faces", "pose", "clutter")
NAMES = (*DICE_NAMES, "symbols", "cards", "card_finder", "card_corners")

# Shares of the total time. These networks are trained one after the other, while the face network
# is trained all the time: recognising faces takes longest to learn.
DETECTOR_SHARE = 0.3
SHARES = {
    "clutter": 0.16, "pose": 0.18, "symbols": 0.08, "cards": 0.1, "card_finder": 0.12,
    "card_corners": 0.06,
}  # fmt: skip
SCENES = 200  # calibration scenes in addition to the held-out photographs
ROLLS = 600  # rendered rolls, each in its own perspective, to calibrate the poses


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
        help="folder for checkpoints and rendered dice; the next run continues from there",
    )
    parser.add_argument("--minutes", type=float, default=84.0, help="training time, over all runs")
    parser.add_argument("--only", choices=NAMES, help="train only this, from its file in --out")
    parser.add_argument("--rate", type=float, default=0.1, help="with --only: of the full rate")
    parser.add_argument("--groups", type=int, default=GROUPS, help="groups of eight rendered dice")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Train the networks in parallel, quantise and calibrate them; return 0 on success."""
    options = parse(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    cv2.setNumThreads(1)  # now, because forked processes cannot stop these threads
    options.work.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)
    dice = not options.only or options.only in DICE_NAMES
    material = load_material(options.photos, options.out, options.work, options.groups, dice=dice)
    if options.only:
        _train_one(options, material)
    elif not _train_all(options, material):
        log.error("training stopped early; run again to continue from the last checkpoint")
        return 1
    _finish(options, material)
    return 0


def _train_one(options: argparse.Namespace, material: TrainingMaterial) -> None:
    """Train one network, continuing from its file in --out, next to the others there."""
    for name in NAMES:
        if name != options.only:
            shutil.copyfile(options.out / f"{name}.onnx", options.work / f"{name}.onnx")
    recipe = _recipe(options.only, material, lambda other: options.out / f"{other}.onnx")
    recipe.train(options.work, options.minutes, workers=2, shipped=options.out, share=options.rate)


def _train_all(options: argparse.Namespace, material: TrainingMaterial) -> bool:
    """Train the networks from scratch, in parallel; return False if one stopped early.

    Each uses one thread, because two threads that wait for each other become slow when anything
    else runs. The processes are forked, so they share the photographs. A third process draws the
    crops of faces. The detector's own process draws the scenes; it ends first, and then the other
    networks use its core.
    """
    work, minutes = options.work, options.minutes
    detector, faces = recipe_of_detector(material), recipe_of_faces(material)
    context = get_context("fork")
    both = [
        context.Process(target=detector.train, args=(work, minutes * DETECTOR_SHARE)),
        context.Process(target=faces.train, args=(work, minutes, 1)),
    ]
    for process in both:
        process.start()
    both[0].join()
    for name, share in SHARES.items():
        if any(process.exitcode for process in both):
            both[1].terminate()  # it has its checkpoints, so do not wait for an hour
            break
        recipe = _recipe(name, material, lambda other: work / f"{other}{UNROUNDED}")
        recipe.train(work, minutes * share, 1)
    both[1].join()
    return not any(process.exitcode for process in both)


def _recipe(name: str, material: TrainingMaterial, trained: Callable[[str], Path]) -> Recipe:
    """Return the recipe of the network `name`; `trained` returns the file of another network."""
    if name == "symbols":
        return recipe_of_symbols()
    if name == "cards":
        return recipe_of_cards()
    if name == "card_finder":
        return recipe_of_card_finder(material)
    if name == "card_corners":
        return recipe_of_card_corners(material, trained("card_finder"))
    if name == "clutter":
        return recipe_of_clutter(material)
    if name == "pose":
        return recipe_of_pose(material, trained("faces"))
    return recipe_of_detector(material) if name == "detector" else recipe_of_faces(material)


def _finish(options: argparse.Namespace, material: TrainingMaterial) -> None:
    """Calibrate the new networks, and only then copy them to --out."""
    work, new = options.work, {options.only} if options.only else set(NAMES)
    if new & {"detector", "faces", "pose"}:
        _calibrate(work / "pose.onnx", _calibrate_poses(work, options.photos))
    if not new.isdisjoint(DICE_NAMES):
        _calibrate(work / "faces.onnx", _calibrate_reader(work, options.photos))
    if new & {"symbols", "faces"}:
        _calibrate(work / "symbols.onnx", _calibrate_taught(work))
    if new & {"card_finder", "card_corners"}:
        weights = calibrate_card_finder(CardFinder(work), material.grounds)
        _calibrate(work / "card_corners.onnx", weights)
    if "cards" in new:
        cards = work / "cards.onnx"
        _calibrate(cards, calibrate_cards(CardVerifier(cards)))
    for name in NAMES:
        partial = options.out / f"{name}.partial"
        shutil.copyfile(work / f"{name}.onnx", partial)
        partial.replace(options.out / f"{name}.onnx")
    networks = sorted(options.out.glob("*.onnx"))
    sums = "".join(f"{sha256(n.read_bytes()).hexdigest()}  {n.name}\n" for n in networks)
    (options.out / "SHA256SUMS").write_text(sums)


def _calibrate(network: Path, values: dict[str, str]) -> None:
    """Write calibration values into the file of a network."""
    write_calibration(network, values)
    log.info("calibrated: %s", values)


def _calibrate_poses(work: Path, photos: Path | None) -> dict[str, str]:
    """Calibrate the pose network, on photographs in which every die lies flat, among others."""
    pictures = [] if photos is None else held_out_pictures(photos, flat=True)
    reader = Reader(threads=2, models=work)
    return calibrate_poses(reader, chain(pose_pictures(ROLLS), pictures))


def _calibrate_reader(work: Path, photos: Path | None) -> dict[str, str]:
    """Calibrate the networks in `work` together, on pictures that were not used for training."""
    pictures = composed_pictures(work, photos, SCENES)
    if photos is not None:
        pictures += held_out_pictures(photos)
    pictures += clutter_pictures(SCENES // 3)
    reader = Reader(threads=2, models=work)
    remember_answers(reader, work, work / "answers.db")
    return to_metadata(calibrate(reader, pictures))


def _calibrate_taught(work: Path) -> dict[str, str]:
    """Calibrate the recognition of taught faces."""
    blanks = render_blanks(BLANKS // 10, first_seed=OTHER_SEED)
    embedder, classifier = FaceEmbedder(work / "symbols.onnx"), FaceClassifier(work / "faces.onnx")
    return calibrate_taught(embedder, classifier, blanks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
