"""How Home Assistant learns of a table by itself, so that a lamp can react to a win.

Source: home-assistant.io/integrations/mqtt, "MQTT Discovery".
"""

from collections.abc import Iterator
from typing import Any

from companion.mqtt.messages import topic
from companion.mqtt.settings import CafeSettings

_NAMES = (
    "{% set seats = value_json.seats %}"
    "{% for seat in value_json.leads %}{{ seats[seat].name }}{{ ', ' if not loop.last }}"
    "{% endfor %}"
)
ENTITIES: dict[tuple[str, str], dict[str, Any]] = {
    ("sensor", "game"): {"name": "Game", "value_template": "{{ value_json.title }}"},
    ("sensor", "phase"): {"name": "Phase", "value_template": "{{ value_json.phase }}"},
    ("sensor", "leads"): {"name": "Leads", "value_template": _NAMES},
    ("binary_sensor", "over"): {
        "name": "Over",
        "value_template": "{{ 'ON' if value_json.over else 'OFF' }}",
    },
    ("binary_sensor", "help"): {
        "name": "Help asked",
        "value_template": "{{ 'ON' if value_json.help else 'OFF' }}",
    },
}


def discovery_topics(table: str) -> list[str]:
    """Return the topics that make `table` known, in the order of `ENTITIES`."""
    return [f"homeassistant/{kind}/{table}/{name}/config" for kind, name in ENTITIES]


def discovery(settings: CafeSettings) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the retained messages, with their topics, that make a table known."""
    table = settings.user
    known = zip(discovery_topics(table), ENTITIES.items(), strict=True)
    for where, ((_, entity), told) in known:
        yield (
            where,
            {
                **told,
                "unique_id": f"croupier_{table}_{entity}",
                "state_topic": topic(table, "state"),
                "availability_topic": topic(table, "available"),
                "device": {"identifiers": [f"croupier_{table}"], "name": settings.name},
                "origin": {"name": "Croupier"},
            },
        )
