"""Confidence and thresholds from outcomes."""

from typing import Any

import numpy as np
import pytest

from models.training.calibrate import calibrate, fit_chance, outcomes
from models.training.trials import Trial, tray_trials
from vision.detector import Candidate
from vision.reader import Reader
from vision.sight import Sight


def sight(box: tuple[float, float, float, float], face: int) -> Sight:
    """Return a strong sight of `face` in `box`."""
    chances = np.full(9, 0.01, np.float32)
    chances[face - 1] = 0.92
    return Sight(Candidate(box, 0.9), chances)


def trial(*, complete: bool) -> Trial:
    """Return a picture with a five in one corner."""
    image = np.zeros((100, 100, 3), np.uint8)
    return Trial("g", "n", image, (5,), (((10.0, 10.0, 30.0, 30.0), "5"),), complete)


def test_sights_are_held_against_the_truth() -> None:
    """Right face on the die: right; wrong face, no die, or a part of one: wrong."""
    sights = [
        sight((11, 9, 31, 31), 5),
        sight((11, 9, 31, 31), 4),
        sight((60, 60, 80, 80), 5),
        sight((18, 18, 22, 22), 5),
    ]
    found = outcomes(sights, trial(complete=True))
    assert [o.right for o in found] == [True, False, False, False]
    assert [o.there for o in found] == [True, True, False, False]
    assert len(outcomes(sights, trial(complete=False))) == 2


def test_confidence_is_the_share_that_was_right() -> None:
    """Where the evidence is the same, the fitted chance is the frequency."""
    evidence = [(1.0, 2.0, 0.0, 3.0)] * 100 + [(1.0, 2.0, 0.0, -3.0)] * 100
    happened = [i < 80 for i in range(100)] + [i < 10 for i in range(100)]
    weights = fit_chance(evidence, happened, use=(1, 3), ridge=1e-6)
    chances = 1 / (1 + np.exp(-np.array([[1, 1, 2, 0, 3], [1, 1, 2, 0, -3]]) @ weights))
    assert chances == pytest.approx([0.8, 0.1], abs=0.01)
    assert weights[1] == weights[3] == 0


class Phantoms:
    """A reader that sees each die, clearly, and beside it something that is none, less so."""

    def look(self, image: np.ndarray, *, scale: float | None = None) -> list[Sight]:
        """Return both sights, of the live eye's fainter."""
        clear = 0.9 if scale is None else 0.8
        there, none = sight((10, 10, 30, 30), 5).chances, sight((60, 60, 80, 80), 3).chances
        return [
            Sight(Candidate((10.0, 10.0, 30.0, 30.0), clear), there),
            Sight(Candidate((60.0, 60.0, 80.0, 80.0), 0.6), none),
        ]


def test_what_is_accepted_is_what_makes_most_pictures_right() -> None:
    """The threshold falls between dice and what looks like them, for stills and the live eye."""
    reader: Any = Phantoms()
    worth = calibrate(reader, [trial(complete=True)] * 40)
    for scale in (None, 20.0):
        there, none = reader.look(None, scale=scale)
        assert worth.is_die(there)
        assert not worth.is_die(none)
        assert worth.confidence_of(there) > 0.9


def test_calibrating_the_shipped_reader() -> None:
    """On drawn trays all dice are there, and nothing else is."""
    trials = list(tray_trials(6, seed=9))
    reader = Reader(threads=2)
    worth = calibrate(reader, trials)
    for one in trials:
        read = [s for s in reader.look(one.image) if worth.is_die(s)]
        assert tuple(sorted(int(s.faces[0][0]) for s in read)) == one.values
