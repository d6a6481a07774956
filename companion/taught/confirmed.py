"""Learns the dice of a table from rolls confirmed in play, as a set for its eye.

`python -m companion.taught.confirmed FOLDER` learns from the present game. A roll counts as
confirmed after the next one, since there was time to correct it.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.files import FileError
from companion.log.history import History
from companion.log.log import open_log_to_read
from companion.log.moment import Moment
from companion.log.pictures import Pictures
from companion.log.rows import Row
from companion.rolls.verdict import indices_of_awaited_dice
from companion.taught import TaughtSetRefusal
from companion.taught.folder import CONFIRMED_SET_NAME
from companion.taught.lessons import untaught_reader
from companion.taught.store import TaughtStore, with_stills
from engine.games import GAMES
from vision.bounding_box import iou
from vision.classifiers import FACES, crop_die
from vision.frame import Image, decode_jpeg
from vision.taught_set import TaughtSet

SAME_DIE_IOU = 0.3  # a detection with a larger IoU is a die that was read already


def learn_confirmed_dice(folder: Path) -> None:
    """Learn the dice from the rolls of the present game, as they stand now.

    Raises `FileError`, `TaughtSetRefusal`; then nothing has changed.
    """
    store = TaughtStore(folder)
    taught = store.load_or_new(CONFIRMED_SET_NAME, "confirmed")
    with open_log_to_read(folder) as (_, rows):
        head = History(GAMES, rows).head
        since = taught.since if taught.since <= len(rows) else 0  # a larger one is of another log
        throws = [] if head is None else [one for one in head.moments_newest_first() if one.dice]
        pictures = Pictures(folder)
        found = [
            still
            for moment in reversed(throws[1:])
            if moment.row > since
            for still in _stills(moment, rows, pictures)
        ]
    if not found:
        return
    with store.locked_for_change():
        known = now = store.load_or_new(CONFIRMED_SET_NAME, "confirmed")
        if now.since != taught.since:
            return  # the set was forgotten meanwhile
        for face, still in found:
            known = _with_confirmed(known, face, still)
        if known is not now:
            parts = dict(sorted(known.stills.items()))
            store.save(CONFIRMED_SET_NAME, replace(known, stills=parts))


def _stills(moment: Moment, rows: Sequence[Row], pictures: Pictures) -> Iterator[tuple[str, Image]]:
    """Yield the face and a crop of each die that was rolled."""
    read_in = rows[moment.row - 1].reading_row
    if read_in is None or moment.before is None or moment.dice is None:
        return
    read = rows[read_in - 1]
    jpeg, reading = pictures.get(read.picture) if read.picture else None, read.reading
    if jpeg is None or reading is None or not all(reading.size):
        return
    picture = np.asarray(cv2.resize(decode_jpeg(jpeg), reading.size), np.uint8)
    boxes = [die.box for die in reading.dice]
    mine = indices_of_awaited_dice(reading, moment.before.awaited_dice)
    seen = [reading.faces[i] for i in mine]
    faces = moment.dice.faces
    for i, face in zip(mine, _in_order(seen, faces), strict=False):
        if reading.moved[i] and face in FACES:
            yield face, crop_die(picture, boxes[i])
    missing = Counter(faces) - Counter(seen)
    wrong = Counter(seen) - Counter(faces)
    if len(missing) == 1 and not wrong:  # the eye overlooked dice that all show one face
        (face,) = missing
        found = [
            still
            for box, still in untaught_reader().find_die_crops(picture)
            if all(iou(box, other) < SAME_DIE_IOU for other in boxes)
        ]
        if len(found) == missing.total() and face in FACES:
            yield from ((face, still) for still in found)


def _in_order(read: Sequence[str], entered: Sequence[str]) -> Sequence[str]:
    """Return the `entered` faces in the order in which they were `read`; none if it is unknown.

    People may enter them in any order.
    """
    wrong = (Counter(read) - Counter(entered)).total()
    if not wrong:
        return read
    differ = sum(one != other for one, other in zip(read, entered, strict=False))
    return entered if len(read) == len(entered) and wrong == differ else ()


def _with_confirmed(taught: TaughtSet, face: str, still: Image) -> TaughtSet:
    """Return the set with the `still` under `face`, and under no other."""
    if any(np.array_equal(still, one) for one in taught.stills.get(face, ())):
        return taught
    others = {
        name: tuple(one for one in stills if not np.array_equal(still, one))
        for name, stills in taught.stills.items()
    }
    kept = {name: stills for name, stills in others.items() if stills}
    return with_stills(replace(taught, stills=kept), face, [still])


def main() -> None:
    """Learn from the log in a folder; if that fails, the next run tries again."""
    os.nice(10)
    try:
        learn_confirmed_dice(Path(sys.argv[1]))
    except (FileError, TaughtSetRefusal) as trouble:
        print(f"dice are not learned: {trouble}", file=sys.stderr)


if __name__ == "__main__":
    main()
