"""Whole readings of drawn trays, of odd pictures, and of photographs never trained on."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.mesh_scenes import doubtful
from vision.bounding_box import BoundingBox
from vision.detection import Detection
from vision.detector import Candidate
from vision.face_classifier import CLASSES, COCKED, NOTHING
from vision.matching import vote_on_stills
from vision.pose_classifier import ANSWERS
from vision.reader import CLUTTER, DOUBT_PRESENCE, Reader, as_bgr
from vision.reading import Reading
from vision.virtual.tray import VirtualTray

# Of these pictures a published label is wrong (models/training/corrections.py).
MISLABELLED = {"images/IMG_20191209_095555.jpg", "images/IMG_20191209_100002.jpg"}


@pytest.fixture(scope="module")
def reader() -> Reader:
    """Return a reader with the networks that the project ships."""
    return Reader(threads=2)


def faces(reading: Reading) -> tuple[int, ...]:
    """Return the faces read, sorted."""
    return tuple(sorted(int(die.face) for die in reading.dice))


def test_virtual_tray(reader: Reader) -> None:
    """Of 25 throws none is wrong without asking, few are asked; the size known or not."""
    asked: Counter[float | None] = Counter()
    for seed in range(5):
        tray = VirtualTray(np.random.default_rng([23, seed]))
        for _ in range(5):
            tray.throw()
            tray.frame(0.0)
            frame = tray.frame(5.0)
            for die_size in (None, 44.0):
                reading = reader.read(frame, die_size=die_size)
                assert not reading.sure or faces(reading) == tuple(sorted(tray.lying_faces))
                asked[die_size] += not reading.sure
    assert max(asked.values()) <= 4


class TwoFaced:
    """A face classifier that takes every die for a 5, and its mirror image for a 4."""

    def classify(
        self, image: np.ndarray, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> np.ndarray:
        """Return the probabilities, by box."""
        probabilities = np.full((len(boxes), len(CLASSES)), 0.001, np.float32)
        probabilities[:, 3 if mirrored else 4] = 0.987
        return probabilities

    def classify_augmented(self, image: np.ndarray, boxes: Sequence[BoundingBox]) -> np.ndarray:
        """Return the mean of both."""
        return (self.classify(image, boxes) + self.classify(image, boxes, mirrored=True)) / 2


def test_what_the_mirror_contradicts_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A face is the same in the mirror: in one still, or in the stills of a rest that vote."""
    reader, picture = Reader(), VirtualTray(np.random.default_rng(6)).frame(0.0)
    monkeypatch.setattr(reader, "_classifier", TwoFaced())
    assert not reader.read(picture).sure
    assert not reader.read(picture, mirrored=True).sure
    stills = [reader.read(picture, die_size=44.0, mirrored=n % 2 == 1) for n in range(6)]
    assert [faces(still)[0] for still in stills] == [5, 4, 5, 4, 5, 4]
    verdict = vote_on_stills(stills, most=6)
    assert verdict is not None
    assert not verdict.sure


