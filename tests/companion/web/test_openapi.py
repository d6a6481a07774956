"""The description says what is there, and what is there is described."""

import json
import re
from typing import Any

from companion.web.app import create_app
from companion.web.openapi import describe
from companion.web.wire import reading, report
from tests.companion.conftest import Played
from tests.companion.web.test_api import READING


def test_every_route_is_described_and_every_description_has_a_route(played: Played) -> None:
    """Paths and methods are the same on both sides."""
    served = set()
    for rule in create_app(played.table).url_map.iter_rules():
        if rule.rule in ("/", "/static/<path:filename>"):
            continue
        path = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule).replace("{name}", "{table}")
        served |= {(path, method) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    paths: dict[str, Any] = describe()["paths"]
    described = {(path, method.upper()) for path, item in paths.items() for method in item}
    assert served == described


def test_every_reference_leads_somewhere() -> None:
    """No schema is spoken of that is not there."""
    description = describe()
    schemas = set(description["components"]["schemas"])
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(description)))
    assert named <= schemas


def test_snapshot_has_what_is_described(played: Played) -> None:
    """Each described key is there, whether a game is on or not."""
    described = set(describe()["components"]["schemas"]["Snapshot"]["properties"]) - {"row"}
    assert described <= set(played.shown)
    played.start()
    assert described <= set(played.shown)


def test_bodies_are_taken_as_described() -> None:
    """Each described field of a reading and of a heartbeat is understood."""
    schemas = describe()["components"]["schemas"]
    assert set(READING) == set(schemas["Reading"]["properties"])
    reading(READING)
    report(dict.fromkeys(("preview",), READING["evidence"]) | {"eye": "r", "state": "sure"})
    assert set(schemas["EyeReport"]["properties"]) == {
        *("eye", "state", "fps", "camera", "demo", "done", "preview")
    }
