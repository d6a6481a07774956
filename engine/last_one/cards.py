"""The pack of Last One: 52 cards and 2 jokers, their points, and what they fit on.

A card is a word: rank and suit (``"8S"``, ``"10H"``), or ``"Joker"``. The two jokers are alike.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal, TypeAlias, get_args

Suit: TypeAlias = Literal["clubs", "diamonds", "hearts", "spades"]
Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CardFace: TypeAlias = Literal[
    "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC",
    "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD",
    "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH",
    "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS",
]  # fmt: skip
"""A card other than a joker; a joker is declared as one of these."""
Card: TypeAlias = CardFace | Literal["Joker"]

SUITS: tuple[Suit, ...] = get_args(Suit)
RANKS: tuple[Rank, ...] = get_args(Rank)
CARD_FACES: tuple[CardFace, ...] = get_args(CardFace)
JOKER: Literal["Joker"] = "Joker"
JOKER_COUNT = 2
PACK: tuple[Card, ...] = (*CARD_FACES, *(JOKER,) * JOKER_COUNT)
"""All 54 cards."""

RANK_OF_FACE: Mapping[str, Rank] = {
    face: RANKS[i % len(RANKS)] for i, face in enumerate(CARD_FACES)
}
SUIT_OF_FACE: Mapping[str, Suit] = {
    face: SUITS[i // len(RANKS)] for i, face in enumerate(CARD_FACES)
}
SUIT_SYMBOLS: Mapping[Suit, str] = dict(zip(SUITS, "♣♦♥♠", strict=True))

SPECIAL_CARDS: frozenset[str] = frozenset(
    {JOKER, *(face for face in CARD_FACES if RANK_OF_FACE[face] in {"2", "3", "4", "8", "J", "A"})}
)
"""Cards with an effect when they are the first card turned up (Rules §3.1)."""
SPECIAL_CARD_COUNT = sum(card in SPECIAL_CARDS for card in PACK)
"""How many of the 54 cards are special: 26."""

_SPECIAL_POINTS = {"8": 25, "J": 10, "Q": 10, "K": 10, "A": 15, JOKER: 40}
POINTS_OF_RANK: Mapping[str, int] = {
    rank: _SPECIAL_POINTS.get(rank) or int(rank) for rank in (*RANKS, JOKER)
}
"""Penalty points of each rank and of a joker (Rules §3.2)."""
POINTS_OF_CARD: Mapping[str, int] = {
    card: POINTS_OF_RANK[RANK_OF_FACE.get(card, JOKER)] for card in (*CARD_FACES, JOKER)
}


def total_points(cards: Iterable[Card]) -> int:
    """Return the penalty points of `cards` left in a hand (Rules §3.2).

    >>> total_points(["8S", "KH", "5C", "Joker"])
    80
    """
    return sum(POINTS_OF_CARD[card] for card in cards)


@cache
def possible_points(count: int) -> tuple[int, ...]:
    """Return every sum of points that `count` cards of the pack can make, lowest first.

    >>> possible_points(1)
    (2, 3, 4, 5, 6, 7, 9, 10, 15, 25, 40)
    """
    # Bit p of sums[k] is set if k of the cards so far can be worth p.
    sums = [1] + [0] * count
    for card in PACK:
        for k in range(count, 0, -1):
            sums[k] |= sums[k - 1] << POINTS_OF_CARD[card]
    return tuple(p for p in range(sums[count].bit_length()) if sums[count] >> p & 1)


@cache
def faces_that_follow(suit: Suit | None, rank: Rank | None) -> tuple[CardFace, ...]:
    """Return the faces that may be played on this `suit` and `rank`; eights always may."""
    return tuple(
        face
        for face in CARD_FACES
        if SUIT_OF_FACE[face] == suit or RANK_OF_FACE[face] in ("8", rank)
    )


TWOS: tuple[CardFace, ...] = tuple(face for face in CARD_FACES if RANK_OF_FACE[face] == "2")


def melee_face(value: int, suit: Suit) -> CardFace:
    """Return the card of `suit` with the melee `value`; see `melee_value`."""
    return CARD_FACES[SUITS.index(suit) * len(RANKS) + value - 2]


def melee_value(rank: Rank) -> int:
    """Return the melee value of `rank`: 2 to 10, jack 11, queen 12, king 13."""
    return RANKS.index(rank) + 2


def without_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return `cards` without one `card`, which must be among them."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def without_repeats(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return `cards` without repeats, in order."""
    return tuple(dict.fromkeys(cards))


def card_by_name(name: str) -> Card | None:
    """Return the card that people call `name`, or None.

    >>> [card_by_name(name) for name in ("10♥", "10h", "10 of hearts", "Joker 2")]
    ['10H', '10H', '10H', 'Joker']
    """
    return _CALLED.get(name.casefold().replace("\ufe0f", ""))


_SHOWN = {RANK_OF_FACE[face] + SUIT_SYMBOLS[SUIT_OF_FACE[face]]: face for face in CARD_FACES}

CARD_NAMES = (*_SHOWN, JOKER, f"{JOKER} 2")
"""A different name for each card."""
_CALLED: Mapping[str, Card] = {
    **{text.casefold(): face for text, face in _SHOWN.items()},
    **{face.casefold(): face for face in CARD_FACES},
    **{f"{RANK_OF_FACE[face]} of {SUIT_OF_FACE[face]}".casefold(): face for face in CARD_FACES},
    **dict.fromkeys(("joker", "joker 1", "joker 2", "red joker", "black joker"), JOKER),
}
