"""Dice in still pictures: four networks, one decision, and what is doubtful about it."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import compress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.body_colour import body_colour
from vision.bounding_box import BoundingBox, containment, iou, nms
from vision.calibration import Calibration
from vision.classifiers import (
    COCKED,
    GLARE,
    POSE_CLASSES,
    STACKED,
    UNKNOWN,
    ClutterClassifier,
    FaceClassifier,
    PoseClassifier,
    crop_die,
)
from vision.confirmed_dice import ConfirmedDice
from vision.detection import Detection
from vision.detector import Detector
from vision.doubts import (
    are_touching,
    die_doubts,
    has_only_slight_doubts,
    is_unreadable,
    tray_doubts,
)
from vision.frame import Image, as_bgr
from vision.pose_features import are_all_clearly_flat, deviations_from_other_dice, pose_features
from vision.reading import SURE, Die, Reading

INPUT_DIE_SIZE = 28.0  # size of a known die in the detector's input
INPUT_SIDES = (384, 768)  # longer sides of the detector's input when it is not
MAX_ZOOM = 2.0
DOUBT_PRESENCE = 0.3  # presence from which what is no die yet makes a doubt
DOUBT_UNREADABLE = 0.85  # or the probability of one reason why its face cannot be read
CLEAR_PROBABILITY = 0.8  # what is less clear than this is looked at again, in other views
POSE_DOUBT = 0.01  # probability of lying otherwise than flat from which the pose is looked at
MIN_SCORE = 0.4  # what scores less is not worth another look
MAX_IOU = 0.3  # from which two detections are one die
MAX_CONTAINMENT = 0.6  # or so much of the smaller in the larger: a pip, two dice taken for one
CLUTTER = 0.3  # probability of being clutter from which it is: of 1 111 kept-out dice one has it
SAME_CLUTTER = 0.5  # overlap (IoU) from which what may be a die is the clutter that lay there
MIN_OFFERED = 0.005  # less likely faces are not offered
# Both set by hand; `models/faces.md` has how often a reader that knows its dice asks with them.
MIN_SHARE = 0.75  # of a face among the six, from which what looks like it is it
CONFIRMED = 0.97  # chance that a die shows what the confirmed stills show that it looks like


class Reader:
    """Reads the dice of a picture.

    Loads `detector.onnx`, `faces.onnx`, `pose.onnx` and `clutter.onnx` of the package `models`, or
    of the folder `models`; raises FileNotFoundError when they are missing. `threads` is 1 or 2.
    """

    def __init__(self, threads: int = 1, *, models: Path | None = None) -> None:
        folder = models or Path(str(files("models")))
        self._detector = Detector(folder / "detector.onnx", threads)
        self._classifier = FaceClassifier(folder / "faces.onnx", threads)
        self._poses = PoseClassifier(folder / "pose.onnx", threads)
        self._clutter = ClutterClassifier(folder / "clutter.onnx", threads)
        fitted = {**self._poses.metadata, **self._classifier.metadata}
        self._calibration = Calibration.from_metadata(fitted)
        self._confirmed: ConfirmedDice | None = None

    @property
    def calibration(self) -> Calibration:
        """What its networks say, in probabilities."""
        return self._calibration

    def learn_confirmed_dice(
        self, stills: Mapping[str, Sequence[Image]]
    ) -> Mapping[str, list[Image]]:
        """Doubt no longer what looks like one of these `stills`, as `ConfirmedDice` has them.

        Returns those that show no pips. May be called while another thread reads.
        """
        self._confirmed = ConfirmedDice(stills, self._classifier)
        return self._confirmed.symbols

    def read(
        self,
        image: NDArray[np.uint8],
        *,
        die_size: float | None = None,
        mirrored: bool = False,
        clutter: Sequence[BoundingBox] = (),
    ) -> Reading:
        """Read the dice of `image`, (H, W, 3) BGR bytes (grey and BGRA are converted).

        `die_size` is the size of a die in pixels where it is known (a fixed camera, of whose
        picture `image` may be a part): one pass of the detector instead of several, and one view of
        each die, `mirrored` or not, instead of both: two stills read differently are two opinions.
        What may be a die makes no doubt at the places of `clutter`, where nobody has thrown one.
        Raises ValueError for what is no picture or a bad size.
        """
        began = time.perf_counter()
        picture = as_bgr(image)
        found, faint, boxes = [], [], []
        seen = self.detect(picture, die_size=die_size, mirrored=mirrored)
        are_dice = [self._calibration.is_die(one) for one in seen]
        dice = list(compress(seen, are_dice))
        for one, is_die in zip(seen, are_dice, strict=True):
            if is_die and not _is_clutter(one, dice):
                found.append(one)
            elif is_unreadable(one):
                faint.append(one)
            elif self._may_be_die(one):
                boxes.append(one.box)
                if not any(iou(one.box, box) >= SAME_CLUTTER for box in clutter):
                    faint.append(one)
        read = tuple(self._die(picture, detection, found) for detection in found)
        doubts = tray_doubts(picture, found, faint)
        return Reading(read, doubts, (time.perf_counter() - began) * 1000, tuple(boxes))

    def _may_be_die(self, detection: Detection) -> bool:
        """Tell whether what is no die yet makes a doubt: one may lie there, under something."""
        presence = self._calibration.presence(detection)
        return presence >= DOUBT_PRESENCE or detection.unreadable_probability >= DOUBT_UNREADABLE

    def detect(
        self,
        image: Image,
        *,
        die_size: float | None = None,
        mirrored: bool = False,
        all_clutter: bool = False,
    ) -> list[Detection]:
        """Every place of `image` that may be a die, best first.

        The clutter network is asked where its word decides, or with `all_clutter` everywhere.
        """
        candidates = self._detector.find(image, _zooms(image, die_size))
        boxes = [candidate.box for candidate in candidates]
        seen = self._classifier.classify(image, boxes, mirrored=mirrored)
        every = list(map(Detection, candidates, seen))
        found = [every[i] for i in nms(boxes, [one.score for one in every], _same_place)]
        if die_size is None:
            self._average_both_ways(image, found, mirrored=not mirrored)
        self._classify_again(image, found)
        ways = (mirrored,) if die_size is not None else (mirrored, not mirrored)
        self._classify_poses(image, found, ways, whole=die_size is None)
        self._look_for_clutter(image, found, ways, everywhere=all_clutter)
        return sorted(found, key=lambda one: -one.score)

    def _average_both_ways(self, image: Image, found: list[Detection], *, mirrored: bool) -> None:
        """Hold what is clear against its mirror image, which shows the same face, in place.

        A shine or a print that was taken for a pip seldom looks like one both ways.
        """
        clear = _plausible(found, clear=True)
        boxes = [found[i].box for i in clear]
        others = self._classifier.classify(image, boxes, mirrored=mirrored)
        for i, other in zip(clear, others, strict=True):
            found[i] = Detection(found[i].candidate, (found[i].probabilities + other) / 2)

    def _classify_again(self, image: Image, found: list[Detection]) -> None:
        """Classify what is unclear once more, nearer, farther and mirrored, in place."""
        unclear = _plausible(found, clear=False)
        means = self._classifier.classify_augmented(image, [found[i].box for i in unclear])
        for i, mean in zip(unclear, means, strict=True):
            found[i] = replace(found[i], probabilities=mean)

    def _classify_poses(
        self, image: Image, found: list[Detection], ways: Sequence[bool], *, whole: bool
    ) -> None:
        """Add pose probabilities, in place, to the dice that may not lie flat.

        Unless all of these clearly lie flat, every die is examined: a die whose pose differs from
        that of the others does not lie flat. `whole` is as in `deviations_from_other_dice`.
        """
        dice = [
            i
            for i, one in enumerate(found)
            if one.score > MIN_SCORE or self._calibration.is_die(one)
        ]
        asked = [i for i in dice if found[i].probabilities[[COCKED, STACKED]].sum() >= POSE_DOUBT]
        if not asked:
            return
        boxes = [one.box for one in found]
        poses = _classify_in(ways, self._poses, image, [boxes[i] for i in asked])
        features = pose_features([found[i].probabilities for i in asked], poses)
        if not are_all_clearly_flat(features):
            others = [i for i in dice if i not in asked]
            rest = _classify_in(ways, self._poses, image, [boxes[i] for i in others])
            asked, poses = asked + others, np.vstack([poses, rest])
            apart = deviations_from_other_dice(
                [boxes[i] for i in asked],
                poses[:, len(POSE_CLASSES) :].astype(np.float64),
                (image.shape[1], image.shape[0]),
                are_dice=np.array([self._calibration.is_die(found[i]) for i in asked]),
                whole=whole,
            )
            features = pose_features([found[i].probabilities for i in asked], poses, apart)
        for i, row in zip(asked, features, strict=True):
            found[i] = replace(
                found[i], pose=self._calibration.pose_probabilities(row), pose_features=row
            )

    def _look_for_clutter(
        self, image: Image, found: list[Detection], ways: Sequence[bool], *, everywhere: bool
    ) -> None:
        """Add in place how likely dice are clutter, `mirrored` or not, where anything is doubtful.

        What can be no die anyway is not looked at, unless `everywhere` is. Where all that may be a
        die surely is one there is none: what looks surely like a die has something doubtful beside.
        """
        dice = [self._calibration.is_die(one) for one in found]
        if not everywhere and all(
            self._calibration.confidence(one) >= SURE if is_die else not self._may_be_die(one)
            for one, is_die in zip(found, dice, strict=True)
        ):
            return
        asked = [i for i, is_die in enumerate(dice) if is_die or everywhere]
        seen = _classify_in(ways, self._clutter, image, [found[i].box for i in asked])
        for i, clutter in zip(asked, seen, strict=True):
            found[i] = replace(found[i], clutter=float(clutter))

    def _die(self, image: Image, detection: Detection, found: Sequence[Detection]) -> Die:
        box = detection.box
        offered = tuple(
            (f, round(p, 4)) for f, p in detection.face_probabilities if p >= MIN_OFFERED
        )
        body = body_colour(crop_die(image, box))
        face, confidence = offered[0][0], self._calibration.confidence(detection)
        known = self._confirmed and self._confirmed.recognise_face(detection.probabilities)
        if known == face and offered[0][1] >= MIN_SHARE:
            confidence = max(confidence, min(CONFIRMED, self._calibration.presence(detection)))
            detection = detection.excluding_classes(UNKNOWN, GLARE)
        elif known and known != face:  # as it was corrected before: that is offered, and asked
            face, confidence = known, min(confidence, 1 - CONFIRMED)
            offered = ((known, CONFIRMED), *(pair for pair in offered if pair[0] != known))
        doubts = die_doubts(image, detection, found, sure=confidence >= SURE)
        slight = has_only_slight_doubts(image, detection) and "touching" not in doubts
        return Die(face, confidence, box, body, offered, doubts, slight)


def _is_clutter(die: Detection, dice: Sequence[Detection]) -> bool:
    """Whether one of the `dice` is none, however clear its face is.

    Those that touch another look a little like clutter, and are none.
    """
    others = (other.box for other in dice if other is not die)
    return die.clutter >= CLUTTER and not any(are_touching(die.box, box) for box in others)


def _plausible(found: list[Detection], *, clear: bool) -> list[int]:
    """Return the indices of those that may be dice and are clear, or are not."""
    return [
        i
        for i, one in enumerate(found)
        if one.score > MIN_SCORE and (one.probabilities.max() >= CLEAR_PROBABILITY) == clear
    ]


def _classify_in(
    ways: Sequence[bool],
    network: PoseClassifier | ClutterClassifier,
    image: Image,
    boxes: Sequence[BoundingBox],
) -> NDArray[np.float32]:
    """Return what `network` says of the `boxes`, `mirrored` or not, or both averaged."""
    seen = [network.classify(image, boxes, mirrored=way) for way in ways]
    return np.asarray(np.mean(seen, axis=0), np.float32)


def _zooms(image: Image, die_size: float | None) -> list[float]:
    """How much the picture is enlarged for each pass of the detector."""
    longest = max(image.shape[:2])
    if die_size is None:
        return sorted({min(side / longest, MAX_ZOOM) for side in INPUT_SIDES})
    if not np.isfinite(die_size) or die_size <= 0:
        raise ValueError(f"a die cannot measure {die_size} pixels")
    return [min(INPUT_DIE_SIZE / die_size, MAX_ZOOM)]


def _same_place(a: BoundingBox, b: BoundingBox) -> bool:
    return iou(a, b) > MAX_IOU or containment(a, b) > MAX_CONTAINMENT
