"""The code that lets a device in."""

import pytest

from companion.access.credentials import grouped_digits, matches_code, new_code


def test_codes_have_eight_digits_and_do_not_repeat() -> None:
    """Of a thousand codes, each has eight digits and none repeats (by chance, 1 in 200 runs)."""
    codes = [new_code() for _ in range(1000)]
    assert all(len(code) == 8 and code.isdecimal() for code in codes)
    assert len(set(codes)) > 990


@pytest.mark.parametrize("typed", ["48217730", "4821 7730", " 4821-7730 ", "4821\u00a07730"])
def test_spaces_and_dashes_do_not_count(typed: str) -> None:
    """People type a code as it is displayed."""
    assert matches_code(typed, "48217730")
    assert grouped_digits("48217730") == "4821 7730"


@pytest.mark.parametrize(
    "typed", ["", "4821773", "482177300", "48217731", "٤٨٢١٧٧٣٠", "4821 7730\x00", "é" * 99]
)
def test_anything_else_is_not_the_code(typed: str) -> None:
    """It is too short or too long, has a wrong digit, or digits of another script."""
    assert not matches_code(typed, "48217730")
