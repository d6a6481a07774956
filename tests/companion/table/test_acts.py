"""Acts at a table: their rows, house rules, and the dice of a correction."""

import dataclasses
import random
from pathlib import Path
from typing import Any

import pytest

from companion.log.history import History
from companion.log.rows import Draft, StartBody
from companion.table.acts import TABLE_ACT_NAMES, Correct, EnterDice, Start
from companion.table.state import state_of_rows
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.player import next_action
from engine.core.refusals import NotNow
from engine.games import GAMES
from tests.companion import tiny
from tests.companion.conftest import Played
from tests.companion.table.test_preview import Bench


@pytest.mark.parametrize(("faces", "kept"), [("456", []), ("155", [0]), ("561", [])])
def test_a_correction_keeps_dice_that_can_have_stayed(
    played: Played, faces: str, kept: list[int]
) -> None:
    """A kept die that shows another face was rolled."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("dice", faces=["1", "5", "6"], kept=[0])
    played.do("correct", row=3, faces=list(faces))
    assert played.log[2]["dice"] == {"faces": list(faces), "kept": kept}


def test_no_dice_can_be_entered_in_a_pause(played: Played) -> None:
    """The game does not know about pauses, and would accept them."""
    played.start()
    played.do("pause")
    with pytest.raises(NotNow) as refusal:
        EnterDice(("1", "2", "3")).draft(played.table.state)
    assert refusal.value.code == "no_dice"


def test_a_correction_may_say_which_dice_stayed(played: Played) -> None:
    """The kept dice of a correction are passed to the game unchanged."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("dice", faces=["1", "5", "6"], kept=[0])
    played.do("correct", row=3, faces=["4", "2", "6"], kept=[1])
    assert played.log[2]["dice"] == {"faces": ["4", "2", "6"], "kept": [1]}


def test_a_kept_die_can_be_corrected(tmp_path: Path) -> None:
    """This holds even in a game that checks that kept dice lay there."""
    bench = Bench(tmp_path, "last_chance", 1)
    row, rolled = bench.version, bench.shown["last_row"]["dice"]
    preview: Any = Correct(row, ("2", *rolled["faces"][1:])).preview(bench.table.state)
    bench.table.close()
    assert (rolled["faces"][0], rolled["kept"]) == ("1", [0, 1, 2, 3])
    assert "dice" in {change["what"] for change in preview["changes"]}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_house_rule_is_stored_when_a_game_begins(game: Game[Any]) -> None:
    """Other defaults in a later version then cannot change the result."""
    first = next(iter(game.presets))
    seats = game.player_range(game.presets[first])[1]
    names = tuple(f"Player {seat}" for seat in range(seats))
    start = Start(game.id, names, first_seat=0).draft(state_of_rows((), GAMES, Path(), 0.0))
    assert isinstance(start.body, StartBody)
    assert start.body.setup.preset == first
    rules = {field.name for field in dataclasses.fields(game.options)}
    assert set(start.body.setup.options) == rules
    head = History(GAMES, [start.to_row(1, "tablet")]).head
    assert head is not None
    assert head.state.options == game.presets[first]


def test_a_chosen_house_rule_is_stored_with_its_edition(played: Played) -> None:
    """All other rules are those of the edition."""
    played.start(preset="hard")
    played.start(preset="hard", options={"locked": False})
    bodies = [row.body for row in played.table.state.history.rows]
    setups = [body.setup for body in bodies if isinstance(body, StartBody)]
    assert [setup.preset for setup in setups] == ["hard", "hard"]
    assert [setup.options for setup in setups] == [{"locked": True}, {"locked": False}]


def test_a_game_keeps_the_defaults_it_began_with(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later version of the program may have other defaults."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    monkeypatch.setattr(tiny.Tiny, "presets", {"plain": tiny.Options(locked=True)})
    played.again()
    assert played.shown["awaited"]["fixed"] == []


def test_a_row_without_all_house_rules_still_plays() -> None:
    """Older programs stored only chosen rules."""
    row = Draft(StartBody("tiny", Setup(("Ana",)))).to_row(1, "tablet")
    head = History(tiny.GAMES, [row]).head
    assert head is not None
    assert head.state.options == tiny.Options()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_no_action_has_the_name_of_an_act_of_the_table(game: Game[Any]) -> None:
    """It would never reach the game."""
    assert TABLE_ACT_NAMES.isdisjoint(game.actions.kinds)


def test_a_rematch_is_played_with_the_same_dice(played: Played) -> None:
    """`start` without dice keeps them; other dice, or none, can be named."""
    start = {"game": "tiny", "names": ["Ana", "Ben"]}
    for told, thrown in ((None, ""), ("klee", "klee"), (None, "klee"), ("", ""), (None, "")):
        played.do("start", **start, **({} if told is None else {"dice": told}))
        assert played.table.state.dice_set == thrown


def test_a_rematch_is_for_players_who_stayed(all_games: Played) -> None:
    """House rules stay, chance decides who begins, and the game must be over."""
    rules = {"stop_at_21": False}
    all_games.start("Ana", "Ben", "Cleo", game="jour_de_chance", options=rules)
    with pytest.raises(NotNow, match="No game has ended"):
        all_games.do("rematch", seat=0)
    all_games.do("leave", seat=1)
    rng = random.Random(1)
    while (head := all_games.table.state.head) and not head.game.is_over(head.state):
        action = next_action(head.game, head.state, 3, rng.randrange).to_json()
        all_games.do(str(action.pop("type")), **action)
    options = all_games.shown["options"]
    shown = all_games.do("rematch", seat=0)
    assert [seat["name"] for seat in shown["seats"]] == ["Ana", "Cleo"]
    assert (shown["over"], shown["options"]) == (False, options)


def test_automatic_players_act_only_for_guests(all_games: Played) -> None:
    """Their actions are rows of the game; if none of them has to act, nothing happens."""
    all_games.start("Ana", "Ben", "Cleo", game="yacht", first_seat=1)
    rows = [all_games.do("guests", seats=[1, 2, 9])["row"] for _ in range(9)]
    assert all_games.shown["turn"] == 0
    assert (rows[0], rows[-1]) == (2, None)
