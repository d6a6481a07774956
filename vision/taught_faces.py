"""Recognise taught faces of dice: the embeddings of a network are compared with a few stills."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.body_colour import body_colour_around_symbol
from vision.classifiers import FACE_CROP_SIDE, FACES, FaceClassifier
from vision.detection import logit
from vision.frame import Array, Image
from vision.onnx_model import OnnxModel

MatchFeatures = tuple[float, float, float, float]

CROP_SCALES = (0.92, 1.0, 1.08)  # each still is compared at these crop widths
MIN_SECOND_SIMILARITY = 0.3  # assumed for the second face if no other one is as similar
COLOUR_VOTES = 3  # nearest stills that vote on the body colour
UNCALIBRATED_WEIGHTS = "-9 12 6 6 -0.5"  # weights of an uncalibrated network
ANGLES, RADII = 96, 24  # of a face in polar coordinates
COMPARED_RADIUS = 0.37  # in crop sides: just beyond the corners of a die rotated by 45°


def unwrap_to_polar(crop: Image, scale: float = 1.0) -> Image:
    """Unwrap a crop (64, 64, 3) around its centre into a row for each angle (96, 24, 3).

    Rotating the die then shifts the rows, to which the network is invariant. `scale` > 1 covers a
    wider circle.
    """
    middle, reach = ((FACE_CROP_SIDE - 1) / 2,) * 2, COMPARED_RADIUS * FACE_CROP_SIDE * scale
    flags = cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS
    return np.asarray(cv2.warpPolar(crop, (RADII, ANGLES), middle, reach, flags), np.uint8)


class FaceEmbedder:
    """The embedding network; `metadata` is the calibration stored in its file."""

    def __init__(self, path: Path) -> None:
        self._model = OnnxModel(path, threads=1)
        self.metadata = self._model.metadata

    def embed(self, crops: Sequence[Image], scale: float = 1.0) -> Array:
        """Return unit vectors (N, 64) for `crops` (64, 64, 3) from `crop_die`."""
        return self._model.predict([unwrap_to_polar(crop, scale) for crop in crops])


@dataclass(frozen=True, slots=True)
class FaceMatch:
    """The taught face that is most similar to a die, and the `second` one, None if there is none.

    `confidence` is the calibrated probability that the die shows `name`; `body` is the colour of
    the most similar stills. `features` are the inputs of the calibration: the similarity of the
    best still, its margin over the second face, its margin over the typical similarity within the
    face, and how much more clearly the face network sees pips here than in the stills.
    """

    name: str
    second: str | None
    body: str
    features: MatchFeatures
    confidence: float


class TaughtFaces:
    """Recognises faces by their `stills`: crops (64, 64, 3) from `crop_die`, by name."""

    def __init__(
        self,
        stills: Mapping[str, Sequence[Image]],
        embedder: FaceEmbedder,
        classifier: FaceClassifier,
    ) -> None:
        self._embedder = embedder
        self._weights = np.array(
            embedder.metadata.get("taught", UNCALIBRATED_WEIGHTS).split(), float
        )
        self.names = tuple(name for name, crops in stills.items() if crops)
        self._bodies = [[body_colour_around_symbol(c) for c in stills[name]] for name in self.names]
        self._vectors = [self._references(stills[name]) for name in self.names]
        self._spread = [_own_likeness(vectors) for vectors in self._vectors]
        self._pips = [
            float(np.median([_pips(p) for p in classifier.classify_crops(stills[name])]))
            for name in self.names
        ]

    def match(self, crops: Sequence[Image], probabilities: Array) -> list[FaceMatch]:
        """Match `crops` (64, 64, 3); `probabilities` (N, 14) are the face network's for them."""
        if not self.names or not len(crops):
            return []
        seen = self._embedder.embed(crops)
        return [self._match(one, p) for one, p in zip(seen, probabilities, strict=True)]

    def similar_faces(self) -> list[tuple[str, str]]:
        """Return the pairs of names whose stills are as similar as those of a single face."""
        pairs = []
        for i, one in enumerate(self.names):
            for j in range(i):
                between = float(
                    (join_scales(self._vectors[i]) @ join_scales(self._vectors[j]).T).max()
                )
                if between >= min(self._spread[i], self._spread[j]):
                    pairs.append((self.names[j], one))
        return pairs

    def _references(self, crops: Sequence[Image]) -> Array:
        """Return unit vectors (3, N, 64): one for each scale and crop."""
        return np.stack([self._embedder.embed(crops, scale) for scale in CROP_SCALES])

    def _match(self, seen: Array, probabilities: Array) -> FaceMatch:
        stills = [(vectors @ seen).max(axis=0) for vectors in self._vectors]
        alike = np.array([of_one.max() for of_one in stills])
        order = np.argsort(-alike)
        best = int(order[0])
        second = int(order[1]) if len(order) > 1 else None
        top, next_one = float(alike[best]), MIN_SECOND_SIMILARITY
        if second is not None:
            next_one = max(MIN_SECOND_SIMILARITY, float(alike[second]))
        pips = max(0.0, _pips(probabilities) - self._pips[best])
        figures = (top, top - next_one, top - self._spread[best], pips)
        odds = float(self._weights @ np.array([1.0, *figures]))
        name = None if second is None else self.names[second]
        nearest = np.argsort(-stills[best])[:COLOUR_VOTES]
        body = Counter(self._bodies[best][int(i)] for i in nearest).most_common(1)[0][0]
        return FaceMatch(self.names[best], name, body, figures, float(1 / (1 + np.exp(-odds))))


def _pips(probabilities: Array) -> float:
    """Return the log odds of the likeliest number of pips, by the face network."""
    return logit(float(probabilities[: len(FACES)].max()))


def join_scales(vectors: Array) -> Array:
    """Return unit vectors (S, N, 64) of all scales as the rows of (S * N, 64)."""
    return vectors.reshape(-1, vectors.shape[-1])


def _own_likeness(vectors: Array) -> float:
    """Return the median similarity of the stills of one face, each to the nearest other one.

    A single still counts as fully similar to itself.
    """
    stills = vectors[CROP_SCALES.index(1.0)]
    if len(stills) < 2:
        return 1.0
    alike = np.stack([stills @ scaled.T for scaled in vectors]).max(axis=0)
    np.fill_diagonal(alike, -1.0)
    return float(np.median(alike.max(axis=1)))
