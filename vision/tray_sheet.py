"""The printed sheet under the dice: its layout in millimetres, and how it is found.

Four markers at its corners (OpenCV's ArUco) locate every point of the paper in a picture. Three are
enough to find the sheet, and one as long as nothing is moved. Dice on the rail are kept, those in
the rolling area are rolled.

    y
    |   marker              card  marker
    |   +------------------------------+
    |   |         rolling area         |
    |   +------------------------------+
    |   | 1 | 2 | 3 | 4 | 5 |   rail
    +-- marker ---------------- marker --- x      (y grows downwards, as in pictures)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

import cv2
import numpy as np

from vision.bounding_box import BoundingBox, centre
from vision.frame import Image
from vision.lens import Lens, Points, fit_lens_and_homography

Paper: TypeAlias = Literal["a4", "a3", "letter"]
Zone: TypeAlias = Literal["area", "rail", "card", "off"]

PAPER_SIZES: dict[Paper, tuple[float, float]] = {
    "a4": (297.0, 210.0),
    "a3": (420.0, 297.0),
    "letter": (279.4, 215.9),
}
"""Width and height in millimetres, landscape."""

PAPER_MARGIN = 10.0  # mm at the edge of the paper, where many printers cannot print
MARKER_SIDE = 24.0  # side of a marker in mm
GAP = 6.0  # mm around everything that is drawn
RAIL_PLACES = 5  # number of places on the rail
CARD_PLACE = (62.0, 92.0)  # width and height of the place for a card, in mm
MARKER_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
FIRST_MARKER: dict[Paper, int] = {"a4": 0, "a3": 4, "letter": 8}
"""The id of each sheet's first marker; the others follow clockwise from the top left."""

MIN_MARKERS = 3  # with two adjacent ones, distant points would be uncertain
CORNER_ERROR = 0.3  # pixels by which blur moves the detected corners of a marker
MAX_MARKER_MOVEMENT_MM = 2.0  # by which a die or a shadow on half of a marker seems to move it
# The camera or the paper was moved if this many mm or degrees explain the picture. Within these
# limits, a die that lies fully in its zone is assigned correctly: its centre is 8 mm inside.
MOVED, TURNED = 5.0, 2.0
DIE_CENTRE_HEIGHT = 8.0  # mm above the paper
MIN_LEAN = 0.2  # the picture is rotated if at least this share of a vertical length is visible
LOOK_EVERY, SEEK_EVERY = 0.9, 3.0  # seconds between looks at a known sheet, and for a new one
FRAMES_UNTIL_GONE = 5  # consecutive clear pictures in which no marker of the sheet is in its place


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Left, top, right and bottom in millimetres from the paper's upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point lies within."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    @property
    def corners(self) -> Points:
        """The four corners (4, 2), clockwise from the upper left."""
        low, high = (self.left, self.top), (self.right, self.bottom)
        return np.array((low, (high[0], low[1]), high, (low[0], high[1])))


