"""Figures as each language writes them. The page has the same in companion/static/js/words.js."""

from datetime import datetime

_SIGNS = {"de": (".", ","), "en": (",", "."), "fr": ("\u202f", ",")}  # of thousands; decimal
_BYTES = {"fr": ("ko", "Mo", "Go")}


def format_number(language: str, value: float) -> str:
    """Format `value`, with one decimal unless it is an integer.

    >>> format_number("en", 800_000), format_number("de", 1234.56)
    ('800,000', '1.234,6')
    """
    group, point = _SIGNS[language]
    written = f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"
    return written.translate({ord(","): group, ord("."): point})


def format_bytes(language: str, count: int) -> str:
    r"""Format a number of bytes with its unit.

    >>> format_bytes("en", 900), format_bytes("de", 1_500_000), format_bytes("fr", 32_000_000_000)
    ('0.9\xa0kB', '1,5\xa0MB', '32,0\xa0Go')
    """
    value, units = count / 1000, list(_BYTES.get(language, ("kB", "MB", "GB")))
    while value >= 1000 and len(units) > 1:
        value /= 1000
        units.pop(0)
    return f"{format_number(language, value)}\u00a0{units[0]}"


def format_moment(text: str) -> str:
    """Format the time `text` (ISO 8601) in the time zone of this computer, to the minute."""
    return f"{datetime.fromisoformat(text).astimezone():%Y-%m-%d %H:%M}"
