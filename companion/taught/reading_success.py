"""How well the dice of a taught set were read: what the log says of each throw with them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.log.row import Row

NEWEST_ROWS = 5000  # that are looked at


def count_dice_read_right(rows: Sequence[Row], name: str | None) -> tuple[int, int]:
    """Return how many dice of the set `name` were read right, and how many were read in all.

    Without a `name` all dice are counted.

    A die was read right where what people told or corrected, or left as it was, is what the eye
    took for likeliest.
    """
    read: dict[int, Counter[str]] = {}
    true: dict[int, Counter[str]] = {}
    counts = name is None
    start = max(0, len(rows) - NEWEST_ROWS)
    for row in rows[start:]:
        body = cast("Mapping[str, Any]", row.body)
        if row.kind == "start":
            counts = name in (None, body.get("dice_set", ""))
        elif row.kind == "reading" and counts:
            read[row.seq] = Counter(body["verdict"].get("faces", ()))
        elif row.kind == "action" and counts and "dice" in body:
            faces = Counter(body["dice"]["faces"])
            if "reading" in body:
                read[row.seq] = faces
                true[row.seq] = faces
            elif (answered := body.get("reading_row")) in read:
                read[row.seq] = read[answered]
                true[row.seq] = faces
        elif row.kind == "correct" and body["row"] in true and "dice" in body:
            true[body["row"]] = Counter(body["dice"]["faces"])
    right = sum((read[seq] & faces).total() for seq, faces in true.items())
    return right, sum(faces.total() for faces in true.values())