class Sheet:
    """The layout of a sheet of `paper`."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.width, self.height = width, height = PAPER_SIZES[paper]
        inner = PAPER_MARGIN + MARKER_SIDE + GAP
        self.rail = Rectangle(
            inner, height - PAPER_MARGIN - MARKER_SIDE, width - inner, height - PAPER_MARGIN
        )
        self.card = Rectangle(
            width - PAPER_MARGIN - CARD_PLACE[0], inner, width - PAPER_MARGIN, inner + CARD_PLACE[1]
        )
        self.area = Rectangle(inner, PAPER_MARGIN, self.card.left - GAP, self.rail.top - GAP)

    @property
    def rail_places(self) -> list[Rectangle]:
        """The places of the rail, from the left."""
        edges = np.linspace(self.rail.left, self.rail.right, RAIL_PLACES + 1).tolist()
        return [
            Rectangle(left, self.rail.top, right, self.rail.bottom)
            for left, right in pairwise(edges)
        ]

    @property
    def markers(self) -> dict[int, Rectangle]:
        """The rectangle of each marker by its id."""
        x, y = self.width - PAPER_MARGIN - MARKER_SIDE, self.height - PAPER_MARGIN - MARKER_SIDE
        at = ((PAPER_MARGIN, PAPER_MARGIN), (x, PAPER_MARGIN), (x, y), (PAPER_MARGIN, y))
        first = FIRST_MARKER[self.paper]
        return {
            first + i: Rectangle(left, top, left + MARKER_SIDE, top + MARKER_SIDE)
            for i, (left, top) in enumerate(at)
        }

    def zone_of_point(self, x: float, y: float) -> Zone:
        """Return the zone of a point in mm, "off" if it is outside all of them."""
        zones: tuple[tuple[Zone, Rectangle], ...] = (
            ("area", self.area), ("rail", self.rail), ("card", self.card)
        )  # fmt: skip
        return next((name for name, place in zones if place.contains(x, y)), "off")


@dataclass(frozen=True)
class SheetView:
    """How a camera sees a sheet: `to_picture` (3, 3) maps mm to pixels that `lens` then distorts.

    A point `z` mm above the paper is projected with `z` times `up` (3,) added to the last column.
    """

    sheet: Sheet
    to_picture: Points
    up: Points
    lens: Lens

    @cached_property
    def _to_sheet(self) -> Points:
        return np.asarray(np.linalg.inv(self.to_picture), np.float64)

    def to_millimetres(self, pixels: Points) -> Points:
        """Return where points (N, 2) of the picture lie on the paper."""
        return _project(self._to_sheet, self.lens.undistort(pixels))

    def to_pixels(self, millimetres: Points) -> Points:
        """Return where points (N, 2) of the paper lie in the picture."""
        return self.lens.distort(_project(self.to_picture, millimetres))

    def is_marker_in_place(
        self, number: int, corners: Points, within: float = MAX_MARKER_MOVEMENT_MM
    ) -> bool:
        """Return whether a marker with these corners (4, 2) in pixels is the sheet's, and in place.

        It may be off by up to `within` mm.
        """
        own = self.sheet.markers.get(number)
        if own is None:
            return False
        return bool(
            np.abs(self.to_millimetres(_compensate_blur(corners)) - own.corners).max() < within
        )

    @property
    def pixels_per_mm(self) -> float:
        """The mean size of a millimetre of the rolling area in pixels."""
        corners = self.sheet.area.corners
        seen = cv2.contourArea(self.to_pixels(corners).astype(np.float32))
        return float(np.sqrt(seen / cv2.contourArea(corners.astype(np.float32))))

    def zone_of_box(self, box: BoundingBox) -> Zone:
        """Return the zone of a die with this bounding box."""
        return self.sheet.zone_of_point(*self.place_of_box(box))

    def place_of_box(self, box: BoundingBox) -> tuple[float, float]:
        """Return the point of the paper, in mm, under a die with this bounding box.

        Seen at a slant, a die appears further away, because its centre is above the paper.
        """
        raised = self.to_picture.copy()
        raised[:, 2] += DIE_CENTRE_HEIGHT * self.up
        middle = self.lens.undistort(np.array([centre(box)]))
        x, y = _project(np.asarray(np.linalg.inv(raised), np.float64), middle)[0]
        return float(x), float(y)

    @property
    def quarter_turns(self) -> int:
        """Quarter turns to the left after which the upward direction points up in the picture.

        0 if the camera looks almost straight down.
        """
        middle = np.array((self.sheet.width / 2, self.sheet.height / 2, 1.0))
        foot = self.to_picture @ middle
        top = foot + DIE_CENTRE_HEIGHT * self.up
        x, y = top[:2] / top[2] - foot[:2] / foot[2]
        if np.hypot(x, y) < MIN_LEAN * DIE_CENTRE_HEIGHT * self.pixels_per_mm:
            return 0
        return round(float(np.degrees(np.arctan2(x, -y))) / 90) % 4

    def movement_to(self, other: "SheetView") -> tuple[float, float]:
        """Return by how many mm and degrees the paper has moved in `other`."""
        corners = Rectangle(0, 0, self.sheet.width, self.sheet.height).corners
        now = self.to_millimetres(other.to_pixels(corners))
        (was_x, was_y), (x, y) = corners[1] - corners[0], now[1] - now[0]
        turn = np.degrees(np.arctan2(y, x) - np.arctan2(was_y, was_x))
        return float(np.linalg.norm(now - corners, axis=1).max()), float(abs(turn))


def _project(matrix: Points, points: Points) -> Points:
    found = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix)
    return np.asarray(found, np.float64).reshape(-1, 2)


def find_markers(image: Image) -> dict[int, Points]:
    """Return the corners (4, 2) in pixels of each marker in a picture (H, W, 3), by id."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(MARKER_DICTIONARY, parameters)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return {}
    return {
        int(number): np.asarray(found, np.float64).reshape(4, 2)
        for number, found in zip(numbers.ravel(), corners, strict=True)
    }


