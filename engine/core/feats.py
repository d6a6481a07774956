"""The turning points of a finished game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.core.refusals import Json


@dataclass(frozen=True, slots=True)
class Feat:
    """Something that `seat` did or that happened to them: a stable `code` and the figures.

    `state_index` is the index of the state it led to. `weight` orders feats of one code, also
    across games: the highest is the most remarkable. A figure ``chance`` is how likely it was, from
    0 to 1.
    """

    code: str
    seat: int
    state_index: int
    weight: float
    figures: Mapping[str, Json] = field(default_factory=dict)


def weightiest_by_code(feats: Iterable[Feat]) -> tuple[Feat, ...]:
    """Return the feat with the highest weight for each code (the first, if several have it).

    >>> few, many, other = Feat("a", 0, 1, 2.0), Feat("a", 1, 3, 5.0), Feat("b", 0, 4, 1.0)
    >>> weightiest_by_code([few, many, other]) == (many, other)
    True
    """
    best: dict[str, Feat] = {}
    for feat in feats:
        if feat.code not in best or feat.weight > best[feat.code].weight:
            best[feat.code] = feat
    return tuple(best.values())
