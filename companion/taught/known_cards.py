"""The cards of the game that is on, as far as decks were taught that have them.

Which card of the game a name of a deck means its rules say (`Game.card_by_name`), so that one deck
of playing cards serves every game that is played with such. Cards that no rules list are learned
when they are turned over: what is on one, as JSON, is its name then, and it is known here as long
as the table's deck (`companion.table.entered_cards`) knows it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.table.entered_cards import Card, card_as_text
from companion.table.table import Table
from companion.taught.store import TaughtStore
from engine.core.game import Game
from vision.card_reader import CARD_BACK, CardReader
from vision.frame import Image


class KnownCards:
    """What is known of the cards that are played with at `table`."""

    def __init__(self, table: Table, store: TaughtStore) -> None:
        self._table, self._store = table, store
        self._made_of: object = None
        self._reader = CardReader({})

    def reader(self) -> CardReader:
        """Return what reads them."""
        stamps = [_stamp(self._store.path(name)) for name in self._names]
        made_of = self._game, sorted(self._deck()), stamps
        if made_of != self._made_of:
            stills = self._stills()
            listed = self._listed()
            # Where no rules list them a new one may come.
            whole = bool(listed) and listed <= stills.keys()
            self._reader, self._made_of = CardReader(stills, whole=whole), made_of
        return self._reader

    def card_content(self, name: str | None) -> Card | None:
        """Return what is on the card of that name; None where the game has no such card."""
        if name is None or self._game is None:
            return None
        if name.startswith("{"):
            known: Card = json.loads(name)
            return known if name in self._deck() else None
        return self._game.card_by_name(name)

    def card_name(self, printed: Card) -> str:
        """Return how a card is called on which that is `printed`."""
        return (self._game.card_name(printed) if self._game else "") or card_as_text(printed)

    @property
    def _game(self) -> Game[Any] | None:
        return self._table.games.get(self._table.state.game["game"] or "")

    @property
    def _names(self) -> list[str]:
        return self._store.names()

    def _listed(self) -> set[str]:
        """Return the names of all cards that the rules of the game list."""
        game = self._game
        printed = [game.card_by_name(name) for name in game.card_names] if game else []
        return {self.card_name(card) for card in printed if card is not None}

    def _deck(self) -> set[str]:
        game = self._game
        return (
            set()
            if game is None
            else {card_as_text(c) for c in self._table.entered_cards.of_game(game.id)}
        )

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


def _stamp(file: Path) -> tuple[str, int, int]:
    found = file.stat()
    return file.name, found.st_mtime_ns, found.st_size
