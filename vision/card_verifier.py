"""The card network: whether two aligned pictures of cards show the same print."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from vision.card_appearance import LIGHT, RIM
from vision.detection import logit
from vision.frame import Array, Image
from vision.onnx_model import OnnxModel, softmax

CLASSES = ("another print", "same print")
LEVELS = 85.0  # byte levels per unit of an appearance
OFF_LEVELS = 800.0  # byte levels per unit of the difference


class CardVerifier:
    """The card network; raises FileNotFoundError if its file is missing."""

    def __init__(self, path: Path) -> None:
        self._model = OnnxModel(path, threads=1)
        self._constant, self._weight = map(float, self._model.metadata.get("same", "0 1").split())

    def log_odds(self, seen: Array, laid: Sequence[Array], offs: Sequence[Array]) -> list[float]:
        """Return the log odds, for each aligned card, that it bears the same print as `seen`.

        `seen` and `laid` are appearances (168, 112, 4), and `offs` their `AlignedCard.difference`.
        """
        own = appearance_to_bytes(seen)
        pairs = [
            verifier_input(own, appearance_to_bytes(one), off)
            for one, off in zip(laid, offs, strict=True)
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
    usual[LIGHT] = np.median(look[..., LIGHT])
    return np.asarray(np.clip(128 + LEVELS * (look - usual), 0, 255), np.uint8)


def verifier_input(seen: Image, laid: Image, off: Array) -> Image:
    """Return two cards as bytes, and their difference `off`, as one input (168, 112, 9)."""
    different = np.minimum(OFF_LEVELS * np.sqrt(np.pad(off, RIM)), 255).astype(np.uint8)
    return np.dstack([seen, laid, different])
