"""The games of the table."""

from engine.core.game import Games
from engine.den_letzten import DEN_LETZTEN
from engine.free_table import FREE_TABLE
from engine.jour_de_chance import JOUR_DE_CHANCE
from engine.last_chance import LAST_CHANCE
from engine.last_one import LAST_ONE
from engine.ten_thousand import TEN_THOUSAND
from engine.yacht import YACHT

GAMES: Games = {
    game.id: game
    for game in (
        LAST_CHANCE,
        DEN_LETZTEN,
        LAST_ONE,
        JOUR_DE_CHANCE,
        YACHT,
        TEN_THOUSAND,
        FREE_TABLE,
    )
}
"""Every game by its id, in the order of the page: the free table, for all others, is last."""
