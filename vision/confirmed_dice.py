"""Dice as they were confirmed at a table: what makes each face of theirs doubtful is known then."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.classifiers import FACE_CLASSES, FACES, UNKNOWN, FaceClassifier
from vision.detection import Probabilities
from vision.frame import Image

# All set by hand; `models/faces.md` has how often a reader that knows its dice asks with them.
ENOUGH = 4  # stills of each of the six faces, or of a symbol, before which nothing is known
ALIKE = 0.9  # cosine with a still from which a die looks like it
SYMBOL = 0.8  # probability of another face than pips from which a still shows a symbol
MARGIN = 0.25  # by so much more than like any still of another face, at least

Vectors = NDArray[np.float32]


class ConfirmedDice:
    """Knows faces by confirmed `stills`: by "1".."6", crops (64, 64, 3) as `crop_die` makes them.

    It compares what the face network makes of a die with what it makes of the stills: a swirl that
    leads it astray does so in much the same manner whenever that face lies up. `symbols` are the
    stills in which it sees no pips at all, where there are enough: they can be told as taught faces
    are.
    """

    def __init__(self, stills: Mapping[str, Sequence[Image]], classifier: FaceClassifier) -> None:
        known = [(face, still) for face in FACES for still in stills.get(face, ())]
        crops = [still for _, still in known]
        # As a die is looked at: it and its mirror image.
        both = classifier.classify_crops([*crops, *(crop[:, ::-1] for crop in crops)])
        seen = both.reshape(2, len(crops), len(FACE_CLASSES)).mean(axis=0)
        pips = seen[:, UNKNOWN] < SYMBOL
        symbols: dict[str, list[Image]] = {}
        for (face, still), shows_pips in zip(known, pips, strict=True):
            if not shows_pips:
                symbols.setdefault(face, []).append(still)
        self.symbols = {face: of_one for face, of_one in symbols.items() if len(of_one) >= ENOUGH}
        self._faces = np.array([FACES.index(face) for face, _ in known], np.intp)[pips]
        self._vectors = _vectors(seen[pips])
        counts = np.bincount(self._faces, minlength=len(FACES))
        self._enough = bool(counts.min() >= ENOUGH)
        self._margins = self._needed_margins() if self._enough else np.zeros(0)

    def recognise_face(self, probabilities: Probabilities) -> str | None:
        """Return the face of the stills that a die looks like, None where that is not clear.

        `probabilities` (14,) are the face network's of that die.
        """
        if not self._enough:
            return None
        best, likeness, margin = self._nearest(_vectors(probabilities[None])[0])
        return FACES[best] if likeness >= ALIKE and margin > self._margins[best] else None

    def _nearest(self, vector: Vectors, without: int | None = None) -> tuple[int, float, float]:
        """Return the likest face, how alike its nearest still is, and how much more than others."""
        alike = self._vectors @ vector
        if without is not None:
            alike[without] = -1.0
        of_faces = np.array([alike[self._faces == i].max() for i in range(len(FACES))])
        second, best = np.argsort(of_faces)[-2:]
        return int(best), float(of_faces[best]), float(of_faces[best] - of_faces[second])

    def _needed_margins(self) -> NDArray[np.float64]:
        """Return for each face the margin with which no still of another face is taken for it."""
        margins = np.full(len(FACES), MARGIN)
        for i, (vector, face) in enumerate(zip(self._vectors, self._faces, strict=True)):
            best, _, margin = self._nearest(vector, without=i)
            if best != face:
                margins[best] = max(margins[best], margin)
        return margins


def _vectors(probabilities: NDArray[np.float32]) -> Vectors:
    """Return unit vectors (N, 20) of `probabilities` (N, 14): the log odds of all and of the six.

    All tell what kind of thing it is, the six which number it shows.
    """
    logs = np.log(np.maximum(probabilities, 1e-12))
    return np.hstack([_unit(logs), _unit(logs[:, : len(FACES)])]) / np.float32(np.sqrt(2))


def _unit(rows: Vectors) -> Vectors:
    centred = rows - rows.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(lengths, 1e-6), np.float32)
