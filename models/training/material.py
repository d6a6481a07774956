"""The training material: photographs, rendered dice, and mistakes of earlier networks."""

import logging
import time
from dataclasses import dataclass
from pathlib import Path

from models.training.corrections import load_training_photographs
from models.training.mining import MinedExamples, mine_examples
from models.training.photographs import FOLDERS, Photograph
from models.training.sprite_store import load_or_render_sprites
from models.training.sprites import GROUPS, PILE_GROUPS, LabelledSprite, render_pile_group
from vision.frame import Image

WITH_CARDS = ("no_dice",)  # folders of pictures that show cards

log = logging.getLogger("training")


@dataclass(frozen=True, slots=True)
class TrainingMaterial:
    """Photographs for training, groups of rendered dice, and mistakes of earlier networks.

    The dice of `piles` lie on, against or next to others.
    """

    photographs: list[Photograph]
    store: list[list[LabelledSprite]]
    piles: list[list[LabelledSprite]]
    mined: MinedExamples

    @property
    def flat(self) -> list[Photograph]:
        """The photographs in which every die lies flat: leaning dice are not examples of a face."""
        return [p for p in self.photographs if FOLDERS[p.folder].flat or not p.is_heap]

    @property
    def grounds(self) -> list[Image]:
        """Photographs without cards, on which cards are drawn."""
        return [p.image for p in self.photographs if p.folder not in WITH_CARDS]


def load_material(
    photos: Path | None, models: Path, work: Path, groups: int, *, dice: bool = True
) -> TrainingMaterial:
    """Load the photographs in `photos`, render `groups` of dice, mine the mistakes of `models`.

    Without `dice`, only the photographs are loaded: cards and symbols need no more. Rendered dice
    are kept in `work`. Raises FileNotFoundError for a folder without photographs.
    """
    photographs: list[Photograph] = []
    if photos is None:
        log.info("no --photos: training on rendered dice only")
    else:
        photographs = load_training_photographs(photos)
        labelled = sum(len(p.dice) for p in photographs)
        log.info("%d photographs with %d dice", len(photographs), labelled)
    if not dice:
        return TrainingMaterial(photographs, [], [], MinedExamples())
    began = time.monotonic()
    store = load_or_render_sprites(work / "sprites.npz", groups, first_seed=1)
    number = max(1, groups * PILE_GROUPS // GROUPS)
    piles = load_or_render_sprites(
        work / "pile-sprites.npz", number, first_seed=1, render=render_pile_group
    )
    rendered = sum(map(len, store + piles))
    log.info("%d rendered dice (%.0f s)", rendered, time.monotonic() - began)
    mined = mine_examples(models, photographs)
    found = len(mined.hard_negatives), len(mined.symbols)
    log.info("mined: %d hard negatives, %d faces with symbols", *found)
    return TrainingMaterial(photographs, store, piles, mined)
