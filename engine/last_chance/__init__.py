"""Last Chance (Sean and Thomas McGuire, Ravensburger 1994): auction, dice and nerves."""

from collections.abc import Mapping, Sequence

from engine.core.action import Action
from engine.core.awaited import Awaited, kept_and_thrown
from engine.core.game import Game
from engine.core.game_rules import Timer
from engine.core.people import rename_seats
from engine.core.refusals import Json, NotAllowed
from engine.last_chance import (
    fair_value,
    feats,
    legal,
    people,
    player,
    prompts,
    ranking,
    rules,
    view,
)
from engine.last_chance.actions import FACES, Bet, Count, Flip, Roll, Throw
from engine.last_chance.cards import Card, card_by_name, card_from_flip, possible_next_cards
from engine.last_chance.combination import DICE_COUNT
from engine.last_chance.crack import are_bets_covered
from engine.last_chance.options import GROUPS, PRESETS, Options
from engine.last_chance.state import State


class LastChance(Game[State]):
    """The rules of Last Chance behind the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> from engine.last_chance.actions import Bid
    >>> state = LAST_CHANCE.start(Setup(("Ana", "Ben", "Cy"))).state
    >>> state = LAST_CHANCE.play(state, Flip(("2", "3", "4", "5", "6"), 160_000, 3)).state
    >>> roll = LAST_CHANCE.action_from_roll(state, "12244", kept=())
    >>> state = LAST_CHANCE.play(state, roll).state
    >>> round(LAST_CHANCE.odds_even_if_hidden(state)["chance"], 6)
    0.228111
    >>> for action in (Bid(1, 40_000), Count(1), Bid(2, 50_000)):
    ...     state = LAST_CHANCE.play(state, action).state
    >>> [prompt.code for prompt in LAST_CHANCE.banker_prompts(state)]
    ['count']
    >>> LAST_CHANCE.view(state)["high_bid"]
    {'seat': 2, 'amount': 50000}
    """

    id = "last_chance"
    title = "Last Chance"
    unit = "cash"
    min_players = 2
    max_players = 6
    options = Options
    presets = PRESETS
    option_groups = GROUPS

    begin = staticmethod(rules.begin)
    rules = rules.RULES
    legal_choices = staticmethod(legal.legal_choices)
    table_view = staticmethod(view.table_view)
    seat_view = staticmethod(view.seat_view)
    private_view = staticmethod(view.private_view)
    banker_prompts = staticmethod(prompts.banker_prompts)
    ending = staticmethod(ranking.ending)
    ranking = staticmethod(ranking.ranking)
    find_feats = staticmethod(feats.find_feats)
    odds_even_if_hidden = staticmethod(fair_value.odds_as_json)
    decide = staticmethod(player.decide)
    may_join = staticmethod(people.may_join)
    join = staticmethod(people.join)
    leave = staticmethod(people.leave)
    rename = staticmethod(rename_seats)

    def public_action(self, state: State, action: Action) -> dict[str, Json]:
        """Return `action` as everybody may hear of it: a covered bet keeps its side."""
        covered = isinstance(action, Bet) and are_bets_covered(state)
        return {**action.to_json(), **({"on": "secret"} if covered else {})}

    def turn(self, state: State) -> int | None:
        """Return who flips, opens, is counted, cracks or is to leave; nobody in open bidding."""
        match state.phase:
            case "flip" | "roll":
                return state.flipper
            case "auction" | "overbid":
                return state.high_bid.seat if state.high_bid else state.seat_that_must_open
        return state.cracker

    def odds(self, state: State) -> Mapping[str, Json] | None:
        """Return the chances, from the phase on that the house rule ``odds_from`` names."""
        rule = state.options.odds_from
        last = {"crack": ("crack",), "bets": ("bets", "crack")}.get(rule)
        return super().odds(state) if last is None or state.phase in last else None

    def player_range(self, options: object) -> tuple[int, int]:
        """Return how few and how many may play: the box of `options` says it."""
        assert isinstance(options, Options)
        return options.money_of_edition.min_players, self.max_players

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return who is still in the game."""
        return state.active_seats

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the cash of each player, in units."""
        return tuple(map(state.cash_of, range(len(state.seats))))

    def balances(self, state: State) -> Mapping[str, int]:
        """Return bank, stake, and each player's cash and bet; the sum is all money of the box."""
        return state.money.balances

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return the cards of the invented deck that may come up next, equally likely."""
        if state.phase != "flip":
            return ()
        cards = possible_next_cards(state.options, state.cards_turned_over, state.all_cards_won)
        return [Flip(card.symbols, card.prize, card.attempts) for card in cards]  # type: ignore[arg-type]

    def card_from_action(self, action: Action) -> Mapping[str, Json] | None:
        """Return the symbols (in order), prize and attempts of the card that was flipped."""
        if not isinstance(action, Flip):
            return None
        return _printed_on(card_from_flip(action))

    def card_by_name(self, name: str) -> Mapping[str, Json] | None:
        """Return the card of that name: ``3 4 L L C 240 4``."""
        card = card_by_name(name)
        return None if card is None else _printed_on(card)

    def timer(self, state: State) -> Timer | None:
        """Return the next count of a running auction, unless people count themselves."""
        if (
            state.phase != "auction"
            or state.high_bid is None
            or state.options.seconds_between_counts is None
        ):
            return None
        return Timer(Count(state.auction_count + 1), state.options.seconds_between_counts)

    def awaited(self, state: State) -> Awaited | None:
        """Return the five dice awaited: the first roll, or an attempt with what may stay."""
        # A roll ends with the first figure, a crack with the second, an attempt with the third.
        throw = (state.first_roll_count, state.crack_count, state.attempts_left)
        if state.phase == "roll":
            return Awaited(DICE_COUNT, FACES, throw=throw)
        if state.phase in ("bets", "crack"):
            return Awaited(DICE_COUNT, FACES, state.dice, state.locked_faces, throw=throw)
        return None

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the first roll or the attempt that five `faces` mean, `kept` being not thrown.

        Raises `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        self.require_dice(state)
        stay, thrown = kept_and_thrown(faces, kept)
        if state.phase == "roll":
            if stay:
                raise NotAllowed("throw_all", "The first roll takes all dice.", kept=sorted(kept))
            return self.actions.parse({"type": "roll", "faces": list(faces)})
        return self.actions.parse({"type": "throw", "kept": stay, "thrown": thrown})

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the five faces of a first roll or an attempt."""
        match action:
            case Roll():
                return action.faces
            case Throw():
                return action.kept + action.thrown
        return ()


def _printed_on(card: Card) -> dict[str, Json]:
    return {"symbols": list(card.symbols), "prize": card.prize, "attempts": card.attempts}


LAST_CHANCE = LastChance()
