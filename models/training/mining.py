"""Places in the training photographs that a detector takes for dice, and are none.

They teach the face network to say "nothing" where it matters most.
"""

from pathlib import Path

import numpy as np

from models.training.photographs import Photograph
from vision.detector import Candidate, Detector

Place = tuple[Photograph, tuple[float, float], float]  # where, centre, size in pixels

ZOOMS = (0.6, 1.2)  # these photographs are 640 pixels wide
LEAST = 0.2  # weaker candidates are no mistakes to learn from


def mine(detector_file: Path, photographs: list[Photograph]) -> list[Place]:
    """Find the mistakes of the detector in `detector_file`; none when there is no such file yet."""
    if not detector_file.is_file():
        return []
    detector = Detector(detector_file, threads=2)
    return [
        (photograph, centre(candidate), size(candidate))
        for photograph in photographs
        if photograph.ground == "empty"
        for candidate in detector.find(photograph.image, ZOOMS)
        if candidate.score > LEAST and not touches_die(candidate, photograph)
    ]


def touches_die(candidate: Candidate, photograph: Photograph) -> bool:
    """Whether the candidate is a labelled die, or so near to one that it might do for it."""
    x, y = centre(candidate)
    own = size(candidate)
    for die in photograph.dice:
        far = np.hypot(x - die.centre[0], y - die.centre[1])
        alike = 0.5 < own / die.size < 2.0
        if far < 0.45 * die.size and alike:
            return True
    return False


def centre(candidate: Candidate) -> tuple[float, float]:
    """Middle of the candidate's box, pixels (x, y)."""
    x1, y1, x2, y2 = candidate.box
    return (x1 + x2) / 2, (y1 + y2) / 2


def size(candidate: Candidate) -> float:
    """Mean of width and height, pixels."""
    x1, y1, x2, y2 = candidate.box
    return (x2 - x1 + y2 - y1) / 2
