"""Last One (a Crazy Eights game): cards, melees, and the last player who is not bankrupt wins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from engine.core.action import Action
from engine.core.choice import Choice, IntRange, OneOf
from engine.core.codec import replace, to_json
from engine.core.event import Played, Steps
from engine.core.feats import Feat
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt, Timer
from engine.core.people import PeopleAction, rename_seats
from engine.core.places import shared_places
from engine.core.refusals import Json, NotNow
from engine.last_one import player, rules, scoring
from engine.last_one.cards import (
    CARD_FACES,
    CARD_NAMES,
    JOKER,
    PACK,
    POINTS_OF_RANK,
    RANK_OF_FACE,
    SPECIAL_CARDS,
    SUITS,
    Card,
    CardFace,
    Suit,
    card_by_name,
    melee_face,
    without_repeats,
)
from engine.last_one.events import PointsAdded
from engine.last_one.options import GROUPS, PRESETS, Options
from engine.last_one.state import EndCallWindow, PlayCard, Seat, State, TakeCard, TurnUp

_TAKE = {card: TakeCard(card) for card in PACK}


@dataclass(frozen=True, slots=True)
class Standing:
    """A player: `place` from 1, penalty `points`, and the hand in which they went `out`."""

    seat: int
    place: int
    points: int
    out: int | None


class LastOne(Game[State]):
    """The game of Last One.

    >>> from engine.core.offered_game import Setup
    >>> from engine.last_one.state import DealHands, EndMelee, PlayCard
    >>> state = LAST_ONE.start(Setup(("Ana", "Ben", "Cleo"))).state
    >>> plays = PlayCard(0, "4S"), PlayCard(1, "5S")
    >>> for action in (DealHands(7), TurnUp("9S"), *plays, EndMelee()):
    ...     played = LAST_ONE.play(state, action)
    ...     state = played.state
    >>> played.events
    (MeleeEnded(seat=0, needed='6S'), CardsDrawn(seat=0, count=5))
    >>> [prompt.code for prompt in LAST_ONE.banker_prompts(state)]
    ['turn']
    >>> [seat["cards"] for seat in LAST_ONE.view(state)["seats"]]
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

    rules = rules.RULES
    leave = staticmethod(scoring.leave)
    rename = staticmethod(rename_seats)
    decide = staticmethod(player.decide)

    def begin(self, names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
        """Return the first state: the player before `first_seat` deals, so `first_seat` begins."""
        yield from ()
        return State(
            options=options,
            seats=tuple(Seat(name) for name in names),
            dealer=(first_seat - 1) % len(names),
            stock_cards=PACK if options.knows_all_cards else (),
        )

    def play(self, state: State, action: Action) -> Played[State]:
        """Return what `action` leads to; while somebody has cards to take, it must be that."""
        if not isinstance(action, TakeCard | PeopleAction) and state.seats_to_take:
            seat = state.seats_to_take[0]
            said = f"{state.seats[seat].name} draws cards first."
            raise NotNow("take_first", said, seat=seat, cards=state.seats_to_take.count(seat))
        return super().play(state, action)

    def phase(self, state: State) -> str:
        """Return ``take`` while cards are being taken, else the phase of the state."""
        return "take" if state.seats_to_take else state.phase

    def turn(self, state: State) -> int | None:
        """Return who acts: in a melee the defender, in scoring the last who has not counted."""
        if state.seats_to_take:
            return state.seats_to_take[0]
        match state.phase:
            case "deal" | "turn_up":
                return state.dealer
            case "melee":
                return state.running_melee.defender
            case "score":
                waiting = state.seats_to_count
                return waiting[0] if len(waiting) == 1 else None
        return state.turn

    def player_range(self, options: object) -> tuple[int, int]:
        """Return the minimum and maximum number of players: one card must be left to turn up."""
        assert isinstance(options, Options)
        if options.dealer_chooses:
            return self.min_players, self.max_players
        return self.min_players, min(self.max_players, (len(PACK) - 1) // options.hand_size)

    def legal_choices(self, state: State) -> tuple[Choice, ...]:
        """Return what may be played now.

        A scorer does not know the hands, so every card that may be in a hand is offered.
        """
        if state.seats_to_take:
            return (Choice("take", fields={"card": OneOf(without_repeats(state.stock_cards))}),)
        return tuple(_choices(state))

    def banker_prompts(self, state: State) -> tuple[BankerPrompt, ...]:
        """Return what a banker asks now, the call of a last card first.

        ``last_card`` must be called: `seconds` (null: until the next action) · ``take`` full rules:
        take `cards` · ``deal``: `min`, `max` cards each, `hand` number · ``turn_up`` · ``declare``
        the joker · ``name_suit`` · ``turn``, ``drawn`` (play or pass): `suit`, `rank`, `direction`
        · ``stack`` any card on a 3: `must` · ``two`` answer it or draw: `cards` · ``melee`` answer
        `attacker` with `needed`, or draw: `cards` · ``score`` count a hand: `cards` (null: not
        known), `shown`
        """
        return (*_asked_to_call(state), *_asked(state))

    def table_view(self, state: State) -> dict[str, Json]:
        """Return what everybody may see, except the seats.

        A card is a word such as ``10H`` or ``Joker``; null where there is none.

        ``phase``
            ``deal`` · ``take`` full rules: somebody takes cards from the stock · ``turn_up`` turn
            up the first card · ``declare`` the dealer says what the joker is · ``name_suit`` the
            dealer names a suit for an 8 · ``turn`` · ``stack`` put any card on the 3 · ``two`` a 2
            may be answered · ``drawn`` a player who drew may play · ``melee`` · ``score`` hands are
            counted · ``over``
        ``dealer``, ``direction`` (``clockwise counterclockwise``), ``hand_number`` (from 1)
        ``top``
            ``card``, and the ``face`` it counts as (null: a joker that is not declared yet)
        ``suit``
            the suit to follow
        ``owed``
            ``seat cards``: who must take, or answer, how many cards
        ``melee``
            ``suit value starter attacker defender needed steps``: the defender draws `value` cards
            unless somebody plays `needed`; `steps` are all possible cards of this melee
        ``stock``, ``discard``
            the number of cards
        ``uncalled``
            the seat that has one card and has not called it
        ``winner`` of the hand, ``followed`` (false: the table did not see how)
        ``sheet``
            the points of each finished hand, by seat (null: was bankrupt before)
        ``worth``
            penalty points by rank, and of the ``Joker``
        """
        discards = state.discard_pile
        return {
            "dealer": state.dealer,
            "direction": state.direction_word,
            "hand_number": state.hand_number,
            "top": {"card": discards[-1], "face": state.top_face} if discards else None,
            "suit": state.suit_to_follow,
            "owed": _owed(state),
            "melee": _melee_view(state),
            "stock": state.stock_count,
            "discard": len(discards),
            "uncalled": state.last_card_uncalled_by,
            "winner": state.hand_winner,
            "followed": state.win_was_seen,
            "sheet": to_json(state.score_sheet),
            "worth": to_json(POINTS_OF_RANK),
        }

    def public_seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`.

        ``cards`` in their hand · ``points`` of all hands so far · ``active`` neither bankrupt nor
        left · ``left`` the points of this hand, or null · ``shown`` the cards shown to a scorer
        """
        player = state.seats[seat]
        return {
            "cards": player.card_count,
            "points": player.points,
            "left": player.hand_points,
            "shown": () if state.options.knows_all_cards else player.known_cards,
        }

    def private_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return ``hand``, the cards of `seat` that the table knows: all of them, in full rules."""
        return {"hand": list(state.seats[seat].known_cards)}

    def may_join(self, state: State) -> bool:
        """Return whether a hand is about to be dealt."""
        return state.phase == "deal"

    def join(self, state: State, name: str) -> Steps[State]:
        """Add a player, who gets as many points as the active player with the most."""
        yield from ()
        points = max(state.seats[seat].points for seat in state.active_seats)
        sheet = tuple((*row, None) for row in state.score_sheet)
        return replace(state, seats=(*state.seats, Seat(name, points=points)), score_sheet=sheet)

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return the active seats, but none while cards are taken.

        The winner of a hand cannot leave before it is counted, since all others might go bankrupt.
        """
        if state.seats_to_take:
            return ()
        counting = state.phase == "score"
        return [seat for seat in state.active_seats if not counting or seat != state.hand_winner]

    def ranking(self, state: State) -> tuple[Standing, ...]:
        """Return all players, best first.

        The last active player wins, and the others rank by how many hands they lasted. Of those who
        went out in the same hand, bankrupt players come first (fewer points are better, equal
        points share a place), then those who left, the last to leave first.
        """
        worth = {
            number: (
                seat.is_active,
                seat.bankrupt_in_hand or 0,
                seat.departure is None,
                seat.departure or -seat.points,
            )
            for number, seat in enumerate(state.seats)
        }
        return tuple(
            Standing(seat, place, state.seats[seat].points, state.seats[seat].bankrupt_in_hand)
            for seat, place in shared_places(worth).items()
        )

    def ending(self, state: State) -> str:
        """Return why a game is over: always ``one_left``."""
        return "one_left"

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the penalty points of each player."""
        return tuple(seat.points for seat in state.seats)

    def fewest_wins(self, state: State) -> bool:
        """Return true: these are penalty points."""
        return True

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield the turning points.

        ``dearest_hand``  a hand cost a player penalty ``points``: ``hand`` is its number, from 1
        """
        for at, played in enumerate(plays):
            for event in played.events:
                if isinstance(event, PointsAdded):
                    figures = {"points": event.points, "hand": event.hand}
                    yield Feat("dearest_hand", event.seat, at, event.points, figures)

    def balances(self, state: State) -> Mapping[str, int]:
        """Return how many cards are in the stock, the discard pile and the hands, 54 in all."""
        hands = {f"seat:{number}": seat.card_count for number, seat in enumerate(state.seats)}
        return {"stock": state.stock_count, "discard": len(state.discard_pile), **hands}

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return, in full rules, actions that take or turn up each card of the stock."""
        if state.seats_to_take:
            return [_TAKE[card] for card in state.stock_cards]
        if state.phase == "turn_up":
            return [TurnUp(card, seat=state.dealer) for card in state.stock_cards]
        return ()

    def card_from_action(self, action: Action) -> Mapping[str, Json] | None:
        """Return the card that was turned up or played."""
        return {"card": action.card} if isinstance(action, TurnUp | PlayCard) else None

    def card_by_name(self, name: str) -> Mapping[str, Json] | None:
        """Return the card called `name`: ``10♥``, ``10H``, ``10 of hearts`` or ``Joker 2``."""
        card = card_by_name(name)
        return None if card is None else {"card": card}

    def timer(self, state: State) -> Timer | None:
        """Return the end of the time in which a forgotten call may be noticed."""
        seconds = state.options.call_window_seconds
        if state.last_card_uncalled_by is None or seconds is None or state.seats_to_take:
            return None
        return Timer(EndCallWindow(), seconds)


# What may be done now.

_DISTINCT: tuple[Card, ...] = (*CARD_FACES, JOKER)
_SPECIAL: tuple[Card, ...] = tuple(card for card in _DISTINCT if card in SPECIAL_CARDS)
_ERROR = OneOf(("error",))
_MISSED_CALL = OneOf(("last_card", "error"))


def _choices(state: State) -> Iterator[Choice]:
    match state.phase:
        case "deal":
            sizes = state.options.possible_hand_sizes(len(state.active_seats))
            yield Choice("deal", state.dealer, {"size": IntRange(sizes[0], sizes[-1])})
        case "turn_up":
            full = state.options.knows_all_cards
            cards = without_repeats(state.stock_cards) if full else _DISTINCT
            yield Choice("turn_up", state.dealer, {"card": OneOf(cards)})
            if rules.may_claim_stock_is_all_special(state):
                fields = {"card": OneOf(_SPECIAL), "all_special": OneOf((True,))}
                yield Choice("turn_up", state.dealer, fields)
        case "declare":
            yield Choice("declare", state.dealer, {"face": OneOf(CARD_FACES)})
        case "name_suit":
            yield Choice("name_suit", state.dealer, {"suit": OneOf(SUITS)})
        case "melee":
            yield from _melee(state)
        case "score":
            yield from _score(state)
        case "turn" | "stack" | "two" | "drawn":
            yield from _turn(state)
    if state.phase in rules.PHASES_TO_WIN and not state.options.knows_all_cards:
        yield from (Choice("hand_won", seat) for seat in state.active_seats)


def _turn(state: State) -> Iterator[Choice]:
    yield from _plays(state)
    if state.phase in ("turn", "two"):
        yield Choice("draw_cards", state.turn)
    elif state.phase == "drawn" or state.options.three == "may":
        yield Choice("pass", state.turn)
    yield from _any_time(state)


def _plays(state: State) -> Iterator[Choice]:
    """Yield the cards that may be played: eights name a suit, and jokers a face."""
    seat = state.mover
    held = _may_hold(state, seat)
    plain, eights = _by_kind(rules.playable_faces(state))
    suits = _suits(state.suit_to_follow if state.options.eight_same_suit == "must_change" else None)
    if cards := tuple(face for face in plain if face in held):
        yield Choice("play", seat, {"card": OneOf(cards)})
    if cards := tuple(face for face in eights if face in held):
        yield Choice("play", seat, {"card": OneOf(cards), "suit": suits})
    if JOKER in held:
        joker = OneOf((JOKER,))
        plain, eights = _by_kind(rules.playable_faces(state, joker=True))
        yield Choice("play", seat, {"card": joker, "face": OneOf(plain)})
        if eights:
            yield Choice("play", seat, {"card": joker, "face": OneOf(eights), "suit": suits})


@cache
def _by_kind(faces: tuple[CardFace, ...]) -> tuple[tuple[CardFace, ...], tuple[CardFace, ...]]:
    """Return the `faces` other than eights, and the eights, which name a suit."""
    eights = tuple(face for face in faces if RANK_OF_FACE[face] == "8")
    return tuple(face for face in faces if face not in eights), eights


def _may_hold(state: State, seat: int) -> set[Card]:
    if state.options.knows_all_cards:
        return set(state.seats[seat].known_cards)
    held = set(CARD_FACES).difference(state.discard_pile)
    return {*held, JOKER} if state.may_be_hidden(JOKER) else {*held}


@cache
def _suits(but: Suit | None) -> OneOf:
    return OneOf(tuple(suit for suit in SUITS if suit != but))


def _melee(state: State) -> Iterator[Choice]:
    face = rules.next_melee_card(state.running_melee)
    for seat in rules.seats_that_may_continue(state):
        held = _may_hold(state, seat)
        if face in held:
            yield Choice("play", seat, {"card": OneOf((face,))})
        if JOKER in held and state.options.joker_in_melee:
            yield Choice("play", seat, {"card": OneOf((JOKER,)), "face": OneOf((face,))})
    yield Choice("end_melee", state.running_melee.defender)
    yield from _any_time(state)


def _any_time(state: State) -> Iterator[Choice]:
    """Yield what may happen whenever cards are played: calls and fines."""
    if state.last_card_uncalled_by is not None:
        yield Choice("call_last_card", state.last_card_uncalled_by)
        if state.options.call_window_seconds is not None:
            yield Choice("close_call")
    if state.drawable_count:
        yield from _fines(state.active_seats, state.last_card_uncalled_by)


@cache
def _fines(seats: tuple[int, ...], uncalled: int | None) -> tuple[Choice, ...]:
    faults = {seat: _MISSED_CALL if seat == uncalled else _ERROR for seat in seats}
    return tuple(Choice("fine", seat, {"fault": fault}) for seat, fault in faults.items())


def _score(state: State) -> Iterator[Choice]:
    gone = scoring.fully_seen_cards(state)
    cards = OneOf(tuple(card for card in _DISTINCT if card not in gone))
    for number in state.seats_to_count:
        yield from _scores(state, number)
        if state.win_was_seen and cards.one_of:
            yield Choice("show", number, {"card": cards})


def _scores(state: State, number: int) -> Iterator[Choice]:
    """Yield the points that the cards of `number` may be worth, and any others if `miscounted`.

    Somebody may have drawn a card that the scorer missed; this shows when hands are counted.
    """
    anything = IntRange(scoring.POINTS_RANGE[0], scoring.POINTS_RANGE[-1])
    if not state.win_was_seen:
        yield Choice("score", number, {"points": anything})
        return
    if possible := scoring.likely_points(state, state.seats[number]):
        yield Choice("score", number, {"points": OneOf(tuple(possible))})
    yield Choice("score", number, {"points": anything, "miscounted": OneOf((True,))})


# What a banker asks now.


def _asked_to_call(state: State) -> Iterator[BankerPrompt]:
    if (seat := state.last_card_uncalled_by) is not None:
        yield BankerPrompt("last_card", seat, {"seconds": state.options.call_window_seconds})


def _asked(state: State) -> Iterator[BankerPrompt]:
    if state.seats_to_take:
        seat = state.seats_to_take[0]
        yield BankerPrompt("take", seat, {"cards": state.seats_to_take.count(seat)})
        return
    match state.phase:
        case "deal":
            sizes = state.options.possible_hand_sizes(len(state.active_seats))
            figures = {"min": sizes[0], "max": sizes[-1], "hand": state.hand_number + 1}
            yield BankerPrompt("deal", state.dealer, figures)
        case "turn_up" | "declare" | "name_suit":
            yield BankerPrompt(state.phase, state.dealer)
        case "turn" | "drawn":
            top = {"suit": state.suit_to_follow, "rank": state.top_rank}
            direction = {"direction": state.direction_word}
            yield BankerPrompt(state.phase, state.turn, {**top, **direction})
        case "stack":
            yield BankerPrompt("stack", state.turn, {"must": state.options.three == "must"})
        case "two":
            yield BankerPrompt("two", state.turn, {"cards": state.cards_owed})
        case "melee":
            melee = state.running_melee
            needed = rules.next_melee_card(melee)
            fight = {"attacker": melee.attacker, "needed": needed, "cards": melee.value}
            yield BankerPrompt("melee", melee.defender, fight)
        case "score":
            for number in state.seats_to_count:
                loser = state.seats[number]
                cards = loser.card_count if state.win_was_seen else None
                hand = {"cards": cards, "shown": len(loser.known_cards)}
                yield BankerPrompt("score", number, hand)


# Parts of the view.


def _owed(state: State) -> Json:
    if state.seats_to_take:
        seat = state.seats_to_take[0]
        return {"seat": seat, "cards": state.seats_to_take.count(seat)}
    return {"seat": state.turn, "cards": state.cards_owed} if state.phase == "two" else None


def _melee_view(state: State) -> Json:
    if state.melee is None:
        return None
    melee = to_json(state.melee)
    assert isinstance(melee, dict)
    values = range(rules.FIRST_MELEE_VALUE, state.options.highest_melee_value + 1)
    steps = [melee_face(value, state.melee.suit) for value in values]
    return {**melee, "needed": rules.next_melee_card(state.melee), "steps": steps}


LAST_ONE = LastOne()
