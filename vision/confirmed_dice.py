"""Recognise the faces of a table's own dice by stills whose faces players have confirmed."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.classifiers import CLEAR_PROBABILITY, FACE_CLASSES, FACES, UNKNOWN, FaceClassifier
from vision.detection import Probabilities
from vision.frame import Array, Image

# All set by hand; `models/faces.md` reports how often a reader with confirmed dice then asks.
MIN_STILLS = 4  # stills that are needed of each of the six faces, or of a symbol
MIN_SIMILARITY = 0.9  # cosine similarity above which a die looks like a still
MIN_SIMILARITY_MARGIN = 0.25  # over the stills of other faces


class ConfirmedDice:
    """Recognises faces by confirmed `stills`: crops (64, 64, 3) from `crop_die`, by "1".."6".

    It compares the face network's output for a die with the outputs for the stills, because a swirl
    that misleads the network does so in a similar way whenever that face is up. `symbols` are the
    stills without pips of each face that has enough of them. They can be recognised like taught
    faces.
    """

    def __init__(self, stills: Mapping[str, Sequence[Image]], classifier: FaceClassifier) -> None:
        known = [(face, still) for face in FACES for still in stills.get(face, ())]
        crops = [still for _, still in known]
        # As in a reading: the die and its mirror image.
        both = classifier.classify_crops([*crops, *(crop[:, ::-1] for crop in crops)])
        seen = both.reshape(2, len(crops), len(FACE_CLASSES)).mean(axis=0)
        pips = seen[:, UNKNOWN] < CLEAR_PROBABILITY
        symbols: dict[str, list[Image]] = {}
        for (face, still), shows_pips in zip(known, pips, strict=True):
            if not shows_pips:
                symbols.setdefault(face, []).append(still)
        self.symbols = {
            face: of_one for face, of_one in symbols.items() if len(of_one) >= MIN_STILLS
        }
        self._faces = np.array([FACES.index(face) for face, _ in known], np.intp)[pips]
        self._vectors = _vectors(seen[pips])
        counts = np.bincount(self._faces, minlength=len(FACES))
        self._enough = bool(counts.min() >= MIN_STILLS)
        self._margins = self._needed_margins() if self._enough else np.zeros(0)

    def recognise_face(self, probabilities: Probabilities) -> str | None:
        """Return the face whose stills a die resembles, or None if that is not clear.

        `probabilities` (14,) is the face network's output for the die.
        """
        if not self._enough:
            return None
        best, likeness, margin = self._nearest(_vectors(probabilities[None])[0])
        return FACES[best] if likeness >= MIN_SIMILARITY and margin > self._margins[best] else None

    def _nearest(self, vector: Array, without: int | None = None) -> tuple[int, float, float]:
        """Return the most similar face, its best similarity, and the margin over other faces."""
        alike = self._vectors @ vector
        if without is not None:
            alike[without] = -1.0
        of_faces = np.array([alike[self._faces == i].max() for i in range(len(FACES))])
        second, best = np.argsort(of_faces)[-2:]
        return int(best), float(of_faces[best]), float(of_faces[best] - of_faces[second])

    def _needed_margins(self) -> NDArray[np.float64]:
        """Return the margin of each face at which no still of another face is mistaken for it."""
        margins = np.full(len(FACES), MIN_SIMILARITY_MARGIN)
        for i, (vector, face) in enumerate(zip(self._vectors, self._faces, strict=True)):
            best, _, margin = self._nearest(vector, without=i)
            if best != face:
                margins[best] = max(margins[best], margin)
        return margins


def _vectors(probabilities: Array) -> Array:
    """Return unit vectors (N, 20): log probabilities of all 14 classes, and of the six faces.

    All classes together describe the kind of die, the six faces the number that is up.
    """
    logs = np.log(np.maximum(probabilities, 1e-12))
    return np.hstack([_unit_rows(logs), _unit_rows(logs[:, : len(FACES)])]) / np.float32(np.sqrt(2))


def _unit_rows(rows: Array) -> Array:
    centred = rows - rows.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(lengths, 1e-6), np.float32)
