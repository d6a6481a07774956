"""An automatic player of Last One, for full rules (`cards` is ``full``).

It knows its own hand and the open cards, not the hands of others. It plays expensive cards first,
but keeps an 8 or a joker until nothing else fits, unless somebody has few cards left. It prefers
suits that it has more of, and makes the next player draw or skips them if they have few cards.
"""

from collections.abc import Iterator

from engine.core.action import Action
from engine.core.choice import Pick
from engine.last_one import cards, rules
from engine.last_one.cards import without_card, without_repeats
from engine.last_one.state import (
    CallLastCard,
    DealHands,
    DeclareJoker,
    DrawCards,
    EndMelee,
    FinePlayer,
    NameSuit,
    Pass,
    PlayCard,
    State,
    TakeCard,
    TurnUp,
)

FEW_CARDS = 1
"""With this many cards or fewer, a player may go out before our next turn."""

# What a play is worth in addition to its penalty points, tuned by games of these players.
_WIN = 1000.0
_KEEP_WILD = 100.0
_HIT = {"2": 10.0, "4": 8.0, "J": 8.0}
_FOLLOW = 3.0


def decide(state: State, seat: int | None, pick: Pick) -> Action | None:
    """Return what an automatic player at `seat` (None: the table) does now, if anything."""
    if not state.options.knows_all_cards:
        return None
    if seat is None:
        return _table(state, pick)
    if state.seats_to_take or not state.seats[seat].is_active:
        return None
    if state.last_card_uncalled_by == seat:
        return CallLastCard(seat)
    if state.last_card_uncalled_by is not None and state.drawable_count:
        return None  # wait for the call, or for the table to fine them
    return _act(state, seat)


def _table(state: State, pick: Pick) -> Action | None:
    if state.seats_to_take:
        return TakeCard(state.stock_cards[pick(len(state.stock_cards))])
    if state.phase == "deal":
        sizes = state.options.possible_hand_sizes(len(state.active_seats))
        return DealHands(min(state.options.hand_size, sizes[-1]), state.dealer)
    if state.phase == "turn_up":
        return TurnUp(state.stock_cards[pick(len(state.stock_cards))], seat=state.dealer)
    if state.last_card_uncalled_by is not None:
        return FinePlayer(state.last_card_uncalled_by, "last_card")
    return EndMelee(state.running_melee.defender) if state.phase == "melee" else None


def _act(state: State, seat: int) -> Action | None:
    hand = state.seats[seat].known_cards
    match state.phase:
        case "declare" if seat == state.dealer:
            # Any card may be put on a 3.
            return DeclareJoker(cards.melee_face(3, _best_suit(hand)), seat)
        case "name_suit" if seat == state.dealer:
            return NameSuit(_best_suit(hand), seat)
        case "melee" if seat in rules.seats_that_may_continue(state):
            return _join(state, seat)
        case "turn" | "two" | "stack" | "drawn" if seat == state.turn:
            best = max(_plays(state, seat), key=lambda play: _worth(state, play), default=None)
            if best is not None:
                return best
            return DrawCards(seat) if state.phase in ("turn", "two") else Pass(seat)
    return None


def _best_suit(hand: tuple[cards.Card, ...], but: cards.Suit | None = None) -> cards.Suit:
    """Return the most frequent suit in `hand`, other than `but`."""
    held = [cards.SUIT_OF_FACE[card] for card in hand if card != cards.JOKER]
    return max((suit for suit in cards.SUITS if suit != but), key=held.count)


def _join(state: State, seat: int) -> Action | None:
    """Go on in a melee only as the defender, with its last card, or with the player's last card."""
    melee, hand = state.running_melee, state.seats[seat].known_cards
    face = rules.next_melee_card(melee)
    last = melee.value + 1 == state.options.highest_melee_value or len(hand) == 1
    if seat != melee.defender and not last:
        return None
    if face in hand:
        return PlayCard(seat, face)
    may_joke = cards.JOKER in hand and state.options.joker_in_melee
    return PlayCard(seat, cards.JOKER, face) if may_joke else None


def _plays(state: State, seat: int) -> Iterator[PlayCard]:
    """Yield the plays of `seat` in their turn, with a joker as each face that fits."""
    hand = state.seats[seat].known_cards
    for card in without_repeats(hand):
        for face in rules.playable_faces(state, joker=card == cards.JOKER):
            if card not in (face, cards.JOKER):
                continue
            declared = face if card == cards.JOKER else None
            if cards.RANK_OF_FACE[face] != "8" or state.phase == "two":
                yield PlayCard(seat, card, declared)
            else:
                must_change = state.options.eight_same_suit == "must_change"
                but = state.suit_to_follow if must_change else None
                yield PlayCard(seat, card, declared, _best_suit(without_card(hand, card), but))


def _worth(state: State, play: PlayCard) -> float:
    """Return what `play` is worth, in points."""
    rest = without_card(state.seats[play.seat].known_cards, play.card)
    if not rest:
        return _WIN
    face = play.face or play.card
    assert face != cards.JOKER
    rivals = [state.seats[seat].card_count for seat in state.active_seats if seat != play.seat]
    worth = float(cards.POINTS_OF_CARD[play.card])
    if (play.card == cards.JOKER or cards.RANK_OF_FACE[play.card] == "8") and min(
        rivals
    ) > FEW_CARDS:
        worth -= _KEEP_WILD
    if cards.RANK_OF_FACE[face] == "3":
        worth += max(cards.POINTS_OF_CARD[card] for card in rest)
    if state.seats[state.seat_after(play.seat)].card_count <= FEW_CARDS + 1:
        worth += _HIT.get(cards.RANK_OF_FACE[face], 0.0)
    suit = play.suit or cards.SUIT_OF_FACE[face]
    return worth + _FOLLOW * sum(
        card != cards.JOKER and cards.SUIT_OF_FACE[card] == suit for card in rest
    )
