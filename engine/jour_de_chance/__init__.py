"""Jour de Chance (Origames): draw or bank, and stay below 21."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core.action import Action
from engine.core.choice import Choice, OneOf
from engine.core.event import Played
from engine.core.feats import Feat
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt
from engine.core.people import rename_seats
from engine.core.refusals import Json
from engine.jour_de_chance import odds as chance
from engine.jour_de_chance import player, rules
from engine.jour_de_chance.cards import DECK, VALUES, cards_in
from engine.jour_de_chance.events import CardDrawn, PairDrawn
from engine.jour_de_chance.options import PRESETS, Options
from engine.jour_de_chance.state import TARGET_POINTS, BankCard, DealCard, DrawCard, Standing, State

FEW_CARDS_LEFT = 5
"""From this many cards on, the banker warns that the draw pile, and with it the game, ends."""


class JourDeChance(Game[State]):
    """The rules of Jour de Chance in the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> state = JOUR_DE_CHANCE.start(Setup(("Ana", "Ben"))).state
    >>> for card in (7, 3):
    ...     state = JOUR_DE_CHANCE.play(state, DealCard(card)).state
    >>> JOUR_DE_CHANCE.play(state, DrawCard(3)).events  # Ben has the lowest card and starts
    (PairDrawn(seat=1, card=3, total=3), CardsDiscarded(seat=1, cards=(3,)))
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
    leave = staticmethod(rules.leave)
    join = staticmethod(rules.join)
    rename = staticmethod(rename_seats)
    ending = staticmethod(rules.ending)
    rules = rules.RULES
    odds_even_if_hidden = staticmethod(chance.odds_as_json)
    decide = staticmethod(player.decide)

    def turn(self, state: State) -> int | None:
        """Return who gets the next card, or whose turn it is."""
        return state.next_seat_to_deal_to if state.phase == "deal" else state.turn

    def legal_choices(self, state: State) -> tuple[Choice, ...]:
        """Return what may be done now."""
        left = OneOf(tuple(value for value in VALUES if state.draw_pile[value - 1]))
        match state.phase:
            case "deal":
                return (Choice("deal_card", state.next_seat_to_deal_to, {"card": left}),)
            case "oldest":
                return tuple(Choice("oldest", seat) for seat in state.seats_with_lowest_card)
            case "turn":
                return (Choice("draw_card", state.mover, {"card": left}), *_banks(state))
            case "over":
                return ()

    def table_view(self, state: State) -> dict[str, Json]:
        """Return what everybody may see, except the seats. Cards are values 1 to 10.

        ``phase``
            ``deal`` first cards are dealt · ``oldest`` of those with the lowest card, the oldest is
            to be named · ``turn`` somebody draws or banks · ``over``
        ``pile``
            how many cards lie there
        ``deck``
            ``card count left`` for each value: how many the game has, how many are in the draw pile
        ``playoff``
            true while those tied for the first place play once more
        ``ranking``
            null until the end, then ``seat place total cards qualified``, best first; players over
            21 are last and not qualified
        ``tie_break``
            null until the end, then what decided: ``total cards highest_card none``
        """
        return {
            "pile": sum(state.draw_pile),
            "deck": [
                {"card": card, "count": count, "left": left}
                for card, count, left in zip(VALUES, DECK, state.draw_pile, strict=True)
            ],
            "playoff": state.in_playoff,
            "tie_break": rules.deciding_criterion(state) if state.phase == "over" else None,
        }

    def seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return the open ``row`` in the order it came, the ``banked`` cards and their ``total``.

        ``to_21`` is what is missing to 21 (negative: over). ``playing`` is false for a player who
        is not in the playoff.
        """
        player = state.seats[seat]
        return {
            "row": player.row,
            "banked": player.banked,
            "total": player.total,
            "to_21": TARGET_POINTS - player.total,
            "playing": seat in state.playing_seats,
        }

    def banker_prompts(self, state: State) -> tuple[BankerPrompt, ...]:
        """Return what a banker asks now (Rules §5), then warnings, as codes with seat and figures.

        ``deal_card`` a first card for `seat` · ``who_is_oldest`` of those with the lowest card:
        `seats`, `card` · ``draw_or_bank`` and ``must_draw`` (no row): `total`, `to_21` ·
        ``game_over``: `winners`, `total`, `tie_break` · ``too_high`` banking one of these `cards`
        would take `seat` over 21 · ``pile_ends`` the game ends with the draw pile: `cards` left
        """
        return (*_asked(state), *_warnings(state))

    def ranking(self, state: State) -> Sequence[Standing]:
        """Return all players as the game stands, best first."""
        return rules.ranking(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat; one left out of a playoff keeps those of the game."""
        totals = {standing.seat: standing.total for standing in rules.ranking(state)}
        return tuple(totals[seat] for seat in range(len(state.seats)))

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield the possible turning points, with their `chance` (what everybody saw) and `card`.

        ``boldest_draw``  a card was not a pair, although that was to be feared
        ``unlucky_draw``  a pair came, and its card had to be banked
        """
        for at, played in enumerate(plays):
            for event in played.events:
                if not isinstance(event, CardDrawn | PairDrawn):
                    continue
                known = chance.odds(plays[at - 1].state)
                assert known is not None
                paired = isinstance(event, PairDrawn)
                likely = known.draw.pair if paired else 1 - known.draw.pair
                if likely < 1:  # the first card of a row is not a feat
                    code = "unlucky_draw" if paired else "boldest_draw"
                    figures = {"chance": likely, "card": event.card}
                    yield Feat(code, event.seat, at, 1 - likely, figures)

    def may_join(self, state: State) -> bool:
        """Return whether this is not a playoff."""
        return not state.in_playoff

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
        kind = {"deal": DealCard, "turn": DrawCard}.get(state.phase)
        return [kind(card, self.turn(state)) for card in cards_in(state.draw_pile)] if kind else ()


def _banks(state: State) -> Iterator[Choice]:
    """Yield one choice for each row that has cards, unless the mover has no row."""
    if not state.seats[state.mover].row:
        return
    for owner, seat in enumerate(state.seats):
        if seat.row:
            cards = OneOf(tuple(sorted(seat.row)))
            yield Choice("bank_card", state.mover, {"owner": OneOf((owner,)), "card": cards})


def _asked(state: State) -> Iterator[BankerPrompt]:
    match state.phase:
        case "deal":
            yield BankerPrompt("deal_card", state.next_seat_to_deal_to)
        case "oldest":
            lowest = state.seats_with_lowest_card
            card = state.seats[lowest[0]].row[0]
            yield BankerPrompt("who_is_oldest", None, {"seats": lowest, "card": card})
        case "turn":
            seat = state.seats[state.mover]
            code = "draw_or_bank" if seat.row else "must_draw"
            left = TARGET_POINTS - seat.total
            yield BankerPrompt(code, state.mover, {"total": seat.total, "to_21": left})
        case "over":
            first, tie_break = rules.winners(state), rules.deciding_criterion(state)
            figures: dict[str, Json] = {"winners": first, "total": state.seats[first[0]].total}
            yield BankerPrompt("game_over", None, {**figures, "tie_break": tie_break})


def _warnings(state: State) -> Iterator[BankerPrompt]:
    if state.phase != "turn":
        return
    seat = state.seats[state.mover]
    high = {
        card
        for other in state.seats
        for card in other.row
        if seat.row and seat.total + card > TARGET_POINTS
    }
    if high:
        yield BankerPrompt("too_high", state.mover, {"cards": sorted(high)})
    left = sum(state.draw_pile)
    if state.options.draw_pile_empty == "end" and left <= FEW_CARDS_LEFT:
        yield BankerPrompt("pile_ends", None, {"cards": left})


JOUR_DE_CHANCE = JourDeChance()
