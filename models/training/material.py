"""What the networks are trained on: photographs, rendered dice, and earlier mistakes."""

import logging
import time
from dataclasses import dataclass
from pathlib import Path

from models.training.corrections import load_training_photographs
from models.training.mining import MinedExamples, mine_examples
from models.training.photographs import Photograph
from models.training.sprites import LabelledSprite, load_or_render_sprites

log = logging.getLogger("training")


@dataclass(frozen=True, slots=True)
class TrainingMaterial:
    """Photographs that may train, groups of rendered dice, and what earlier networks mistook."""

    photographs: list[Photograph]
    store: list[list[LabelledSprite]]
    mined: MinedExamples


def load_material(photos: Path | None, models: Path, work: Path, groups: int) -> TrainingMaterial:
    """Load the photographs in `photos`, draw `groups` of dice, look for mistakes of `models`.

    What is drawn is kept in `work`. Raises FileNotFoundError for a folder without photographs.
    """
    photographs: list[Photograph] = []
    if photos is None:
        log.info("no --photos: training on rendered dice only")
    else:
        photographs = load_training_photographs(photos)
        dice = sum(len(p.dice) for p in photographs)
        log.info("%d photographs with %d dice", len(photographs), dice)
    began = time.monotonic()
    store = load_or_render_sprites(work / "sprites.npz", groups, first_seed=1)
    log.info("%d rendered dice (%.0f s)", sum(map(len, store)), time.monotonic() - began)
    mined = mine_examples(models, photographs)
    found = len(mined.hard_negatives), len(mined.symbols)
    log.info("mined: %d hard negatives, %d faces with symbols", *found)
    return TrainingMaterial(photographs, store, mined)
