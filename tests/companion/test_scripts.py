"""Tests of page scripts without a browser: node's test runner runs `scripts/*.test.js`."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.companion.page_types import table_types, type_of

TESTS = sorted((Path(__file__).parent / "scripts").glob("*.test.js"))
RUNS = shutil.which("node") and (Path(__file__).parents[2] / "package.json").exists()


@pytest.mark.skipif(not RUNS, reason="node is not installed, or this is no checkout")
@pytest.mark.parametrize("path", TESTS, ids=[path.name for path in TESTS])
def test_a_script(path: Path) -> None:
    """Every test in the file passes."""
    ran = subprocess.run(["node", "--test", path], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_types_of_the_servers_views() -> None:
    """Fields that may be missing are optional; what no view describes is `unknown`, never `any`."""
    fields = {
        "seat": {"type": "integer"},
        "name": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    }
    schema = {"type": "object", "properties": fields, "required": ["seat"]}
    assert type_of(schema) == "{ seat: number; name?: string | null; }"
    types = table_types()
    assert "type Snapshot = {" in types
    assert not re.search(r"\bany\b", types)
