"""What may be done now, as data; the page draws its buttons from it.

A scorer does not know the hands, so it offers every card that may lie in one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from engine.core.choice import Choice, IntRange, OneOf
from engine.last_one import melee, opening, scoring, turns
from engine.last_one.cards import (
    FACES,
    JOKER,
    PACK,
    RANK_OF_FACE,
    SPECIAL_CARDS,
    SUITS,
    Card,
    Face,
    Suit,
)
from engine.last_one.state import Phase, State

_DISTINCT: tuple[Card, ...] = (*FACES, JOKER)
_SPECIAL: tuple[Card, ...] = tuple(card for card in _DISTINCT if card in SPECIAL_CARDS)
_ERROR = OneOf(("error",))
_MISSED_CALL = OneOf(("last_card", "error"))


def legal_choices(state: State) -> tuple[Choice, ...]:
    """Return every kind of action that `play` would accept in `state`."""
    if state.seats_to_take:
        return (Choice("take", fields={"card": OneOf(without_repeats(state.stock_cards))}),)
    return tuple(_CHOICES[state.phase](state))


def without_repeats(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return `cards` without repeats, in order."""
    return tuple(dict.fromkeys(cards))


def _deal(state: State) -> Iterator[Choice]:
    sizes = state.options.possible_hand_sizes(len(state.active_seats))
    yield Choice("deal", state.dealer, {"size": IntRange(sizes[0], sizes[-1])})


def _turn_up(state: State) -> Iterator[Choice]:
    cards = without_repeats(state.stock_cards) if state.options.knows_all_cards else _DISTINCT
    yield Choice("turn_up", state.dealer, {"card": OneOf(cards)})
    if opening.may_be_all_special(state):
        fields = {"card": OneOf(_SPECIAL), "all_special": OneOf((True,))}
        yield Choice("turn_up", state.dealer, fields)
    yield from _hand_won(state)


def _declare(state: State) -> Iterator[Choice]:
    yield Choice("declare", state.dealer, {"face": OneOf(FACES)})
    yield from _hand_won(state)


def _name_suit(state: State) -> Iterator[Choice]:
    yield Choice("name_suit", state.dealer, {"suit": OneOf(SUITS)})
    yield from _hand_won(state)


def _turn(state: State) -> Iterator[Choice]:
    yield from _plays(state)
    yield Choice("draw_cards", state.turn)
    yield from _any_time(state)


def _stack(state: State) -> Iterator[Choice]:
    yield from _plays(state)
    if state.options.three == "may":
        yield Choice("pass", state.turn)
    yield from _any_time(state)


def _drawn(state: State) -> Iterator[Choice]:
    yield from _plays(state)
    yield Choice("pass", state.turn)
    yield from _any_time(state)


def _plays(state: State) -> Iterator[Choice]:
    """Yield the plays of the player whose turn it is: plain faces, eights, and jokers as both."""
    seat = state.mover
    held = _may_hold(state, seat)
    plain, eights = _by_kind(turns.playable_faces(state))
    suits = _suits(state.suit_to_follow if state.options.eight_same_suit == "must_change" else None)
    if cards := tuple(face for face in plain if face in held):
        yield Choice("play", seat, {"card": OneOf(cards)})
    if cards := tuple(face for face in eights if face in held):
        yield Choice("play", seat, {"card": OneOf(cards), "suit": suits})
    if JOKER in held:
        joker = OneOf((JOKER,))
        yield Choice("play", seat, {"card": joker, "face": OneOf(plain)})
        if eights:
            yield Choice("play", seat, {"card": joker, "face": OneOf(eights), "suit": suits})


@cache
def _by_kind(faces: tuple[Face, ...]) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
    """Return `faces` without eights, and the eights among them, with which a suit is named."""
    eights = tuple(face for face in faces if RANK_OF_FACE[face] == "8")
    return tuple(face for face in faces if face not in eights), eights


def _may_hold(state: State, seat: int) -> set[Card]:
    if state.options.knows_all_cards:
        return set(state.seats[seat].known_cards)
    held = set(PACK)
    held.difference_update(state.discard_pile)
    if state.may_be_hidden(JOKER):
        held.add(JOKER)
    return held


@cache
def _suits(but: Suit | None) -> OneOf:
    return OneOf(tuple(suit for suit in SUITS if suit != but))


def _melee(state: State) -> Iterator[Choice]:
    face = melee.next_melee_card(state.running_melee)
    for seat in melee.seats_that_may_continue(state):
        held = _may_hold(state, seat)
        if face in held:
            yield Choice("play", seat, {"card": OneOf((face,))})
        if JOKER in held and state.options.joker_in_melee:
            yield Choice("play", seat, {"card": OneOf((JOKER,)), "face": OneOf((face,))})
    yield Choice("end_melee", state.running_melee.defender)
    yield from _any_time(state)


def _any_time(state: State) -> Iterator[Choice]:
    """Yield what may happen whenever cards are played: the call, fines, and a hand unfollowed."""
    if state.last_card_uncalled_by is not None:
        yield Choice("call_last_card", state.last_card_uncalled_by)
        if state.options.call_window_seconds is not None:
            yield Choice("close_call")
    if state.drawable_count:
        yield from _fines(state.active_seats, state.last_card_uncalled_by)
    yield from _hand_won(state)


@cache
def _fines(seats: tuple[int, ...], uncalled: int | None) -> tuple[Choice, ...]:
    faults = {seat: _MISSED_CALL if seat == uncalled else _ERROR for seat in seats}
    return tuple(Choice("fine", seat, {"fault": fault}) for seat, fault in faults.items())


def _hand_won(state: State) -> tuple[Choice, ...]:
    return () if state.options.knows_all_cards else _wins(state.active_seats)


@cache
def _wins(seats: tuple[int, ...]) -> tuple[Choice, ...]:
    return tuple(Choice("hand_won", seat) for seat in seats)


def _score(state: State) -> Iterator[Choice]:
    gone = scoring.fully_seen_cards(state)
    cards = OneOf(tuple(card for card in _DISTINCT if card not in gone))
    for number in state.seats_to_score:
        seat = state.seats[number]
        if seat.hand_points is not None:
            continue
        yield from _scores(state, number)
        if state.win_was_seen and cards.one_of:
            yield Choice("show", number, {"card": cards})


def _scores(state: State, number: int) -> Iterator[Choice]:
    """Yield the points that the cards of `number` may make, and any others if they are not so many.

    At a loud table a card is drawn and not told; that comes to light when the hand is counted.
    """
    anything = IntRange(scoring.POINTS_RANGE[0], scoring.POINTS_RANGE[-1])
    if not state.win_was_seen:
        yield Choice("score", number, {"points": anything})
        return
    if possible := scoring.likely_points(state, state.seats[number]):
        yield Choice("score", number, {"points": OneOf(tuple(possible))})
    yield Choice("score", number, {"points": anything, "miscounted": OneOf((True,))})


_CHOICES: Mapping[Phase, Callable[[State], Iterator[Choice]]] = {
    "deal": _deal,
    "turn_up": _turn_up,
    "declare": _declare,
    "name_suit": _name_suit,
    "turn": _turn,
    "stack": _stack,
    "two": _turn,
    "drawn": _drawn,
    "melee": _melee,
    "score": _score,
    "over": lambda _: iter(()),
}
