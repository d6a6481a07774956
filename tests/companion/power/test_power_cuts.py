"""A power cut at any moment of an evening loses nothing that was acknowledged.

``CROUPIER_POWER_CUTS=1000`` tries as many moments.
"""

import json
import os
import random
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.access.store import AccessStore
from companion.table.backup.check import check_log
from companion.table.backup.folder import FOLDER, remove_leftovers
from tests.companion.conftest import Played
from tests.companion.power.disk import LOSSES, Disk, Record, can_record, record
from tests.companion.power.evening import contents
from tests.companion.tiny import GAMES

CUTS = int(os.environ.get("CROUPIER_POWER_CUTS", "40"))

pytestmark = pytest.mark.skipif(not can_record(), reason="no C compiler")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    """Return all operations of that evening."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "table").mkdir()
    play = [sys.executable, "-m", "tests.companion.power.evening", str(folder / "table")]
    return record(play, folder / "table", folder)


def test_no_power_cut_loses_an_acknowledged_step(evening: list[Record], tmp_path: Path) -> None:
    """The table opens with the last step or the one in progress, whatever was not synced."""
    rng = random.Random(5)
    begun = next(at for at, one in enumerate(evening) if one.path == "marks" and one.data)
    moments = sorted(rng.randrange(begun + 1, len(evening) + 1) for _ in range(CUTS))
    disk, at, told = Disk(), 0, []
    for number, moment in enumerate(moments):
        for one in evening[at:moment]:
            disk.take(one)
            if one.path == "marks" and one.what == "write":
                told.append(json.loads(one.data))
        at = moment
        coming = [json.loads(one.data) for one in evening[at:] if one.path == "marks" and one.data]
        for loss in LOSSES:
            image = tmp_path / f"{number}-{loss}"
            disk.after(loss, rng).lay_out(image)
            _check(image, told[-1], coming[0] if coming else told[-1], f"{moment} {loss}")


def _check(image: Path, done: dict[str, Any], doing: dict[str, Any], when: str) -> None:
    played, store = Played(image / "data"), AccessStore(image / "data")
    remove_leftovers(image / "data")  # as the program does at its start
    with closing(played.table), closing(store):
        found = contents(played, store)
        for part in ("log", "asked", "door", "cards"):
            assert found[part] in (done[part], doing[part]), (when, part)
        for part in ("pictures", "backups"):
            if found["log"] in (done["log"], doing["log"]):
                assert set(done[part]) & set(doing[part]) <= set(found[part]), (when, part)
        for name in found["backups"]:
            check_log(image / "data" / FOLDER / name, GAMES)
        played.do("start", game="tiny", names=["Eve", "Fay"])
