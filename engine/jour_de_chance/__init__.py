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
from engine.jour_de_chance import odds, player, rules
from engine.jour_de_chance.cards import DECK, VALUES, cards_in
from engine.jour_de_chance.events import CardDrawn, PairDrawn
from engine.jour_de_chance.options import PRESETS, Options
from engine.jour_de_chance.state import TARGET_POINTS, BankCard, DealCard, DrawCard, State

FEW_CARDS_LEFT = 5
"""With this many cards in the draw pile or fewer, a banker warns that the game ends with it."""


class JourDeChance(Game[State]):
    """The game of Jour de Chance.

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
    ranking = staticmethod(rules.ranking)
    ending = staticmethod(rules.ending)
    rules = rules.RULES
    odds_even_if_hidden = staticmethod(odds.odds_as_json)
    decide = staticmethod(player.decide)

    def turn(self, state: State) -> int | None:
        """Return who is dealt the next card, or whose turn it is."""
        return state.next_seat_to_deal_to if state.phase == "deal" else state.turn

    def legal_choices(self, state: State) -> tuple[Choice, ...]:
        """Return what may be played now."""
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
            ``deal`` first cards are dealt · ``oldest`` name the oldest of those with the lowest
            card · ``turn`` somebody draws or banks · ``over``
        ``pile``
            the number of cards in the draw pile
        ``deck``
            ``card count left`` for each value: how many there are in all, and in the draw pile
        ``playoff``
            true while those tied for first place play again
        ``ranking``
            null until the end, then ``seat place total cards qualified``, best first; players over
            21 are last and not qualified
        ``tie_break``
            null until the end, then what decided it: ``total cards highest_card none``
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

    def public_seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`.

        ``row`` the open cards, oldest first · ``banked`` the banked cards · ``total`` their points
        · ``to_21`` the points missing to 21 (negative: over) · ``playing`` false for a player who
        is not in the playoff
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
        """Return what a banker asks now (Rules §5), then warnings.

        ``deal_card`` deal a first card · ``who_is_oldest`` of those with the lowest card: `seats`,
        `card` · ``draw_or_bank``, ``must_draw`` (no row): `total`, `to_21` · ``game_over``:
        `winners`, `total`, `tie_break` · ``too_high`` banking one of these `cards` would go over 21
        · ``pile_ends`` the game ends with the draw pile: `cards` left
        """
        return (*_asked(state), *_warnings(state))

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat; a player outside a playoff keeps their earlier points."""
        totals = {standing.seat: standing.total for standing in rules.ranking(state)}
        return tuple(totals[seat] for seat in range(len(state.seats)))

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield the turning points, each with its `chance` and `card`.

        ``boldest_draw``  a player risked a pair and drew none
        ``unlucky_draw``  a player drew a pair
        """
        for at, played in enumerate(plays):
            for event in played.events:
                if not isinstance(event, CardDrawn | PairDrawn):
                    continue
                known = odds.odds(plays[at - 1].state)
                assert known is not None
                paired = isinstance(event, PairDrawn)
                chance = known.draw.pair if paired else 1 - known.draw.pair
                if chance < 1:  # it is 1 for the first card of a row
                    code = "unlucky_draw" if paired else "boldest_draw"
                    figures = {"chance": chance, "card": event.card}
                    yield Feat(code, event.seat, at, 1 - chance, figures)

    def may_join(self, state: State) -> bool:
        """Return whether this is not a playoff."""
        return not state.in_playoff

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return who is playing."""
        return state.playing_seats

    def balances(self, state: State) -> Mapping[str, int]:
        """Return how many cards are in the draw pile, the discards, each row and each bank."""
        counts = {"pile": sum(state.draw_pile), "discards": sum(state.discards)}
        for number, seat in enumerate(state.seats):
            counts |= {f"row:{number}": len(seat.row), f"bank:{number}": len(seat.banked)}
        return counts

    def card_from_action(self, action: Action) -> Mapping[str, Json] | None:
        """Return the card that was dealt, drawn or banked."""
        return {"card": action.card} if isinstance(action, DealCard | DrawCard | BankCard) else None

    def card_by_name(self, name: str) -> Mapping[str, Json] | None:
        """Return the card whose value is `name`."""
        return {"card": int(name)} if name in self.card_names else None

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return actions that deal or draw each card of the draw pile, all equally likely."""
        kind = {"deal": DealCard, "turn": DrawCard}.get(state.phase)
        return [kind(card, self.turn(state)) for card in cards_in(state.draw_pile)] if kind else ()


def _banks(state: State) -> Iterator[Choice]:
    """Yield one choice for each row that has cards, unless the mover's row has none."""
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
