"""Training samples: crops, scenes and their target maps."""

import numpy as np
import pytest

from models.training.backgrounds import add_clutter, random_background
from models.training.compose import bare_patch, paste_die, scatter
from models.training.face_samples import FaceSamples
from models.training.glyphs import paint_unknown_face
from models.training.mining import MinedExamples
from models.training.photographs import Photograph
from models.training.scene_samples import SceneSamples, real_scene
from models.training.sprites import LabelledSprite
from models.training.training_scene import (
    CELLS,
    SIDE,
    TrainingScene,
    stretched,
    target_maps,
)
from vision.bounding_box import iou
from vision.classifiers import COVERED, FACE_CLASSES, GLARE, STACKED, UNREADABLE
from vision.detector import SIZE_UNIT, STRIDE

Store = list[list[LabelledSprite]]


def test_every_class_is_drawn(photograph: Photograph, store: Store) -> None:
    """Crops are bytes of 64 x 64, including dice that cannot be read."""
    samples = FaceSamples([photograph], store, MinedExamples(), np.random.default_rng(0))
    drawn = [samples.draw() for _ in range(800)]
    assert {crop.shape for crop, _ in drawn} == {(64, 64, 3)}
    assert {FACE_CLASSES[label] for _, label in drawn} >= {
        "3",
        "6",
        "unknown",
        "nothing",
        *UNREADABLE,
    }


def test_a_full_tray_is_drawn(store: Store) -> None:
    """Trays with more dice than one make, and stacks, with the box of the upper die."""
    samples = SceneSamples([], store, MinedExamples(), np.random.default_rng(1))
    scenes = [samples.draw() for _ in range(60)]
    assert max(len(scene.boxes) for scene in scenes) > 8
    assert any(STACKED in scene.labels for scene in scenes)


def test_dice_under_things_and_lamps_are_drawn(photograph: Photograph, store: Store) -> None:
    """The detector must find a partly covered die, and one with glare."""
    samples = SceneSamples([photograph], store, MinedExamples(), np.random.default_rng(3))
    labels = [label for _ in range(160) for label in samples.draw().labels]
    assert {COVERED, GLARE} <= set(labels)
    assert labels.count(COVERED) + labels.count(GLARE) < 0.2 * len(labels)


def test_oblong_pixels_take_the_boxes_along() -> None:
    """A scene stretched about its centre keeps its dice in their boxes."""
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    image[100:140, 200:240] = 255
    scene = TrainingScene(
        image, [(200.0, 100.0, 240.0, 140.0)], [0], np.ones((CELLS, CELLS), np.float32)
    )
    (x1, y1, x2, y2), wide = stretched(scene, 0.3).boxes[0], stretched(scene, 0.3).image
    assert (x2 - x1) / (y2 - y1) == pytest.approx(np.exp(0.3))
    assert wide[int(y1) + 2 : int(y2) - 2, int(x1) + 2 : int(x2) - 2].min() > 250


def test_without_photographs(store: Store) -> None:
    """Rendered dice alone give crops and scenes, too."""
    rng = np.random.default_rng(0)
    assert FaceSamples([], store, MinedExamples(), rng).draw()[0].shape == (64, 64, 3)
    assert SceneSamples([], store, MinedExamples(), rng).draw().image.shape == (SIDE, SIDE, 3)


def test_same_seed_same_sample(photograph: Photograph, store: Store) -> None:
    """A sample depends only on the generator."""
    first, second = (
        SceneSamples([photograph], store, MinedExamples(), np.random.default_rng(4)).draw()
        for _ in range(2)
    )
    assert np.array_equal(first.image, second.image)
    assert first.boxes == second.boxes


def test_boxes_follow_the_picture(photograph: Photograph) -> None:
    """However a photograph is cropped, mirrored and rotated, its pale die stays in its box."""
    seen = 0
    for seed in range(40):
        scene = real_scene(photograph, np.random.default_rng(seed), (70.0, 60.0), 40.0)
        for (x1, y1, x2, y2), label in zip(scene.boxes, scene.labels, strict=True):
            x, y = int((x1 + x2) / 2), int((y1 + y2) / 2)
            if 0 <= x < SIDE and 0 <= y < SIDE:
                assert abs(int(scene.image[y, x, 0]) - (230 if label == 2 else 20)) < 6
                seen += 1
    assert seen > 30


