"""Cards in front of the eye: recognised, learned one by one, and taught as a deck.

A deck of playing cards serves every game that uses such cards: the rules say which card a name in a
deck means (`Game.card_by_name`). Cards that no rules list are learned when they are turned over.
Their name is their content as JSON, and they are known as long as they are among the table's cards
(`companion.table.boxes`).

A card in the tray can be played as long as it is `new`: there was no act since it was put there,
and nobody had entered it by hand just before.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2

from companion.table.boxes import CardFields, card_as_text
from companion.table.table import Table
from companion.taught import TaughtSetRefusal
from companion.taught.folder import require_valid_taught_name
from companion.taught.lessons import untaught_reader
from companion.taught.store import TaughtStore, with_stills
from companion.taught.views import CapturedCardView, CardView
from engine.core.game import Game
from engine.core.refusals import NotNow
from vision.bounding_box import centre, mean_side
from vision.card_deck import CardDeck, is_same_card, straighten
from vision.card_reader import CARD_BACK, CardReader, RecognisedCard
from vision.frame import Image, decode_jpeg
from vision.reading import SURE_CONFIDENCE


class KnownCards:
    """The cards of the present game of `table`, with their stills in `store`."""

    def __init__(self, table: Table, store: TaughtStore) -> None:
        self._table, self._store = table, store
        self._made_of: object = None  # the game, entered cards and files behind `_reader`
        self._reader = CardReader({})

    def reader(self) -> CardReader:
        """Return a reader of these cards."""
        files = [self._store.path(name) for name in self._store.names()]
        stamps = [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files]
        made_of = self._game, sorted(self._entered()), stamps
        if made_of != self._made_of:
            stills, listed = self._stills(), self._listed()
            # If no rules list the cards, there may be others.
            whole = bool(listed) and listed <= stills.keys()
            self._reader, self._made_of = CardReader(stills, whole=whole), made_of
        return self._reader

    def card_content(self, name: str | None) -> CardFields | None:
        """Return the content of the card called `name`; None if the game has no such card."""
        if name is None or self._game is None:
            return None
        if name.startswith("{"):
            known: CardFields = json.loads(name)
            return known if name in self._entered() else None
        return self._game.card_by_name(name)

    def card_name(self, printed: CardFields) -> str:
        """Return the name of the card with the content `printed`."""
        return (self._game.card_name(printed) if self._game else "") or card_as_text(printed)

    @property
    def _game(self) -> Game[Any] | None:
        return self._table.games.get(self._table.state.game["game"] or "")

    def _listed(self) -> set[str]:
        """Return the names of all cards that the rules of the game list."""
        game = self._game
        printed = [game.card_by_name(name) for name in game.card_names] if game else []
        return {self.card_name(card) for card in printed if card is not None}

    def _entered(self) -> set[str]:
        """Return the names of the cards that were entered for the game."""
        cards = self._table.entered_cards.of_game(self._game.id) if self._game else ()
        return {card_as_text(card) for card in cards}

    def _stills(self) -> Mapping[str, tuple[Image, ...]]:
        """Return the stills of all decks, by the name of the card in this game."""
        found: dict[str, tuple[Image, ...]] = {}
        for _, taught in self._store.all_sets():
            for name, stills in taught.stills.items() if taught.kind == "cards" else ():
                printed = self.card_content(name)
                if printed is not None or name == CARD_BACK:
                    mine = name if printed is None else self.card_name(printed)
                    found[mine] = (*found.get(mine, ()), *stills)
        return found


MAX_CARD_SHARE = 0.5  # of the picture; anything larger is the tray
MAX_DIE_SHARE = 0.25  # of an outline: if a die covers more, the outline is that of dice


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card in the tray: picture `number`, first seen when `act` was the newest row.

    `entered`: it was just entered by hand.
    """

    number: int
    name: str | None
    sure: bool
    still: Image
    act: int | None
    entered: bool


