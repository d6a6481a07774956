"""How accurate a reader is, by the true faces: confusion counts and confidence intervals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import median, quantiles

MISSED_DIE = "none"  # face read of a missed die, and true face of a false detection


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """One roll: its true faces, the faces read, whether it was sure, and the time after rest."""

    truth: tuple[str, ...]
    read: tuple[str, ...]
    sure: bool
    after_rest_ms: float

    @property
    def is_right(self) -> bool:
        """Whether every die was read correctly and nothing else was read."""
        return sorted(self.truth) == sorted(self.read)


@dataclass(frozen=True, slots=True)
class AccuracySummary:
    """Counts of rolls and dice over many results, and the times to read in milliseconds."""

    rolls: int
    right: int
    asked: int
    sure_and_wrong: int
    dice: int
    dice_right: int
    median_ms: float
    p95_ms: float


def confusion_counts(results: Sequence[CheckedRoll]) -> Counter[tuple[str, str]]:
    """Count (true face, face read) over all dice.

    The results do not say which die is which. So equal faces are paired first, then the rest in
    sorted order. A true face without a partner was missed; a face read without one is a false
    detection.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for result in results:
        true, read = Counter(result.truth), Counter(result.read)
        counts.update({(face, face): count for face, count in (true & read).items()})
        missed, extra = sorted((true - read).elements()), sorted((read - true).elements())
        longest = max(len(missed), len(extra))
        missed += [MISSED_DIE] * (longest - len(missed))
        extra += [MISSED_DIE] * (longest - len(extra))
        counts.update(zip(missed, extra, strict=True))
    return counts


def summarise(results: Sequence[CheckedRoll]) -> AccuracySummary:
    """Summarise the results. Raises ValueError if there are none."""
    if not results:
        raise ValueError("no roll to summarise")
    waits = [result.after_rest_ms for result in results]
    counts = confusion_counts(results)
    return AccuracySummary(
        rolls=len(results),
        right=sum(result.is_right for result in results),
        asked=sum(not result.sure for result in results),
        sure_and_wrong=sum(result.sure and not result.is_right for result in results),
        dice=sum(len(result.truth) for result in results),
        dice_right=sum(count for (true, read), count in counts.items() if true == read),
        median_ms=median(waits),
        p95_ms=quantiles(waits, n=20, method="inclusive")[-1] if len(waits) > 1 else waits[0],
    )


def wilson_interval(hits: int, tries: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson score interval (Wilson 1927) of a proportion as (low, high).

    The default `z` gives 95 % confidence. Raises ValueError unless 0 <= hits <= tries and tries >
    0.
    """
    if not 0 <= hits <= tries or tries == 0:
        raise ValueError(f"{hits} of {tries} is not a share")
    share = hits / tries
    middle = share + z * z / (2 * tries)
    reach = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)
