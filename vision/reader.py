"""Read the dice in still pictures with four networks, and name what is doubtful."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.body_colour import body_colour
from vision.bounding_box import BoundingBox, containment, iou, nms
from vision.calibration import Calibration
from vision.classifiers import (
    CLEAR_PROBABILITY,
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
from vision.detection import DOUBT_PROBABILITY, Detection
from vision.detector import SAME_IOU, Detector
from vision.doubts import (
    die_doubts,
    has_only_slight_doubts,
    is_unreadable,
    join_faces,
    tray_doubts,
)
from vision.frame import Array, Image, as_bgr
from vision.pose_features import deviations_from_other_dice, pose_features
from vision.reading import (
    LIKELY_CONFIDENCE,
    PRESENCE_DOUBT,
    SURE_CONFIDENCE,
    Die,
    Reading,
    sort_doubts,
)

INPUT_DIE_SIZE = 28.0  # size of a die of known size in the detector's input
# Longer sides of the detector's input; the first is the least. With 384 as the least, 184 instead
# of 186 of 235 pictures were sure, with none 180.
INPUT_SIDES = (224, 384, 768)
MAX_ZOOM = 2.0
# The pose of a die is examined if it is this likely to be cocked or stacked. If each one's is, five
# right pictures fewer and one wrong one are sure, and a live read takes 12 instead of 8 ms.
MIN_POSE_DOUBT = 0.01
MIN_PLAUSIBLE_SCORE = 0.4  # detections with a lower score are classified only once
MAX_CONTAINMENT = 0.6  # of two dice; above it, one is a pip of the other, or a box around two
MIN_OFFERED_PROBABILITY = 0.005  # less likely faces are not offered
# Both are set by hand; `models/faces.md` reports how often a reader with confirmed dice then asks.
MIN_CONFIRMING_SHARE = 0.75  # of the six faces; with less, similar stills do not confirm a face
CONFIRMED_PROBABILITY = 0.97  # that a die shows the face of the confirmed stills it resembles


class Reader:
    """Reads the dice of a picture.

    Loads `detector.onnx`, `faces.onnx`, `pose.onnx` and `clutter.onnx` from the package `models`,
    or from the folder `models`; raises FileNotFoundError if one is missing. `threads` is 1 or 2.
    `classifier` is the face network, `calibration` that of all networks together.
    """

    def __init__(self, threads: int = 1, *, models: Path | None = None) -> None:
        folder = models or Path(str(files("models")))
        self._detector = Detector(folder / "detector.onnx", threads)
        self.classifier = FaceClassifier(folder / "faces.onnx", threads)
        self._poses = PoseClassifier(folder / "pose.onnx", threads)
        self._clutter = ClutterClassifier(folder / "clutter.onnx", threads)
        fitted = {**self._poses.metadata, **self.classifier.metadata}
        self.calibration = Calibration.from_metadata(fitted)
        self._confirmed: ConfirmedDice | None = None

    def learn_confirmed_dice(
        self, stills: Mapping[str, Sequence[Image]]
    ) -> Mapping[str, list[Image]]:
        """Trust dice that look like one of these confirmed `stills` (see `ConfirmedDice`).

        Returns the stills without pips, by face. May be called while another thread reads.
        """
        self._confirmed = ConfirmedDice(stills, self.classifier)
        return self._confirmed.symbols

    def read(
        self,
        image: NDArray[np.uint8],
        *,
        die_size: float | None = None,
        mirrored: bool = False,
        clutter: Sequence[BoundingBox] = (),
        every_pose: bool = False,
    ) -> Reading:
        """Read the dice of `image`, (H, W, 3) BGR bytes (grey and BGRA are converted).

        Pass `die_size`, a die's size in pixels, if it is known, as for a fixed camera; `image` may
        then be a part of its picture. The detector then makes one pass instead of several, and each
        die is read in one view, `mirrored` or not, instead of both. So two stills that are read
        both ways are two independent opinions. A possible die in one of the boxes of `clutter`
        raises no doubt, because nobody has rolled one there. With `every_pose`, the pose of each
        die is examined, not only where one seems to be tilted. Raises ValueError for anything but a
        picture, and for a bad size.
        """
        began = time.perf_counter()
        picture = as_bgr(image)
        found, faint, boxes = [], [], []
        seen = self.detect(picture, die_size=die_size, mirrored=mirrored, every_pose=every_pose)
        for one, is_die in zip(seen, self.calibration.are_dice(seen), strict=True):
            if is_die:
                found.append(one)
            elif is_unreadable(one):
                faint.append(one)
            elif self._may_be_die(one):
                boxes.append(one.box)
                if not any(iou(one.box, box) > SAME_IOU for box in clutter):
                    faint.append(one)
        found = join_faces(found)
        read = tuple(self._die(picture, detection, found) for detection in found)
        doubts = tray_doubts(picture, found, faint)
        return Reading(read, doubts, (time.perf_counter() - began) * 1000, tuple(boxes))

    def _may_be_die(self, detection: Detection) -> bool:
        """Return whether something that is not read as a die may be one that is partly covered."""
        presence = self.calibration.presence_probability(detection)
        return presence >= DOUBT_PROBABILITY or is_unreadable(detection)

    def detect(
        self,
        image: Image,
        *,
        die_size: float | None = None,
        mirrored: bool = False,
        all_clutter: bool = False,
        every_pose: bool = False,
    ) -> list[Detection]:
        """Return every place of `image` that may be a die, best first.

        The clutter network runs only where it can change the result, or everywhere (`all_clutter`),
        and the pose network where a die may not lie flat, or on every die (`every_pose`).
        """
        candidates = self._detector.find(image, _zooms(image, die_size), INPUT_DIE_SIZE)
        boxes = [candidate.box for candidate in candidates]
        seen = self.classifier.classify(image, boxes, mirrored=mirrored)
        every = list(map(Detection, candidates, seen))
        found = [every[i] for i in nms(boxes, [one.score for one in every], _same_place)]
        if die_size is None:
            self._average_both_ways(image, found, mirrored=not mirrored)
        self._classify_again(image, found)
        ways = (mirrored,) if die_size is not None else (mirrored, not mirrored)
        self._classify_poses(image, found, ways, whole=die_size is None, every=every_pose)
        self._look_for_clutter(image, found, ways, everywhere=all_clutter)
        return sorted(found, key=lambda one: -one.score)

    def _average_both_ways(self, image: Image, found: list[Detection], *, mirrored: bool) -> None:
        """Average the classes of clear detections with those of their mirror images, in place.

        A reflection or print mistaken for a pip seldom looks like one both ways.
        """
        clear = _plausible(found, clear=True)
        boxes = [found[i].box for i in clear]
        others = self.classifier.classify(image, boxes, mirrored=mirrored)
        for i, other in zip(clear, others, strict=True):
            found[i] = Detection(found[i].candidate, (found[i].probabilities + other) / 2)

    def _classify_again(self, image: Image, found: list[Detection]) -> None:
        """Classify unclear detections again in closer, wider and mirrored views, in place."""
        unclear = _plausible(found, clear=False)
        means = self.classifier.classify_augmented(image, [found[i].box for i in unclear])
        for i, mean in zip(unclear, means, strict=True):
            found[i] = replace(found[i], probabilities=mean)

    def _classify_poses(
        self,
        image: Image,
        found: list[Detection],
        ways: Sequence[bool],
        *,
        whole: bool,
        every: bool,
    ) -> None:
        """Add pose probabilities, in place, to the dice that may not lie flat.

        If any of these turns out not to, or with `every`, all dice are examined, because one
        whose pose differs from the others' does not lie flat. `whole` is as in
        `deviations_from_other_dice`.
        """
        dice = [
            i
            for i, one in enumerate(found)
            if one.score > MIN_PLAUSIBLE_SCORE or self.calibration.is_die(one)
        ]
        asked = [
            i
            for i in dice
            if every or found[i].probabilities[[COCKED, STACKED]].sum() >= MIN_POSE_DOUBT
        ]
        if not asked:
            return
        boxes = [one.box for one in found]

        def judged(which: Sequence[int], poses: Array) -> list[Detection]:
            apart = deviations_from_other_dice(
                [boxes[i] for i in which],
                poses[:, len(POSE_CLASSES) :].astype(np.float64),
                (image.shape[1], image.shape[0]),
                are_dice=np.array([self.calibration.is_die(found[i]) for i in which]),
                whole=whole,
            )
            features = pose_features([found[i].probabilities for i in which], poses, apart)
            return [
                replace(found[i], pose=self.calibration.pose_probabilities(row), pose_features=row)
                for i, row in zip(which, features, strict=True)
            ]

        poses = _classify_in(ways, self._poses, image, [boxes[i] for i in asked])
        seen = judged(asked, poses)
        if any(one.pose is not None and one.pose[0] < LIKELY_CONFIDENCE for one in seen):
            others = [i for i in dice if i not in asked]
            rest = _classify_in(ways, self._poses, image, [boxes[i] for i in others])
            asked += others
            seen = judged(asked, np.vstack([poses, rest]))
        for i, one in zip(asked, seen, strict=True):
            found[i] = one

    def _look_for_clutter(
        self, image: Image, found: list[Detection], ways: Sequence[bool], *, everywhere: bool
    ) -> None:
        """Add clutter probabilities in place, if anything is doubtful.

        Only dice are examined, unless `everywhere` is set, and none if nothing is doubtful:
        clutter that clearly looks like a die seldom lies alone.
        """
        dice = [self.calibration.is_die(one) for one in found]
        if not everywhere and all(
            self.calibration.certainty(one) >= SURE_CONFIDENCE
            if is_die
            else not self._may_be_die(one)
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
            (f, round(p, 4))
            for f, p in detection.face_probabilities
            if p >= MIN_OFFERED_PROBABILITY
        )
        body = body_colour(crop_die(image, box))
        face, confidence = offered[0][0], self.calibration.confidence(detection)
        presence = self.calibration.presence_probability(detection)
        if detection.clutter >= DOUBT_PROBABILITY:
            confidence = min(confidence, 1 - DOUBT_PROBABILITY)
        known = self._confirmed and self._confirmed.recognise_face(detection.probabilities)
        if known == face and offered[0][1] >= MIN_CONFIRMING_SHARE:
            confidence = max(confidence, min(CONFIRMED_PROBABILITY, presence))
            detection = detection.excluding_classes(UNKNOWN, GLARE)
        elif known and known != face:  # corrected before: offer that face, and ask
            face, confidence = known, min(confidence, 1 - CONFIRMED_PROBABILITY)
            offered = (
                (known, CONFIRMED_PROBABILITY),
                *(pair for pair in offered if pair[0] != known),
            )
        certainty = confidence * presence
        if certainty < LIKELY_CONFIDENCE:
            confidence = certainty
        doubts = die_doubts(image, detection, found, sure=confidence >= SURE_CONFIDENCE)
        slight = has_only_slight_doubts(image, detection) and "touching" not in doubts
        if confidence >= SURE_CONFIDENCE > certainty:
            doubts = sort_doubts({*doubts, PRESENCE_DOUBT})
        return Die(face, confidence, box, body, offered, doubts, slight)


def _plausible(found: list[Detection], *, clear: bool) -> list[int]:
    """Return the indices of possible dice that are clear, or of those that are not."""
    return [
        i
        for i, one in enumerate(found)
        if one.score > MIN_PLAUSIBLE_SCORE
        and (one.probabilities.max() >= CLEAR_PROBABILITY) == clear
    ]


def _classify_in(
    ways: Sequence[bool],
    network: PoseClassifier | ClutterClassifier,
    image: Image,
    boxes: Sequence[BoundingBox],
) -> Array:
    """Return the `network`'s outputs for `boxes`, averaged over the `ways` (mirrored or not)."""
    seen = [network.classify(image, boxes, mirrored=way) for way in ways]
    return np.asarray(np.mean(seen, axis=0), np.float32)


def _zooms(image: Image, die_size: float | None) -> list[float]:
    """Return the scale of the picture for each pass of the detector."""
    longest = max(image.shape[:2])
    if die_size is None:
        return sorted({min(side / longest, MAX_ZOOM) for side in INPUT_SIDES})
    if not np.isfinite(die_size) or die_size <= 0:
        raise ValueError(f"a die cannot measure {die_size} pixels")
    return [min(max(INPUT_DIE_SIZE / die_size, INPUT_SIDES[0] / longest), MAX_ZOOM)]


def _same_place(a: BoundingBox, b: BoundingBox) -> bool:
    return iou(a, b) > SAME_IOU or containment(a, b) > MAX_CONTAINMENT
