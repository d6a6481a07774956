"""Compares two files of `croupier read --json`: exits 1 if a face or `sure` differs."""

import json
import sys
from pathlib import Path
from typing import Any


def rows(file: str) -> list[dict[str, Any]]:
    """Return the readings in a file, one per line."""
    return [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]


def told(reading: dict[str, Any]) -> tuple[object, ...]:
    """Return the parts of a reading that must be the same everywhere."""
    faces = [die["face"] for die in reading["dice"]]
    return reading["image"], faces, reading["sure"], reading["likely"], reading["doubts"]


def main(one: str, other: str) -> int:
    """Print how far two files differ."""
    pairs = list(zip(rows(one), rows(other), strict=True))
    different = [(a, b) for a, b in pairs if told(a) != told(b)]
    for a, b in different:
        print(told(a), told(b), sep="\n", end="\n\n")
    by = sorted(
        abs(die["confidence"] - same["confidence"])
        for a, b in pairs
        if told(a) == told(b)
        for die, same in zip(a["dice"], b["dice"], strict=True)
    )
    beyond = sum(step > 0.001 for step in by)
    print(f"{len(pairs)} pictures, {len(different)} read otherwise; {len(by)} dice,")
    print(f"{beyond} with another confidence by more than 0.001, {max(by, default=0):.4f} at most")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