def test_targets_name_the_place() -> None:
    """At a die's cell, the heat is one, and the other maps give its centre and sides."""
    box = (100.0, 60.0, 148.0, 100.0)
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    maps = target_maps(TrainingScene(image, [box], [0], np.ones((CELLS, CELLS), np.float32)))
    row, column = np.unravel_index(maps[0].argmax(), maps[0].shape)
    assert maps[0, row, column] == 1.0
    assert (column + 0.5 + maps[2, row, column]) * STRIDE == pytest.approx(124.0)
    assert (row + 0.5 + maps[3, row, column]) * STRIDE == pytest.approx(80.0)
    assert np.exp(maps[4, row, column]) * SIZE_UNIT == pytest.approx(48.0)
    assert np.exp(maps[5, row, column]) * SIZE_UNIT == pytest.approx(40.0)


def test_small_neighbours_keep_their_own_places() -> None:
    """Each die's cell gives that die, however near the next one is."""
    boxes = [(100.0, 60.0, 116.0, 76.0), (114.0, 66.0, 130.0, 82.0)]
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    for order in (boxes, boxes[::-1]):
        maps = target_maps(TrainingScene(image, order, [0, 0], np.ones((CELLS, CELLS), np.float32)))
        for x1, y1, x2, y2 in boxes:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            row, column = int(y / STRIDE), int(x / STRIDE)
            assert (column + 0.5 + maps[2, row, column]) * STRIDE == pytest.approx(x)
            assert (row + 0.5 + maps[3, row, column]) * STRIDE == pytest.approx(y)


def test_the_visible_part_of_a_cut_die_is_the_target() -> None:
    """The visible part is found, and its box ends at the picture's border."""
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    scene = TrainingScene(
        image, [(-30.0, 50.0, 18.0, 98.0)], [0], np.ones((CELLS, CELLS), np.float32)
    )
    maps = target_maps(scene)
    row, column = np.unravel_index(maps[0].argmax(), maps[0].shape)
    assert (column + 0.5 + maps[2, row, column]) * STRIDE == pytest.approx(9.0)
    assert np.exp(maps[4, row, column]) * SIZE_UNIT == pytest.approx(18.0)
    assert np.exp(maps[5, row, column]) * SIZE_UNIT == pytest.approx(48.0)


@pytest.mark.parametrize("box", [(-38.0, 50.0, 8.0, 96.0), (50.0, 50.0, 58.0, 58.0)])
def test_cut_and_tiny_dice_teach_nothing(box: tuple[float, float, float, float]) -> None:
    """A die almost outside, or too small to be seen, is neither required nor forbidden."""
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    maps = target_maps(TrainingScene(image, [box], [0], np.ones((CELLS, CELLS), np.float32)))
    assert maps[0].max() == 0
    x, y = int((box[0] + box[2]) / 2 / STRIDE), int((box[1] + box[3]) / 2 / STRIDE)
    assert maps[1, y, max(0, x)] == 0


def test_scattered_dice_do_not_cover_one_another(store: Store) -> None:
    """Dice rolled together may touch, but none hides another."""
    rng = np.random.default_rng(2)
    _, boxes, laid = scatter(random_background(rng, 200), store[0], 30.0, [], rng, crowded=True)
    assert len(boxes) == len(laid) >= 4
    for i, box in enumerate(boxes):
        assert all(iou(box, other) < 0.5 for other in boxes[:i])


def test_laid_where_asked(store: Store) -> None:
    """A pasted die's box has the requested size and centre."""
    ground = np.full((100, 100, 3), 0.2, np.float32)
    x1, y1, x2, y2 = paste_die(ground, store[0][0], (50.0, 45.0), 30.0)
    assert (x1 + x2) / 2 == pytest.approx(50, abs=1)
    assert (y1 + y2) / 2 == pytest.approx(45, abs=1)
    assert (x2 - x1 + y2 - y1) / 2 == pytest.approx(30, abs=1)


def test_clutter_stays_off_the_dice() -> None:
    """Added objects leave the taken boxes unchanged."""
    image = random_background(np.random.default_rng(0), 160)
    for seed in range(20):
        changed = add_clutter(image, np.random.default_rng(seed), [(60.0, 60.0, 100.0, 100.0)])
        assert np.array_equal(changed[60:100, 60:100], image[60:100, 60:100])


def test_bare_patches_hold_no_die(photograph: Photograph) -> None:
    """Background cut from a photograph shows neither of its dice."""
    for seed in range(20):
        patch = bare_patch(photograph, np.random.default_rng(seed), 64)
        assert patch is None or (patch == 120).all()


def test_other_faces_have_no_pips(photograph: Photograph) -> None:
    """The body is unchanged, the centre changes."""
    crop = photograph.image[32:88, 42:98].copy()
    crop[52:60, 24:32] = 0
    painted = paint_unknown_face(np.asarray(crop, np.uint8), np.random.default_rng(1), 1 / 1.4)
    assert painted.shape == crop.shape
    assert (painted[:4] == crop[:4]).all()
    assert not np.array_equal(painted, crop)