class CardTeacher:
    """Looks at cards in front of the eye of `table`, and keeps their stills in `store`."""

    def __init__(self, table: Table, store: TaughtStore) -> None:
        self._table, self._store = table, store
        self._known = KnownCards(table, store)
        self._lying: _Lying | None = None
        self._seen: _Lying | None = None  # the last card, even if it is gone
        self._entered_row = 0  # the act that entered a card by hand before it was seen
        self._captured: tuple[str, Image] | None = None  # name and still of the last capture

    def look_at_card(self) -> CardView:
        """Recognise the card in the tray; raises `NotNow`: no_still, no_card, many_cards."""
        card, still = self._one_card(self._known.reader())
        lying, sure = self._lying, card.confidence >= SURE_CONFIDENCE
        same = lying is not None and (
            card.name == lying.name is not None
            if sure and lying.sure
            else is_same_card(lying.still, still)
        )
        if lying is None or not same:
            lying = self._first_sight(card.name, still, sure=sure)
        self._lying = self._seen = lying
        printed = self._known.card_content(card.name)
        return {
            "card": None if printed is None else dict(printed),
            "sure": printed is not None and sure,
            "picture": lying.number,
            "new": not lying.entered and lying.act == self._newest_act,
        }

    def _one_card(self, reader: CardReader, *, clear: bool = False) -> tuple[RecognisedCard, Image]:
        """Return the only card in the tray, and its still; card backs do not count.

        With `clear`, raises `NotNow` ``dice_in_tray`` if dice lie there in place of a card.
        """
        jpeg = self._table.lesson.wait_for_still()
        if jpeg is None:
            raise NotNow("no_still", "No camera is running.")
        picture = decode_jpeg(jpeg)
        found = [
            card for card in reader.read(picture, MAX_CARD_SHARE).cards if card.name != CARD_BACK
        ]
        if clear and _are_dice(found, picture):
            raise NotNow("dice_in_tray", "Dice are in the tray.")
        if len(found) != 1:
            if not found:
                self._lying = None
            code = "many_cards" if found else "no_card"
            raise NotNow(code, f"{len(found)} cards are in view.", count=len(found))
        return found[0], straighten(picture, found[0].corners)

    def _first_sight(self, name: str | None, still: Image, *, sure: bool) -> _Lying:
        """Return a card that was not in the tray before; it has the next number."""
        state, number = self._table.state, 1 if self._seen is None else self._seen.number + 1
        head, printed = state.head, self._known.card_content(name)
        entered = (
            printed is not None
            and head is not None
            and head.row != self._entered_row
            and head.card_turned_over == printed
        )
        if entered and head is not None:
            self._entered_row = head.row
        return _Lying(number, name, sure, still, self._newest_act, entered)

    @property
    def _newest_act(self) -> int | None:
        """The row of the last act, even an undone one; readings are not acts."""
        row = self._table.state.newest["last_row"]
        return None if row is None else row["version"]

    def picture(self) -> bytes | None:
        """Return the last card that was seen, straightened, as JPEG."""
        seen = self._seen
        return None if seen is None else cv2.imencode(".jpg", seen.still)[1].tobytes()

    def learn_card(self, number: int) -> None:
        """Learn that picture `number` shows the card that was turned over last.

        Raises TaughtSetRefusal if the picture or the card is gone.
        """
        head, seen = self._table.state.head, self._seen
        while head is not None and head.card_turned_over is None:
            head = head.before
        card = None if head is None else head.card_turned_over
        if seen is None or number != seen.number or card is None:
            raise TaughtSetRefusal("no_card", "that picture is gone", count=0)
        name = self._table.state.game["title"]
        with self._store.locked_for_change():
            deck = self._store.load_or_new(name, "cards")
            self._store.save(name, with_stills(deck, self._known.card_name(card), [seen.still]))

    def capture_card(self, deck: str, name: str, *, again: bool = False) -> CapturedCardView:
        """Take a still of the card in the tray as `name` of `deck`, unless it is the last one.

        It takes none if a part of the deck was forgotten meanwhile. With `again` it takes one
        whatever the card looks like. Raises as `look_at_card` does, `NotNow` ``dice_in_tray``, and
        TaughtSetRefusal if the card has another name already.
        """
        require_valid_taught_name(name)
        before = self._store.load_or_new(deck, "cards")
        _, still = self._one_card(CardReader({}), clear=not again)
        if not again and self._captured is not None and is_same_card(self._captured[1], still):
            return {"new": False}
        with self._store.locked_for_change():
            taught = self._store.load_or_new(deck, "cards")
            if before.stills.keys() - taught.stills.keys():
                return {"new": False}
            others = {known: stills for known, stills in taught.stills.items() if known != name}
            match = None if again else CardDeck(others).match(still)
            # An unknown card, too, resembles some other: only the same card is refused.
            if match is not None and match.confidence >= SURE_CONFIDENCE and match.is_same_card:
                if self._captured is not None and match.name == self._captured[0]:
                    return {"new": False}
                raise TaughtSetRefusal(
                    "card_known", f"it is known as '{match.name}'", other=match.name
                )
            self._store.save(deck, with_stills(taught, name, [still]))
            self._captured = name, still
        return {"new": True}


def _are_dice(cards: Sequence[RecognisedCard], picture: Image) -> bool:
    """Return whether one of the `cards` is an outline of dice, or there are dice and no card."""
    dice = [box for box, _ in untaught_reader().find_die_crops(picture)]
    if not cards:
        return bool(dice)
    return any(
        cv2.pointPolygonTest(card.corners, centre(box), measureDist=False) >= 0
        and mean_side(box) ** 2 > MAX_DIE_SHARE * cv2.contourArea(card.corners)
        for card in cards
        for box in dice
    )
