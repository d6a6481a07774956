"""People join, leave and pause: all of this is in rows and survives a restart."""

from pathlib import Path
from typing import Any

import pytest

from companion.access.control import AccessControl
from companion.log.rows import ActionBody, Draft
from engine.core.refusals import BadSetup
from tests.companion.conftest import Played, PlayedWithAllGames, seen

ALIKE = "\u0410na"  # its first letter is Cyrillic


def test_a_pause_survives_the_night(played: Played) -> None:
    """Nothing is counted or read until somebody resumes, even after a restart."""
    played.start()
    played.do("open")
    assert played.shown["clock"]
    assert played.do("pause")["paused"]
    assert (played.shown["clock"], played.shown["awaited"], played.shown["legal"]) == (
        None,
        None,
        [],
    )
    played.again()
    played.clock.t += 36_000
    played.table.tick()
    assert played.shown["paused"]
    assert played.read(seen(1, "1 2 3"))["outcome"] != "played"
    assert not played.do("resume")["paused"]
    assert played.shown["clock"]["running"]


def test_dice_are_awaited_again_after_a_pause(played: Played) -> None:
    """Rolls during the pause do not belong to the game."""
    played.start()
    played.do("pause")
    assert played.read(seen(1, "6 6 6"))["outcome"] != "played"
    played.do("resume")
    assert played.shown["awaited"]
    assert played.cash() == [0, 0]


def test_a_pause_can_be_undone(played: Played) -> None:
    """The undo resumes the game."""
    played.start()
    played.do("pause")
    assert not played.do("undo")["paused"]


def test_a_new_name_is_shown_and_its_phone_stays(played: Played) -> None:
    """The log says who had which name when; an undo restores the old name."""
    played.start()
    access = AccessControl(played.table)
    banker, phone = (access.join(access.code, "192.0.2.1") for _ in range(2))
    assert access.callers.with_current_role(banker).role == "banker"
    access.sit(phone.id, 1)
    shown = played.do("rename", seat=1, name=" Benedikt ")
    assert shown["seats"][1]["name"] == "Benedikt"
    assert access.callers.with_current_role(phone).seat == 1
    assert [row["line"] for row in played.log] == ["Tiny: Ana, Ben", "Ben is now called Benedikt"]
    assert played.table.games_played.find().names == ("Ana", "Benedikt")
    played.again()
    assert played.shown["seats"][1]["name"] == "Benedikt"
    assert played.do("undo")["seats"][1]["name"] == "Ben"


def test_a_player_joining_under_anothers_old_name_gets_their_own_seat(tmp_path: Path) -> None:
    """The phone gets a new seat, and no private view of the other player."""
    played = PlayedWithAllGames(tmp_path)
    played.start("Ana", "Ben", "Cleo", game="last_chance")
    access = AccessControl(played.table)
    _, old, new = (access.join(access.code, f"192.0.2.{number}") for number in range(3))
    access.sit(old.id, 0)
    played.do("rename", seat=0, name="Anna")
    played.do("join", name=" Ana")
    access.claim_name(new.id, "ana")
    assert access.status(access.callers.with_current_role(new))["asks"] == 3
    access.sit(new.id, 3)
    assert [access.callers.with_current_role(phone).seat for phone in (old, new)] == [0, 3]
    played.start("Ana", "Ben", "Anna", game="last_chance")
    assert [access.callers.with_current_role(phone).seat for phone in (old, new)] == [2, 0]


def test_a_joining_players_phone_is_found_by_the_stored_name(tmp_path: Path) -> None:
    """The way it was typed does not matter."""
    played = PlayedWithAllGames(tmp_path)
    played.start("Ana", "Ben", "Cleo", game="last_chance")
    played.do("join", name=" Zoé  Maria ")
    assert played.table.state.original_names[3] == "Zoé Maria"


def test_a_renamed_phone_stays_in_the_games_that_follow(played: Played) -> None:
    """This holds even after another new name, until somebody else joins under the old one."""
    played.start()
    access = AccessControl(played.table)
    _, phone = (access.join(access.code, "192.0.2.1") for _ in range(2))
    access.sit(phone.id, 1)
    played.do("rename", seat=1, name="Benedikt")
    played.start("Benedikt", "Ana")
    assert access.callers.with_current_role(phone).seat == 0
    played.do("rename", seat=0, name="Benno")
    played.start("Ana", "Benno")
    assert access.callers.with_current_role(phone).seat == 1
    played.again()
    access = AccessControl(played.table)
    assert list(played.table.state.original_names) == ["Ana", "Ben"]
    played.start("Ben", "Benno")
    assert list(played.table.state.original_names) == ["Ben", "Benno"]


def test_names_that_look_alike_in_an_old_log_play_on(played: Played) -> None:
    """New ones are refused, but not those that older versions let in."""
    played.start("Ana", "Ben", "Cleo")
    rename = ActionBody({"type": "rename", "seat": 1, "name": ALIKE})
    played.table.store.log.append(Draft(rename).to_row(2, ""))
    played.again()
    played.do("rename", seat=2, name="Dora")
    assert played.table.games_played.find().names == ("Ana", ALIKE, "Dora")
    assert played.do("rename", seat=1, name="Ben")["seats"][1]["name"] == "Ben"
    assert played.do("undo")["seats"][1]["name"] == ALIKE
    while not played.shown["over"]:
        played.do("dice", faces=["6", "6", "6"])
    assert [seat["name"] for seat in played.do("rematch")["seats"]] == ["Ana", ALIKE, "Dora"]


@pytest.mark.parametrize("act", [{"type_": "rename", "seat": 1}, {"type_": "join"}])
@pytest.mark.parametrize(("name", "code"), [(ALIKE, "duplicate_name"), ("\u3164", "bad_name")])
def test_a_name_that_misleads_is_refused_in_a_game(
    all_games: Played, act: dict[str, Any], name: str, code: str
) -> None:
    """It looks like another player's name, or is blank; a form of their own name is allowed."""
    all_games.start("Ana", "Ben", "Cleo", game="last_chance")
    with pytest.raises(BadSetup) as refused:
        all_games.do(**act, name=name)
    assert refused.value.code == code
    assert all_games.do("rename", seat=0, name=ALIKE)["seats"][0]["name"] == ALIKE
