"""Calibrate when a taught face is recognised, on invented faces not used for training."""

from itertools import islice

import numpy as np
from numpy.random import Generator

from models.training.calibrate import fit_logistic
from models.training.symbol_samples import BlankDie, SymbolSamples, pips, symbol, vary
from vision.classifiers import FaceClassifier
from vision.frame import Image
from vision.taught_faces import FaceEmbedder, TaughtFaces

SETS = 200
LOOK_ALIKES = 0.1  # share of faces that resemble another one of the set
MAX_FACES = 6
STILLS = 5
ASKED = 6  # views of each taught face
STRANGERS = 4  # number of untaught symbols, and of untaught faces with pips


def draw_set(
    blanks: list[BlankDie], rng: Generator
) -> tuple[dict[str, list[Image]], list[tuple[Image, str | None]]]:
    """Invent a set: return stills by name, and views to test, each with its name or None."""
    taught: dict[str, list[Image]] = {}
    asked: list[tuple[Image, str | None]] = []
    samples = SymbolSamples(blanks, rng, same_make=1.0)  # like a table's own dice
    board = symbol(rng)
    for i in range(int(rng.integers(1, MAX_FACES + 1))):
        board = vary(board, rng) if rng.random() < LOOK_ALIKES else symbol(rng)
        views = samples.face(board)
        taught[str(i)] = list(islice(views, STILLS))
        asked += [(view, str(i)) for view in islice(views, ASKED)]
    for draw in (symbol, pips):  # untaught faces of the same dice
        for _ in range(STRANGERS):
            asked += [(view, None) for view in islice(samples.face(draw(rng)), 2)]
    return taught, asked


def match_features(
    embedder: FaceEmbedder, classifier: FaceClassifier, blanks: list[BlankDie], sets: int, seed: int
) -> tuple[list[tuple[float, ...]], list[bool], list[bool]]:
    """Match views with invented sets of taught faces.

    Returns the features of each match, whether it is right, and whether the face is taught.
    """
    rng = np.random.default_rng([seed, 3])
    features: list[tuple[float, ...]] = []
    right: list[bool] = []
    known: list[bool] = []
    for _ in range(sets):
        taught, asked = draw_set(blanks, rng)
        faces = TaughtFaces(taught, embedder, classifier)
        crops = [crop for crop, _ in asked]
        matches = faces.match(crops, classifier.classify_crops(crops))
        features += [match.features for match in matches]
        right += [match.name == name for match, (_, name) in zip(matches, asked, strict=True)]
        known += [name is not None for _, name in asked]
    return features, right, known


def calibrate_taught(
    embedder: FaceEmbedder, classifier: FaceClassifier, blanks: list[BlankDie]
) -> dict[str, str]:
    """Return the weights of `TaughtFaces`, as text for the network's file."""
    features, right, _ = match_features(embedder, classifier, blanks, SETS, seed=1)
    weights = fit_logistic(np.array(features), right)
    return {"taught": " ".join(f"{w:.4f}" for w in weights)}