def find_sheet(
    markers: dict[int, Points], shape: tuple[int, ...], known: SheetView | None = None
) -> SheetView | None:
    """Return how the sheet lies in a picture, by its `markers` as `find_markers` returns them.

    None if too few markers are visible. `shape` is the picture's (height, width, ...). The view
    `known` from before still holds if all visible markers, even a single one, are where they were:
    hands, cards and dice may cover the others.
    """
    if known is not None and markers and _fits(known, markers):
        return known
    sheet = max(map(Sheet, PAPER_SIZES), key=lambda one: len(one.markers.keys() & markers.keys()))
    seen = sorted(sheet.markers.keys() & markers.keys())
    if len(seen) < MIN_MARKERS:
        return None
    on_paper = np.concatenate([sheet.markers[number].corners for number in seen])
    in_picture = np.concatenate([_compensate_blur(markers[number]) for number in seen])
    lens, matrix = fit_lens_and_homography(Lens.typical(shape), on_paper, in_picture)
    return SheetView(sheet, matrix, _up_column(matrix, lens.camera_matrix), lens)


def _up_column(to_picture: Points, camera: Points) -> Points:
    """Return what a millimetre above the paper adds to the last column of `to_picture`.

    A homography is K (r1, r2, t) of the camera, and r1 × r2 points down into the table (Hartley and
    Zisserman, "Multiple View Geometry", 8.1); K is assumed to be that of a typical lens.
    """
    across, along, _ = np.linalg.solve(camera, to_picture).T
    length = (np.linalg.norm(across) + np.linalg.norm(along)) / 2
    return np.asarray(-camera @ np.cross(across, along) / length)


def _fits(known: SheetView, markers: dict[int, Points]) -> bool:
    """Return whether the sheet's own `markers` are where they were, ignoring false detections."""
    own = [number for number in markers if number in known.sheet.markers]
    return bool(own) and all(known.is_marker_in_place(number, markers[number]) for number in own)


def _compensate_blur(corners: Points) -> Points:
    """Compensate for lens blur, which moves the detected corners (4, 2) of a marker inwards."""
    outwards = corners - corners.mean(axis=0)
    return np.asarray(
        corners + CORNER_ERROR * outwards / np.linalg.norm(outwards, axis=1, keepdims=True)
    )


class SheetWatcher:
    """Looks for the sheet in the pictures of a resting scene; `view` is None until it is found.

    The paper or the camera counts as moved if two consecutive looks say so, because a hand may lift
    the paper briefly. The sheet is forgotten if no marker is in its place in `FRAMES_UNTIL_GONE`
    consecutive looks.
    """

    def __init__(self) -> None:
        self.view: SheetView | None = None
        self._looked = float("-inf")
        self._elsewhere = 0  # consecutive looks in which it lay elsewhere
        self._missing = 0  # consecutive looks in which none of it was seen

    def has_sheet_moved(
        self, image: Image, t: float, is_clear: Callable[[], bool] = lambda: False
    ) -> bool:
        """Process the picture (H, W, 3) of time `t`; return whether the sheet moved or is gone.

        Does nothing until the next look is due. A sheet that is not seen counts as missing only if
        `is_clear` returns that nothing hides it: no hand is in view, and there is light.
        """
        if t - self._looked < (LOOK_EVERY if self.view else SEEK_EVERY):
            return False
        self._looked = t
        markers = find_markers(image)
        found = find_sheet(markers, image.shape, self.view)
        if self.view is not None and found is None and self._is_gone(self.view, markers, is_clear):
            self.view, self._elsewhere, self._missing = None, 0, 0
            return True
        if found is not None:
            self._missing = 0
        if found is None or found is self.view:
            self._elsewhere = 0
            return False
        if self.view is None or self.view.sheet.paper != found.sheet.paper:
            self.view = found
            return False
        distance, turn = self.view.movement_to(found)
        self._elsewhere = self._elsewhere + 1 if distance > MOVED or turn > TURNED else 0
        if self._elsewhere < 2:
            return False
        self.view, self._elsewhere = found, 0
        return True

    def _is_gone(
        self, view: SheetView, markers: dict[int, Points], is_clear: Callable[[], bool]
    ) -> bool:
        """Count a look in which no marker is in its place; return whether these were enough."""
        if any(
            view.is_marker_in_place(number, corners, MOVED) for number, corners in markers.items()
        ):
            self._missing = 0
        elif is_clear():
            self._missing += 1
        return self._missing >= FRAMES_UNTIL_GONE
