"""A backup of a table's games whenever one of them has ended."""

import logging
import threading

from companion.log.log import LogError
from companion.table.backup import save_automatically
from companion.table.table import Table

log = logging.getLogger(__name__)


def back_up_automatically(table: Table) -> None:
    """Make a backup in the background whenever a game of `table` has ended."""

    def save() -> None:
        try:
            save_automatically(table.folder, table.games)
        except LogError as error:  # a full disk: the game is in the log all the same
            log.warning("no automatic backup: %s", error)

    table.game_over = lambda: threading.Thread(target=save, name="backup", daemon=True).start()
