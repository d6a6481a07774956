"""Read the cards of a picture: find, straighten, and compare them with a deck."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.card_deck import CardDeck, straighten
from vision.card_finder import find_cards
from vision.card_outlines import LARGEST
from vision.frame import Array, Image, as_bgr
from vision.reading import SURE_CONFIDENCE

MIN_RECOGNISED = 0.5  # a less confident match is not named
CARD_BACK = "card back"
"""The reserved name under which the back of a deck is taught."""


@dataclass(frozen=True, slots=True)
class RecognisedCard:
    """A card: its `name` (None if unknown), `confidence` 0..1, and `corners` (4, 2) in pixels."""

    name: str | None
    confidence: float
    corners: Array


@dataclass(frozen=True, slots=True)
class CardReading:
    """All cards of a picture, the named doubts about them, and the time taken in ms.

    The doubts are "unknown card", and "alike" if another card of the deck is too similar.
    """

    cards: tuple[RecognisedCard, ...]
    doubts: tuple[str, ...]
    ms: float

    @property
    def sure(self) -> bool:
        """Whether every card would be accepted without asking."""
        return bool(self.cards) and not self.doubts


class CardReader:
    """Reads cards by `stills`: straightened pictures (336, 224, 3) by card name.

    `whole` says that they are the complete deck.
    """

    def __init__(self, stills: Mapping[str, Sequence[Image]], *, whole: bool = False) -> None:
        self._deck = CardDeck(stills, whole=whole)

    def read(self, image: NDArray[np.uint8], largest: float = LARGEST) -> CardReading:
        """Read the cards of `image`, (H, W, 3) BGR bytes; raises ValueError for anything else.

        Each card covers at most a share `largest` of the picture.
        """
        began = time.perf_counter()
        picture = as_bgr(image)
        cards = tuple(self._read(picture, found.corners) for found in find_cards(picture, largest))
        named = {
            "unknown card" if card.name is None else "alike"
            for card in cards
            if card.confidence < SURE_CONFIDENCE
        }
        return CardReading(cards, tuple(sorted(named)), (time.perf_counter() - began) * 1000)

    def _read(self, picture: Image, corners: Array) -> RecognisedCard:
        match = self._deck.match(straighten(picture, corners))
        if match is None or match.confidence < MIN_RECOGNISED:
            return RecognisedCard(None, 0.0 if match is None else match.confidence, corners)
        return RecognisedCard(match.name, match.confidence, corners)
