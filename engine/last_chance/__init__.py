"""Last Chance (Sean and Thomas McGuire, Ravensburger 1994): auction, dice and nerves."""

from collections.abc import Mapping, Sequence

from engine.core.action import Action
from engine.core.choice import Choice
from engine.core.feats import Feat
from engine.core.game import Awaited, Game, Pick, Prompt, Result, Setup, Timer
from engine.core.refusals import BadAction, BadSetup, Json, NotAllowed, NotNow
from engine.last_chance import feats, legal, notation, player, prompts, ranking, rules, worth
from engine.last_chance import view as views
from engine.last_chance.actions import ACTIONS, FACES, Count, Flip
from engine.last_chance.cards import may_come
from engine.last_chance.combination import DICE
from engine.last_chance.options import PRESETS, Options
from engine.last_chance.state import State


class LastChance(Game[State]):
    """The rules of Last Chance behind the shape that the table knows."""

    id = "last_chance"
    title = "Last Chance"
    unit = "cash"
    min_players = 2
    max_players = 6
    actions = ACTIONS
    options = Options
    presets = PRESETS

    def start(self, setup: Setup) -> State:
        """Return the first state; raises `BadSetup`, also if nobody sits at the banker's seat."""
        options = self.check_setup(setup)
        assert isinstance(options, Options)
        if options.banker >= len(setup.names):
            raise BadSetup(
                "bad_option",
                "Nobody sits at the banker's seat.",
                option="banker",
                high=len(setup.names) - 1,
            )
        return rules.start(setup.names, setup.first_seat, options)

    def players(self, options: object) -> tuple[int, int]:
        """Return how few and how many may play: the box of `options` says it."""
        assert isinstance(options, Options)
        return options.cash.fewest_players, self.max_players

    def play(self, state: State, action: Action) -> State:
        """Return the state after `action`; refusals are listed in `engine.last_chance.rules`."""
        return rules.play(state, action)

    def legal(self, state: State) -> tuple[Choice, ...]:
        """Return what may be done now; empty only when the game is over."""
        return legal.legal(state)

    def view(self, state: State) -> dict[str, Json]:
        """Return what the table may see; the keys are listed in `engine.last_chance.view`."""
        return views.view(state)

    def own(self, state: State, seat: int) -> dict[str, Json]:
        """Return ``bet`` (``amount on``): what `seat` has bet, also while it is secret."""
        return views.own(state, seat)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return what a banker would say; codes are listed in `engine.last_chance.prompts`."""
        return prompts.prompts(state)

    def line(self, state: State, action: Action) -> str:
        """Return `action`, as played in `state`, as one short readable line."""
        return notation.line(state, action)

    def told(self, state: State, action: Action) -> dict[str, Json]:
        """Return `action` with the seat that turned over or threw, and a secret bet covered."""
        return notation.told(state, action)

    def parse_line(self, state: State, text: str) -> Action:
        """Return the action that `line` writes as `text` in `state`; see `last_chance.notation`."""
        return notation.parse_line(state, text)

    def result(self, state: State) -> Result:
        """Return how the game ended; the endings are listed in `engine.last_chance.ranking`."""
        return ranking.result(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the cash of each player, in units."""
        return tuple(map(state.cash, range(len(state.seats))))

    def feats(self, states: Sequence[State]) -> tuple[Feat, ...]:
        """Return the turning points; the codes are listed in `engine.last_chance.feats`."""
        return feats.feats(states)

    def balances(self, state: State) -> Mapping[str, int]:
        """Return bank, stake, and each player's cash and bet; the sum is all money of the box."""
        return state.money.balances

    def chances(self, state: State) -> Sequence[Action]:
        """Return the cards of the invented deck that may come up next, equally likely."""
        if state.phase != "flip":
            return ()
        cards = may_come(state.options, state.turned, state.cards_won)
        return [Flip(card.symbols, card.prize, card.attempts) for card in cards]  # type: ignore[arg-type]

    def known_odds(self, state: State) -> Mapping[str, Json] | None:
        """Return chances and what they are worth; the keys are listed in `last_chance.worth`."""
        return worth.tell(state)

    def decide(self, state: State, seat: int | None, pick: Pick) -> Action | None:
        """Return what an automatic player does; how he plays is told in `last_chance.player`."""
        return player.decide(state, seat, pick)

    def timer(self, state: State) -> Timer | None:
        """Return the next count of a running auction, unless people count themselves."""
        if state.phase != "auction" or state.high is None or state.options.seconds is None:
            return None
        return Timer(Count(state.count + 1), state.options.seconds)

    def awaited(self, state: State) -> Awaited | None:
        """Return the five dice awaited: the first roll, or an attempt with what may stay."""
        if state.phase == "roll":
            return Awaited(DICE, FACES)
        if state.phase in ("bets", "crack"):
            return Awaited(DICE, FACES, state.dice, state.locked)
        return None

    def roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the first roll or the attempt that five `faces` mean, `kept` being not thrown.

        Raises `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        if self.awaited(state) is None:
            raise NotNow("no_dice", "No dice are awaited.", phase=state.phase)
        stay = set(kept)
        if not stay <= set(range(len(faces))):
            raise BadAction("malformed", "kept names dice that are not there.", field="kept")
        if state.phase == "roll":
            if stay:
                raise NotAllowed("throw_all", "The first roll takes all dice.", kept=sorted(stay))
            return ACTIONS.parse({"type": "roll", "faces": list(faces)})
        return ACTIONS.parse(
            {
                "type": "throw",
                "kept": [face for i, face in enumerate(faces) if i in stay],
                "thrown": [face for i, face in enumerate(faces) if i not in stay],
            }
        )


LAST_CHANCE = LastChance()
