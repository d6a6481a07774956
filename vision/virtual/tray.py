"""A virtual tray with dice that can be rolled, as seen by a camera above it.

    tray = VirtualTray(np.random.default_rng(1))
    picture = tray.frame(0.0)               # five dice at rest
    tray.roll(keep=[tray.boxes[0]])         # starts at the next frame; 0.6 to 1.2 s of motion
    picture = tray.frame(0.033)

Tests may compare the eye's readings with `lying_faces`; the eye itself sees only the pictures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, dist, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox, centre, shift_box
from vision.frame import Array, Image
from vision.virtual.cards import lay_card
from vision.virtual.die import Sprite, linear_to_srgb_bytes, paste_sprite, render_die, render_pose
from vision.virtual.light import camera_view_from_above
from vision.virtual.look import DieLook
from vision.virtual.scenery import (
    DIE_EDGE,
    PICTURE_SIZE,
    TRAY_FLOOR,
    Scenery,
    random_dice_set,
    random_scenery,
)

CAMERA_HEIGHT = 24.0  # of the camera above the dice, in die edges
TUMBLING_POSES = 6  # rendered poses of a tumbling die, shown in turn


@dataclass(slots=True)
class _RestingDie:
    """One die at rest, now or after the roll: centre in pixels, yaw, face, sprite."""

    look: DieLook
    face: int
    x: float
    y: float
    yaw: float
    sprite: Sprite


@dataclass(frozen=True, slots=True)
class _Flight:
    """How a die gets to its place: from (x, y), from `start` to `end` seconds after the roll."""

    x: float
    y: float
    start: float
    end: float


class VirtualTray:
    """Five dice in a tray under a camera: 640 x 480 pixels, a die edge of about 38 pixels.

    All randomness comes from `rng`, except for differences between frames, which come from `noise`
    if given: then no roll depends on the number of frames taken. `lying_faces` and `boxes` are in
    the order of the dice. Not thread-safe.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        looks: Sequence[DieLook] | None = None,
        noise: np.random.Generator | None = None,
    ) -> None:
        self._rng, self._noise = rng, noise or rng
        self._scenery: Scenery = random_scenery(rng)
        chosen = list(looks) if looks is not None else random_dice_set(rng)
        self._poses = {look: self._tumbling_poses() for look in dict.fromkeys(chosen)}
        self._tumbling: dict[tuple[DieLook, int], Sprite] = {}
        self._grain = rng.normal(
            0, rng.uniform(1.0, 2.2), (PICTURE_SIZE[1] + 64, PICTURE_SIZE[0] + 64, 3)
        )
        self._grain = np.round(self._grain).astype(np.int16)
        self._dice: list[_RestingDie] = []
        for look in chosen:
            self._dice.append(self._at_random_place(look, self._dice))
        self._flights: dict[int, _Flight] = {}
        self._rolled_at: float | None = None
        self._base, self._base_bytes = self._picture(self._dice)

    @property
    def lying_faces(self) -> tuple[int, ...]:
        """The faces that are up, or will be when everything has come to rest."""
        return tuple(die.face for die in self._dice)

    @property
    def boxes(self) -> tuple[BoundingBox, ...]:
        """The bounding boxes of the dice at rest, now or after the roll, in pixels."""
        return tuple(_box(die) for die in self._dice)

    def is_moving(self, t: float) -> bool:
        """Return whether any die is still moving at time `t` (or about to start)."""
        if not self._flights:
            return False
        start = t if self._rolled_at is None else self._rolled_at
        return t - start < max(f.end for f in self._flights.values())

    def roll(
        self, keep: Sequence[BoundingBox] = (), shown_side: int | None = None, count: int = 0
    ) -> None:
        """Roll all dice except those nearest to the boxes of `keep`; starts at the next frame.

        With a `shown_side` (1..6), all rolled dice show it. With a `count`, that many dice lie
        there afterwards, as far as the rolled ones allow.
        """
        kept = self._nearest(keep)
        if count not in (0, len(self._dice)):
            kept = self._change_count(count, kept)
        lying = [die for i, die in enumerate(self._dice) if i in kept]
        flights: dict[int, _Flight] = {}
        hand = self._rng.uniform(0, 2 * np.pi)
        for i, die in enumerate(self._dice):
            if i in kept:
                continue
            self._dice[i] = self._at_random_place(die.look, lying, shown_side)
            lying.append(self._dice[i])
            flights[i] = self._flight_from(hand)
        self._start(flights)

    def _change_count(self, count: int, kept: set[int]) -> set[int]:
        """Remove or add dice of the same makes; return the indices of the kept ones.

        The kept dice come first.
        """
        order = sorted(range(len(self._dice)), key=lambda i: i not in kept)
        self._dice = [self._dice[i] for i in order[: max(count, len(kept))]]
        looks = list(self._poses)
        while len(self._dice) < count:
            look = looks[int(self._rng.integers(len(looks)))]
            self._dice.append(self._at_random_place(look, self._dice))
        return set(range(len(kept)))

    def lay_card_alone(self, card: Image) -> None:
        """Lay a card (360, 240, 3) somewhere in the tray, without dice, from the next frame on."""
        x1, y1, x2, y2 = TRAY_FLOOR
        rng, high = self._rng, 0.74 * (y2 - y1)
        half = np.array([(-1, -1.5), (1, -1.5), (1, 1.5), (-1, 1.5)]) * high / 3
        turn = rng.uniform(-0.5, 0.5)
        turned = half @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        middle = np.array([(x1 + x2) / 2, (y1 + y2) / 2]) + rng.uniform(-15, 15, 2)
        self._flights = {}
        _, empty = self._picture([])
        lying = lay_card(empty.astype(np.float32), card, (turned + middle).astype(np.float32))
        self._base_bytes = np.clip(lying, 0, 255).astype(np.uint8)

    def frame(self, t: float) -> Image:
        """Return what the camera sees at `t` seconds: (480, 640, 3) BGR uint8, with noise."""
        if self._flights and self._rolled_at is None:
            self._rolled_at = t
        if self._flights and not self.is_moving(t):
            self._flights = {}
            self._base, self._base_bytes = self._picture(self._dice)
        image = self._base_bytes
        if self._flights and self._rolled_at is not None:
            image = self._in_flight(t - self._rolled_at)
        y, x = self._noise.integers(0, 64, 2)
        grain = self._grain[y : y + PICTURE_SIZE[1], x : x + PICTURE_SIZE[0]]
        noisy: Image = cv2.add(image, grain, dtype=cv2.CV_8U)  # type: ignore[assignment]
        return noisy

    def _start(self, flights: dict[int, _Flight]) -> None:
        """Draw the dice that stay, and let the others fly from the next frame on."""
        self._flights = flights
        self._rolled_at = None
        stays = [die for i, die in enumerate(self._dice) if i not in flights]
        self._base, self._base_bytes = self._picture(stays)

    def _nearest(self, keep: Sequence[BoundingBox]) -> set[int]:
        """Return the indices of the nearest dice to the boxes, a different one for each."""
        kept: set[int] = set()
        for at in map(centre, keep):
            free = [i for i in range(len(self._dice)) if i not in kept]
            if free:
                kept.add(min(free, key=lambda i: dist(centre(_box(self._dice[i])), at)))
        return kept

    def print_on_sides(self, emblems: Mapping[int, NDArray[np.uint8]]) -> None:
        """Print pictures (n, n), 255 for ink, on these sides (1..6) of all dice for the next roll.

        All other sides have pips.
        """
        for die in self._dice:
            die.look = replace(die.look, emblems=emblems)
        self._poses = {die.look: self._tumbling_poses() for die in self._dice}

    def _at_random_place(
        self, look: DieLook, others: Sequence[_RestingDie], side: int | None = None
    ) -> _RestingDie:
        """Return a die at rest at a random place in the tray where it does not touch `others`."""
        rng = self._rng
        x1, y1, x2, y2 = TRAY_FLOOR
        gap = 1.62  # edges between centres: two squares corner to corner, with visible flanks
        while True:
            x = rng.uniform(x1 + DIE_EDGE, x2 - DIE_EDGE)
            y = rng.uniform(y1 + DIE_EDGE, y2 - DIE_EDGE)
            if all(hypot(o.x - x, o.y - y) > gap * DIE_EDGE for o in others):
                break
        face = int(rng.integers(1, 7))
        return self._rendered(look, side or face, x, y, rng.uniform(0, 2 * np.pi))

    def _rendered(self, look: DieLook, face: int, x: float, y: float, yaw: float) -> _RestingDie:
        """Return a die rendered for its place under the camera, at whole pixels."""
        x, y = float(round(x)), float(round(y))
        view = camera_view_from_above(
            (x - PICTURE_SIZE[0] / 2) / DIE_EDGE,
            (PICTURE_SIZE[1] / 2 - y) / DIE_EDGE,
            CAMERA_HEIGHT,
        )
        sprite = render_die(look, face, yaw, view, self._scenery.light, DIE_EDGE)
        return _RestingDie(look, face, x, y, yaw, sprite)

    def _tumbling_poses(self) -> list[Array]:
        """Return rotations (3, 3) of a die in the air, to be shown in turn."""
        poses = []
        for _ in range(TUMBLING_POSES):
            turn, _ = np.linalg.qr(self._rng.normal(size=(3, 3)))
            poses.append((turn * np.sign(np.linalg.det(turn))).astype(np.float32))
        return poses

    def _tumbling_die(self, look: DieLook, pose: int) -> Sprite:
        """Return a die in the air, rendered when it is first seen."""
        if (look, pose) not in self._tumbling:
            view = camera_view_from_above(0.0, 0.0, CAMERA_HEIGHT)
            self._tumbling[look, pose] = render_pose(
                look, self._poses[look][pose], view, self._scenery.light, DIE_EDGE * 1.08, lift=0.5
            )
        return self._tumbling[look, pose]

    def _flight_from(self, hand: float) -> _Flight:
        """Return a flight that starts at the wall of the tray nearest to the hand."""
        rng = self._rng
        x1, y1, x2, y2 = TRAY_FLOOR
        side = hand + rng.uniform(-0.4, 0.4)
        x = np.clip(320 + 420 * np.cos(side), x1 + DIE_EDGE, x2 - DIE_EDGE) + rng.uniform(-20, 20)
        y = np.clip(240 + 420 * np.sin(side), y1 + DIE_EDGE, y2 - DIE_EDGE) + rng.uniform(-20, 20)
        start = rng.uniform(0.0, 0.12)
        return _Flight(float(x), float(y), start, start + rng.uniform(0.6, 1.05))

    def _picture(self, dice: Sequence[_RestingDie]) -> tuple[Array, Image]:
        """Return the tray with these dice at rest, in linear light and as bytes."""
        linear = self._scenery.empty.copy()
        for die in dice:
            paste_sprite(linear, die.sprite, die.x, die.y)
        return linear, linear_to_srgb_bytes(linear)

    def _in_flight(self, since: float) -> Image:
        """Return the picture `since` seconds after the roll, redrawn only around moving dice."""
        image = self._base_bytes.copy()
        linear = self._base.copy()
        for i, flight in self._flights.items():
            x, y, sprite = self._on_the_way(self._dice[i], flight, since, i)
            paste_sprite(linear, sprite, x, y)
            half = sprite.alpha.shape[0] // 2 + 1
            rows = slice(max(0, int(y) - half), int(y) + half + 1)
            columns = slice(max(0, int(x) - half), int(x) + half + 1)
            image[rows, columns] = linear_to_srgb_bytes(linear[rows, columns])
        return image

    def _on_the_way(
        self, die: _RestingDie, flight: _Flight, since: float, number: int
    ) -> tuple[float, float, Sprite]:
        """Return where a die is in its flight, and its sprite there."""
        share = np.clip((since - flight.start) / (flight.end - flight.start), 0.0, 1.0)
        eased = 1.0 - (1.0 - share) ** 2  # friction slows it down
        x, y = flight.x + (die.x - flight.x) * eased, flight.y + (die.y - flight.y) * eased
        speed = 2.0 * (1.0 - share) / (flight.end - flight.start) / 60.0  # shutter open 1/60 s
        blur_x, blur_y = (die.x - flight.x) * speed, (die.y - flight.y) * speed
        if share < 0.8:
            sprite = self._tumbling_die(die.look, (int(since * 30) + number) % TUMBLING_POSES)
        else:
            sprite = _rotated(die.sprite, 60.0 * float(1.0 - share))
        return x, y, _blurred(sprite, blur_x, blur_y)


