"""Which faces the dice of a game came to show, each throw once. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from companion.log.fairness import FACES
from companion.log.moment import Moment
from companion.log.row import Row


def thrown_dice(moments: Sequence[Moment], rows: Sequence[Row]) -> dict[str, list[int]]:
    """Return how often each of `FACES` came in the game of `moments`, by the colour of the die.

    A die that lay still is not counted again, a throw that was undone or was none is not counted,
    and a corrected one counts as corrected. Where the eye did not tell the same colours with every
    throw, all dice are of no colour (""): one that is taken for another now and then, perhaps with
    some faces only, would look loaded.
    """
    throws = [(dice, _bodies(moment, rows)) for moment, dice in _throws(moments)]
    alike = len({tuple(sorted(bodies)) for _, bodies in throws}) == 1
    counts: dict[str, list[int]] = {}
    for dice, bodies in throws:
        kept = set(dice["kept"])
        colours = bodies if alike and bodies else [""] * len(dice["faces"])
        for at, (face, body) in enumerate(zip(dice["faces"], colours, strict=True)):
            if at not in kept:
                counts.setdefault(body, [0] * len(FACES))[FACES.index(face)] += 1
    return counts


def _throws(moments: Sequence[Moment]) -> Iterator[tuple[Moment, Mapping[str, Any]]]:
    """Yield the acts that were told by ordinary dice, with their faces and which were kept."""
    for moment in moments:
        awaited = None if moment.before is None else moment.before.awaited
        if moment.dice and awaited and awaited.faces == FACES and not awaited.each:
            yield moment, cast("Mapping[str, Any]", moment.dice)


def _bodies(moment: Moment, rows: Sequence[Row]) -> list[str]:
    """Return the colours of the dice that `moment` told, in their order; none if not known."""
    read_in = rows[moment.row - 1].reading_row
    body = {} if read_in is None else rows[read_in - 1].body
    reading = cast("Mapping[str, Any]", body.get("reading", {}))
    bodies = [str(die.get("body", "")) for die in reading.get("dice", ())]
    faces = cast("Mapping[str, Any]", moment.dice)["faces"]
    return bodies if len(bodies) == len(faces) else []
