"""Folders of labelled photographs, each with its own meaning of a box."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.photographs import Photograph, load_photographs, original_name


def write_folder(root: Path, folder: str, rows: list[dict[str, object]]) -> None:
    """Write grey pictures and their annotations."""
    images = root / "train" / folder / "images"
    images.mkdir(parents=True)
    for row in rows:
        cv2.imwrite(str(images.parent / str(row["image"])), np.full((100, 100, 3), 99, np.uint8))
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (images.parent / "annotations.jsonl").write_text(lines)
    (root / "kept-out.json").write_text(json.dumps({"byler_d6": ["images/b.jpg"]}))


def test_whole_dice_stay_as_labelled(tmp_path: Path) -> None:
    """Boxes of whole dice are unchanged, and the listed pictures are held out."""
    dice = [{"box": [10, 20, 30, 44], "value": 5}]
    rows: list[dict[str, object]] = [{"image": f"images/{n}.jpg", "dice": dice} for n in "abc"]
    write_folder(tmp_path, "byler_d6", rows)
    photographs = load_photographs(tmp_path)
    assert [p.held_out for p in photographs] == [False, True, False]
    assert photographs[0].dice[0].box == (10, 20, 30, 44)
    assert photographs[0].dice[0].face == 5
    assert photographs[0].unlabelled == "none"


def test_boxes_of_pips_grow_to_dice(tmp_path: Path) -> None:
    """In a picture with boxes around pips, they become equal squares around the same centres."""
    dice = [{"box": [40, 40, 61, 61], "value": 4}, {"box": [80, 10, 91, 21], "value": 1}]
    write_folder(tmp_path, "matteop65_desk", [{"image": "images/a.jpg", "dice": dice}])
    four, one = load_photographs(tmp_path)[0].dice
    assert four.size == pytest.approx(one.size)
    assert 25 < four.size < 35
    assert four.centre == (50.5, 50.5)


def test_other_dice_unlabelled(tmp_path: Path) -> None:
    """With unlabelled symbol dice, only the surroundings of labelled dice are certain."""
    dice = [{"box": [10, 10, 30, 30], "value": 2}]
    write_folder(tmp_path, "rune55_scope_gray", [{"image": "images/a.jpg", "dice": dice}])
    assert load_photographs(tmp_path)[0].unlabelled == "elsewhere"


def test_variants_share_their_original() -> None:
    """Crops and variants of one photograph have the same name for the split."""
    assert original_name("images/00001_jpg.rf.abc.jpg") == original_name(
        "images/00001_jpg.rf.d.jpg"
    )
    assert original_name("images/x_detection_1.jpg") == original_name("images/x_detection_12.jpg")


def test_no_photographs(tmp_path: Path) -> None:
    """A folder without train/ is an error that names it."""
    with pytest.raises(FileNotFoundError, match="train"):
        load_photographs(tmp_path)


def test_unreadable_picture(tmp_path: Path) -> None:
    """The error names the picture that cannot be read."""
    dice = [{"box": [10, 10, 30, 30], "value": 2}]
    write_folder(tmp_path, "byler_d6", [{"image": "images/a.jpg", "dice": dice}])
    (tmp_path / "train/byler_d6/images/a.jpg").write_bytes(b"no picture")
    with pytest.raises(FileNotFoundError, match=r"a\.jpg"):
        load_photographs(tmp_path)


@pytest.fixture(scope="module")
def photographs(shared_dir: Path) -> list[Photograph]:
    """Load all real photographs once, small and grey, for comparison only."""

    def read_small(path: Path) -> np.ndarray:
        return np.asarray(cv2.imread(str(path), cv2.IMREAD_REDUCED_GRAYSCALE_4), np.uint8)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("models.training.photographs.read_image", read_small)
        return load_photographs(shared_dir / "dice-photos")


def thumbnails(photographs: list[Photograph]) -> np.ndarray:
    """Return each grey picture small and normalised (n, 24, 24)."""
    small = np.stack(
        [cv2.resize(p.image, (24, 24), None, 0, 0, cv2.INTER_AREA) for p in photographs]
    ).astype(np.float32)
    small -= small.mean(axis=(1, 2), keepdims=True)
    return np.asarray(small / (np.linalg.norm(small, axis=(1, 2), keepdims=True) + 1e-6))


def test_no_held_out_picture_trains_in_another_folder(photographs: list[Photograph]) -> None:
    """Public sets reuse each other's pictures: grey, rotated, mirrored, under other names."""
    held, trains = ([p for p in photographs if p.held_out is side] for side in (True, False))
    values = [[sorted(d.face for d in p.dice) for p in group] for group in (held, trains)]
    known = thumbnails(trains).reshape(len(trains), -1)
    shown = thumbnails(held)
    for mirrored in (shown, shown[:, :, ::-1]):
        for turns in range(4):
            turned = np.rot90(mirrored, turns, axes=(1, 2)).reshape(len(held), -1)
            for i, k in zip(*np.nonzero(turned @ known.T > 0.95), strict=True):
                same = held[i].folder == trains[k].folder  # the names distinguish these
                assert same or values[0][i] != values[1][k], (held[i].name, trains[k].name)


def test_held_out_pictures_never_train(photographs: list[Photograph]) -> None:
    """No original photograph is on both sides of the split."""
    sides: dict[tuple[str, str], set[bool]] = {}
    for photograph in photographs:
        key = photograph.folder, original_name(photograph.name)
        sides.setdefault(key, set()).add(photograph.held_out)
    assert all(len(held) == 1 for held in sides.values())
    assert sum(p.held_out for p in photographs if p.folder == "byler_d6") == 50
    assert sum(p.held_out for p in photographs if p.folder == "rune55_tray") == 19
