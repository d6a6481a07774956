"""In every game, at each step, every role tries everything that is legal."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.access.control import AccessControl
from companion.log.log import Log
from companion.table.table import Table
from companion.web.app import create_app
from engine.games import GAMES
from tests.companion.access.conftest import Guest, refused
from tests.engine.playing import random_action

NAMES = ["Ana", "Ben", "Cleo"]
STEPS = 60


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return an empty table."""
    table = Table(Log(tmp_path), GAMES)
    yield table
    table.close()


def expected(who: str, seat: object) -> tuple[int, str] | None:
    """Return how `who` is refused an action of `seat`, or None if it is allowed."""
    if who == "banker" or (seat is not None and who == f"player {seat}"):
        return None
    if who == "spectator":
        return 403, "only_watching"
    return (403, "banker_only") if seat is None else (403, "not_your_seat")


@pytest.mark.parametrize("game", list(GAMES))
def test_no_role_exceeds_its_rights(table: Table, game: str) -> None:
    """Acts forbidden to a role change nothing; about all others, the rules decide."""
    rng = Random(game)
    access = AccessControl(table)
    app = create_app(table, access)
    app.extensions["access"] = access
    devices = {who: Guest(app, "192.0.2.9") for who in ("banker", "spectator")}
    devices |= {f"player {seat}": Guest(app, "192.0.2.9") for seat in range(len(NAMES))}
    for guest in devices.values():
        guest.post("join", code=access.code)
    start = {"game": game, "names": NAMES, "first_seat": 0}
    assert devices["banker"].act("start", **start).status_code == 200
    for seat in range(len(NAMES)):
        devices[f"player {seat}"].sit(seat)
    done: set[str] = set()
    for _ in range(STEPS):
        last = table.games_played.find().last_moment
        if last.game.is_over(last.state):
            break
        action = random_action(last.game.legal_choices(last.state), rng)
        for who in rng.sample(list(devices), len(devices)):
            before = table.snapshot()["version"]
            answer = devices[who].act(
                action["type"], **{k: action[k] for k in action if k != "type"}
            )
            no = expected(who, action.get("seat"))
            if no is not None:
                assert refused(answer) == no
                assert table.snapshot()["version"] == before
            else:
                assert answer.status_code in (200, 422)
                done.add(who)
                break
    assert "banker" in done
    assert any(who.startswith("player") for who in done)
