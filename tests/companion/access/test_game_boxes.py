"""Who may save and replace boxes that people made."""

import json

import pytest

from companion.access.devices import BANKER_AWAY_SECONDS, NEW_BANKER_SECONDS
from engine.core.codec import to_json
from engine.free_table.game_box import GameBox
from tests.companion.access.conftest import TABLE, Joiner, refused
from tests.companion.conftest import Clock, Played


@pytest.fixture
def played(all_games: Played) -> Played:
    """Return a table with the game that has boxes."""
    return all_games


def box(name: str, dice: int) -> str:
    """Return the content of a box file."""
    return json.dumps(
        {"croupier_box": 1, "game": "free_table", "box": to_json(GameBox(name, dice=dice))}
    )


def test_a_guest_who_takes_a_vacant_bank_replaces_no_box(
    join: Joiner, clock: Clock, played: Played
) -> None:
    """They may save a box under another name, since that deletes nothing."""
    tablet, guest = join(), join()
    assert tablet.post_to_table("boxes", text=box("Klee", 3)).status_code == 200
    assert tablet.post_to_table("boxes", text=box("Klee", 2)).status_code == 200
    clock.t += BANKER_AWAY_SECONDS
    guest.post("role", role="banker")
    guest.act("start", game="free_table", names=["Ana"])
    assert refused(guest.post_to_table("boxes", text=box("Klee", 1))) == (403, "new_banker")
    assert guest.post_to_table("boxes", text=box("Mine", 1)).status_code == 200
    kept = {one["name"]: one["dice"] for one in guest.get(f"{TABLE}/boxes").get_json()["boxes"]}
    assert kept == {"Klee": 2, "Mine": 1}
    clock.t += NEW_BANKER_SECONDS
    assert guest.post_to_table("boxes", text=box("Klee", 1)).status_code == 200
