"""The cards of a picture: found, straightened, and compared with those of a deck."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.card_deck import CardDeck, straighten
from vision.card_edges import Array
from vision.card_finder import AREA, find_cards
from vision.frame import Image, as_bgr
from vision.reading import SURE

RECOGNISED = 0.5  # confidence from which a card is named
CARD_BACK = "card back"
"""The name under which a back is taught, so that it is known as one."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card: its name, None where it is not known, `confidence` 0..1, `corners` (4, 2) pixels."""

    name: str | None
    confidence: float
    corners: Array


@dataclass(frozen=True, slots=True)
class CardReading:
    """All cards of a picture, the named doubts about them, and the time taken in ms.

    Doubts are "unknown card", and "alike" where another card of the deck is too much like one.
    """

    cards: tuple[ReadCard, ...]
    doubts: tuple[str, ...]
    ms: float

    @property
    def sure(self) -> bool:
        """Whether every card would be believed without asking."""
        return bool(self.cards) and not self.doubts


class CardReader:
    """Reads cards by `stills`: by name, straightened pictures (336, 224, 3) of each.

    They are the `whole` deck, or some of its cards.
    """

    def __init__(self, stills: Mapping[str, Sequence[Image]], *, whole: bool = False) -> None:
        self._deck = CardDeck(stills, whole=whole)

    def read(self, image: NDArray[np.uint8], largest: float = AREA[1]) -> CardReading:
        """Read the cards of `image`, (H, W, 3) BGR bytes; raises ValueError for no picture.

        They cover at most a share `largest` of it each.
        """
        began = time.perf_counter()
        picture = as_bgr(image)
        cards = tuple(self._read(picture, found.corners) for found in find_cards(picture, largest))
        named = {
            "unknown card" if card.name is None else "alike"
            for card in cards
            if card.confidence < SURE
        }
        return CardReading(cards, tuple(sorted(named)), (time.perf_counter() - began) * 1000)

    def _read(self, picture: Image, corners: Array) -> ReadCard:
        match = self._deck.match(straighten(picture, corners))
        if match is None or match.confidence < RECOGNISED:
            return ReadCard(None, 0.0 if match is None else match.confidence, corners)
        return ReadCard(match.name, match.confidence, corners)
