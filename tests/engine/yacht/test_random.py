"""Random games of Yacht end, points add up, and a replay is equal."""

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis.stateful import invariant

from engine.core.offered_game import Setup
from engine.yacht.score_boxes import SCORE_BOXES
from tests.engine.machine import GameMachine
from tests.engine.playing import (
    RANDOM_GAMES,
    check_replay,
    check_round_trip,
    check_throws,
    play_wildly,
    random_options,
)
from tests.engine.yacht.table import GAME, NAMES

ACTIONS_A_TURN = 4  # three rolls and a score; saved rolls come from earlier turns


def test_random_games_end() -> None:
    """With random legal actions and 5 % wrong ones, each game ends within the bound."""
    for seed in range(RANDOM_GAMES // 10):
        rng = Random(seed)
        players = rng.randint(1, 8)
        start = Setup(NAMES[:players], rng.randrange(players), "", random_options(GAME, rng))
        played = play_wildly(GAME, start, rng, players * 3 * len(SCORE_BOXES) * ACTIONS_A_TURN)
        check_replay(GAME, played)
        check_throws(GAME, played)
        check_round_trip(rng.choice(played.states))


class YachtMachine(GameMachine):
    """A table of Yacht."""

    game = GAME

    @invariant()
    def points_add_up(self) -> None:
        """Boxes, bonus and further yachts are the total; the current player has a free box."""
        view: Any = self.game.view(self.state)
        for seat in view["seats"]:
            total = seat["extra"]
            for times, column in enumerate(seat.get("columns", [seat]), 1):
                end = "" if times == 1 else str(times)
                boxes = [box for box in seat["sheet"] if box.partition("*")[2] == end]
                total += times * (sum(seat["sheet"][box] or 0 for box in boxes) + column["bonus"])
            assert seat["total"] == total
        assert bool(self.state.boxes_to_fill(self.state.turn)) != self.over


TestYacht = YachtMachine.TestCase
TestYacht.settings = settings(max_examples=15, stateful_step_count=60, deadline=None)
