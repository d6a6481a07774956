"""Evaluate the reader by folder: python -m models.training.evaluate --photos DIR.

For each group of pictures, it prints in how many every die was right, the share of labelled dice
that were right, the missing and superfluous dice, in how many pictures the reader was sure, and in
how many it was sure and wrong. That is the worst fault, because the table would have played the
reading. "Counted" is the same for a game that rolls exactly the dice that lie there and asks about
any other number. "Or likely" adds the readings that the table would play unless somebody objects.

Stills get a longer look if they are not sure; "first" is what they were before. Held-out pictures
are read in two more ways: "live", as with a fixed camera, with two stills of known size that must
agree; and "longer", where a live reading that is not sure gets a longer look.

With --only train, all photographs of each folder are read, including those used for training. With
--changed N, the reading of every Nth picture is compared with those of changed copies of it
(`picture_changes`).
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from models.training.evaluation_pictures import (
    EvaluationPicture,
    check_pictures,
    composed_pictures,
    emblem_pictures,
    held_out_pictures,
    match_labels,
    training_pictures,
    tray_pictures,
)
from models.training.picture_changes import CHANGES
from models.training.remembered import remember_answers
from vision.frame import Image
from vision.longer_look import look_longer, read_still
from vision.matching import vote_on_stills
from vision.reader import Reader
from vision.reading import Reading, with_expected_count


@dataclass
class Tally:
    """Counts over one group of pictures.

    `counted` are the pictures that are sure to a game that rolls exactly this number of dice. Of
    the `dice` with labelled places, `found` were read correctly. The lists describe wrong pictures:
    those that were sure (`faults`), sure to a game that counts, or likely; `wrong` has the others.
    """

    pictures: int = 0
    right: int = 0
    sure: int = 0
    counted: int = 0
    likely: int = 0
    dice: int = 0
    found: int = 0
    missed: int = 0
    more: int = 0
    wrong: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    counted_faults: list[str] = field(default_factory=list)
    likely_faults: list[str] = field(default_factory=list)
    ms: float = 0.0

    def add(self, picture: EvaluationPicture, reading: Reading) -> None:
        """Count one reading."""
        read = tuple(sorted(int(die.face) for die in reading.dice))
        self.pictures += 1
        self.ms += reading.ms
        self.dice += len(picture.dice)
        self.found += sum(die.truth == die.read for die in match_labels(reading.dice, picture))
        self.sure += reading.sure
        self.likely += reading.likely
        counted = (
            picture.values is not None and with_expected_count(reading, len(picture.values)).sure
        )
        self.counted += counted
        if picture.values is not None and picture.complete:
            self.missed += max(0, len(picture.values) - len(read))
            self.more += max(0, len(read) - len(picture.values))
        line = f"{picture.name}: {_short(picture.values)} read as {_short(read)} {reading.doubts}"
        if picture.values is not None and read == picture.values:
            self.right += 1
            return
        if counted:
            self.counted_faults.append(line)
        if reading.sure:
            self.faults.append(line)
        elif reading.likely:
            self.likely_faults.append(line)
        else:
            self.wrong.append(line)


def _short(values: tuple[int, ...] | None) -> str:
    return "no number" if values is None else "".join(map(str, values))


def tally(reader: Reader, pictures: Iterable[EvaluationPicture]) -> dict[str, Tally]:
    """Read every picture; return the counts by group."""
    groups: dict[str, Tally] = {}
    for picture in pictures:
        first = f"{picture.group}, first"
        groups.setdefault(first, Tally()).add(picture, reader.read(picture.image))
        groups.setdefault(picture.group, Tally()).add(picture, read_still(reader, picture.image))
        if picture.group.startswith("held") and picture.dice:
            live = read_live(reader, picture)
            groups.setdefault(f"{picture.group}, live", Tally()).add(picture, live)
            longer = look_longer(reader, picture.image, live)
            groups.setdefault(f"{picture.group}, longer", Tally()).add(picture, longer)
    return groups


def read_live(reader: Reader, picture: EvaluationPicture) -> Reading:
    """Read a picture with boxes like the live eye: the vote of two stills of known size."""
    stills = [
        reader.read(picture.image, die_size=picture.die_size, mirrored=mirrored)
        for mirrored in (True, False)
    ]
    verdict = vote_on_stills(stills, most=len(stills))
    assert verdict is not None
    return verdict


def report(groups: dict[str, Tally], verbose: bool) -> str:
    """Return the counts as lines of text; with `verbose`, include every wrong picture."""
    head = (
        f"{'all right':>12}{'dice':>8}{'missed':>8}{'more':>6}"
        f"{'sure':>8}{'wrong':>7}{'counted':>9}{'wrong':>7}"
        f"{'or likely':>11}{'wrong':>7}{'ms':>7}"
    )
    lines = [f"{'':34}{head}"]
    for group, t in groups.items():
        lines.append(
            f"{group:34}{f'{t.right}/{t.pictures}':>12}"
            f"{f'{t.found / t.dice:.1%}' if t.dice else '':>8}{t.missed:>8}{t.more:>6}"
            f"{t.sure / t.pictures:8.0%}"
            f"{len(t.faults):>7}{t.counted / t.pictures:9.0%}{len(t.counted_faults):>7}"
            f"{t.likely / t.pictures:11.0%}{len(t.likely_faults):>7}{t.ms / t.pictures:7.0f}"
        )
        lines += [f"    LIKELY, WRONG {fault}" for fault in t.likely_faults]
        lines += [f"    SURE, WRONG {fault}" for fault in t.faults]
        lines += [f"    COUNTED, WRONG {fault}" for fault in t.counted_faults]
        lines += [f"    {wrong}" for wrong in t.wrong if verbose]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Evaluate on held-out photographs, check pictures and rendered scenes; return 0 on success."""
    parser = argparse.ArgumentParser(prog="python -m models.training.evaluate", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--work", type=Path, default=Path("models/training/work"))
    parser.add_argument("--only", default="", help="only groups whose name begins with this")
    parser.add_argument("--scenes", type=int, default=300, help="number of hard rendered scenes")
    parser.add_argument("--rolls", type=int, default=500, help="number of rolls in virtual trays")
    parser.add_argument("--published", action="store_true", help="keep wrong labels")
    parser.add_argument("--remember", type=Path, help="keep the networks' answers in this file")
    parser.add_argument("--changed", type=int, default=0, help="change every Nth picture")
    parser.add_argument("--verbose", action="store_true", help="name every wrong picture")
    options = parser.parse_args(arguments)
    reader = Reader(threads=2, models=options.models)
    if options.remember:
        remember_answers(reader, options.models, options.remember)
    for pictures in _sources(options):
        wanted = (t for t in pictures if t.group.startswith(options.only))
        if options.changed:
            report_changes(reader, islice(wanted, 0, None, options.changed))
        elif groups := tally(reader, wanted):
            print(report(groups, options.verbose), flush=True)
    return 0


def report_changes(reader: Reader, pictures: Iterable[EvaluationPicture]) -> None:
    """Print by group in how many pictures any change, and each one, alters the faces read."""
    counts: dict[str, Counter[str]] = {}
    for picture in pictures:
        read = faces_read(reader, picture.image)
        changed = [
            name for name, change in CHANGES if faces_read(reader, change(picture.image)) != read
        ]
        counts.setdefault(picture.group, Counter()).update(
            ["pictures", *changed, *(["any"] if changed else [])]
        )
    for group, found in counts.items():
        print(f"{group:34}{found['any']:>5} of {found['pictures']}  {dict(found)}", flush=True)


def faces_read(reader: Reader, image: Image) -> list[str]:
    """Return the faces that a still (H, W, 3) shows, sorted."""
    return sorted(die.face for die in read_still(reader, image).dice)


def _sources(options: argparse.Namespace) -> Iterable[Iterable[EvaluationPicture]]:
    """Yield the requested kinds of pictures, one after another."""
    if options.only.startswith("train"):
        yield training_pictures(options.photos)
    if _wanted("held", options.only):
        yield held_out_pictures(options.photos, published=options.published)
    if _wanted("check", options.only):
        yield check_pictures(options.photos)
        yield emblem_pictures(options.photos)
    if _wanted("virtual tray", options.only):
        yield tray_pictures(options.rolls, seed=1)
    if _wanted("scenes", options.only):
        options.work.mkdir(parents=True, exist_ok=True)
        yield (
            t
            for t in composed_pictures(options.work, None, options.scenes, seed=1)
            if t.complete and t.values is not None
        )


def _wanted(kind: str, only: str) -> bool:
    return kind.startswith(only[: len(kind)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