def _box(die: _RestingDie) -> BoundingBox:
    """Return the bounding box of a resting die in pixels of the frame."""
    half = die.sprite.alpha.shape[0] / 2
    return shift_box(die.sprite.box, round(die.x - half), round(die.y - half))


def _blurred(sprite: Sprite, dx: float, dy: float) -> Sprite:
    """Blur a sprite along (dx, dy) pixels, like motion during the exposure."""
    length = int(min(hypot(dx, dy), 25.0))
    if length < 2:
        return sprite
    kernel = np.zeros((length, length), np.float32)
    middle, angle = (length - 1) / 2, atan2(dy, dx)
    reach = np.array((np.cos(angle), np.sin(angle))) * middle
    ends = np.round([middle - reach, middle + reach]).astype(int)
    cv2.line(kernel, tuple(map(int, ends[0])), tuple(map(int, ends[1])), 1.0)
    kernel /= kernel.sum()
    border = cv2.BORDER_REPLICATE
    rgb, alpha, shadow = (
        np.asarray(cv2.filter2D(part, -1, kernel, borderType=border), np.float32)
        for part in (sprite.rgb, sprite.alpha, sprite.shadow)
    )
    return replace(sprite, rgb=rgb, alpha=alpha, shadow=shadow)


def _rotated(sprite: Sprite, degrees: float) -> Sprite:
    """Rotate a sprite in the plane of the table."""
    size = sprite.alpha.shape[0]
    turn = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), degrees, 1.0)
    rgb = np.asarray(cv2.warpAffine(sprite.rgb, turn, (size, size)), np.float32)
    alpha = np.asarray(cv2.warpAffine(sprite.alpha, turn, (size, size)), np.float32)
    return replace(sprite, rgb=rgb, alpha=alpha)
