"""Mine photographs and drawn pictures for what an earlier detector found apart from dice.

Its mistakes teach the face network to answer "nothing" where it matters most. Dice with symbols
that are unlabelled in some photographs are real examples of faces without pips.
"""

from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from models.training.drawn_clutter import draw_clutter, draw_decks
from models.training.photographs import Photograph
from vision.bounding_box import centre, mean_side
from vision.classifiers import NOTHING, FaceClassifier
from vision.detector import Candidate, Detector

Place = tuple[Photograph, tuple[float, float], float]  # with centre and size in pixels

ZOOMS = (0.6, 1.2)  # the photographs are 640 pixels wide
LEAST = 0.2  # minimum score of a mistake
SYMBOL_ZOOMS = (0.3, 0.45)  # dice fill a fifth of those pictures
SYMBOL_SCORE = 0.35
SYMBOL_SIZE = 0.6  # of the smallest labelled die in the picture: handwriting is smaller
DRAWN = 3000  # drawn pictures without dice
DRAWN_AT_ONCE = 20  # drawn pictures with cards of the same decks
MOST_OF_ONE = 8  # mistakes kept per drawn picture
CLUTTER_SEED = 31
MOST = 700  # mistakes kept per folder, so that one busy board does not dominate


@dataclass
class MinedExamples:
    """Places in photographs: `hard_negatives` are not dice, `symbols` are dice without pips.

    `clutter` are hard negatives in drawn pictures.
    """

    hard_negatives: list[Place] = field(default_factory=list)
    symbols: list[Place] = field(default_factory=list)
    clutter: list[Place] = field(default_factory=list)


def mine_examples(models: Path, photographs: list[Photograph]) -> MinedExamples:
    """Mine `photographs` and drawn pictures with the networks in `models`.

    Empty if there are none yet.
    """
    if not (models / "detector.onnx").is_file() or not (models / "faces.onnx").is_file():
        return MinedExamples()
    detector = Detector(models / "detector.onnx", threads=2)
    classifier = FaceClassifier(models / "faces.onnx", threads=2)
    found = MinedExamples(clutter=mine_clutter(models / "detector.onnx", DRAWN))
    by_folder: dict[str, list[Place]] = {}
    for photograph in photographs:
        if photograph.unlabelled == "none":
            by_folder.setdefault(photograph.folder, []).extend(_mistakes(detector, photograph))
        elif photograph.unlabelled == "elsewhere":
            found.symbols += _symbols(detector, classifier, photograph)
            inside = [m for m in _mistakes(detector, photograph) if _within_die(m)]
            by_folder.setdefault(photograph.folder, []).extend(inside)
    rng = np.random.default_rng(0)
    for places in by_folder.values():
        found.hard_negatives += [places[int(i)] for i in rng.permutation(len(places))[:MOST]]
    return found


def mine_clutter(detector: Path, pictures: int) -> list[Place]:
    """Draw pictures without dice, and return what the network at `detector` finds there."""
    lots = [(detector, seed) for seed in range(1, 1 + pictures // DRAWN_AT_ONCE)]
    with get_context("fork").Pool(2) as pool:
        return [place for places in pool.starmap(_mistakes_in_clutter, lots, 1) for place in places]


def _mistakes_in_clutter(detector: Path, seed: int) -> list[Place]:
    rng, finder = np.random.default_rng([CLUTTER_SEED, seed]), Detector(detector, threads=1)
    cards = draw_decks(rng, 1)
    places = []
    for number in range(DRAWN_AT_ONCE):
        image, name = draw_clutter(rng, cards), f"{seed}-{number}"
        picture = Photograph("clutter", name, image, (), held_out=False, unlabelled="none")
        found = _mistakes(finder, picture)
        places += [found[int(i)] for i in rng.permutation(len(found))[:MOST_OF_ONE]]
    return places


def _mistakes(detector: Detector, photograph: Photograph) -> list[Place]:
    return [
        (photograph, centre(candidate.box), mean_side(candidate.box))
        for candidate in detector.find(photograph.image, ZOOMS)
        if candidate.score > LEAST and not _is_labelled(candidate, photograph)
    ]


def _is_labelled(candidate: Candidate, photograph: Photograph) -> bool:
    """Return whether the candidate is a labelled die, or close enough to be matched to it."""
    x, y = centre(candidate.box)
    own = mean_side(candidate.box)
    return any(
        np.hypot(x - die.centre[0], y - die.centre[1]) < 0.45 * die.size
        and 0.5 < own / die.size < 2.0
        for die in photograph.dice
    )


def _within_die(place: Place) -> bool:
    """Return whether a mistake is a part of a labelled die, such as one of its pips."""
    photograph, (x, y), own = place
    return any(
        d.box[0] < x < d.box[2] and d.box[1] < y < d.box[3] and own < 0.5 * d.size
        for d in photograph.dice
    )


def _symbols(detector: Detector, classifier: FaceClassifier, photograph: Photograph) -> list[Place]:
    """Return whole dice away from the labelled ones that do not show overlooked pips."""
    height, width = photograph.image.shape[:2]
    least = SYMBOL_SIZE * min((die.size for die in photograph.dice), default=0.0)
    places = []
    for candidate in detector.find(photograph.image, SYMBOL_ZOOMS):
        (x, y), own = centre(candidate.box), mean_side(candidate.box)
        x1, y1, x2, y2 = candidate.box
        if (
            candidate.score < SYMBOL_SCORE
            or own < least
            or min(x1, y1, width - x2, height - y2) < 0
        ):
            continue
        if any(np.hypot(x - d.centre[0], y - d.centre[1]) < 0.6 * d.size for d in photograph.dice):
            continue
        probabilities = classifier.classify(photograph.image, [candidate.box])[0]
        if probabilities[:6].sum() < 0.5 and probabilities[NOTHING] < 0.6:
            places.append((photograph, (x, y), own))
    return places