class Certain(TwoFaced):
    """A face classifier that takes every die for a 5 from any side."""

    def classify(
        self, image: np.ndarray, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> np.ndarray:
        """Return the probabilities, by box."""
        return super().classify(image, boxes)

    def classify_augmented(self, image: np.ndarray, boxes: Sequence[BoundingBox]) -> np.ndarray:
        """Allow no further look."""
        assert not boxes
        return np.zeros((0, len(CLASSES)), np.float32)


def test_clutter_makes_no_doubt_where_it_lay(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What may be a die makes one anywhere else, and is told in any case."""
    box = (100.0, 100.0, 140.0, 140.0)
    probabilities = np.full(len(CLASSES), 0.5 / len(CLASSES), np.float32)
    probabilities[3] += 0.5
    seen = [Detection(Candidate(box, score), probabilities) for score in np.linspace(0.01, 0.9, 90)]
    calibration = reader._calibration
    faint = next(one for one in seen if calibration.presence(one) >= DOUBT_PRESENCE)
    assert not calibration.is_die(faint)
    monkeypatch.setattr(reader, "detect", lambda *_, **__: [faint])
    picture = np.full((240, 320, 3), 90, np.uint8)
    for clutter, doubts in (([], True), ([(102.0, 99.0, 141.0, 139.0)], False)):
        reading = reader.read(picture, clutter=clutter)
        assert (bool(reading.doubts), reading.faint) == (doubts, (box,))


@pytest.mark.parametrize("die_size", [None, 44.0])
def test_what_is_clear_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, die_size: float | None
) -> None:
    """Two views that agree are enough, and where the size is known one is."""
    reader, picture = Reader(), VirtualTray(np.random.default_rng(6)).frame(0.0)
    monkeypatch.setattr(reader, "_classifier", Certain())
    reading = reader.read(picture, die_size=die_size)
    assert faces(reading) == (5,) * 5
    assert all(
        die.alternatives[0] == ("5", pytest.approx(0.995, abs=0.001)) for die in reading.dice
    )


class AskedAboutPoses:
    """A pose network that says of the die at x = `odd` that it may be tilted, of others not."""

    def __init__(self, odd: float) -> None:
        self.odd, self.asked = odd, list[list[float]]()

    def classify(
        self, image: np.ndarray, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> np.ndarray:
        """Return answers, by box: each die a little more surely flat than the one before."""
        self.asked.append([box[0] for box in boxes])
        answers = np.zeros((len(boxes), len(ANSWERS)), np.float32)
        for answer, (x, *_) in zip(answers, boxes, strict=True):
            cocked = 0.4 if x == self.odd else 0.001 / (1 + x)
            answer[:3] = 1 - cocked - 0.0001, cocked, 0.0001
        return answers


@pytest.mark.parametrize("die_size", [None, 44.0])
@pytest.mark.parametrize("odd", [100.0, 500.0])
def test_how_the_others_lie_is_asked_where_a_doubted_die_may_not_lie_flat(
    monkeypatch: pytest.MonkeyPatch, die_size: float | None, odd: float
) -> None:
    """Else of that die alone; what is told of each is told of it, and of what is no die nothing."""
    reader, asked = Reader(), AskedAboutPoses(odd)
    monkeypatch.setattr(reader, "_poses", asked)
    seen = np.zeros(len(CLASSES), np.float32)
    seen[[3, NOTHING]] = 0.99, 0.01
    doubted, none = seen.copy(), np.zeros(len(CLASSES), np.float32)
    doubted[[3, COCKED]] = 0.9, 0.1
    none[NOTHING] = 1.0
    shown = {0.0: seen, 100.0: doubted, 200.0: seen, 300.0: none}
    found = [Detection(Candidate((x, 0.0, x + 44.0, 44.0), 0.9), face) for x, face in shown.items()]
    picture, ways = np.zeros((60, 400, 3), np.uint8), (False, True) if die_size is None else (True,)
    reader._classify_poses(picture, found, ways, whole=die_size is None)
    first, rest = [[100.0]] * len(ways), [[0.0, 200.0]] * len(ways)
    assert asked.asked == (first + rest if odd == 100.0 else first)
    told = [one.pose for one in found]
    assert [pose is not None for pose in told] == [odd == 100.0, True, odd == 100.0, False]
    if odd == 100.0:
        figures = [one.pose_figures for one in found[:3]]
        assert figures[1][0] > figures[0][0] > figures[2][0]  # as likely tilted as was answered
        assert all(row[2] == 1 for row in figures)  # "among others"


class AskedAboutClutter:
    """A clutter network that takes everything for clutter, and remembers where it was asked."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    def classify(
        self, _: np.ndarray, boxes: Sequence[BoundingBox], *, mirrored: bool = False
    ) -> np.ndarray:
        """Return probabilities, by box."""
        self.asked += [box[0] for box in boxes]
        return np.full(len(boxes), 0.9 if mirrored else 0.7, np.float32)


@pytest.mark.parametrize(("beside", "asked"), [(0.0, []), (0.5, [0.0]), (0.9, [0.0, 100.0])])
def test_what_is_surely_a_die_may_be_clutter_where_something_beside_is_doubtful(
    monkeypatch: pytest.MonkeyPatch, beside: float, asked: list[float]
) -> None:
    """No die, one that may be a die, and one that is a die and not sure, lie beside it."""
    reader, clutter = Reader(), AskedAboutClutter()
    monkeypatch.setattr(reader, "_clutter", clutter)
    sure, other = np.zeros((2, len(CLASSES)), np.float32)
    sure[3] = 1.0
    other[[3, 4, NOTHING]] = 0.8 * beside, 0.2 * beside, 1 - beside
    shown = {0.0: (sure, 0.99), 100.0: (other, 0.1 + beside / 1.2)}
    found = [Detection(Candidate((x, 0.0, x + 44.0, 44.0), at), s) for x, (s, at) in shown.items()]
    assert reader._calibration.is_die(found[0])
    reader._look_for_clutter(
        np.zeros((60, 400, 3), np.uint8), found, (False, True), everywhere=False
    )
    assert clutter.asked == asked * 2
    assert found[0].clutter == pytest.approx(0.8 if asked else 0.0)


def test_what_looks_like_clutter_is_no_die_unless_it_touches_one(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However clear its face: it makes a doubt then. Two dice that touch look a little like it."""
    clear = np.zeros(len(CLASSES), np.float32)
    clear[3] = 1.0
    looks = {50.0: CLUTTER, 96.0: CLUTTER, 250.0: CLUTTER, 450.0: CLUTTER - 0.01}
    seen = [
        Detection(Candidate((x, 50.0, x + 44.0, 94.0), 0.99), clear, clutter=clutter)
        for x, clutter in looks.items()
    ]
    assert all(reader._calibration.is_die(one) for one in seen)
    monkeypatch.setattr(reader, "detect", lambda *_, **__: seen)
    reading = reader.read(np.full((200, 600, 3), 90, np.uint8))
    assert [die.box[0] for die in reading.dice] == [50.0, 96.0, 450.0]
    assert [box[0] for box in reading.faint] == [250.0]
    assert reading.tray_doubts


def test_boxes_lie_on_the_dice(reader: Reader) -> None:
    """Each box of a reading is centred on a die and of its size."""
    tray = VirtualTray(np.random.default_rng(5))
    reading = reader.read(tray.frame(0.0))
    for box in tray.boxes:
        x, y, size = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box[2] - box[0]
        die = min(reading.dice, key=lambda d: abs(d.centre[0] - x) + abs(d.centre[1] - y))
        assert np.hypot(die.centre[0] - x, die.centre[1] - y) < 0.2 * size
        assert 0.7 < die.size / size < 1.4


def test_alternatives_are_ranked(reader: Reader) -> None:
    """The face comes first among the alternatives, the rest by falling probability."""
    tray = VirtualTray(np.random.default_rng(6))
    for die in reader.read(tray.frame(0.0)).dice:
        probabilities = [probability for _, probability in die.alternatives]
        assert die.alternatives[0][0] == die.face
        assert probabilities == sorted(probabilities, reverse=True)
        assert 0.0 <= die.confidence <= 1.0


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((1, 900, 3), np.uint8),
        np.full((480, 640, 3), 255, np.uint8),
        np.full((480, 640), 90, np.uint8),
    ],
)
def test_nothing_to_read(reader: Reader, picture: np.ndarray) -> None:
    """One pixel, one row, white and grey hold no dice."""
    reading = reader.read(picture)
    assert reading.dice == ()
    assert not reading.sure


def test_noise_is_never_believed(reader: Reader) -> None:
    """What might be a speck of a die in pure noise is nowhere near sure."""
    for seed in range(5):
        noise = np.random.default_rng(seed).integers(0, 256, (240, 320, 3), np.uint8)
        reading = reader.read(noise)
        assert not reading.sure
        assert all(die.confidence < 0.7 for die in reading.dice)


def test_four_thousand_pixels(reader: Reader) -> None:
    """A 4K picture is read as its smaller copy is."""
    tray = VirtualTray(np.random.default_rng(8))
    small = tray.frame(0.0)
    large = np.asarray(cv2.resize(small, (3840, 2880), interpolation=cv2.INTER_CUBIC), np.uint8)
    assert faces(reader.read(large)) == faces(reader.read(small)) == tuple(sorted(tray.lying_faces))


def test_channels_are_brought_to_three() -> None:
    """Grey pictures, with or without a third axis, and BGRA become BGR."""
    grey = np.full((4, 5), 7, np.uint8)
    assert np.array_equal(as_bgr(grey), np.full((4, 5, 3), 7, np.uint8))
    assert np.array_equal(as_bgr(grey[..., None]), as_bgr(grey))
    assert np.array_equal(as_bgr(np.dstack([grey, grey, grey, grey])), as_bgr(grey))


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (np.zeros((4, 4, 3), np.float32), "float32"),
        (np.zeros((4, 4, 2), np.uint8), r"\(4, 4, 2\)"),
        (np.zeros((4,), np.uint8), r"\(4,\)"),
        (np.zeros((0, 4, 3), np.uint8), "empty"),
        ("dice.jpg", "str"),
    ],
)
def test_no_picture(reader: Reader, picture: object, message: str) -> None:
    """What is no picture is refused, and the message says what it was."""
    with pytest.raises(ValueError, match=message):
        reader.read(picture)  # type: ignore[arg-type]


@pytest.mark.parametrize("die_size", [0.0, -3.0, float("nan"), float("inf")])
def test_impossible_size(reader: Reader, die_size: float) -> None:
    """A die of no size is refused."""
    with pytest.raises(ValueError, match="cannot measure"):
        reader.read(np.zeros((40, 40, 3), np.uint8), die_size=die_size)


def test_missing_networks_are_named(tmp_path: Path) -> None:
    """Without its networks the reader says which file it lacks."""
    with pytest.raises(FileNotFoundError, match=r"detector\.onnx"):
        Reader(models=tmp_path)


def whole_pictures(reader: Reader, folder: Path, names: list[str] | None) -> tuple[int, list[str]]:
    """Return in how many photographs every die was right, and which were sure and wrong."""
    right, faults = 0, []
    for line in (folder / "annotations.jsonl").read_text().splitlines():
        row = json.loads(line)
        if names is not None and row["image"] not in names:
            continue
        values = row.get("values") or [die["value"] for die in row["dice"]]
        image = cv2.imread(str(folder / row["image"]))
        assert image is not None
        reading = reader.read(np.asarray(image, np.uint8))
        if faces(reading) == tuple(sorted(values)):
            right += 1
        elif reading.sure:
            faults.append(row["image"])
    return right, faults


@pytest.mark.parametrize(
    ("folder", "least"),
    [("lk0103_wooden", 24), ("wiktoria_mixed", 13), ("burak_greycam", 69)],
)
def test_photographs_that_trained_nothing(
    reader: Reader, shared_dir: Path, folder: str, least: int
) -> None:
    """Dice, tables and cameras of others: read as well as the card says, none wrong unasked."""
    right, faults = whole_pictures(reader, shared_dir / "dice-photos/check" / folder, None)
    assert right >= least
    assert faults == []


def test_coloured_dice_kept_out(reader: Reader, shared_dir: Path) -> None:
    """Swirled and coloured dice kept out of training, by their labels as published (44 today).

    Two of those labels are wrong, and the only ones that the reader contradicts without asking.
    """
    photos = shared_dir / "dice-photos"
    names = json.loads((photos / "kept-out.json").read_text())["byler_d6"]
    right, faults = whole_pictures(reader, photos / "train/byler_d6", names)
    assert right >= 43
    assert set(faults) <= MISLABELLED


@pytest.mark.parametrize("number", [14, 54, 65, 84, 160])
def test_a_die_under_a_finger_makes_a_doubt(reader: Reader, number: int) -> None:
    """However little of it the detector sees: the face network knows that one is covered."""
    scene = doubtful(np.random.default_rng([6, number]), "covered")
    assert "covered" in reader.read(scene.image).doubts
