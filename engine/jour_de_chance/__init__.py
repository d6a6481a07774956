"""Jour de Chance (Origames): draw or bank, and stay below 21."""

from collections.abc import Mapping, Sequence

from engine.core.action import Action
from engine.core.choice import Choice
from engine.core.codec import to_json
from engine.core.feats import Feat
from engine.core.game import Game, Pick, Prompt, Result, Setup
from engine.core.refusals import Json
from engine.jour_de_chance import feats, legal, notation, player, prompts, ranking, rules
from engine.jour_de_chance import odds as chance
from engine.jour_de_chance import view as views
from engine.jour_de_chance.actions import ACTIONS, DealCard, DrawCard
from engine.jour_de_chance.cards import cards_in
from engine.jour_de_chance.options import PRESETS, Options
from engine.jour_de_chance.state import State


class JourDeChance(Game[State]):
    """The rules of Jour de Chance behind the shape that the table knows.

    >>> state = JOUR_DE_CHANCE.start(Setup(("Ana", "Ben")))
    >>> for card in (7, 3):
    ...     state = JOUR_DE_CHANCE.play(state, DealCard(card))
    >>> JOUR_DE_CHANCE.line(state, DrawCard(3))  # Ben has the smaller card and begins
    'Ben draws 3'
    >>> JOUR_DE_CHANCE.view(JOUR_DE_CHANCE.play(state, DrawCard(3)))["outcome"]["kind"]
    'pair'
    """

    id = "jour_de_chance"
    title = "Jour de Chance"
    unit = "points"
    min_players = 2
    max_players = 8
    actions = ACTIONS
    options = Options
    presets = PRESETS

    def start(self, setup: Setup) -> State:
        """Return the first state; `setup.first_seat` is dealt the first card."""
        options = self.check_setup(setup)
        assert isinstance(options, Options)
        return rules.start(setup.names, setup.first_seat, options)

    def play(self, state: State, action: Action) -> State:
        """Return the state after `action`; refusals are listed in `jour_de_chance.rules`."""
        return rules.play(state, action)

    def legal(self, state: State) -> tuple[Choice, ...]:
        """Return what may be done now; empty only when the game is over."""
        return legal.legal(state)

    def view(self, state: State) -> dict[str, Json]:
        """Return what the table may see; the keys are listed in `jour_de_chance.view`."""
        return views.view(state)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return what a banker would say; codes are listed in `jour_de_chance.prompts`."""
        return prompts.prompts(state)

    def line(self, state: State, action: Action) -> str:
        """Return `action`, as played in `state`, as one short readable line."""
        return notation.line(state, action)

    def parse_line(self, state: State, text: str) -> Action:
        """Return the action that `line` writes as `text` in `state`."""
        return notation.parse_line(state, text)

    def result(self, state: State) -> Result:
        """Return how the game ended; the endings are listed in `engine.jour_de_chance.ranking`."""
        return ranking.result(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points that each player has banked."""
        return ranking.scores(state)

    def feats(self, states: Sequence[State]) -> tuple[Feat, ...]:
        """Return the turning points; the codes are listed in `engine.jour_de_chance.feats`."""
        return feats.feats(states)

    def balances(self, state: State) -> Mapping[str, int]:
        """Return how many cards lie in the draw pile, the discards, each row and each bank."""
        counts = {"pile": sum(state.pile), "discards": sum(state.discards)}
        for number, seat in enumerate(state.seats):
            counts[f"row:{number}"] = len(seat.row)
            counts[f"bank:{number}"] = len(seat.banked)
        return counts

    def chances(self, state: State) -> Sequence[Action]:
        """Return the cards that may be dealt or drawn next, equally likely."""
        if state.phase == "deal":
            return [DealCard(card, state.next_dealt) for card in cards_in(state.pile)]
        if state.phase == "turn":
            return [DrawCard(card, state.mover) for card in cards_in(state.pile)]
        return ()

    def decide(self, state: State, seat: int | None, pick: Pick) -> Action | None:
        """Return what an automatic player does; how he plays is told in `jour_de_chance.player`."""
        return player.decide(state, seat, pick)

    def known_odds(self, state: State) -> Mapping[str, Json] | None:
        """Return what drawing and each banking risk; the keys are those of `jour_de_chance.odds`.

        ::

            {"seat", "draw": {"pair", "over"}, "bank": [{"owner", "card", "total", "over",
            "too_high"}, …]}
        """
        data = to_json(chance.odds(state))
        return data if isinstance(data, Mapping) else None


JOUR_DE_CHANCE = JourDeChance()
