"""Calibrate when an outline is a card, on drawn scenes that were not used for training."""

from collections.abc import Iterator, Sequence

import numpy as np

from models.training.augment import augment
from models.training.calibrate import fit_logistic
from models.training.card_finder_samples import VISIBLE
from models.training.card_scenes import CardScene, draw_cards, draw_scene
from models.training.evaluation_pictures import OTHER_SEED
from vision.card_finder import CardFinder, FoundCard, quadrilateral_iou
from vision.frame import Array, Image

SCENES = 1200
MIN_IOU = 0.5  # of a card and an outline that was found for it

Case = tuple[Array, bool]  # the features of an outline, and whether it is a card


def draw_cases(finder: CardFinder, grounds: Sequence[Image], scenes: int) -> list[Case]:
    """Return the outlines that `finder` sees in drawn scenes, without those of hidden cards."""
    rng = np.random.default_rng([OTHER_SEED, 3])
    cards = draw_cards(rng, 1)
    cases = list[Case]()
    for _ in range(scenes):
        scene = draw_scene(rng, cards, grounds)
        cases += _judged(finder.candidates(augment(scene.picture, rng)), scene)
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
    """Return a constant and the weights of `FoundCard.features`, as text for a file."""
    cases = draw_cases(finder, grounds, SCENES)
    features = np.array([of_one for of_one, _ in cases]).reshape(-1, 4)
    weights = fit_logistic(features, [is_card for _, is_card in cases])
    return {"card": " ".join(f"{weight:.4f}" for weight in weights)}
