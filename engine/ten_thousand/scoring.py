"""What dice score (Rules §7.3).

Each die counts once, together with dice of the same roll only, in the way that scores most.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from engine.core.dice import FACES, Face, Faces
from engine.ten_thousand.options import Options

SINGLE_DIE_POINTS: Mapping[Face, int] = {"1": 100, "5": 50}

FIXED: Mapping[int, int] = {4: 1_000, 5: 2_000, 6: 3_000}
"""The points of four, five and six of a kind where they do not depend on the face."""


@lru_cache(maxsize=4096)
def points_of_dice(dice: Faces, options: Options) -> int | None:
    """Return what sorted `dice` score if each of them counts; None if one does not score.

    >>> points_of_dice(("1", "5", "5"), Options())
    200
    >>> points_of_dice(("1", "2"), Options()) is None
    True
    """
    counts = Counter(dice)
    of_faces = [_of_one_face(face, count, options) for face, count in counts.items()]
    pairs = counts.total() == len(FACES) and all(count % 2 == 0 for count in counts.values())
    ways = [
        options.straight if len(counts) == len(FACES) else 0,
        options.three_pairs if pairs and (options.equal_pairs or len(counts) == 3) else 0,
        options.two_triplets if sorted(counts.values()) == [3, 3] else 0,
    ]
    if None not in of_faces:
        ways.append(sum(worth or 0 for worth in of_faces))
    return max((worth for worth in ways if worth), default=None)


@lru_cache(maxsize=4096)
def points_to_bank(dice: Faces, options: Options) -> int | None:
    """Return what sorted `dice` score if they are banked; None if they cannot be.

    With the house rule `confirm_sets`, one of them must count as a single die.
    """
    if not options.confirm_sets:
        return points_of_dice(dice, options)
    ways: list[int] = []
    for face in SINGLE_DIE_POINTS.keys() & set(dice):
        at = dice.index(face)
        rest = points_of_dice(others, options) if (others := dice[:at] + dice[at + 1 :]) else 0
        if rest is not None:
            ways.append(SINGLE_DIE_POINTS[face] + rest)
    return max(ways, default=None)


@lru_cache(maxsize=4096)
def scoring_choices(dice: Faces, options: Options) -> Mapping[Faces, int]:
    """Return what may be set aside of sorted `dice`, with its points; empty if it is a farkle."""
    parts = {part for size in range(1, len(dice) + 1) for part in combinations(dice, size)}
    found = {part: points_of_dice(part, options) for part in sorted(parts)}
    return {part: worth for part, worth in found.items() if worth is not None}


def _of_one_face(face: Face, count: int, options: Options) -> int | None:
    """Return what `count` dice of one `face` score together; None if one does not score."""
    single = SINGLE_DIE_POINTS.get(face)
    ways = [] if single is None else [single * count]
    for size in range(3, count + 1):
        together = _of_a_kind(face, size, options)
        rest = _of_one_face(face, count - size, options) if count > size else 0
        if together and rest is not None:
            ways.append(together + rest)
    return max(ways, default=None)


def _of_a_kind(face: Face, count: int, options: Options) -> int | None:
    three = options.three_ones if face == "1" else 100 * int(face)
    if count == 3:
        return three
    ways = {
        "fixed": FIXED[count],
        "doubled": three * 2 ** (count - 3),
        "added": three * (count - 2),
        "thousands": three + 1_000 * (count - 3),
    }
    return ways.get(options.of_a_kind)
