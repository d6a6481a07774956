"""In the virtual tray, kept dice stay, and rolled ones move and come to rest."""

import numpy as np
import pytest

from vision.virtual.tray import VirtualTray


def rested(tray: VirtualTray, start: float) -> float:
    """Play until nothing moves; return the time."""
    t = start
    tray.frame(t)
    while tray.is_moving(t):
        t += 1 / 30
        tray.frame(t)
    return t


def patch(image: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    """Return the pixels in a box."""
    x1, y1, x2, y2 = map(int, box)
    return image[y1:y2, x1:x2].astype(int)


@pytest.mark.parametrize("seed", range(3))
def test_dice_lie_apart_and_inside(seed: int) -> None:
    """Boxes never overlap and stay in the picture, roll after roll."""
    tray = VirtualTray(np.random.default_rng(seed))
    for _ in range(5):
        tray.roll()
        boxes = tray.boxes
        for i, a in enumerate(boxes):
            assert 0 <= a[0] < a[2] <= 640
            assert 0 <= a[1] < a[3] <= 480
            middle = ((a[0] + a[2]) / 2, (a[1] + a[3]) / 2)
            for b in boxes[i + 1 :]:
                assert not (b[0] < middle[0] < b[2] and b[1] < middle[1] < b[3])


def test_a_roll_moves_for_about_a_second_and_rests() -> None:
    """Pictures change between frames for 0.6 to 1.2 s, then there is only noise."""
    tray = VirtualTray(np.random.default_rng(1))
    tray.frame(0.0)
    tray.roll()
    before = tray.frame(0.1).astype(int)
    moved_until = 0.1
    for n in range(60):
        now = tray.frame(0.1 + n / 30).astype(int)
        if np.abs(now - before).max() > 40:
            moved_until = 0.1 + n / 30
        before = now
    assert 0.6 <= moved_until - 0.1 <= 1.25


def test_kept_dice_stay_to_the_pixel_and_the_rest_is_rolled() -> None:
    """Kept dice keep face, box and pixels; rolled ones lie elsewhere."""
    tray = VirtualTray(np.random.default_rng(2))
    before, faces, boxes = tray.frame(0.0), tray.lying_faces, tray.boxes
    tray.roll(keep=[boxes[0], boxes[3]])
    end = rested(tray, 0.1)
    after = tray.frame(end + 0.1)
    for kept in (0, 3):
        assert tray.lying_faces[kept] == faces[kept]
        assert tray.boxes[kept] == boxes[kept]
        assert np.abs(patch(before, boxes[kept]) - patch(after, boxes[kept])).mean() < 6
    for rolled in (1, 2, 4):
        assert tray.boxes[rolled] != boxes[rolled]


def test_the_tray_has_as_many_dice_as_are_awaited() -> None:
    """There may be more of the same makes or fewer; kept dice stay where they are."""
    tray = VirtualTray(np.random.default_rng(3))
    for count in (6, 2, 2, 5):
        kept = [(tray.boxes[1], tray.lying_faces[1])]
        tray.roll([box for box, _ in kept], count=count)
        assert len(tray.lying_faces) == len(tray.boxes) == count
        assert set(kept) <= set(zip(tray.boxes, tray.lying_faces, strict=True))
        tray.frame(0.0)
        tray.frame(5.0)


def test_all_faces_come_about_equally_often() -> None:
    """Twenty rolls of five dice show every face; none is favoured."""
    tray = VirtualTray(np.random.default_rng(3))
    counts = np.zeros(7)
    for _ in range(20):
        tray.roll()
        for face in tray.lying_faces:
            counts[face] += 1
    assert counts[1:].sum() == 100
    assert counts[1:].min() > 7
    assert counts[1:].max() < 28


def test_the_same_seed_gives_the_same_pictures() -> None:
    """Two trays with one seed agree in every pixel and face."""
    one, two = (VirtualTray(np.random.default_rng(7)) for _ in range(2))
    assert one.lying_faces == two.lying_faces
    assert (one.frame(0.0) == two.frame(0.0)).all()
