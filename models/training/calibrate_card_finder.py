"""Calibrate when an outline is a card, on drawn scenes that were not used for training."""

from collections.abc import Iterator, Sequence

import numpy as np

from models.training.augment import augment
from models.training.calibrate import fit_logistic
from models.training.card_finder_samples import VISIBLE
from models.training.card_scenes import CardScene, draw_cards, draw_scene
from models.training.evaluation_pictures import OTHER_SEED
from vision.card_finder import CardFinder, FoundCard, quadrilateral_iou
from vision.frame import Image

SCENES = 400
MIN_IOU = 0.5  # of a card and an outline that was found for it

Case = tuple[tuple[float, float], bool]  # the features of an outline, and whether it is a card


def draw_cases(
    finder: CardFinder, grounds: Sequence[Image], scenes: int
) -> tuple[list[Case], list[Case]]:
    """Return the outlines in drawn scenes, without those of mostly hidden cards.

    First those of the networks, then those that were found without them.
    """
    rng = np.random.default_rng([OTHER_SEED, 3])
    cards = draw_cards(rng, 1)
    cases: tuple[list[Case], list[Case]] = [], []
    for _ in range(scenes):
        scene = draw_scene(rng, cards, grounds)
        picture = augment(scene.picture, rng)
        for way, found in zip(cases, finder.candidates(picture), strict=True):
            way += _judged(found, scene)
    return cases


def _judged(found: Sequence[FoundCard], scene: CardScene) -> Iterator[Case]:
    """Yield the features of each outline, and whether it is a card's; each card has one."""
    left = list(zip(scene.corners, scene.visible, strict=True))
    for one in found:
        ious = [quadrilateral_iou(one.corners, quad) for quad, _ in left]
        if max(ious, default=0.0) < MIN_IOU:
            yield one.features, False
        elif left.pop(int(np.argmax(ious)))[1] >= VISIBLE[1]:
            yield one.features, True


def calibrate_card_finder(finder: CardFinder, grounds: Sequence[Image]) -> dict[str, str]:
    """Return a constant and two weights for either kind of outline, as text for a file."""
    weights = []
    for cases in draw_cases(finder, grounds, SCENES):
        features = np.array([both for both, _ in cases])
        weights.append(fit_logistic(features, [is_card for _, is_card in cases]))
    texts = [" ".join(f"{weight:.4f}" for weight in each) for each in weights]
    return dict(zip(("card", "clear"), texts, strict=True))
