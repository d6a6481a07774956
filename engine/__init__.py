"""The rules of the games, as data in and data out.

`GAMES` holds every game by its id; nothing else is needed from outside but `engine.core`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.core.game import Game
from engine.last_chance import LAST_CHANCE

GAMES: Mapping[str, Game[Any]] = MappingProxyType({LAST_CHANCE.id: LAST_CHANCE})
"""Every game, by its id."""
