"""Last One (of the Crazy Eights family): a pack of cards, melees, and who goes bankrupt last."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.core.action import Action
from engine.core.event import Played
from engine.core.game import Game
from engine.core.game_rules import Timer
from engine.core.people import PeopleAction, rename_seats
from engine.core.refusals import Json, NotNow
from engine.last_one import feats, legal, people, player, prompts, ranking, rules, view
from engine.last_one.actions import CloseCall, Play, Take, TurnUp
from engine.last_one.cards import CARD_NAMES, PACK, card_by_name
from engine.last_one.options import GROUPS, PRESETS, Options
from engine.last_one.state import State

_TAKE = {card: Take(card) for card in PACK}


class LastOne(Game[State]):
    """The rules of Last One behind the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> from engine.last_one.actions import Deal, EndMelee, Play
    >>> state = LAST_ONE.start(Setup(("Ana", "Ben", "Cleo"))).state
    >>> for action in (Deal(7), TurnUp("9S"), Play(0, "4S"), Play(1, "5S"), EndMelee()):
    ...     state = LAST_ONE.play(state, action).state
    >>> [prompt.code for prompt in LAST_ONE.banker_prompts(state)]
    ['turn']
    >>> [seat["cards"] for seat in LAST_ONE.view(state)["seats"]]  # Ana laid one and drew 5
    [11, 6, 7]
    """

    id = "last_one"
    title = "Last One"
    unit = "points"
    min_players = 2
    max_players = 6
    options = Options
    presets = PRESETS
    option_groups = GROUPS
    card_names = CARD_NAMES
    simulation_options = MappingProxyType({"cards": "full"})

    phase = staticmethod(view.visible_phase)
    begin = staticmethod(rules.begin)
    rules = rules.RULES
    legal_choices = staticmethod(legal.legal_choices)
    table_view = staticmethod(view.table_view)
    seat_view = staticmethod(view.seat_view)
    banker_prompts = staticmethod(prompts.banker_prompts)
    ending = staticmethod(ranking.ending)
    ranking = staticmethod(ranking.ranking)
    find_feats = staticmethod(feats.find_feats)
    decide = staticmethod(player.decide)
    may_join = staticmethod(people.may_join)
    join = staticmethod(people.join)
    leave = staticmethod(people.leave)
    rename = staticmethod(rename_seats)

    def play(self, state: State, action: Action) -> Played[State]:
        """Return what `action` leads to; cards are taken before anything else may happen."""
        if isinstance(action, Take | PeopleAction):
            return super().play(state, action)
        if state.seats_to_take:
            seat, cards = state.seats_to_take[0], state.seats_to_take.count(state.seats_to_take[0])
            message = f"{state.seats[seat].name} takes cards first."
            raise NotNow("take_first", message, seat=seat, cards=cards)
        return super().play(state, action)

    def turn(self, state: State) -> int | None:
        """Return who acts: in a melee the defender, in scoring the last who has to count."""
        if state.seats_to_take:
            return state.seats_to_take[0]
        match state.phase:
            case "deal" | "turn_up":
                return state.dealer
            case "melee":
                return state.running_melee.defender
            case "score":
                waiting = [
                    seat for seat in state.seats_to_score if state.seats[seat].hand_points is None
                ]
                return waiting[0] if len(waiting) == 1 else None
        return state.turn

    def player_range(self, options: object) -> tuple[int, int]:
        """Return how few and how many may play: one card must be left to turn up."""
        assert isinstance(options, Options)
        if options.dealer_chooses:
            return self.min_players, self.max_players
        return self.min_players, min(self.max_players, (len(PACK) - 1) // options.hand_size)

    def private_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return ``hand``, the cards of `seat` that the table knows; full rules know all."""
        return {"hand": list(state.seats[seat].known_cards)}

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return who is still in.

        Nobody while cards are taken, which comes first; while the others count their cards, not who
        won the hand: all others might go bankrupt.
        """
        if state.seats_to_take:
            return ()
        counting = state.phase == "score"
        return [seat for seat in state.active_seats if not counting or seat != state.hand_winner]

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the penalty points of each player."""
        return tuple(seat.points for seat in state.seats)

    def fewest_wins(self, state: State) -> bool:
        """Penalty points: always."""
        return True

    def balances(self, state: State) -> Mapping[str, int]:
        """Return how many cards lie in stock, discard pile and hands; the sum is 54."""
        return state.cards_by_place

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return, with full rules, the cards that may come from the stock, equally likely."""
        if state.seats_to_take:
            return [_TAKE[card] for card in state.stock_cards]
        if state.phase == "turn_up":
            return [TurnUp(card, seat=state.dealer) for card in state.stock_cards]
        return ()

    def card_from_action(self, action: Action) -> Mapping[str, Json] | None:
        """Return the card that was turned up or played."""
        return {"card": action.card} if isinstance(action, TurnUp | Play) else None

    def card_by_name(self, name: str) -> Mapping[str, Json] | None:
        """Return the card that is called so: ``10♥``, ``10H``, ``10 of hearts``, ``Joker 2``."""
        card = card_by_name(name)
        return None if card is None else {"card": card}

    def timer(self, state: State) -> Timer | None:
        """Return the end of the seconds in which a forgotten call may be noticed."""
        if (
            state.last_card_uncalled_by is None
            or state.options.call_window_seconds is None
            or state.seats_to_take
        ):
            return None
        return Timer(CloseCall(), state.options.call_window_seconds)


LAST_ONE = LastOne()
