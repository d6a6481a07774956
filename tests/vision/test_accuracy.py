"""Accuracy figures of a reader."""

import pytest

from vision.accuracy import MISSED_DIE, CheckedRoll, confusion_counts, summarise, wilson_interval


def result(truth: str, read: str, sure: bool = True, ms: float = 100.0) -> CheckedRoll:
    """Return a result for faces in a string."""
    return CheckedRoll(tuple(truth), tuple(read), sure, ms)


def test_equal_faces_are_paired_first() -> None:
    """A six read as a five is one confusion, wherever the dice were."""
    counts = confusion_counts([result("1266", "6512")])
    assert counts == {("1", "1"): 1, ("2", "2"): 1, ("6", "6"): 1, ("6", "5"): 1}


def test_missed_and_invented_dice() -> None:
    """A missed die and a false one have no partner."""
    assert confusion_counts([result("12", "1"), result("3", "34")]) == {
        ("1", "1"): 1, ("2", MISSED_DIE): 1, ("3", "3"): 1, (MISSED_DIE, "4"): 1
    }  # fmt: skip


def test_account() -> None:
    """Rolls, questions, silent errors, dice and times are counted separately."""
    results = [
        result("12", "21"),
        result("33", "35", False, 300.0),
        result("44", "45", True, 200.0),
    ]
    sums = summarise(results)
    assert (sums.rolls, sums.right, sums.asked, sums.sure_and_wrong) == (3, 1, 1, 1)
    assert (sums.dice, sums.dice_right, sums.median_ms) == (6, 4, 200.0)
    assert 200.0 < sums.p95_ms <= 300.0
    with pytest.raises(ValueError, match="no roll"):
        summarise([])


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [(50, 50, 0.9286, 1.0), (0, 10, 0.0, 0.2775), (8, 10, 0.4902, 0.9433)],
)
def test_wilson_of_known_cases(hits: int, tries: int, low: float, high: float) -> None:
    """The interval agrees with published examples."""
    assert wilson_interval(hits, tries) == pytest.approx((low, high), abs=1e-3)


@pytest.mark.parametrize(("hits", "tries"), [(1, 0), (3, 2), (-1, 4)])
def test_no_share(hits: int, tries: int) -> None:
    """An invalid proportion has no interval."""
    with pytest.raises(ValueError, match="not a share"):
        wilson_interval(hits, tries)
