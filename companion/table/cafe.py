"""What goes on between a table and the café to which it belongs, as every screen tells it."""

from dataclasses import dataclass

from companion.table.table import Table
from companion.table.views.table import Snapshot
from engine.core.refusals import NotAllowed


@dataclass(frozen=True, slots=True)
class CafeNote:
    """What is new between a table and its café: whether somebody wants help, and so on.

    A `report` is let go there; `newer` is the version of Croupier that the café announces, and it
    is `away` while its broker is not reached. What is None stays as it was.
    """

    wants_help: bool | None = None
    report: bool = False
    newer: str | None = None
    away: bool | None = None


def tell_cafe(table: Table, note: CafeNote) -> Snapshot:
    """Take in `note`, tell it every screen and the café, and return the snapshot.

    Raises `NotAllowed` ``no_cafe``.
    """
    with table.lock:
        before = table.screens.cafe
        if before is None:
            raise NotAllowed("no_cafe", "This table belongs to no café.")
        table.screens.cafe = {
            "help": before["help"] if note.wants_help is None else note.wants_help,
            "reports": before["reports"] + note.report,
            "newer": before["newer"] if note.newer is None else note.newer,
            "away": before["away"] if note.away is None else note.away,
        }
        table.screens.publish_snapshot()
        return table.screens.snapshot()
