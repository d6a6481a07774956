"""Last One (of the Crazy Eights family): a pack of cards, melees, and who goes bankrupt last."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.core.action import Action
from engine.core.choice import Choice
from engine.core.feats import Feat
from engine.core.game import Game, Pick, Prompt, Result, Setup, Timer
from engine.core.refusals import Json
from engine.last_one import feats, legal, notation, player, prompts, ranking, rules
from engine.last_one import view as views
from engine.last_one.actions import ACTIONS, CloseCall, Take, TurnUp
from engine.last_one.cards import PACK, Card
from engine.last_one.options import PRESETS, Options
from engine.last_one.state import State

_TAKE = {card: Take(card) for card in PACK}


class LastOne(Game[State]):
    """The rules of Last One behind the shape that the table knows.

    >>> state = LAST_ONE.start(Setup(("Ana", "Ben", "Cleo")))
    >>> lines = ("Cleo deals 7 cards each", "9♠ is turned up", "Ana plays 4♠", "Ben plays 5♠")
    >>> for line in (*lines, "Nobody goes on with 6♠"):
    ...     state = LAST_ONE.play(state, LAST_ONE.parse_line(state, line))
    >>> [prompt.code for prompt in LAST_ONE.prompts(state)]
    ['draws', 'turn']
    >>> [seat["cards"] for seat in LAST_ONE.view(state)["seats"]]  # Ana laid one and drew 5
    [11, 6, 7]
    """

    id = "last_one"
    title = "Last One"
    unit = "points"
    fewest_wins = True
    min_players = 2
    max_players = 6
    actions = ACTIONS
    options = Options
    presets = PRESETS
    alone = MappingProxyType({"cards": "full"})

    def start(self, setup: Setup) -> State:
        """Return the first state; raises `BadSetup`, also if the pack is too small to deal."""
        options = self.check_setup(setup)
        assert isinstance(options, Options)
        return rules.start(setup.names, setup.first_seat, options)

    def players(self, options: object) -> tuple[int, int]:
        """Return how few and how many may play: one card must be left to turn up."""
        assert isinstance(options, Options)
        if options.dealer_chooses:
            return self.min_players, self.max_players
        return self.min_players, min(self.max_players, (len(PACK) - 1) // options.hand_size)

    def play(self, state: State, action: Action) -> State:
        """Return the state after `action`; refusals are listed in `engine.last_one.rules`."""
        return rules.play(state, action)

    def legal(self, state: State) -> tuple[Choice, ...]:
        """Return what may be done now; empty only when the match is over."""
        return legal.legal(state)

    def phase(self, state: State) -> str:
        """Return the phase; the words are listed in `engine.last_one.view`."""
        return views.phase(state)

    def view(self, state: State) -> dict[str, Json]:
        """Return what the table may see; the keys are listed in `engine.last_one.view`."""
        return views.view(state)

    def hand(self, state: State, seat: int) -> tuple[Card, ...]:
        """Return the cards of `seat` that the table knows: with full rules, his secret."""
        return views.hand(state, seat)

    def own(self, state: State, seat: int) -> dict[str, Json]:
        """Return ``hand``, the cards of `seat` that the table knows."""
        return {"hand": list(views.hand(state, seat))}

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return what a banker would say; codes are listed in `engine.last_one.prompts`."""
        return prompts.prompts(state)

    def line(self, state: State, action: Action) -> str:
        """Return `action`, as played in `state`, as one short readable line."""
        return notation.line(state, action)

    def told(self, state: State, action: Action) -> dict[str, Json]:
        """Return `action` with whose act it is, and how many cards he draws."""
        return notation.told(state, action)

    def parse_line(self, state: State, text: str) -> Action:
        """Return the action that `line` writes as `text` in `state`."""
        return notation.parse_line(state, text)

    def result(self, state: State) -> Result:
        """Return how the game ended; the endings are listed in `engine.last_one.ranking`."""
        return ranking.result(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the penalty points of each player."""
        return tuple(seat.points for seat in state.seats)

    def feats(self, states: Sequence[State]) -> tuple[Feat, ...]:
        """Return the turning points; the codes are listed in `engine.last_one.feats`."""
        return feats.feats(states)

    def balances(self, state: State) -> Mapping[str, int]:
        """Return how many cards lie in stock, discard pile and hands; the sum is 54."""
        return state.balances

    def chances(self, state: State) -> Sequence[Action]:
        """Return, with full rules, the cards that may come from the stock, equally likely."""
        if state.pending:
            return [_TAKE[card] for card in state.unseen]
        if state.phase == "turn_up":
            return [TurnUp(card, seat=state.dealer) for card in state.unseen]
        return ()

    def decide(self, state: State, seat: int | None, pick: Pick) -> Action | None:
        """Return what an automatic player does; how he plays is told in `last_one.player`."""
        return player.decide(state, seat, pick)

    def timer(self, state: State) -> Timer | None:
        """Return the end of the seconds in which a forgotten call may be noticed."""
        if state.uncalled is None or state.options.seconds is None or state.pending:
            return None
        return Timer(CloseCall(), state.options.seconds)


LAST_ONE = LastOne()
