"""The messages between the tables of a café and its hub, as JSON over MQTT.

Topics: a table writes ``croupier/TABLE/rows`` and ``reports``, and retained ``state`` and
``available`` (online, offline); the hub writes ``croupier/TABLE/ask`` and retained
``croupier/news``. TABLE is the table's user at the broker. All messages have QoS 1 (at least once),
so repeats change nothing.

Home Assistant discovers tables by itself, so that a lamp can react to a win
(home-assistant.io/integrations/mqtt, "MQTT Discovery").
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from companion.log.views import GameSummary
from companion.mqtt.settings import CafeSettings

Seq: TypeAlias = Annotated[int, Meta(ge=1, lt=2**31)]
Checksum: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{0,32}$")]
Text: TypeAlias = Annotated[str, Meta(max_length=200)]
MAX_SEATS = 20
MAX_COUNTED_GAMES = 5000  # in `RowsMessage.counting`
GAME_ID_LENGTH = 16

_Message = TypeVar("_Message")


def decode(payload: bytes, type_: type[_Message]) -> _Message:
    """Decode a message as `type_`; raises `ValueError` for anything else."""
    try:
        return msgspec.json.decode(payload, type=type_)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


_Optional: TypeAlias = str | None
LoggedRow: TypeAlias = tuple[
    Seq, str, str, str, str, str, _Optional, _Optional, _Optional, int | None, _Optional, str
]
"""A row exactly as it is stored in the log (`companion.log.schema`)."""


def game_id(checksum: str) -> str:
    """Return the id of the game whose start row has this `checksum`.

    The checksum covers all rows before it, so no two games of any log share an id.
    """
    return checksum[:GAME_ID_LENGTH]


class GameStanding(Struct):
    """The standing, after the rows of this message, of the game that started at row `first`."""

    game: str
    first: Seq
    dice_set: str
    summary: GameSummary


class RowsMessage(Struct):
    """Consecutive rows, after one with the checksum `before` ("": none).

    `game` is given if it has changed. `counting` is given if games may have been undone or resumed:
    whether each of the newest `MAX_COUNTED_GAMES` games of the log counts.
    """

    before: Checksum
    rows: Annotated[list[LoggedRow], Meta(min_length=1)]
    game: GameStanding | None = None
    counting: Annotated[dict[str, bool], Meta(max_length=MAX_COUNTED_GAMES)] | None = None


class PlayerStanding(Struct):
    """A player's standing."""

    name: Text
    score: int


class PublicTableState(Struct):
    """The public state of a table; all its rows up to `seq` have been sent.

    `leads` are the seats that would win now (maybe none), `since` is when the game started, `eye`
    the state of the table's eye, `trouble` the code for why nothing can be stored, `url` the
    address of its page. `help` was called for, and somebody is `coming`.
    """

    seq: Annotated[int, Meta(ge=0, lt=2**31)]
    checksum: Checksum
    name: Text
    version: Text
    game: Text | None = None
    title: Text = ""
    phase: Text = "setup"
    over: bool = False
    paused: bool = False
    seats: Annotated[list[PlayerStanding], Meta(max_length=MAX_SEATS)] = []
    leads: Annotated[list[int], Meta(max_length=MAX_SEATS)] = []
    since: Annotated[datetime, Meta(tz=True)] | None = None
    eye: Text | None = None
    trouble: Text | None = None
    help: bool = False
    coming: bool = False
    url: Annotated[str, Meta(pattern=r"^(http://[0-9a-f.:\[\]]{1,60})?$(?!\n)")] = ""

    def __post_init__(self) -> None:
        if not all(0 <= seat < len(self.seats) for seat in self.leads):
            raise ValueError("a seat that leads is not taken")


class Ask(Struct, omit_defaults=True):
    """The hub asks for a table's rows from row `rows_from` on, or says that help is `coming`."""

    rows_from: int | None = None
    coming: bool = False


class Report(Struct):
    """A report that somebody at a table sent: findings, or a file in base64."""

    kind: Literal["doctor", "bug_report"]
    data: Any


def topic(table: str, what: str) -> str:
    """Return a topic of `table`; `what` is rows, state, available, ask or reports."""
    return f"croupier/{table}/{what}"


class VersionAnnouncement(Struct):
    """The version of Croupier that the café announces; "": none."""

    version: Annotated[str, Meta(pattern=r"^[0-9A-Za-z.+-]{0,32}$(?!\n)")]


NEWS_TOPIC = "croupier/news"


_NAMES = (
    "{% set seats = value_json.seats %}"
    "{% for seat in value_json.leads %}{{ seats[seat].name }}{{ ', ' if not loop.last }}"
    "{% endfor %}"
)
_ON = "{{{{ 'ON' if value_json.{} else 'OFF' }}}}"
ENTITIES: dict[tuple[str, str], dict[str, Any]] = {
    ("sensor", "game"): {"name": "Game", "value_template": "{{ value_json.title }}"},
    ("sensor", "phase"): {"name": "Phase", "value_template": "{{ value_json.phase }}"},
    ("sensor", "leads"): {"name": "Leads", "value_template": _NAMES},
    ("binary_sensor", "over"): {"name": "Over", "value_template": _ON.format("over")},
    ("binary_sensor", "help"): {"name": "Help asked", "value_template": _ON.format("help")},
}


def discovery_topics(table: str) -> list[str]:
    """Return the topics that announce `table` to Home Assistant, in the order of `ENTITIES`."""
    return [f"homeassistant/{kind}/{table}/{name}/config" for kind, name in ENTITIES]


def discovery_messages(settings: CafeSettings) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the topics and the retained messages that announce a table to Home Assistant."""
    table = settings.user
    shared = {
        "state_topic": topic(table, "state"),
        "availability_topic": topic(table, "available"),
        "device": {"identifiers": [f"croupier_{table}"], "name": settings.name},
        "origin": {"name": "Croupier"},
    }
    for where, ((_, entity), config) in zip(discovery_topics(table), ENTITIES.items(), strict=True):
        yield where, {**config, "unique_id": f"croupier_{table}_{entity}", **shared}
