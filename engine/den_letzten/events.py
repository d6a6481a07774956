"""The events of Den Letzten beißen die Hunde. Spaces are 1…N clockwise; None is the centre."""

from typing import Literal, TypeAlias

from engine.core.event import Event, Paid
from engine.den_letzten.options import DogDieFace

Bite: TypeAlias = Literal["landed_on_dog", "pushed_into_dog", "dog_step"]
"""Why the dog bit a character."""


class BonesDealt(Event, opens_scene=True):
    """`count` bones went into each bowl, or that of a latecomer at `seat`; `box` are left."""

    count: int
    box: int
    seat: int | None = None

    def _sentence_key(self) -> str:
        return self.type if self.seat is None else "bones_dealt_to"


class DarkDogPassed(Event):
    """`seat` got the dark dog, so they are the first player of the round."""

    seat: int


class DogPlaced(Event, opens_scene=True):
    """`seat` put the white dog on `space`."""

    seat: int
    space: int


class DogMoved(Event, opens_scene=True):
    """`seat` moved the white dog one space forward, to `space`."""

    seat: int
    space: int


class Rolled(Event, opens_scene=True):
    """`seat` rolled the dice of the colour `body`, which makes `total` with the other dice."""

    seat: int
    body: Literal["white", "black"]
    faces: tuple[DogDieFace, ...]
    total: int

    def _sentence_key(self) -> str:
        return f"rolled_{self.body}"


class Stopped(Event, opens_scene=True):
    """`seat` stopped with the `total` of the white dice."""

    seat: int
    total: int


class TwoDogs(Event):
    """`seat` rolled `dogs` dogs, two or more, so their character does not move."""

    seat: int
    dogs: int


class Moved(Event):
    """The character of `seat` moved `count` spaces by their own roll, from `start` to `end`."""

    seat: int
    count: int
    start: int | None
    end: int


class Pushed(Event):
    """The character of `seat` was pushed back from `start` to `end`, which may hold the dog."""

    seat: int
    start: int
    end: int


class Bitten(Event):
    """The dog bit the character of `seat`, which went to the centre."""

    seat: int
    reason: Bite


class BonesPaid(Paid):
    """`seat` gave `count` bones to `other_seat`, or put them in the box (None)."""

    seat: int
    other_seat: int | None
    count: int

    def _sentence_key(self) -> str:
        return "bones_to_box" if self.other_seat is None else "bone_to_player"


class BowlEmptied(Event):
    """`seat` gave away their last bone."""

    seat: int


class LastRoundAnnounced(Event):
    """A bowl is empty, so this round is the last one."""


class RoundScored(Event):
    """Round `number` ended: each of `seats`, the nearest, gives a bone to `other_seat`."""

    number: int
    seats: tuple[int, ...]
    other_seat: int | None

    def _sentence_key(self) -> str:
        return self.type if self.seats else "round_scored_without_bones"
