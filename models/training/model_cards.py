"""Draw the figures of the model cards: python -m models.training.model_cards --photos DIR.

From the held-out photographs, draws a reliability diagram (accuracy by confidence) and a confusion
matrix, as SVG.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from models.training.evaluation_pictures import MatchedDie, held_out_pictures, match_labels
from vision.accuracy import MISSED_DIE, wilson_interval
from vision.reader import Reader
from vision.reading import SURE_CONFIDENCE

FACES = ("1", "2", "3", "4", "5", "6")
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" font-family="sans-serif"'
    ' font-size="13"><rect width="{w}" height="{h}" fill="#fff"/>'
)


def reliability(matched: Iterable[MatchedDie]) -> list[tuple[float, float, int, int]]:
    """Return the BINS by confidence: (from, to, number right, number of all) of each."""
    read = [die for die in matched if die.read != MISSED_DIE]
    rows = []
    for low, high in pairwise(BINS):
        here = [
            die for die in read if low <= die.confidence < high or die.confidence == high == 1.0
        ]
        rows.append((low, high, sum(die.truth == die.read for die in here), len(here)))
    return rows


def draw_reliability(rows: Sequence[tuple[float, float, int, int]]) -> str:
    """Return the reliability diagram with 95 % intervals as SVG."""
    wide, top, tall = 86, 40, 240
    parts = [_HEAD.format(w=90 + wide * len(rows), h=top + tall + 70)]
    parts.append(
        '<text x="60" y="24">share of dice read right, by confidence (dots: promised)</text>'
    )
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = top + tall * (1 - share)
        parts.append(f'<path d="M60 {y:.0f}H{70 + wide * len(rows)}" stroke="#ddd"/>')
        parts.append(f'<text x="52" y="{y + 4:.0f}" text-anchor="end">{share:.0%}</text>')
    for place, (low, high, right, count) in enumerate(rows):
        x = 70 + wide * place
        middle = top + tall * (1 - (low + high) / 2)
        label = f"{low:.2f}–{high:.2f}"
        parts.append(
            f'<text x="{x + 35}" y="{top + tall + 22}" text-anchor="middle">{label}</text>'
        )
        text = f"{right} of {count}"
        parts.append(f'<text x="{x + 35}" y="{top + tall + 42}" text-anchor="middle">{text}</text>')
        if count:
            share, (least, most) = right / count, wilson_interval(right, count)
            y, height = top + tall * (1 - share), tall * share
            parts.append(
                f'<rect x="{x}" y="{y:.1f}" width="70" height="{height:.1f}" fill="#7fb3d5"/>'
            )
            a, b = top + tall * (1 - most), top + tall * (1 - least)
            parts.append(f'<path d="M{x + 35} {a:.1f}V{b:.1f}" stroke="#1b4f72" stroke-width="3"/>')
        parts.append(f'<circle cx="{x + 35}" cy="{middle:.1f}" r="5" fill="#c0392b"/>')
    return "".join(parts) + "</svg>\n"


def draw_confusion(matched: Iterable[MatchedDie]) -> str:
    """Return the confusion matrix of true faces (rows) and faces read (columns) as SVG."""
    counts = Counter((die.truth, die.read) for die in matched)
    names, side = (*FACES, MISSED_DIE), 62
    total = {true: max(1, sum(counts[true, read] for read in names)) for true in names}
    parts = [_HEAD.format(w=90 + side * 7, h=90 + side * 7)]
    parts.append('<text x="80" y="24">rows: what lies there; columns: what was read</text>')
    for i, true in enumerate(names):
        parts.append(f'<text x="70" y="{75 + side * i + 36}" text-anchor="end">{true}</text>')
        parts.append(f'<text x="{80 + side * i + 31}" y="62" text-anchor="middle">{true}</text>')
        for k, read in enumerate(names):
            count, x, y = counts[true, read], 80 + side * k, 75 + side * i
            tint = "46,134,193" if true == read else "192,57,43"
            share = count / total[true]
            fill = f"rgba({tint},{share if true == read else min(1.0, 8 * share):.3f})"
            parts.append(
                f'<rect x="{x}" y="{y}" width="60" height="60" fill="{fill}" stroke="#ccc"/>'
            )
            if count:
                parts.append(f'<text x="{x + 30}" y="{y + 36}" text-anchor="middle">{count}</text>')
    return "".join(parts) + "</svg>\n"


def main(arguments: list[str]) -> int:
    """Draw both figures into the folder of the networks; return 0 on success."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training.model_cards", description=__doc__
    )
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=Path("models"))
    options = parser.parse_args(arguments)
    reader = Reader(threads=1, models=options.models)
    matched: list[MatchedDie] = []
    for picture in held_out_pictures(options.photos):
        matched += match_labels(reader.read(picture.image).dice, picture)
    rows = reliability(matched)
    (options.models / "reliability.svg").write_text(draw_reliability(rows))
    (options.models / "confusion.svg").write_text(draw_confusion(matched))
    sure = [die for die in matched if die.confidence >= SURE_CONFIDENCE]
    print(
        f"{len(sure)} sure dice, {sum(die.truth == die.read for die in sure)} of them as labelled"
    )
    for low, high, right, count in rows:
        print(f"{low:.2f} to {high:.2f}: {right} of {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
