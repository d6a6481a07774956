"""The card network: whether two aligned pictures of cards show the same print."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from vision.card_appearance import IGNORED_RIM, LIGHT_CHANNEL
from vision.detection import logit
from vision.frame import Array, Image
from vision.onnx_model import OnnxModel, softmax

CLASSES = ("another print", "same print")
LEVELS_PER_UNIT = 85.0  # byte levels per unit of an appearance
LEVELS_PER_DIFFERENCE = 800.0  # byte levels per unit of the difference


class CardVerifier:
    """The card network; raises FileNotFoundError if its file is missing."""

    def __init__(self, path: Path) -> None:
        self._model = OnnxModel(path, threads=1)
        self._constant, self._weight = map(float, self._model.metadata.get("same", "0 1").split())

    def log_odds(
        self, seen: Array, laid: Sequence[Array], differences: Sequence[Array]
    ) -> list[float]:
        """Return the log odds, for each aligned card, that it bears the same print as `seen`.

        `seen` and `laid` are appearances (168, 112, 4), and `differences` their `difference`s.
        """
        own = appearance_to_bytes(seen)
        pairs = [
            verifier_input(own, appearance_to_bytes(one), off)
            for one, off in zip(laid, differences, strict=True)
        ]
        same = softmax(self._model.predict(pairs))[:, 1]
        return [self._constant + self._weight * logit(float(p)) for p in same]


@cache
def default_verifier() -> CardVerifier:
    """Return the verifier with the shipped network, loaded once."""
    return CardVerifier(Path(str(files("models"))) / "cards.onnx")


def appearance_to_bytes(look: Array) -> Image:
    """Return an appearance (168, 112, 4) as bytes, without its overall brightness."""
    usual = np.zeros(look.shape[2], np.float32)
    usual[LIGHT_CHANNEL] = np.median(look[..., LIGHT_CHANNEL])
    return np.asarray(np.clip(128 + LEVELS_PER_UNIT * (look - usual), 0, 255), np.uint8)


def verifier_input(seen: Image, laid: Image, off: Array) -> Image:
    """Return two cards as bytes, and their difference `off`, as one input (168, 112, 9)."""
    different = np.minimum(LEVELS_PER_DIFFERENCE * np.sqrt(np.pad(off, IGNORED_RIM)), 255).astype(
        np.uint8
    )
    return np.dstack([seen, laid, different])
