"""What a banker saw happen at a table of Den Letzten beißen die Hunde.

Spaces count clockwise from 1; None is the centre.
"""

from typing import Literal, TypeAlias

from engine.core.event import Event, Paid
from engine.den_letzten.options import Face

Bite: TypeAlias = Literal["landed_on_dog", "pushed_into_dog", "dog_step"]
"""How a character came to the dog, or the dog to it."""


class BonesDealt(Event):
    """`count` bones went into each bowl, or into that of `seat` who came late; `box` are left."""

    opens_scene = True

    count: int
    box: int
    seat: int | None = None

    @property
    def sentence(self) -> str:
        """Return the variant for latecomers."""
        return self.type if self.seat is None else "bones_dealt_to"


class DarkDogPassed(Event):
    """`seat` got the dark dog: they are the first player of a round."""

    seat: int


class DogPlaced(Event):
    """`seat` put the white dog on `space`."""

    opens_scene = True

    seat: int
    space: int


class DogMoved(Event):
    """`seat` moved the white dog one space forward, to `space`."""

    opens_scene = True

    seat: int
    space: int


class Rolled(Event):
    """`seat` rolled the dice of the colour `body`; all that lie add up to `total`."""

    opens_scene = True

    seat: int
    body: Literal["white", "black"]
    faces: tuple[Face, ...]
    total: int

    @property
    def sentence(self) -> str:
        """Another one for each colour."""
        return f"rolled_{self.body}"


class Stopped(Event):
    """`seat` rolled no black dice and stays with the `total` of the white ones."""

    opens_scene = True

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
    """The character of `seat` was pushed back from `start` to `end`, perhaps the dog's space."""

    seat: int
    start: int
    end: int


class Bitten(Event):
    """The dog bit the character of `seat`, which goes to the centre."""

    seat: int
    reason: Bite


class BonesPaid(Paid):
    """`seat` gave `count` bones to `other_seat`, or put them into the box (None)."""

    seat: int
    other_seat: int | None
    count: int

    @property
    def sentence(self) -> str:
        """Return the sentence, which depends on who gets the bones."""
        return "bones_to_box" if self.other_seat is None else "bone_to_player"


class BowlEmptied(Event):
    """`seat` gave away their last bone."""

    seat: int


class LastRoundAnnounced(Event):
    """A bowl is empty, and the round is played out: it is the last."""


class RoundScored(Event):
    """Round `number` is over: each of `seats`, the nearest, gives a bone to `other_seat`."""

    number: int
    seats: tuple[int, ...]
    other_seat: int | None

    @property
    def sentence(self) -> str:
        """Another one where nobody gives a bone."""
        return self.type if self.seats else "round_scored_without_bones"
