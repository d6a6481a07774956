"""The special dice: two white and two black ones, with dogs and numbers on their sides.

Nobody has published what is printed on the dice of the box, so a die is data: the list of its
sides. A dog counts 0 (Rules §2.1, §2.3).
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

Face: TypeAlias = Literal["dog", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
Die: TypeAlias = tuple[Face, ...]
"""The sides of one die, each equally likely; a face may be on several sides."""

DOG: Face = "dog"
FACES: tuple[Face, ...] = (DOG, "1", "2", "3", "4", "5", "6", "7", "8", "9")
"""Every face that a die may have."""

ORDINARY_DIE: Die = (DOG, "1", "2", "3", "4", "5")
FACE_FOR_DOG: Face = "6"
"""The side of an ordinary die that is a dog, where such dice are thrown (option `dog_is`)."""

INVENTED_DIE: Die = (DOG, "1", "2", "3", "4", "5")
"""A die of our own making, for tables without the box: **not** the printed one."""

FEWEST_SIDES, MOST_SIDES = 2, 20
DICE_PER_COLOUR = 2
"""The dice of one colour are always thrown together."""


def sum_of_faces(faces: Sequence[Face]) -> int:
    """Return the sum of `faces`; a dog counts 0 (Rules §2.3).

    >>> sum_of_faces(["3", "dog", "2"])
    5
    """
    return sum(int(face) for face in faces if face != DOG)


def count_dogs(faces: Sequence[Face]) -> int:
    """Return how many dogs are among `faces`.

    >>> count_dogs(["3", "dog", "2"])
    1
    """
    return sum(face == DOG for face in faces)
