"""Jour de Chance (Origames): draw or bank, and stay below 21."""

from collections.abc import Mapping, Sequence

from engine.core.action import Action
from engine.core.game import Game
from engine.core.people import rename_seats
from engine.core.refusals import Json
from engine.jour_de_chance import (
    feats,
    legal,
    notation,
    people,
    player,
    prompts,
    ranking,
    rules,
    view,
)
from engine.jour_de_chance import odds as chance
from engine.jour_de_chance.actions import BankCard, DealCard, DrawCard
from engine.jour_de_chance.cards import VALUES, cards_in
from engine.jour_de_chance.options import PRESETS, Options
from engine.jour_de_chance.state import State


class JourDeChance(Game[State]):
    """The rules of Jour de Chance behind the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> state = JOUR_DE_CHANCE.start(Setup(("Ana", "Ben"))).state
    >>> for card in (7, 3):
    ...     state = JOUR_DE_CHANCE.play(state, DealCard(card)).state
    >>> JOUR_DE_CHANCE.line(state, DrawCard(3))  # Ben has the smaller card and begins
    'Ben draws 3'
    >>> JOUR_DE_CHANCE.view(JOUR_DE_CHANCE.play(state, DrawCard(3)).state)["outcome"]["kind"]
    'pair'
    """

    id = "jour_de_chance"
    title = "Jour de Chance"
    unit = "points"
    min_players = 2
    max_players = 8
    options = Options
    presets = PRESETS
    card_names = tuple(map(str, VALUES))

    begin = staticmethod(rules.begin)
    rules = rules.RULES
    legal_choices = staticmethod(legal.legal_choices)
    table_view = staticmethod(view.table_view)
    seat_view = staticmethod(view.seat_view)
    banker_prompts = staticmethod(prompts.banker_prompts)
    line_templates = notation.LINES
    line_template_values = staticmethod(notation.line_template_values)
    public_action = staticmethod(notation.public_action)
    ending = staticmethod(ranking.ending)
    scores = staticmethod(ranking.scores)
    ranking = staticmethod(ranking.ranking)
    find_feats = staticmethod(feats.find_feats)
    odds_even_if_hidden = staticmethod(chance.odds_as_json)
    decide = staticmethod(player.decide)
    may_join = staticmethod(people.may_join)
    join = staticmethod(people.join)
    leave = staticmethod(people.leave)
    rename = staticmethod(rename_seats)

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return who is still in the game."""
        return state.playing_seats

    def balances(self, state: State) -> Mapping[str, int]:
        """Return how many cards lie in the draw pile, the discards, each row and each bank."""
        counts = {"pile": sum(state.draw_pile), "discards": sum(state.discards)}
        for number, seat in enumerate(state.seats):
            counts[f"row:{number}"] = len(seat.row)
            counts[f"bank:{number}"] = len(seat.banked)
        return counts

    def card_from_action(self, action: Action) -> Mapping[str, Json] | None:
        """Return the card that was dealt, drawn or banked."""
        if isinstance(action, DealCard | DrawCard | BankCard):
            return {"card": action.card}
        return None

    def card_by_name(self, name: str) -> Mapping[str, Json] | None:
        """Return the card of that value."""
        return {"card": int(name)} if name in self.card_names else None

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return the cards that may be dealt or drawn next, equally likely."""
        if state.phase == "deal":
            return [
                DealCard(card, state.next_seat_to_deal_to) for card in cards_in(state.draw_pile)
            ]
        if state.phase == "turn":
            return [DrawCard(card, state.mover) for card in cards_in(state.draw_pile)]
        return ()


JOUR_DE_CHANCE = JourDeChance()
