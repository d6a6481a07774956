"""Whether dice are fair, judged by how often each face came up. Pure.

The evidence is a likelihood ratio: how much likelier a mixture of loaded dice makes the counts than
a fair die does. With fair dice, the chance that it ever reaches E is at most 1 in E, however often
somebody looks (J. Ville, 1939; A. Ramdas and others, "Game-Theoretic Statistics and Safe
Anytime-Valid Inference", 2023). The p-value of a chi-square test is only for a single look.

In the mixture, most dice have one face with one of `LOADED_FACE_SHARES`; the rest are close to fair
(a Dirichlet distribution).
"""

from collections.abc import Mapping, Sequence
from math import erfc, exp, lgamma, log, pi, sqrt
from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from engine.core.dice import FACES
from vision.accuracy import wilson_interval

LOADED_FACE_SHARES = (0.08, 0.25, 0.35)
"""The shares that the odd face of a loaded die may have."""

FACE_SHARE_TO_DETECT = 0.25
"""`fairness` says how many rolls it takes to find a face with this share."""

FALSE_ALARM_CHANCE = 0.01
"""The highest share of evenings on which fair dice are called loaded."""

SUSPICIOUS_BAYES_FACTOR = 10.0
"""Evidence from which dice are suspicious: fair ones have it on at most 1 evening in 10."""

_ONE_FACE, _NEAR_FAIR = 0.9, 20.0
_Z_FOUND = 1.645  # 95 % of a normal distribution
_Z_INTERVAL = 2.638  # 95 % for all six faces together


class FaceShare(TypedDict):
    """How often one face came up, and the interval in which its true share (0 to 1) lies."""

    face: str
    count: int
    low: float
    high: float


class Fairness(TypedDict):
    """The counts for the dice of one body colour, or of all dice together (`body` is empty)."""

    body: Annotated[str, Meta(description="colour of the die itself; empty: all dice together")]
    thrown: Annotated[int, Meta(description="dice rolled; dice that lay still do not count")]
    faces: list[FaceShare]
    verdict: Annotated[
        Literal["nothing", "suspicious", "loaded"],
        Meta(description="loaded: fair dice do this on at most 1 evening in 100"),
    ]
    face: Annotated[str, Meta(description="the face farthest from its share")]
    evidence: Annotated[float, Meta(description="how much likelier this is with loaded dice")]
    chi_square: float
    p_value: Annotated[float, Meta(description="p-value of the chi-square test, for a single look")]
    needed: Annotated[
        int, Meta(description="rolls still needed to find a face at 25%, 19 times in 20")
    ]


def fairness(counts: Mapping[str, Sequence[int]]) -> list[Fairness]:
    """Return what `counts` of the six faces, by body colour, say about the dice.

    All dice together come first, then each colour if there are several. They share the chance of
    a false alarm. The list is empty if nothing was rolled.
    """
    bodies = sorted(body for body in counts if body and sum(counts[body]))
    whole = [sum(column) for column in zip(*counts.values(), strict=True)]
    if not sum(whole):
        return []
    groups = {"": whole, **({body: counts[body] for body in bodies} if len(bodies) > 1 else {})}
    return [_fairness(body, group, len(groups)) for body, group in groups.items()]


def _fairness(body: str, counts: Sequence[int], groups: int) -> Fairness:
    thrown = sum(counts)
    found = bayes_factor(counts)
    enough = groups / FALSE_ALARM_CHANCE
    verdict: Literal["nothing", "suspicious", "loaded"] = (
        "loaded"
        if found >= enough
        else "suspicious"
        if found >= SUSPICIOUS_BAYES_FACTOR * groups
        else "nothing"
    )
    farthest = max(range(len(FACES)), key=lambda at: abs(counts[at] - thrown / len(FACES)))
    chi = chi_square(counts)
    return {
        "body": body,
        "thrown": thrown,
        "faces": [
            _face_share(face, count, thrown) for face, count in zip(FACES, counts, strict=True)
        ],
        "verdict": verdict,
        "face": FACES[farthest],
        "evidence": found,
        "chi_square": chi,
        "p_value": p_value(chi),
        "needed": max(0, rolls_to_detect_bias(FACE_SHARE_TO_DETECT, groups) - thrown),
    }


def bayes_factor(counts: Sequence[int]) -> float:
    """Return how much likelier loaded dice make `counts` than a fair die does; at most 1e300."""
    thrown = sum(counts)
    fair = -thrown * log(len(FACES))
    one_face = [
        count * log(share) + (thrown - count) * log((1 - share) / (len(FACES) - 1)) - fair
        for count in counts
        for share in LOADED_FACE_SHARES
    ]
    any_die = (
        lgamma(len(FACES) * _NEAR_FAIR)
        - lgamma(len(FACES) * _NEAR_FAIR + thrown)
        + sum(lgamma(_NEAR_FAIR + count) - lgamma(_NEAR_FAIR) for count in counts)
        - fair
    )
    logs = [value + log(_ONE_FACE / len(one_face)) for value in one_face]
    logs.append(any_die + log(1 - _ONE_FACE))
    most = max(logs)
    return exp(min(690.0, most + log(sum(exp(value - most) for value in logs))))


def chi_square(counts: Sequence[int]) -> float:
    """Return Pearson's statistic of `counts` against a fair die; 0 if nothing was rolled."""
    thrown = sum(counts)
    expected = thrown / len(FACES)
    return sum((count - expected) ** 2 for count in counts) / expected if thrown else 0.0


def p_value(chi: float) -> float:
    """Return the chance of at least this chi-square with five degrees of freedom.

    >>> round(p_value(11.0705), 4), round(p_value(15.0863), 4)
    (0.05, 0.01)
    """
    return erfc(sqrt(chi / 2)) + sqrt(2 * chi / pi) * exp(-chi / 2) * (1 + chi / 3)


def rolls_to_detect_bias(share: float, groups: int = 1) -> int:
    """Return about how many rolls it takes to find one face at `share`, 19 times in 20.

    The logarithm of the evidence grows with each roll; its sum is taken as normally distributed.
    """
    ups, downs = log(share * len(FACES)), log((1 - share) * len(FACES) / (len(FACES) - 1))
    drift = share * ups + (1 - share) * downs
    spread = sqrt(share * (1 - share)) * (ups - downs)
    prior = log(len(FACES) * len(LOADED_FACE_SHARES) / _ONE_FACE)
    barrier = log(groups / FALSE_ALARM_CHANCE) + prior
    root = (_Z_FOUND * spread + sqrt((_Z_FOUND * spread) ** 2 + 4 * drift * barrier)) / (2 * drift)
    return int(root**2) + 1


def _face_share(face: str, count: int, thrown: int) -> FaceShare:
    """Return `count` with Wilson's interval; those of all six faces hold together with 95%."""
    low, high = wilson_interval(count, thrown, _Z_INTERVAL)
    return {"face": face, "count": count, "low": low, "high": high}
