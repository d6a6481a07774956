"""What dice score (Rules §7.3).

Each die counts once, together with dice of the same roll only, in the way that scores most.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, product

from engine.core.dice import FACES, Face, Faces
from engine.ten_thousand.options import Options

SINGLE_DIE_POINTS: Mapping[Face, int] = {"1": 100, "5": 50}

NO_LIMIT = 1_000_000
"""More points than any turn gathers."""

FIXED_POINTS_OF_A_KIND: Mapping[int, int] = {4: 1_000, 5: 2_000, 6: 3_000}
"""The points of four, five and six of a kind where they do not depend on the face."""


@lru_cache(maxsize=4096)
def ways_to_count(dice: Faces, options: Options) -> tuple[int, ...]:
    """Return what sorted `dice` may score if each of them counts, from least to most.

    >>> ways_to_count(("5", "5", "5"), Options())
    (150, 500)
    >>> ways_to_count(("1", "2"), Options())
    ()
    """
    counts = Counter(dice)
    of_faces = [_ways_of_one_face(face, count, options) for face, count in counts.items()]
    pairs = counts.total() == len(FACES) and all(count % 2 == 0 for count in counts.values())
    ways = [
        options.straight if len(counts) == len(FACES) else 0,
        options.three_pairs if pairs and (options.equal_pairs or len(counts) == 3) else 0,
        options.two_triplets if sorted(counts.values()) == [3, 3] else 0,
    ]
    ways += map(sum, product(*of_faces))
    return tuple(sorted({worth for worth in ways if worth}))


def points_of_dice(dice: Faces, options: Options, most: int = NO_LIMIT) -> int | None:
    """Return the points, up to `most`, if each of sorted `dice` counts; None if that cannot be."""
    return max((way for way in ways_to_count(dice, options) if way <= most), default=None)


@lru_cache(maxsize=4096)
def points_to_bank(dice: Faces, options: Options, most: int = NO_LIMIT) -> int | None:
    """Return what sorted `dice` score, up to `most`, if they are banked; None if they cannot be.

    With the house rule `confirm_sets`, one of them must count as a single die.
    """
    if not options.confirm_sets:
        return points_of_dice(dice, options, most)
    ways: list[int] = []
    for face in SINGLE_DIE_POINTS.keys() & set(dice):
        at, single = dice.index(face), SINGLE_DIE_POINTS[face]
        others = dice[:at] + dice[at + 1 :]
        rests = ways_to_count(others, options) if others else (0,)
        ways += [single + rest for rest in rests if single + rest <= most]
    return max(ways, default=None)


@lru_cache(maxsize=4096)
def scoring_choices(dice: Faces, options: Options, most: int = NO_LIMIT) -> Mapping[Faces, int]:
    """Return what may be set aside of sorted `dice`, with its points; empty if it is a farkle.

    Dice that would score more than `most` count for less, or cannot be set aside.
    """
    parts = {part for size in range(1, len(dice) + 1) for part in combinations(dice, size)}
    found = {part: points_of_dice(part, options, most) for part in sorted(parts)}
    return {part: worth for part, worth in found.items() if worth is not None}


def _ways_of_one_face(face: Face, count: int, options: Options) -> list[int]:
    """Return what `count` dice of one `face` may score together; empty if one does not score."""
    single = SINGLE_DIE_POINTS.get(face)
    ways = [] if single is None else [single * count]
    for size in range(3, count + 1):
        together = _of_a_kind(face, size, options)
        rests = _ways_of_one_face(face, count - size, options) if count > size else [0]
        ways += [together + rest for rest in rests if together]
    return ways


def _of_a_kind(face: Face, count: int, options: Options) -> int | None:
    three = options.three_ones if face == "1" else 100 * int(face)
    if count == 3:
        return three
    ways = {
        "fixed": FIXED_POINTS_OF_A_KIND[count],
        "doubled": three * 2 ** (count - 3),
        "added": three * (count - 2),
        "thousands": three + 1_000 * (count - 3),
    }
    return ways.get(options.of_a_kind)
