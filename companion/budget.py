"""What each class of caller may use of the machine: the table from which all limits are taken.

Guests must not be able to starve the game, nor strangers the guests, however many there are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30
JPEG, TAUGHT_SET, BACKUP = "image/jpeg", "application/zip", "application/vnd.sqlite3"


@dataclass(frozen=True, slots=True)
class Budget:
    """What one caller may use at a time: a device or, for strangers, a network.

    `connections`: those not being answered, closed after `silence` seconds · `streams`: streams
    of live events; when all are taken, only devices with more of them, and lower classes, give way
    · `answers`: slow answers; `places`: those for the whole class together · `body`: bytes of a
    request · `files`: bytes of a file by MIME type · `devices`: those of one network, players
    included.
    """

    connections: int
    silence: float = 15.0
    streams: int = 0
    answers: int = 0
    places: int = 0
    body: int = 4 * KB
    files: Mapping[str, int] = field(default_factory=dict)
    devices: int = 0


BUDGETS: Mapping[str | None, Budget] = {  # by role, the lowest first; None: strangers
    None: Budget(connections=16, silence=5.0),
    "new_eye": Budget(connections=16, body=256 * KB, devices=2),
    "spectator": Budget(connections=12, streams=2, answers=2, places=8, devices=24),
    "player": Budget(
        connections=32, streams=4, answers=4, places=12, body=32 * KB, files={JPEG: MB}
    ),
    "banker": Budget(
        connections=32,
        streams=8,
        answers=6,  # a browser opens six connections
        places=12,
        body=256 * KB,
        files={JPEG: MB, TAUGHT_SET: 100 * MB, BACKUP: GB},
    ),
    "eye": Budget(connections=16, body=256 * KB),
}
ROLE_RANKS = {role: rank for rank, role in enumerate(BUDGETS)}

MAX_STREAMS = 48
THREADS = MAX_STREAMS + sum(budget.places for budget in BUDGETS.values()) + 16  # for acts and pages
STRANGERS_THREADS = 2
# Idle connections, and all.
MAX_WAITING, MAX_CONNECTIONS = 600, 800
MAX_DEVICES = 64
MAX_BODY_BYTES = max(budget.body for budget in BUDGETS.values())
MAX_BACKUP_BYTES = BUDGETS["banker"].files[BACKUP]
MAX_PICTURE_BYTES = 200 * MB  # of rolls, on the disk
MAX_ROW_TEXT_LENGTH = 1000  # characters of an id or a time in a row of the log

# Wrong codes in ten minutes, from one address, one network, and everywhere.
GUESSES_OF_ADDRESS, GUESSES_OF_NETWORK, GUESSES = 5, 50, 250

# At a café's hub: streams, and those of one user.
HUB_STREAMS, HUB_STREAMS_OF_ONE = 40, 16
# Tables that join with one code, which somebody may have seen.
MAX_JOINS_PER_CODE = 40
# What one table may send at first, and how much more for each day since it joined. A long evening
# takes 1 MB, and a year of games from before it joined takes 100 MB.
TABLE_BYTES, TABLE_BYTES_A_DAY = 200 * MB, 5 * MB
