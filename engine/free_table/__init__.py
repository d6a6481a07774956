"""A free table: people, any dice, any box. What the table does for them, the box says."""

from collections.abc import Mapping, Sequence

from engine.core.action import Action
from engine.core.awaited import Awaited
from engine.core.choice import Pick
from engine.core.game import Game
from engine.core.game_rules import Timer
from engine.free_table import legal, people, prompts, ranking, rules, view
from engine.free_table.actions import FACES, Finish, Throw, TimeUp
from engine.free_table.game_box import GameBox
from engine.free_table.options import PRESETS, Options
from engine.free_table.state import State


class FreeTable(Game[State]):
    """A table for any box behind the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> from engine.free_table.actions import Arrange, Press
    >>> from engine.free_table.game_box import READY_MADE_BOXES
    >>> state = FREE_TABLE.start(Setup(("Ana", "Ben"))).state
    >>> state = FREE_TABLE.play(state, Arrange(READY_MADE_BOXES["property"])).state
    >>> FREE_TABLE.play(state, Press(0, 0)).events[0]
    ButtonPressed(seat=0, button='Salary', amount=200)
    >>> FREE_TABLE.scores(FREE_TABLE.play(state, Press(0, 0)).state)
    (1700, 1500)
    """

    id = "free_table"
    title = "Free table"
    unit = "score"
    min_players = 1
    max_players = 8
    options = Options
    presets = PRESETS
    game_box_type = GameBox

    begin = staticmethod(rules.begin)
    rules = rules.RULES
    legal_choices = staticmethod(legal.legal_choices)
    table_view = staticmethod(view.table_view)
    seat_view = staticmethod(view.seat_view)
    banker_prompts = staticmethod(prompts.banker_prompts)
    ending = staticmethod(ranking.ending)
    scores = staticmethod(ranking.scores)
    ranking = staticmethod(ranking.ranking)
    seats_that_may_leave = staticmethod(people.seats_that_may_leave)
    leave = staticmethod(people.leave)
    may_join = staticmethod(people.may_join)
    join = staticmethod(people.join)

    def turn(self, state: State) -> int | None:
        """Return whose turn it is, where there are turns."""
        return state.acting_seat

    def display_title(self, state: State) -> str:
        """Return the name of the box, once there is one."""
        return state.box.name if state.arranged else self.title

    def fewest_wins(self, state: State) -> bool:
        """Tell whether the box has a sheet of which fewest points win."""
        return state.box.sheet == "fewest"

    def balances(self, state: State) -> Mapping[str, int]:
        """Return every account of the bank, the players, and what is not in play."""
        return state.money.balances

    def timer(self, state: State) -> Timer | None:
        """Return when the time on the clock is up; nobody's acts begin it anew but a turn's end."""
        if state.phase != "play" or not state.box.has_clock or not state.left[state.running_clock]:
            return None
        turn = 0 if state.box.turns == "shared" else state.turn_count
        return Timer(TimeUp(), state.left[state.running_clock], (state.clocks_set, turn))

    def awaited(self, state: State) -> Awaited | None:
        """Return the dice, whoever throws them; any of them may stay."""
        if state.phase != "play" or not state.box.dice:
            return None
        before = state.throws[-1].faces if state.throws else ()
        return Awaited(state.dice, FACES, before, throw=(state.throw_count, state.arranged))

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the throw after which the dice show `faces`; raises `NotNow` (``no_dice``)."""
        self.require_dice(state)
        data = {"type": "throw", "faces": list(faces), "seat": state.acting_seat}
        return self.actions.parse(data)

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the faces of a throw."""
        return action.faces if isinstance(action, Throw) else ()

    def decide(self, state: State, seat: int | None, pick: Pick) -> Action | None:
        """Return what an automatic player does: whose turn it is plays, till all go home."""
        if seat is None and state.phase == "play":
            return Finish()
        waits = seat is not None and (seat != (state.acting_seat or 0) or not pick(40))
        return None if waits else super().decide(state, seat, pick)


FREE_TABLE = FreeTable()
"""The game."""
