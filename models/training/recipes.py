"""The recipe of each network: its samples, batch size and learning rate."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training.card_corner_samples import CardCornerSamples
from models.training.card_finder_samples import CardFinderSamples
from models.training.card_samples import GROUPS, CardSamples, draw_groups
from models.training.card_scenes import SIDE as CARD_SCENE_SIDE
from models.training.card_scenes import draw_cards
from models.training.clutter_samples import ClutterSamples
from models.training.export import export, store_in_16_bits
from models.training.face_samples import FaceSamples
from models.training.fit import (
    Loss,
    Samples,
    TrainingState,
    corner_loss,
    embedding_loss,
    face_loss,
    outline_loss,
    pose_loss,
    scene_loss,
    train,
)
from models.training.material import TrainingMaterial
from models.training.networks import (
    CardCornerNet,
    CardFinderNet,
    CardNet,
    ClutterNet,
    DetectorNet,
    EmbeddingNet,
    FaceNet,
    PoseNet,
)
from models.training.pose_samples import PoseSamples
from models.training.quantise import UNROUNDED, quantise
from models.training.restore import restore_weights
from models.training.scene_samples import SceneSamples
from models.training.symbol_samples import BlankDie, SymbolSamples, render_blank
from models.training.training_scene import SIDE
from vision.card_appearance import SIZE
from vision.card_finder import CROP_SIZE
from vision.classifiers import FACE_CROP_SIDE, POSE_CROP_SIDE
from vision.taught_faces import ANGLES, RADII

log = logging.getLogger("training")

DECKS = 2  # decks of each kind of which scenes with cards are drawn
BLANKS = 1500  # rendered dice without pips


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train the network `name`: in steps of `batch` samples, at the learning rate `rate`.

    An input picture has the `shape` (H, W) and `channels` channels; with `free_size`, other shapes
    are accepted, too. A `rounded` network is quantised; the weights of others are stored in 16
    bits. `examples` is the number of pictures that this, or restoring its weights, needs.
    """

    name: str
    net: Callable[[], nn.Module]
    loss: Loss
    samples: Samples
    shape: tuple[int, int]
    channels: int = 3
    batch: int = 256
    rate: float = 2e-3
    examples: int = 600
    free_size: bool = False
    rounded: bool = True

    def train(
        self,
        work: Path,
        minutes: float,
        workers: int = 0,
        shipped: Path | None = None,
        share: float = 1.0,
    ) -> None:
        """Train for `minutes` over all runs, and leave the network in `work`.

        Without a checkpoint there, training continues from the network in the folder `shipped`, or
        starts from scratch. The learning rate is a `share` of the recipe's. `workers` other
        processes draw the samples; with 0, this one does.
        """
        torch.set_num_threads(1)
        net = self.net()
        shown = (picture for picture, _ in self.samples(np.random.default_rng(0)))
        examples = list(islice(shown, self.examples if shipped or self.rounded else 0))
        if shipped is not None:
            restore_weights(net, shipped / f"{self.name}.onnx", torch.tensor(np.stack(examples)))
        rate, kept = share * self.rate, work / f"{self.name}.pt"
        state = TrainingState(net, self.loss, self.batch, rate, kept)
        out = work / f"{self.name}.onnx"
        whole = work / f"{self.name}{UNROUNDED}" if self.rounded else out

        def keep() -> None:
            shape = (*self.shape, self.channels)
            export(state.average, shape, whole, free_size=self.free_size)

        def say(line: str) -> None:
            log.info("%-8s %s", self.name, line)

        train(state, self.samples, minutes * 60, say, keep, workers)
        if self.rounded:
            quantise(whole, out, examples)
        else:
            store_in_16_bits(out)


def recipe_of_detector(material: TrainingMaterial) -> Recipe:
    """Return the recipe of the detector."""

    def samples(rng: np.random.Generator) -> SceneSamples:
        return SceneSamples(material.photographs, material.store, material.mined, rng)

    return Recipe(
        "detector", DetectorNet, scene_loss, samples, (SIDE, SIDE),
        batch=16, rate=1.5e-3, examples=60, free_size=True,
    )  # fmt: skip


