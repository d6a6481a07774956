"""Cards that are turned over before the eye: found, compared with those known, and learned once.

They are the cards of the game's deck (`companion.table.deck`): the set of their stills is called as
the game, and each card in it is what its deck says of it, as JSON. One that was forgotten there is
not known here.
"""

import json
from collections.abc import Mapping

import cv2

from companion.table.deck import card_as_text
from companion.table.table import Table
from companion.taught import NotTaught
from companion.taught.store import TaughtStore, with_stills
from companion.taught.views import CardView
from engine.core.refusals import NotNow
from vision.card_deck import straighten
from vision.card_reader import CardReader
from vision.frame import Image
from vision.jpeg import decode_jpeg
from vision.reading import SURE


class CardTeacher:
    """Looks at cards before the eye of `table`, and keeps what they look like in its `store`."""

    def __init__(self, table: Table, store: TaughtStore) -> None:
        self._table, self._store = table, store
        self._seen: Image | None = None
        self._number = 0

    def look(self) -> CardView:
        """Look at what lies there; raises `NotNow` ``no_still``, ``no_card`` or ``many_cards``."""
        jpeg = self._table.eyes.stills.wait()
        if jpeg is None:
            raise NotNow("no_still", "No eye has looked.")
        picture = decode_jpeg(jpeg)
        known = self._known()
        found = CardReader(known).read(picture).cards
        if len(found) != 1:
            code = "many_cards" if found else "no_card"
            raise NotNow(code, f"{len(found)} cards lie there.", count=len(found))
        self._seen = straighten(picture, found[0].corners)
        self._number += 1
        name = found[0].name
        card = None if name is None else json.loads(name)
        sure = card is not None and found[0].confidence >= SURE
        return {"card": card, "sure": sure, "picture": self._number}

    def picture(self) -> bytes | None:
        """Return the card that was seen last, straightened, as JPEG."""
        return None if self._seen is None else cv2.imencode(".jpg", self._seen)[1].tobytes()

    def learn(self, number: int) -> None:
        """Know that picture `number` shows the card that was turned over last.

        Raises NotTaught where the picture or the card is gone.
        """
        head = self._table.state.head
        while head is not None and head.printed is None:
            head = head.before
        card = None if head is None else head.printed
        if self._seen is None or number != self._number or card is None:
            raise NotTaught("that picture is gone", "no_card", count=0)
        deck = self._store.load_or_new(self._name, "cards")
        self._store.save(self._name, with_stills(deck, card_as_text(card), [self._seen]))

    @property
    def _name(self) -> str:
        return self._table.state.game["title"]

    def _known(self) -> Mapping[str, tuple[Image, ...]]:
        """Return the stills of the cards that the deck of the game knows."""
        deck = self._table.deck.cards(self._table.state.game["game"] or "")
        known = {card_as_text(card) for card in deck}
        stills = self._store.load_or_new(self._name, "cards").stills
        found = {name: of_one for name, of_one in stills.items() if name in known}
        return found if len(found) > 1 else {}  # one alone cannot be told from others
