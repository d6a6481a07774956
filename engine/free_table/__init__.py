"""A free table, for any boxed game: people choose what the table does for them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.core.action import Action
from engine.core.awaited_dice import AwaitedDice
from engine.core.choice import Pick
from engine.core.codec import to_json
from engine.core.dice import FACES
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt, Timer
from engine.core.places import shared_places, winners
from engine.core.refusals import Json
from engine.free_table import rules
from engine.free_table.game_box import GameBox
from engine.free_table.options import PRESETS, Options
from engine.free_table.state import FinishGame, RecordedRoll, RecordRoll, State, TimeUp


@dataclass(frozen=True, slots=True)
class Standing:
    """A player: `place` from 1 (None: they have left, or nothing counts), and `score`."""

    seat: int
    place: int | None
    score: int


class FreeTable(Game[State]):
    """The game of a free table.

    >>> from engine.core.offered_game import Setup
    >>> from engine.free_table.state import ChooseBox, PressButton
    >>> from engine.free_table.game_box import READY_MADE_BOXES
    >>> state = FREE_TABLE.start(Setup(("Ana", "Ben"))).state
    >>> state = FREE_TABLE.play(state, ChooseBox(READY_MADE_BOXES["property"])).state
    >>> FREE_TABLE.play(state, PressButton(0, 0)).events[0]
    ButtonPressed(seat=0, button='Salary', amount=200)
    >>> FREE_TABLE.scores(FREE_TABLE.play(state, PressButton(0, 0)).state)
    (1700, 1500)
    """

    id = "free_table"
    title = "Free table"
    unit = "score"
    min_players = 1
    max_players = 12
    options = Options
    presets = PRESETS
    game_box_type = GameBox

    begin = staticmethod(rules.begin)
    legal_choices = staticmethod(rules.legal_choices)
    seats_that_may_leave = staticmethod(rules.seats_that_may_leave)
    leave = staticmethod(rules.leave)
    may_join = staticmethod(rules.may_join)
    join = staticmethod(rules.join)
    rules = rules.RULES

    def turn(self, state: State) -> int | None:
        """Return whose turn it is; None without turns."""
        return state.acting_seat

    def table_view(self, state: State) -> dict[str, Json]:
        """Return what everybody may see, except the seats.

        ``phase``
            ``setup`` the box is chosen · ``play`` · ``over``
        ``box``
            the fields of `GameBox`
        ``bank``
            the bank's money (null: no money, or it never runs out)
        ``turn_count``, ``round``
            the finished turns · the first round that is not full
        ``dice``, ``dice_count``
            the dice as they lie: ``face`` · how many are rolled now
        ``throws``
            the last rolls, newest last: ``seat faces sum doubles``
        ``throw_count``, ``doubles``
            all rolls · how many doubles the player of the last roll has rolled in a row
        ``ranking``
            null until the end, then ``seat place score``, best first
        """
        limited = state.box.money and "bank" not in state.money.may_owe
        last = state.throws[-1] if state.throws else RecordedRoll(None, ())
        newest_first = state.throws[::-1]
        doubles = takewhile(lambda one: one.is_doubles and one.seat == last.seat, newest_first)
        return {
            "box": to_json(state.box),
            "bank": state.money["bank"] if limited and state.phase != "setup" else None,
            "turn_count": state.turn_count,
            "round": state.round,
            "dice": [{"face": face} for face in last.faces],
            "dice_count": state.dice,
            "throws": [
                {
                    "seat": one.seat,
                    "faces": one.faces,
                    "sum": sum(map(int, one.faces)),
                    "doubles": one.is_doubles,
                }
                for one in state.throws
            ],
            "throw_count": state.throw_count,
            "doubles": len(list(doubles)),
        }

    def public_seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`.

        ``cash`` · ``debt`` · ``points`` by round · ``total`` of these ·
        ``team`` (null: no teams) · ``score`` of the team or player · ``counters`` in the order of
        the box · ``left`` the seconds on the clock when their turn began (null: no clock)
        """
        timed = state.phase == "play" and state.box.has_clock
        clock = seat if state.box.turns == "chess" else 0
        return {
            "cash": state.cash(seat),
            "debt": state.debts[seat],
            "points": state.points[seat],
            "total": sum(state.points[seat]),
            "team": state.team_of(seat) if state.box.teams else None,
            "score": self.scores(state)[seat],
            "counters": state.counters[seat],
            "left": state.left[clock] if timed else None,
        }

    def banker_prompts(self, state: State) -> tuple[BankerPrompt, ...]:
        """Return what a banker asks or says now (Rules §5).

        ``choose_box`` · ``time_is_up`` in this turn · ``your_turn`` · ``play`` there are no turns ·
        ``written`` all rounds of the sheet are full · ``counted_down`` `seat` has 0 left ·
        ``game_over``: `winners`
        """
        return tuple(self._prompts(state))

    def _prompts(self, state: State) -> Iterator[BankerPrompt]:
        match state.phase:
            case "setup":
                yield BankerPrompt("choose_box")
            case "play" if state.acting_seat is None:
                yield BankerPrompt("play")
            case "play":
                up = state.box.has_clock and not state.left[state.clock_index]
                yield BankerPrompt("time_is_up" if up else "your_turn", state.acting_seat)
            case "over":
                yield BankerPrompt("game_over", None, {"winners": winners(self.ranking(state))})
        if state.phase != "play" or state.box.sheet == "none":
            return
        if 0 < state.box.rounds < state.round:
            yield BankerPrompt("written")
        scores = self.scores(state)
        for seat in state.active_seats:
            if state.box.count_down and not scores[seat]:
                yield BankerPrompt("counted_down", seat)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat's team, or those left; or their money minus debt."""
        sums = Counter[int]()
        for seat, points in enumerate(state.points):
            money = state.cash(seat) - state.debts[seat]
            sums[state.team_of(seat)] += money if state.box.sheet == "none" else sum(points)
        found = (sums[state.team_of(seat)] for seat in range(len(state.names)))
        start = state.box.count_down if state.box.sheet != "none" else 0
        return tuple(start - one if start else one for one in found)

    def ranking(self, state: State) -> tuple[Standing, ...]:
        """Return all players, best first; a team or equals share a place, those gone have none."""
        found = self.scores(state)
        sign = -1 if self.fewest_wins(state) else 1
        counted = state.box.money or state.box.sheet != "none"
        active = state.active_seats if counted else ()
        places = shared_places({state.team_of(seat): sign * found[seat] for seat in active})
        standings = [
            Standing(seat, places[state.team_of(seat)] if seat in active else None, score)
            for seat, score in enumerate(found)
        ]
        return tuple(sorted(standings, key=lambda one: one.place or len(found) + 1))

    def ending(self, state: State) -> str:
        """Return why the game is over: always ``finished``, since only people end it."""
        return "finished"

    def display_title(self, state: State) -> str:
        """Return the name of the box, once there is one."""
        return state.box.name if state.arranged else self.title

    def keeps_score(self, state: State) -> bool:
        """Return whether a box has been chosen, which says what everybody starts with."""
        return state.phase != "setup"

    def fewest_wins(self, state: State) -> bool:
        """Return whether the fewest points on the sheet win, or the fewest left to count down."""
        return state.box.sheet == ("most" if state.box.count_down else "fewest")

    def all_win_alike(self, state: State) -> bool:
        """Return whether they count down, so that those who win have 0 left."""
        return state.box.sheet != "none" and state.box.count_down > 0

    def balances(self, state: State) -> Mapping[str, int]:
        """Return the money of the bank and of each player, and what is not in play."""
        return state.money.balances

    def timer(self, state: State) -> Timer | None:
        """Return the end of the time on the clock, which runs until the turn ends."""
        if state.phase != "play" or not state.box.has_clock or not state.left[state.clock_index]:
            return None
        turn = 0 if state.box.turns == "shared" else state.turn_count
        return Timer(TimeUp(), state.left[state.clock_index], (state.clocks_set, turn))

    def awaited_dice(self, state: State) -> AwaitedDice | None:
        """Return the dice, any of which may stay; None if they are typed in (not six sides)."""
        if state.phase != "play" or not state.box.dice or state.box.sides != len(FACES):
            return None
        before = state.throws[-1].faces if state.throws else ()
        return AwaitedDice(state.dice, FACES, before, throw=(state.throw_count, state.arranged))

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the `RecordRoll` for `faces`; raises `NotNow` (``no_dice``)."""
        self.require_dice(state)
        data = {"type": "throw", "faces": list(faces), "seat": state.acting_seat}
        return self.actions.parse(data)

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the faces of a roll."""
        return action.faces if isinstance(action, RecordRoll) else ()

    def decide(self, state: State, seat: int | None, pick: Pick) -> Action | None:
        """Return a random action of the player whose turn it is; now and then, end the game."""
        if seat is None and state.phase == "play":
            return FinishGame()
        waits = seat is not None and (seat != (state.acting_seat or 0) or not pick(40))
        return None if waits else super().decide(state, seat, pick)


FREE_TABLE = FreeTable()
