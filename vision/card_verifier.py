"""Whether two pictures of cards, one laid over the other, show one print: the card network."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from vision.card_appearance import LIGHT, RIM
from vision.card_edges import Array
from vision.detection import logit
from vision.frame import Image
from vision.onnx_model import OnnxModel

CLASSES = ("another print", "same print")
LEVELS = 85.0  # of a byte that tell a unit of a look
OFF_LEVELS = 800.0  # and one of what stays different


class CardVerifier:
    """The card network; raises FileNotFoundError where its file is missing."""

    def __init__(self, path: Path) -> None:
        self._model = OnnxModel(path, threads=1)
        self._constant, self._weight = map(float, self._model.metadata.get("same", "0 1").split())

    def log_odds(self, seen: Array, laid: Sequence[Array], offs: Sequence[Array]) -> list[float]:
        """Return for each card that is laid over it the odds (logarithm) that it is what is seen.

        They are looks (168, 112, 4), and `offs` what stays different, as `LaidCard.off` tells.
        """
        own = appearance_to_bytes(seen)
        pairs = [
            verifier_input(own, appearance_to_bytes(one), off)
            for one, off in zip(laid, offs, strict=True)
        ]
        same = self._model.classify(pairs)[:, 1]
        return [self._constant + self._weight * logit(float(p)) for p in same]


@cache
def default_verifier() -> CardVerifier:
    """Return the one with the network that is shipped, loaded once."""
    return CardVerifier(Path(str(files("models"))) / "cards.onnx")


def appearance_to_bytes(look: Array) -> Image:
    """Return a look (168, 112, 4) as bytes; how light it is all over tells nothing."""
    usual = np.zeros(look.shape[2], np.float32)
    usual[LIGHT] = np.median(look[..., LIGHT])
    return np.asarray(np.clip(128 + LEVELS * (look - usual), 0, 255), np.uint8)


def verifier_input(seen: Image, laid: Image, off: Array) -> Image:
    """Return two such pictures of looks and what stays different as one: (168, 112, 9) bytes."""
    different = np.minimum(OFF_LEVELS * np.sqrt(np.pad(off, RIM)), 255).astype(np.uint8)
    return np.dstack([seen, laid, different])