def recipe_of_faces(material: TrainingMaterial) -> Recipe:
    """Return the recipe of the face network."""

    def samples(rng: np.random.Generator) -> FaceSamples:
        return FaceSamples(material.flat, material.store, material.mined, rng)

    return Recipe("faces", FaceNet, face_loss, samples, (FACE_CROP_SIDE, FACE_CROP_SIDE))


def recipe_of_clutter(material: TrainingMaterial) -> Recipe:
    """Return the recipe of the clutter network."""

    def samples(rng: np.random.Generator) -> ClutterSamples:
        return ClutterSamples(material.photographs, material.store, material.mined, rng)

    return Recipe("clutter", ClutterNet, face_loss, samples, (FACE_CROP_SIDE, FACE_CROP_SIDE))


def recipe_of_pose(material: TrainingMaterial, faces: Path) -> Recipe:
    """Return the recipe of the pose network.

    From scratch, it starts with the body of the network in the file `faces`, if there is one.
    """
    of_faces = recipe_of_faces(material)

    def samples(rng: np.random.Generator) -> PoseSamples:
        store = material.store + material.piles
        return PoseSamples(material.flat, store, material.mined, rng)

    def net() -> PoseNet:
        face_net, pose_net = FaceNet(), PoseNet()
        if not faces.is_file():
            return pose_net
        shown = of_faces.samples(np.random.default_rng(0))
        crops = [crop for crop, _ in islice(shown, of_faces.examples)]
        restore_weights(face_net, faces, torch.tensor(np.stack(crops)))
        pose_net.body.load_state_dict(face_net.body.state_dict())
        return pose_net

    side = POSE_CROP_SIDE
    return Recipe("pose", net, pose_loss, samples, (side, side), rate=1e-3)


def recipe_of_symbols() -> Recipe:
    """Return the recipe of the embedding of taught faces."""
    blanks = render_blanks(BLANKS, first_seed=1)

    def samples(rng: np.random.Generator) -> SymbolSamples:
        return SymbolSamples(blanks, rng)

    return Recipe("symbols", EmbeddingNet, embedding_loss, samples, (ANGLES, RADII), rounded=False)


def recipe_of_cards() -> Recipe:
    """Return the recipe of the card network."""
    groups = draw_groups(GROUPS, first_seed=1)

    def samples(rng: np.random.Generator) -> CardSamples:
        return CardSamples(groups, rng)

    shape = SIZE[1], SIZE[0]
    return Recipe("cards", CardNet, face_loss, samples, shape, channels=9, batch=64, examples=200)


def recipe_of_card_finder(material: TrainingMaterial) -> Recipe:
    """Return the recipe of the network that finds cards."""
    cards = draw_cards(np.random.default_rng(1), DECKS)

    def samples(rng: np.random.Generator) -> CardFinderSamples:
        return CardFinderSamples(cards, material.grounds, rng)

    return Recipe(
        "card_finder", CardFinderNet, outline_loss, samples, (CARD_SCENE_SIDE, CARD_SCENE_SIDE),
        batch=8, rate=1.5e-3, examples=120, free_size=True,
    )  # fmt: skip


def recipe_of_card_corners(material: TrainingMaterial, finder: Path) -> Recipe:
    """Return the recipe of the network that measures corners in what the `finder` proposes."""
    cards = draw_cards(np.random.default_rng(1), DECKS)

    def samples(rng: np.random.Generator) -> CardCornerSamples:
        return CardCornerSamples(cards, material.grounds, finder, rng)

    shape = CROP_SIZE[1], CROP_SIZE[0]
    return Recipe(
        "card_corners", CardCornerNet, corner_loss, samples, shape, batch=32, examples=300
    )


def render_blanks(count: int, first_seed: int) -> list[BlankDie]:
    """Render `count` dice without pips."""
    with get_context("fork").Pool(2) as pool:
        return pool.map(render_blank, range(first_seed, first_seed + count), chunksize=8)
