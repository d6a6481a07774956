"""The detector on virtual trays, and the arithmetic of boxes."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from vision.bounding_box import containment, iou, nms
from vision.detector import Candidate, Detector, ScalePass
from vision.virtual.tray import VirtualTray


@pytest.fixture(scope="module")
def detector() -> Detector:
    """Return the shipped detector."""
    return Detector(Path(str(files("models") / "detector.onnx")))


def test_finds_every_drawn_die(detector: Detector) -> None:
    """Each of five dice has a strong candidate, at any scale that shows it well."""
    for seed in range(4):
        tray = VirtualTray(np.random.default_rng([7, seed]))
        picture = tray.frame(0.0)
        for zoom in (0.6, 1.0, 1.5):
            found = detector.find(picture, [zoom])
            for box in tray.boxes:
                assert max(c.score for c in found if iou(c.box, box) > 0.4) > 0.3, zoom


def test_a_die_found_at_several_scales_is_one_candidate(detector: Detector) -> None:
    """Two passes find it."""
    tray = VirtualTray(np.random.default_rng(3))
    found = [c for c in detector.find(tray.frame(0.0), [0.8, 1.0, 1.2]) if c.score > 0.3]
    for box in tray.boxes:
        assert sum(iou(c.box, box) > 0.6 for c in found) == 1


def test_scales_that_can_show_a_die_decide_together(
    detector: Detector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mean of their log odds in the middle of the die decides; one scale has only one score."""
    seen = {1.0: 2.0, 0.5: -1.0, 0.1: 9.0}  # the die has 4 pixels in the last one
    die = Candidate((20.0, 20.0, 60.0, 60.0), 0.9)

    def look(_: np.ndarray, zoom: float) -> ScalePass:
        return ScalePass([die], np.full((10, 10), seen[zoom], np.float32), (zoom, zoom))

    monkeypatch.setattr(detector, "_pass", look)
    (found,) = detector.find(np.zeros((80, 80, 3), np.uint8), list(seen))
    assert found.score == 0.9
    assert found.mean_score == pytest.approx(1 / (1 + np.exp(-0.5)))
    assert detector.find(np.zeros((80, 80, 3), np.uint8), [1.0]) == [die]


def test_plain_ground_is_empty(detector: Detector) -> None:
    """A smooth table of any brightness holds no candidate."""
    for level in (0, 40, 128, 220, 255):
        assert detector.find(np.full((240, 320, 3), level, np.uint8), [1.0]) == []


def test_missing_file_is_named(tmp_path: Path) -> None:
    """A missing network is an error with its path."""
    with pytest.raises(FileNotFoundError, match=r"nowhere\.onnx"):
        Detector(tmp_path / "nowhere.onnx")


def test_iou() -> None:
    """Intersection over union of disjoint, half overlapping and equal boxes."""
    box = (0.0, 0.0, 2.0, 2.0)
    assert iou(box, (5.0, 5.0, 6.0, 6.0)) == 0.0
    assert iou((5.0,) * 4, (5.0,) * 4) == 0.0  # no area
    assert iou(box, (1.0, 0.0, 3.0, 2.0)) == pytest.approx(1 / 3)
    assert iou(box, box) == 1.0


def test_containment() -> None:
    """A pip lies completely in its die, a neighbour not at all."""
    die = (0.0, 0.0, 10.0, 10.0)
    assert containment(die, (4.0, 4.0, 6.0, 6.0)) == containment((4.0, 4.0, 6.0, 6.0), die) == 1.0
    assert containment(die, (9.0, 0.0, 11.0, 2.0)) == 0.5
    assert containment(die, (20.0, 0.0, 30.0, 10.0)) == 0.0


def test_nms_keeps_the_better() -> None:
    """The likelier of two that overlap stays; a separate one stays, too."""
    weak, apart, strong = (0.0, 0.0, 10.0, 10.0), (30.0, 0.0, 40.0, 10.0), (1.0, 0.0, 11.0, 10.0)
    boxes, scores = [weak, apart, strong], [0.4, 0.2, 0.9]
    assert nms(boxes, scores, lambda a, b: iou(a, b) > 0.5) == [2, 1]
    assert nms(boxes, scores, lambda a, b: iou(a, b) > 0.9) == [2, 0, 1]
